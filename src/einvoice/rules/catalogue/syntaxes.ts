import { CII_FORBIDDEN, CII_ONCE } from '../bindings/cii/paths.js'
import { rowsOf } from '../bindings/forbidden.js'
import { UBL_FORBIDDEN, UBL_FORBIDDEN_ANAF } from '../bindings/ubl/paths.js'
import { UBL_SINGLES } from '../bindings/ubl/syntax.js'
import { moreThanOneInWords } from './element-words.js'
import type { RuleTable } from './rule-catalogue.js'

/**
 * Rules that only XML documents can break: those of the bindings of EN 16931 to UBL and CII. See
 * `RuleTable` for the form.
 */
export const SYNTAX_TEXTS: RuleTable = `
UBL-CR-* | | | Remove <element>, unless the document follows an extension that defines it; receivers need not read it
CII-SR-* | | | Remove <element>, unless the document follows an extension that defines it; receivers need not read it
CII-DT-* | | | Remove <element>; EN 16931 does not use it
UBL-SR-04 | BT-18 | There is more than one invoiced object (document type 130) | Keep one cac:AdditionalDocumentReference of type 130; supporting documents must not have a type
UBL-SR-12 | BT-31 | The seller has more than one VAT identifier | Keep one VAT identifier of the seller
UBL-SR-13 | BT-32 | The seller has more than one tax registration besides the VAT identifier | Keep one tax registration of the seller besides the VAT identifier
UBL-SR-18 | BT-48 | The buyer has more than one VAT identifier | Keep one VAT identifier of the buyer
UBL-SR-29 | BT-90 | There is more than one creditor identifier of SEPA | Keep one identifier with schemeID SEPA: that of the payee if there is one, else that of the seller
UBL-SR-44 | BT-83 | The remittance information differs from account to account | Repeat the same cbc:PaymentID with each account
UBL-SR-46 | BT-82 | The text of the means of payment occurs more than once | Keep the attribute name of the first cbc:PaymentMeansCode only
UBL-SR-47 | BT-81 | The means of payment differs from account to account | Repeat the same cbc:PaymentMeansCode with each account
UBL-SR-42 | BT-31 BT-32 | The seller has more than two tax numbers | Keep at most one VAT identifier and one other tax number
UBL-SR-33 | BT-123 | The description of a supporting document occurs more than once | Combine the descriptions in one cbc:DocumentDescription
UBL-SR-25 | BT-70 | The delivery has more than one recipient | Keep one cac:PartyName of the party that receives the goods
UBL-SR-30 | BT-97 BT-139 | The reason of an allowance occurs more than once | Combine the reasons in one cbc:AllowanceChargeReason
UBL-SR-31 | BT-104 BT-144 | The reason of a charge occurs more than once | Combine the reasons in one cbc:AllowanceChargeReason
UBL-SR-34 | BT-127 | A line has more than one note | Combine the notes in one cbc:Note of the line
UBL-SR-35 | BT-132 | A line refers to more than one order line | Keep one cbc:LineID, or split the line by order lines
UBL-SR-36 | BG-26 | A line has more than one period | Keep one cac:InvoicePeriod on the line, or split the line by periods
UBL-SR-37 | BT-147 | A price has more than one discount | Combine the discounts in one cbc:Amount for one unit
UBL-SR-48 | BT-151 | A line does not have exactly one VAT category | Give each line one cac:ClassifiedTaxCategory
UBL-SR-50 | BT-154 | A line has more than one item description | Combine the descriptions in one cbc:Description of the item
UBL-SR-19 | BT-59 | The payee has more than one name, or has the name of the seller | Keep one name of the payee; leave cac:PayeeParty out if the payee is the seller
UBL-SR-20 | BT-60 BT-59 | The payee has more than one identifier, or has the name of the seller | Keep one identifier of the payee besides that of SEPA; leave cac:PayeeParty out if the payee is the seller
UBL-SR-21 | BT-61 BT-59 | The payee has more than one registration, or has the name of the seller | Keep one legal registration of the payee; leave cac:PayeeParty out if the payee is the seller
UBL-SR-26 | BT-83 | The remittance information occurs more than once | Keep one cbc:PaymentID with each account
UBL-SR-27 | BT-81 | The means of payment occurs more than once | Keep one cbc:PaymentMeansCode; use a separate cac:PaymentMeans for another account
UBL-SR-28 | BT-89 | The direct debit has more than one mandate | Keep one cbc:ID in cac:PaymentMandate
UBL-SR-06 | BG-3 | A billing reference has more than one invoice | Use a separate cac:BillingReference for each preceding invoice
UBL-SR-07 | BT-25 | A billing reference has no invoice number | Give the number of the preceding invoice in cac:InvoiceDocumentReference/cbc:ID
UBL-SR-32 | BT-120 | The exemption reason occurs more than once | Combine the reasons in one cbc:TaxExemptionReason
UBL-DT-01 |  | The amount {} has more than two decimals | Round the amount to two decimals, for example 12.35
UBL-DT-06 | BT-125-1 | The attachment has no media type (mimeCode) | Give the attribute mimeCode, for example application/pdf
UBL-DT-07 | BT-125-2 | The attachment has no file name | Give the attribute filename, for example order-4711.pdf
UBL-DT-18 | BT-82 | An element other than cbc:PaymentMeansCode has the attribute name, which EN 16931 does not use | Remove the attribute name from every element but cbc:PaymentMeansCode
UBL-CR-002 |  | The version of UBL is not 2.1 | Write 2.1, or leave cbc:UBLVersionID out
UBL-CR-412 | BT-9 | The due date of an invoice is in the means of payment; it belongs in cbc:DueDate | Move the due date to cbc:DueDate below the root
UBL-CR-665 | BT-122 | A supporting document has a scheme, which only the invoiced object (130) has | Remove schemeID, or set the type 130 if it is the invoiced object
UBL-CR-666 | BT-18 | The invoiced object (130) has an attachment | Move cac:Attachment to a separate cac:AdditionalDocumentReference without a type
UBL-CR-673 | BT-18 | The invoiced object (130) has a description | Move cbc:DocumentDescription to a separate cac:AdditionalDocumentReference without a type
UBL-SR-43 | BT-122 | A supporting document has a type or a scheme, which only the invoiced object (130) has | Remove type and scheme, or set the type 130 if it is the invoiced object
UBL-CR-470 | |  | Keep <element> if the document follows an extension that defines it, such as the third party payments of XRechnung; otherwise remove it
UBL-CR-646 | |  | Keep <element> if the document follows an extension that defines it, such as the sub invoice lines of XRechnung; otherwise make it an invoice line
XSD |  |  | Correct <element> as the schema of the document requires: name, position and type of the element
UBL-SR-51 | BT-162 BT-163 BT-164 BT-165 | An address has more than one third line | Combine the lines in one cac:AddressLine
UBL-SR-52 | BT-128 | A line has more than one object | Keep one cac:DocumentReference on the line
UBL-SR-53 | BT-31 BT-32 BT-48 BT-63 | A tax number lacks its scheme or its value | Give cbc:CompanyID, and cac:TaxScheme/cbc:ID: VAT for a VAT identifier
UBL-SR-54 | BG-18 | There is more than one payment card | Keep one payment card
UBL-SR-55 | BG-19 | There is more than one direct debit mandate | Keep one direct debit mandate
UBL-SR-56 | BT-17 | There is more than one tender or lot reference | Keep one cac:OriginatorDocumentReference
UBL-SR-22 | BT-62 | The tax representative has more than one name | Keep one name of the tax representative
UBL-SR-23 | BT-63 | The tax representative has more than one VAT identifier | Keep one VAT identifier of the tax representative
CII-SR-009 | BT-24 | The specification identifier is missing or occurs more than once | Give one ram:GuidelineSpecifiedDocumentContextParameter with one ram:ID
CII-SR-010 | BT-24 | The specification identifier is missing or occurs more than once | Give one ram:GuidelineSpecifiedDocumentContextParameter with one ram:ID
CII-SR-014 | BT-3 | The type of the invoice is missing or occurs more than once | Give the invoice one ram:TypeCode, for example 380
CII-SR-046 | BT-157 | A global identifier of an item has no scheme | Give ram:GlobalID the attribute schemeID, for example 0160 for a GTIN, or use ram:SellerAssignedID
CII-SR-090 | BT-159 | An item does not have exactly one country of origin | Give one ram:ID in ram:OriginTradeCountry
CII-SR-069 | BT-160 | An attribute of an item does not have exactly one name | Give each ram:ApplicableProductCharacteristic one ram:Description
CII-SR-072 | BT-161 | An attribute of an item does not have exactly one value | Give each ram:ApplicableProductCharacteristic one ram:Value
CII-SR-439 | BT-146 | A line does not have exactly one net price | Give one ram:ChargeAmount in ram:NetPriceProductTradePrice
CII-SR-119 | BT-147 | A price has a charge, or a discount without amount; EN 16931 only has discounts | Add charges on a price to the price itself; give a discount ram:ActualAmount and ram:ChargeIndicator false
CII-SR-463 | BG-20 | An allowance or charge has no valid indicator | Give ram:ChargeIndicator with udt:Indicator: false for an allowance, true for a charge
CII-SR-454 | BG-30 | A line does not have exactly one VAT category | Give each line one ram:ApplicableTradeTax
CII-SR-474 | BT-128 | A line has more than one object (document type 130) | Keep one ram:AdditionalReferencedDocument of type 130 on the line
CII-SR-450 | BT-46 | The buyer has more than one identifier | Give either ram:ID or ram:GlobalID of the buyer, once
CII-SR-457 | BT-17 | There is more than one tender or lot reference (document type 50) | Keep one ram:AdditionalReferencedDocument of type 50
CII-SR-458 | BT-18 | There is more than one invoiced object (document type 130) | Keep one ram:AdditionalReferencedDocument of type 130; supporting documents have type 916
CII-SR-465 | BT-41 | The contact of the seller has both a person and a department | Give either ram:PersonName or ram:DepartmentName
CII-SR-466 | BT-56 | The contact of the buyer has both a person and a department | Give either ram:PersonName or ram:DepartmentName
CII-SR-475 | BT-123 | Several supporting documents have a description | Keep the descriptions: the rule counts those of all documents together
CII-SR-476 | BT-125 | There is more than one attachment | Keep the attachments: the rule counts those of all documents together
CII-SR-449 | BT-71 | The place of delivery has more than one identifier | Give either ram:ID or ram:GlobalID of ram:ShipToTradeParty, once
CII-SR-451 | BT-60 | The payee has more than one identifier | Give either ram:ID or ram:GlobalID of the payee, once
CII-SR-462 | BT-8 | The tax point date codes differ | Repeat the same ram:DueDateTypeCode with each ram:ApplicableTradeTax
CII-SR-470 | BT-84 | Payment is by credit transfer, but an account has no number | Give the account for the payment (paymentMeans.bankAccount): ram:IBANID or ram:ProprietaryID
CII-SR-467 | BT-81 | The means of payment differs from account to account | Repeat the same ram:TypeCode with each account
CII-SR-468 | BT-82 | The text of the means of payment differs from account to account | Repeat the same ram:Information with each account
CII-DT-001 |  | The identifier has the attribute schemeName, which EN 16931 does not use | Remove the attribute schemeName from <element>
CII-DT-002 |  | The identifier has the attribute schemeAgencyName, which EN 16931 does not use | Remove the attribute schemeAgencyName from <element>
CII-DT-003 |  | The identifier has the attribute schemeDataURI, which EN 16931 does not use | Remove the attribute schemeDataURI from <element>
CII-DT-004 |  | The identifier has the attribute schemeURI, which EN 16931 does not use | Remove the attribute schemeURI from <element>
CII-DT-005 |  | The identifier has the attribute schemeID, which EN 16931 does not use | Remove the attribute schemeID from <element>
CII-DT-006 |  | The identifier has the attribute schemeAgencyID, which EN 16931 does not use | Remove the attribute schemeAgencyID from <element>
CII-DT-007 |  | The identifier has the attribute schemeVersionID, which EN 16931 does not use | Remove the attribute schemeVersionID from <element>
CII-DT-015 | BT-124 | A document other than a supporting one has ram:URIID | Remove ram:URIID, or make it a ram:AdditionalReferencedDocument of type 916 (supporting document)
CII-DT-018 | BT-122 | A referenced document has a type other than 50, 130 or 916 | Use 50 (tender or lot), 130 (invoiced object) or 916 (supporting document) in ram:AdditionalReferencedDocument; remove ram:TypeCode elsewhere
CII-DT-021 | BT-123 | A document other than a supporting one has ram:Name | Remove ram:Name, or make it a ram:AdditionalReferencedDocument of type 916 (supporting document)
CII-DT-022 | BT-125 | A document other than a supporting one has an attachment | Move ram:AttachmentBinaryObject to a ram:AdditionalReferencedDocument of type 916 (supporting document)
CII-DT-024 | BT-18 BT-128 | A document other than the invoiced object has ram:ReferenceTypeCode | Remove ram:ReferenceTypeCode, or make it a ram:AdditionalReferencedDocument of type 130 (invoiced object)
CII-DT-027 | BT-26 | A document other than a preceding invoice has a date | Remove ram:FormattedIssueDateTime; only ram:InvoiceReferencedDocument has it
CII-DT-031 |  | The amount names its currency; in CII only the total of VAT does | Remove currencyID from <element>; only ram:TaxTotalAmount has it
CII-DT-032 |  | The amount has the attribute currencyCodeListVersionID, which EN 16931 does not use | Remove the attribute currencyCodeListVersionID from <element>
CII-DT-033 | BT-150 | A quantity has a unit, but the billed quantity of no line has one | Give the ram:BilledQuantity of each line its unitCode, for example C62 for pieces
CII-DT-037 | BG-23 | The type of a tax is not VAT | Write VAT in the ram:TypeCode of the tax
CII-DT-041 | BT-116 | The tax of a line has a taxable amount | Remove ram:BasisAmount from the line; only the VAT breakdown has it
CII-DT-052 | BT-121 | The tax of an allowance or charge has an exemption reason code | Move ram:ExemptionReasonCode to the ram:ApplicableTradeTax of the VAT breakdown
CII-DT-098 | BT-120 | The tax of an allowance or charge has an exemption reason | Move ram:ExemptionReason to the ram:ApplicableTradeTax of the VAT breakdown
CII-DT-054 | BT-7 | The tax of a line has a tax point date | Move ram:TaxPointDate to the ram:ApplicableTradeTax of the VAT breakdown
CII-DT-058 | BT-8 | The tax of a line has a tax point date code | Move ram:DueDateTypeCode to the ram:ApplicableTradeTax of the VAT breakdown
CII-DT-097 |  | The date {} is not a date in the form YYYYMMDD of format 102 | Write the day as YYYYMMDD in udt:DateTimeString, for example 20260331
CII-DT-083 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-084 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-086 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-087 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-088 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-089 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-092 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-093 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-094 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-095 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-096 | | | Move the text of <element> to ram:LineOne, ram:LineTwo or ram:LineThree
CII-DT-082 | | | Remove ram:ID from the address; the identifier of a place belongs in ram:ShipToTradeParty
CII-DT-090 | | | Remove ram:CountryName; give the code of the country in ram:CountryID, for example DE
CII-DT-091 | | | Remove ram:CountrySubDivisionID; name the region in ram:CountrySubDivisionName
CII-SR-015 | BT-2 | | Write the day as YYYYMMDD in udt:DateTimeString with format 102, instead of udt:DateTime
CII-SR-322 | BT-72 | | Write the day as YYYYMMDD in udt:DateTimeString with format 102, instead of udt:DateTime
CII-SR-400 | BT-9 | | Write the day as YYYYMMDD in udt:DateTimeString with format 102, instead of udt:DateTime
CII-DT-068 | BT-73 BT-134 | | Write the day as YYYYMMDD in udt:DateTimeString with format 102, instead of udt:DateTime
CII-DT-072 | BT-74 BT-135 | | Write the day as YYYYMMDD in udt:DateTimeString with format 102, instead of udt:DateTime
CII-SR-183 | BG-27 BG-28 | | Write true or false in udt:Indicator, instead of udt:IndicatorString
`

/** Elements that EN 16931 has once: the rules UBL-SR-* and CII-SR-* that count a single path. */
export function repeatedElementTexts(): string {
  const rows = [
    ...Object.entries(UBL_SINGLES),
    ...rowsOf(CII_ONCE).map(({ id, path }) => [id, path.replace('//', '')] as const),
  ]
  return rows
    .map(([id, path]) => `${id} | | The document has ${moreThanOneInWords(path)} (${path}) | Keep one ${lastOf(path)}`)
    .join('\n')
}

/** The attributes that EN 16931 does not use; editions share some. */
export function forbiddenAttributeTexts(): string {
  const rows = [UBL_FORBIDDEN, UBL_FORBIDDEN_ANAF, CII_FORBIDDEN]
    .flatMap(rowsOf)
    .filter(({ path }) => path.includes('@'))
    .map(({ id, path }) => {
      const attribute = path.slice(path.indexOf('@') + 1)
      return `${id} | | | Remove the attribute ${attribute}; EN 16931 does not use it`
    })
  return [...new Set(rows)].join('\n')
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
