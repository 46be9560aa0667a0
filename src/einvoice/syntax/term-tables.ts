/**
 * The paths of the terms of EN 16931 in a syntax, below the root: by CEN/TS 16931-3-2 in UBL, by
 * 3-3 in CII. A line is a group of elements, then each term with its path in it; after `=` come
 * the seven terms of an address. Of two terms with a slash the first belongs to an allowance, the
 * second to a charge; of two paths with a bar the second to a credit note. INVOICE is Invoice or
 * CreditNote. Of terms that share an element the likelier comes first.
 */
export const UBL_TERMS = `
. BT-1 cbc:ID, BT-2 cbc:IssueDate, BT-3 cbc:INVOICETypeCode, BT-5 cbc:DocumentCurrencyCode, BT-6 cbc:TaxCurrencyCode, BT-7 cbc:TaxPointDate
. BT-8 cac:InvoicePeriod/cbc:DescriptionCode, BT-9 cbc:DueDate|cac:PaymentMeans/cbc:PaymentDueDate, BT-10 cbc:BuyerReference
. BT-11 cac:ProjectReference/cbc:ID|cac:AdditionalDocumentReference/cbc:ID, BT-12 cac:ContractDocumentReference/cbc:ID
. BT-13 cac:OrderReference/cbc:ID, BT-14 cac:OrderReference/cbc:SalesOrderID, BT-15 cac:ReceiptDocumentReference/cbc:ID
. BT-16 cac:DespatchDocumentReference/cbc:ID, BT-17 cac:OriginatorDocumentReference/cbc:ID, BT-19 cbc:AccountingCost
. BT-20 cac:PaymentTerms/cbc:Note, BT-22 cbc:Note, BT-21 cbc:Note, BG-1 cbc:Note, BT-23 cbc:ProfileID, BT-24 cbc:CustomizationID
cac:BillingReference BG-3 ., BT-25 cac:InvoiceDocumentReference/cbc:ID, BT-26 cac:InvoiceDocumentReference/cbc:IssueDate
cac:AccountingSupplierParty/cac:Party BG-4 ., BT-27 cac:PartyLegalEntity/cbc:RegistrationName, BT-28 cac:PartyName/cbc:Name
cac:AccountingSupplierParty/cac:Party BT-29 cac:PartyIdentification/cbc:ID, BT-30 cac:PartyLegalEntity/cbc:CompanyID
cac:AccountingSupplierParty/cac:Party BT-31 cac:PartyTaxScheme/cbc:CompanyID, BT-32 cac:PartyTaxScheme/cbc:CompanyID
cac:AccountingSupplierParty/cac:Party BT-33 cac:PartyLegalEntity/cbc:CompanyLegalForm, BT-34 cbc:EndpointID, BG-5 cac:PostalAddress
cac:AccountingSupplierParty/cac:Party/cac:PostalAddress = BT-35 BT-36 BT-162 BT-37 BT-38 BT-39 BT-40
cac:AccountingSupplierParty/cac:Party/cac:Contact BG-6 ., BT-41 cbc:Name, BT-42 cbc:Telephone, BT-43 cbc:ElectronicMail
cac:AccountingSupplierParty/cac:Party BT-90 cac:PartyIdentification/cbc:ID
cac:AccountingCustomerParty/cac:Party BG-7 ., BT-44 cac:PartyLegalEntity/cbc:RegistrationName, BT-45 cac:PartyName/cbc:Name
cac:AccountingCustomerParty/cac:Party BT-46 cac:PartyIdentification/cbc:ID, BT-47 cac:PartyLegalEntity/cbc:CompanyID
cac:AccountingCustomerParty/cac:Party BT-48 cac:PartyTaxScheme/cbc:CompanyID, BT-49 cbc:EndpointID, BG-8 cac:PostalAddress
cac:AccountingCustomerParty/cac:Party/cac:PostalAddress = BT-50 BT-51 BT-163 BT-52 BT-53 BT-54 BT-55
cac:AccountingCustomerParty/cac:Party/cac:Contact BG-9 ., BT-56 cbc:Name, BT-57 cbc:Telephone, BT-58 cbc:ElectronicMail
cac:PayeeParty BG-10 ., BT-59 cac:PartyName/cbc:Name, BT-60 cac:PartyIdentification/cbc:ID, BT-61 cac:PartyLegalEntity/cbc:CompanyID
cac:TaxRepresentativeParty BG-11 ., BT-62 cac:PartyName/cbc:Name, BT-63 cac:PartyTaxScheme/cbc:CompanyID, BG-12 cac:PostalAddress
cac:TaxRepresentativeParty/cac:PostalAddress = BT-64 BT-65 BT-164 BT-66 BT-67 BT-68 BT-69
cac:Delivery BG-13 ., BT-70 cac:DeliveryParty/cac:PartyName/cbc:Name, BT-71 cac:DeliveryLocation/cbc:ID, BT-72 cbc:ActualDeliveryDate
cac:Delivery BG-15 cac:DeliveryLocation/cac:Address
cac:Delivery/cac:DeliveryLocation/cac:Address = BT-75 BT-76 BT-165 BT-77 BT-78 BT-79 BT-80
cac:InvoicePeriod BG-14 ., BT-73 cbc:StartDate, BT-74 cbc:EndDate
cac:PaymentMeans BG-16 ., BT-81 cbc:PaymentMeansCode, BT-82 cbc:PaymentMeansCode, BT-83 cbc:PaymentID
cac:PaymentMeans/cac:PayeeFinancialAccount BG-17 ., BT-84 cbc:ID, BT-85 cbc:Name, BT-86 cac:FinancialInstitutionBranch/cbc:ID
cac:PaymentMeans/cac:CardAccount BG-18 ., BT-87 cbc:PrimaryAccountNumberID, BT-88 cbc:HolderName
cac:PaymentMeans/cac:PaymentMandate BG-19 ., BT-89 cbc:ID, BT-91 cac:PayerFinancialAccount/cbc:ID
cac:PrepaidPayment BG-DEX-09 ., BT-DEX-001 cbc:ID, BT-DEX-002 cbc:PaidAmount, BT-DEX-003 cbc:InstructionID
cac:AllowanceCharge BG-20/BG-21 ., BT-92/BT-99 cbc:Amount, BT-93/BT-100 cbc:BaseAmount, BT-94/BT-101 cbc:MultiplierFactorNumeric
cac:AllowanceCharge BT-95/BT-102 cac:TaxCategory/cbc:ID, BT-96/BT-103 cac:TaxCategory/cbc:Percent
cac:AllowanceCharge BT-97/BT-104 cbc:AllowanceChargeReason, BT-98/BT-105 cbc:AllowanceChargeReasonCode
cac:TaxTotal BT-110 cbc:TaxAmount, BT-111 cbc:TaxAmount, BG-23 cac:TaxSubtotal
cac:TaxTotal/cac:TaxSubtotal BT-116 cbc:TaxableAmount, BT-117 cbc:TaxAmount, BT-118 cac:TaxCategory/cbc:ID, BT-119 cac:TaxCategory/cbc:Percent
cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory BT-120 cbc:TaxExemptionReason, BT-121 cbc:TaxExemptionReasonCode
cac:LegalMonetaryTotal BG-22 ., BT-106 cbc:LineExtensionAmount, BT-107 cbc:AllowanceTotalAmount, BT-108 cbc:ChargeTotalAmount
cac:LegalMonetaryTotal BT-109 cbc:TaxExclusiveAmount, BT-112 cbc:TaxInclusiveAmount, BT-113 cbc:PrepaidAmount
cac:LegalMonetaryTotal BT-114 cbc:PayableRoundingAmount, BT-115 cbc:PayableAmount
cac:AdditionalDocumentReference BG-24 ., BT-122 cbc:ID, BT-18 cbc:ID, BT-123 cbc:DocumentDescription
cac:AdditionalDocumentReference/cac:Attachment BT-124 cac:ExternalReference/cbc:URI, BT-125 cbc:EmbeddedDocumentBinaryObject
cac:AdditionalDocumentReference/cac:Attachment BT-125-1 cbc:EmbeddedDocumentBinaryObject, BT-125-2 cbc:EmbeddedDocumentBinaryObject
cac:INVOICELine BG-25 ., BT-126 cbc:ID, BT-127 cbc:Note, BT-128 cac:DocumentReference/cbc:ID, BT-131 cbc:LineExtensionAmount
cac:INVOICELine BT-129 cbc:InvoicedQuantity|cbc:CreditedQuantity, BT-130 cbc:InvoicedQuantity|cbc:CreditedQuantity
cac:INVOICELine BT-132 cac:OrderLineReference/cbc:LineID, BT-133 cbc:AccountingCost
cac:INVOICELine/cac:InvoicePeriod BG-26 ., BT-134 cbc:StartDate, BT-135 cbc:EndDate
cac:INVOICELine/cac:AllowanceCharge BG-27/BG-28 ., BT-136/BT-141 cbc:Amount, BT-137/BT-142 cbc:BaseAmount
cac:INVOICELine/cac:AllowanceCharge BT-138/BT-143 cbc:MultiplierFactorNumeric, BT-139/BT-144 cbc:AllowanceChargeReason
cac:INVOICELine/cac:AllowanceCharge BT-140/BT-145 cbc:AllowanceChargeReasonCode
cac:INVOICELine/cac:Price BG-29 ., BT-146 cbc:PriceAmount, BT-149 cbc:BaseQuantity, BT-150 cbc:BaseQuantity
cac:INVOICELine/cac:Price/cac:AllowanceCharge BT-147 cbc:Amount, BT-148 cbc:BaseAmount
cac:INVOICELine/cac:Item/cac:ClassifiedTaxCategory BG-30 ., BT-151 cbc:ID, BT-152 cbc:Percent
cac:INVOICELine/cac:Item BG-31 ., BT-153 cbc:Name, BT-154 cbc:Description, BT-155 cac:SellersItemIdentification/cbc:ID
cac:INVOICELine/cac:Item BT-156 cac:BuyersItemIdentification/cbc:ID, BT-157 cac:StandardItemIdentification/cbc:ID
cac:INVOICELine/cac:Item BT-158 cac:CommodityClassification/cbc:ItemClassificationCode, BT-159 cac:OriginCountry/cbc:IdentificationCode
cac:INVOICELine/cac:Item/cac:AdditionalItemProperty BG-32 ., BT-160 cbc:Name, BT-161 cbc:Value
cac:INVOICELine BG-DEX-01 cac:SubINVOICELine
cac:INVOICELine EXT-FR-FE-162 cac:BillingReference/cac:BillingReferenceLine/cbc:ID
cac:INVOICELine EXT-FR-FE-163 cac:BillingReference/cac:InvoiceDocumentReference/cbc:DocumentStatusCode`

/** The seven elements of an address, in the order of its terms. */
export const UBL_ADDRESS =
  'cbc:StreetName cbc:AdditionalStreetName cac:AddressLine/cbc:Line cbc:CityName cbc:PostalZone cbc:CountrySubentity cac:Country/cbc:IdentificationCode'

/** Likewise in CII, by CEN/TS 16931-3-3. */
export const CII_TERMS = `
rsm:ExchangedDocumentContext BT-23 ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID
rsm:ExchangedDocumentContext BT-24 ram:GuidelineSpecifiedDocumentContextParameter/ram:ID
rsm:ExchangedDocument BT-1 ram:ID, BT-2 ram:IssueDateTime, BT-3 ram:TypeCode, BG-1 ram:IncludedNote
rsm:ExchangedDocument/ram:IncludedNote BT-22 ram:Content, BT-21 ram:SubjectCode
LINE BG-25 .
LINE/ram:AssociatedDocumentLineDocument BT-126 ram:LineID, BT-127 ram:IncludedNote/ram:Content, EXT-FR-FE-162 ram:ParentLineID
LINE/ram:AssociatedDocumentLineDocument EXT-FR-FE-163 ram:LineStatusReasonCode
LINE/ram:SpecifiedTradeProduct BG-31 ., BT-153 ram:Name, BT-154 ram:Description, BT-155 ram:SellerAssignedID, BT-156 ram:BuyerAssignedID
LINE/ram:SpecifiedTradeProduct BT-157 ram:GlobalID, BT-158 ram:DesignatedProductClassification/ram:ClassCode, BT-159 ram:OriginTradeCountry/ram:ID
LINE/ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic BG-32 ., BT-160 ram:Description, BT-161 ram:Value
LINE/ram:SpecifiedLineTradeAgreement BG-29 ., BT-132 ram:BuyerOrderReferencedDocument/ram:LineID
LINE/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice BT-148 ram:ChargeAmount
LINE/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice BT-147 ram:AppliedTradeAllowanceCharge/ram:ActualAmount
LINE/ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice BT-146 ram:ChargeAmount, BT-149 ram:BasisQuantity, BT-150 ram:BasisQuantity
LINE/ram:SpecifiedLineTradeDelivery BT-129 ram:BilledQuantity, BT-130 ram:BilledQuantity
LINE_SETTLEMENT/ram:ApplicableTradeTax BG-30 ., BT-151 ram:CategoryCode, BT-152 ram:RateApplicablePercent
LINE_SETTLEMENT/ram:BillingSpecifiedPeriod BG-26 ., BT-134 ram:StartDateTime, BT-135 ram:EndDateTime
LINE_SETTLEMENT/ram:SpecifiedTradeAllowanceCharge BG-27/BG-28 ., BT-136/BT-141 ram:ActualAmount, BT-137/BT-142 ram:BasisAmount
LINE_SETTLEMENT/ram:SpecifiedTradeAllowanceCharge BT-138/BT-143 ram:CalculationPercent, BT-139/BT-144 ram:Reason, BT-140/BT-145 ram:ReasonCode
LINE_SETTLEMENT BT-131 ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount
LINE_SETTLEMENT BT-128 ram:AdditionalReferencedDocument/ram:IssuerAssignedID
LINE_SETTLEMENT BT-133 ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID
AGREEMENT BT-10 ram:BuyerReference, BT-12 ram:ContractReferencedDocument/ram:IssuerAssignedID, BT-11 ram:SpecifiedProcuringProject/ram:ID
AGREEMENT BT-13 ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID, BT-14 ram:SellerOrderReferencedDocument/ram:IssuerAssignedID
AGREEMENT/ram:AdditionalReferencedDocument BG-24 ., BT-122 ram:IssuerAssignedID, BT-17 ram:IssuerAssignedID, BT-18 ram:IssuerAssignedID
AGREEMENT/ram:AdditionalReferencedDocument BT-123 ram:Name, BT-124 ram:URIID, BT-125 ram:AttachmentBinaryObject
AGREEMENT/ram:AdditionalReferencedDocument BT-125-1 ram:AttachmentBinaryObject, BT-125-2 ram:AttachmentBinaryObject
AGREEMENT/ram:SellerTradeParty BG-4 ., BT-27 ram:Name, BT-28 ram:SpecifiedLegalOrganization/ram:TradingBusinessName, BT-29 ram:ID, BT-29 ram:GlobalID
AGREEMENT/ram:SellerTradeParty BT-30 ram:SpecifiedLegalOrganization/ram:ID, BT-31 ram:SpecifiedTaxRegistration/ram:ID
AGREEMENT/ram:SellerTradeParty BT-32 ram:SpecifiedTaxRegistration/ram:ID, BT-33 ram:Description
AGREEMENT/ram:SellerTradeParty BT-34 ram:URIUniversalCommunication/ram:URIID, BG-5 ram:PostalTradeAddress
AGREEMENT/ram:SellerTradeParty/ram:PostalTradeAddress = BT-35 BT-36 BT-162 BT-37 BT-38 BT-39 BT-40
AGREEMENT/ram:SellerTradeParty/ram:DefinedTradeContact BG-6 ., BT-41 ram:PersonName, BT-42 ram:TelephoneUniversalCommunication/ram:CompleteNumber
AGREEMENT/ram:SellerTradeParty/ram:DefinedTradeContact BT-43 ram:EmailURIUniversalCommunication/ram:URIID
AGREEMENT/ram:BuyerTradeParty BG-7 ., BT-44 ram:Name, BT-45 ram:SpecifiedLegalOrganization/ram:TradingBusinessName, BT-46 ram:GlobalID, BT-46 ram:ID
AGREEMENT/ram:BuyerTradeParty BT-47 ram:SpecifiedLegalOrganization/ram:ID, BT-48 ram:SpecifiedTaxRegistration/ram:ID
AGREEMENT/ram:BuyerTradeParty BT-49 ram:URIUniversalCommunication/ram:URIID, BG-8 ram:PostalTradeAddress
AGREEMENT/ram:BuyerTradeParty/ram:PostalTradeAddress = BT-50 BT-51 BT-163 BT-52 BT-53 BT-54 BT-55
AGREEMENT/ram:BuyerTradeParty/ram:DefinedTradeContact BG-9 ., BT-56 ram:PersonName, BT-57 ram:TelephoneUniversalCommunication/ram:CompleteNumber
AGREEMENT/ram:BuyerTradeParty/ram:DefinedTradeContact BT-58 ram:EmailURIUniversalCommunication/ram:URIID
AGREEMENT/ram:SellerTaxRepresentativeTradeParty BG-11 ., BT-62 ram:Name, BT-63 ram:SpecifiedTaxRegistration/ram:ID, BG-12 ram:PostalTradeAddress
AGREEMENT/ram:SellerTaxRepresentativeTradeParty/ram:PostalTradeAddress = BT-64 BT-65 BT-164 BT-66 BT-67 BT-68 BT-69
DELIVERY BG-13 ., BT-72 ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime
DELIVERY BT-15 ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID, BT-16 ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID
DELIVERY/ram:ShipToTradeParty BT-70 ram:Name, BT-71 ram:GlobalID, BT-71 ram:ID, BG-15 ram:PostalTradeAddress
DELIVERY/ram:ShipToTradeParty/ram:PostalTradeAddress = BT-75 BT-76 BT-165 BT-77 BT-78 BT-79 BT-80
SETTLEMENT BT-90 ram:CreditorReferenceID, BT-83 ram:PaymentReference, BT-6 ram:TaxCurrencyCode, BT-5 ram:InvoiceCurrencyCode
SETTLEMENT/ram:PayeeTradeParty BG-10 ., BT-59 ram:Name, BT-60 ram:GlobalID, BT-60 ram:ID, BT-61 ram:SpecifiedLegalOrganization/ram:ID
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans BG-16 ., BT-81 ram:TypeCode, BT-82 ram:Information
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans BG-17 ram:PayeePartyCreditorFinancialAccount
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans BT-84 ram:PayeePartyCreditorFinancialAccount/ram:IBANID
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans BT-84 ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans BT-85 ram:PayeePartyCreditorFinancialAccount/ram:AccountName
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans BT-86 ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans BT-91 ram:PayerPartyDebtorFinancialAccount/ram:IBANID
SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans/ram:ApplicableTradeSettlementFinancialCard BG-18 ., BT-87 ram:ID, BT-88 ram:CardholderName
SETTLEMENT/ram:ApplicableTradeTax BG-23 ., BT-116 ram:BasisAmount, BT-117 ram:CalculatedAmount, BT-118 ram:CategoryCode
SETTLEMENT/ram:ApplicableTradeTax BT-119 ram:RateApplicablePercent, BT-120 ram:ExemptionReason, BT-121 ram:ExemptionReasonCode
SETTLEMENT/ram:ApplicableTradeTax BT-7 ram:TaxPointDate, BT-8 ram:DueDateTypeCode
SETTLEMENT/ram:BillingSpecifiedPeriod BG-14 ., BT-73 ram:StartDateTime, BT-74 ram:EndDateTime
SETTLEMENT/ram:SpecifiedTradeAllowanceCharge BG-20/BG-21 ., BT-92/BT-99 ram:ActualAmount, BT-93/BT-100 ram:BasisAmount
SETTLEMENT/ram:SpecifiedTradeAllowanceCharge BT-94/BT-101 ram:CalculationPercent, BT-95/BT-102 ram:CategoryTradeTax/ram:CategoryCode
SETTLEMENT/ram:SpecifiedTradeAllowanceCharge BT-96/BT-103 ram:CategoryTradeTax/ram:RateApplicablePercent
SETTLEMENT/ram:SpecifiedTradeAllowanceCharge BT-97/BT-104 ram:Reason, BT-98/BT-105 ram:ReasonCode
SETTLEMENT/ram:SpecifiedTradePaymentTerms BT-20 ram:Description, BT-9 ram:DueDateDateTime, BT-89 ram:DirectDebitMandateID, BG-19 .
SUMS BG-22 ., BT-106 ram:LineTotalAmount, BT-107 ram:AllowanceTotalAmount, BT-108 ram:ChargeTotalAmount, BT-109 ram:TaxBasisTotalAmount
SUMS BT-110 ram:TaxTotalAmount, BT-111 ram:TaxTotalAmount, BT-112 ram:GrandTotalAmount, BT-113 ram:TotalPrepaidAmount
SUMS BT-114 ram:RoundingAmount, BT-115 ram:DuePayableAmount
SETTLEMENT/ram:InvoiceReferencedDocument BG-3 ., BT-25 ram:IssuerAssignedID, BT-26 ram:FormattedIssueDateTime
SETTLEMENT BT-19 ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID`

/** The elements of an address in CII, in the order of its seven terms. */
export const CII_ADDRESS =
  'ram:LineOne ram:LineTwo ram:LineThree ram:CityName ram:PostcodeCode ram:CountrySubDivisionName ram:CountryID'

const TRANSACTION = 'rsm:SupplyChainTradeTransaction/ram:'
/** Expansions of the first word of a line. */
export const CII_GROUPS: Readonly<Record<string, string>> = {
  LINE: `${TRANSACTION}IncludedSupplyChainTradeLineItem`,
  LINE_SETTLEMENT: `${TRANSACTION}IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement`,
  AGREEMENT: `${TRANSACTION}ApplicableHeaderTradeAgreement`,
  DELIVERY: `${TRANSACTION}ApplicableHeaderTradeDelivery`,
  SETTLEMENT: `${TRANSACTION}ApplicableHeaderTradeSettlement`,
  SUMS: `${TRANSACTION}ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation`,
}
