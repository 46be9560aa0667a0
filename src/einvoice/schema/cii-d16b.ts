/**
 * The content models of the Cross Industry Invoice D16B, as a table: the first row has the roots,
 * the second all other global elements where they matter, each further one a type, numbered from
 * 0. See `schema.ts` for the form.
 */
export const CII_D16B = String.raw`
rsm:CrossIndustryInvoice>0

rsm:ExchangedDocumentContext>1 rsm:ExchangedDocument>11 rsm:SupplyChainTradeTransaction>34 rsm:ValuationBreakdownStatement?>145
ram:SpecifiedTransactionID?>2 ram:TestIndicator?>3 ram:BusinessProcessSpecifiedDocumentContextParameter*>6 ram:BIMSpecifiedDocumentContextParameter*>6 ram:ScenarioSpecifiedDocumentContextParameter*>6 ram:ApplicationSpecifiedDocumentContextParameter*>6 ram:GuidelineSpecifiedDocumentContextParameter*>6 ram:SubsetSpecifiedDocumentContextParameter*>6 ram:MessageStandardSpecifiedDocumentContextParameter?>6
=token schemeID>token schemeName>string schemeAgencyID>token schemeAgencyName>string schemeVersionID>token schemeDataURI>anyURI schemeURI>anyURI
(udt:IndicatorString>4|udt:Indicator>5)
=string format>string
=boolean
ram:ID?>2 ram:Value?>7 ram:SpecifiedDocumentVersion?>8
=string languageID>token languageLocaleID>token
ram:ID?>2 ram:Name?>7 ram:IssueDateTime?>9
(udt:DateTimeString>4|udt:DateTime>10)
=dateTime
ram:ID>2 ram:Name*>7 ram:TypeCode?>12 ram:IssueDateTime>9 ram:CopyIndicator?>3 ram:Purpose?>7 ram:ControlRequirementIndicator?>3 ram:LanguageID*>2 ram:PurposeCode?>13 ram:RevisionDateTime?>9 ram:VersionID?>2 ram:GlobalID?>2 ram:RevisionID?>2 ram:PreviousRevisionID?>2 ram:CategoryCode?>14 ram:IncludedNote*>15 ram:EffectiveSpecifiedPeriod?>16 ram:IssuerTradeParty?>19
=token listID>token=1001 listAgencyID>token=6 listVersionID>token name>string listURI>anyURI
=token listID>token=1225_MessageFunctionTypeCode listAgencyID>token=6 listVersionID>token listURI>anyURI
=token listID>token listAgencyID>token listAgencyName>string listName>string listVersionID>token name>string languageID>token listURI>anyURI listSchemeURI>anyURI
ram:Subject?>7 ram:ContentCode?>14 ram:Content*>7 ram:SubjectCode?>14 ram:ID?>2
ram:DurationMeasure*>17 ram:InclusiveIndicator?>3 ram:Description*>7 ram:StartDateTime?>9 ram:EndDateTime?>9 ram:CompleteDateTime?>9 ram:OpenIndicator?>3 ram:SeasonCode?>14 ram:ID?>2 ram:Name*>7 ram:SequenceNumeric?>18 ram:StartDateFlexibilityCode?>14 ram:ContinuousIndicator?>3 ram:PurposeCode?>14
=decimal unitCode>token unitCodeListVersionID>token
=decimal format>string
ram:ID*>2 ram:GlobalID*>2 ram:Name?>7 ram:RoleCode*>20 ram:Description*>7 ram:SpecifiedLegalOrganization?>21 ram:DefinedTradeContact*>25 ram:PostalTradeAddress?>22 ram:URIUniversalCommunication*>27 ram:SpecifiedTaxRegistration*>30 ram:EndPointURIUniversalCommunication?>27 ram:LogoAssociatedSpecifiedBinaryFile*>32
=token listID>token=3035 listAgencyID>token=6 listVersionID>token name>string
ram:LegalClassificationCode?>14 ram:Name?>7 ram:ID?>2 ram:TradingBusinessName?>7 ram:PostalTradeAddress?>22 ram:AuthorizedLegalRegistration*>24
ram:ID?>2 ram:PostcodeCode?>14 ram:PostOfficeBox?>7 ram:BuildingName?>7 ram:LineOne?>7 ram:LineTwo?>7 ram:LineThree?>7 ram:LineFour?>7 ram:LineFive?>7 ram:StreetName?>7 ram:CityName?>7 ram:CitySubDivisionName?>7 ram:CountryID?>23 ram:CountryName*>7 ram:CountrySubDivisionID?>2 ram:CountrySubDivisionName*>7 ram:AttentionOf?>7 ram:CareOf?>7 ram:BuildingNumber?>7 ram:DepartmentName?>7 ram:AdditionalStreetName?>7
=token schemeID>token schemeAgencyID>token schemeVersionID>token=second~edition~2006
ram:TypeCode?>14 ram:ID?>2
ram:ID?>2 ram:PersonName?>7 ram:DepartmentName?>7 ram:TypeCode?>26 ram:JobTitle?>7 ram:Responsibility?>7 ram:PersonID*>2 ram:TelephoneUniversalCommunication?>27 ram:DirectTelephoneUniversalCommunication?>27 ram:MobileTelephoneUniversalCommunication?>27 ram:FaxUniversalCommunication?>27 ram:EmailURIUniversalCommunication?>27 ram:TelexUniversalCommunication?>27 ram:VOIPUniversalCommunication?>27 ram:InstantMessagingUniversalCommunication?>27 ram:SpecifiedNote*>15 ram:SpecifiedContactPerson?>29
=token listID>token=3139_ContactTypeCode listAgencyID>token=6 listVersionID>token listURI>anyURI
ram:URIID?>2 ram:ChannelCode?>28 ram:CompleteNumber?>7
=token listID>token=3155_CommunicationChannelCode listAgencyID>token=6 listVersionID>token listURI>anyURI
ram:GivenName?>7 ram:MiddleName?>7 ram:FamilyName?>7
ram:ID?>2 ram:AssociatedRegisteredTax?>31
ram:TypeCode?>14 ram:ExemptionReasonCode?>14 ram:ExemptionReason*>7 ram:CurrencyCode?>14 ram:Jurisdiction*>7 ram:Description*>7 ram:CustomsDutyIndicator?>3
ram:ID*>2 ram:Title*>7 ram:AuthorName*>7 ram:VersionID?>2 ram:FileName?>7 ram:URIID?>2 ram:MIMECode?>14 ram:EncodingCode?>14 ram:CharacterSetCode?>14 ram:IncludedBinaryObject*>33 ram:Access*>7 ram:Description*>7 ram:SizeMeasure?>17 ram:AccessAvailabilitySpecifiedPeriod?>16
=base64Binary format>string mimeCode>token encodingCode>token characterSetCode>token uri>anyURI filename>string
ram:IncludedSupplyChainTradeLineItem*>35 ram:ApplicableHeaderTradeAgreement>129 ram:ApplicableHeaderTradeDelivery>131 ram:ApplicableHeaderTradeSettlement>132
ram:DescriptionCode?>14 ram:AssociatedDocumentLineDocument>36 ram:SpecifiedTradeProduct?>38 ram:SpecifiedLineTradeAgreement?>59 ram:SpecifiedLineTradeDelivery?>84 ram:SpecifiedLineTradeSettlement>111 ram:IncludedSubordinateTradeLineItem*>125
ram:LineID?>2 ram:ParentLineID?>2 ram:LineStatusCode?>37 ram:LineStatusReasonCode?>14 ram:IncludedNote*>15
=token listID>token=1229_LineStatusCode listAgencyID>token=6 listVersionID>token listURI>anyURI
ram:ID?>2 ram:GlobalID?>2 ram:SellerAssignedID?>2 ram:BuyerAssignedID?>2 ram:ManufacturerAssignedID?>2 ram:Name*>7 ram:TradeName?>7 ram:Description?>7 ram:TypeCode?>14 ram:NetWeightMeasure?>17 ram:GrossWeightMeasure?>17 ram:ProductGroupID*>2 ram:EndItemTypeCode*>14 ram:EndItemName*>7 ram:AreaDensityMeasure?>17 ram:UseDescription*>7 ram:BrandName?>7 ram:SubBrandName?>7 ram:DrainedNetWeightMeasure?>17 ram:VariableMeasureIndicator?>3 ram:ColourCode?>14 ram:ColourDescription*>7 ram:Designation*>7 ram:FormattedCancellationAnnouncedLaunchDateTime?>39 ram:FormattedLatestProductDataChangeDateTime?>39 ram:ApplicableProductCharacteristic*>40 ram:ApplicableMaterialGoodsCharacteristic*>43 ram:DesignatedProductClassification*>44 ram:IndividualTradeProductInstance*>45 ram:CertificationEvidenceReferenceReferencedDocument*>50 ram:InspectionReferenceReferencedDocument*>50 ram:OriginTradeCountry?>53 ram:LinearSpatialDimension?>55 ram:MinimumLinearSpatialDimension?>55 ram:MaximumLinearSpatialDimension?>55 ram:ManufacturerTradeParty?>19 ram:PresentationSpecifiedBinaryFile*>32 ram:MSDSReferenceReferencedDocument?>50 ram:AdditionalReferenceReferencedDocument*>50 ram:LegalRightsOwnerTradeParty?>19 ram:BrandOwnerTradeParty?>19 ram:IncludedReferencedProduct*>58 ram:InformationNote*>15
qdt:DateTimeString>4
ram:ID*>2 ram:TypeCode?>14 ram:Description*>7 ram:ValueMeasure?>17 ram:MeasurementMethodCode?>14 ram:Value*>7 ram:ValueCode?>14 ram:ValueDateTime?>9 ram:ValueIndicator?>3 ram:ContentTypeCode?>14 ram:ValueSpecifiedBinaryFile?>32 ram:ApplicableProductCharacteristicCondition*>41 ram:ApplicableReferencedStandard?>42
ram:TypeCode?>14 ram:Name*>7 ram:ValueMeasure?>17
ram:ID?>2 ram:VersionID?>2 ram:ElementVersionID?>2 ram:URIID?>2 ram:PartID?>2 ram:AgencyID?>2
ram:Description*>7 ram:TypeCode?>14 ram:ProportionalConstituentPercent?>18 ram:AbsolutePresenceWeightMeasure?>17 ram:AbsolutePresenceVolumeMeasure?>17
ram:SystemID?>2 ram:SystemName*>7 ram:ClassCode?>14 ram:ClassName*>7 ram:SubClassCode?>14 ram:ClassProductCharacteristic*>40 ram:ApplicableReferencedStandard?>42
ram:GlobalSerialID?>2 ram:BatchID?>2 ram:KanbanID?>2 ram:SupplierAssignedSerialID?>2 ram:BestBeforeDateTime?>9 ram:ExpiryDateTime?>9 ram:SellByDateTime?>9 ram:SerialID*>2 ram:RegistrationID*>2 ram:ProductionSupplyChainEvent?>46 ram:PackagingSupplyChainEvent?>46 ram:ApplicableMaterialGoodsCharacteristic*>43 ram:ApplicableProductCharacteristic*>40
ram:ID?>2 ram:OccurrenceDateTime?>9 ram:TypeCode?>14 ram:Description*>7 ram:DescriptionBinaryObject*>33 ram:UnitQuantity?>47 ram:LatestOccurrenceDateTime?>9 ram:EarliestOccurrenceDateTime?>9 ram:OccurrenceSpecifiedPeriod?>16 ram:OccurrenceLogisticsLocation?>48
=decimal unitCode>token unitCodeListID>token unitCodeListAgencyID>token unitCodeListAgencyName>string
ram:ID?>2 ram:Name*>7 ram:TypeCode?>14 ram:Description*>7 ram:PhysicalGeographicalCoordinate?>49 ram:PostalTradeAddress?>22
ram:AltitudeMeasure?>17 ram:LatitudeMeasure?>17 ram:LongitudeMeasure?>17 ram:SystemID?>2
ram:IssuerAssignedID?>2 ram:URIID?>2 ram:StatusCode?>51 ram:CopyIndicator?>3 ram:LineID?>2 ram:TypeCode?>12 ram:GlobalID?>2 ram:RevisionID?>2 ram:Name*>7 ram:AttachmentBinaryObject*>33 ram:Information*>7 ram:ReferenceTypeCode?>52 ram:SectionName*>7 ram:PreviousRevisionID*>2 ram:FormattedIssueDateTime?>39 ram:EffectiveSpecifiedPeriod?>16 ram:IssuerTradeParty?>19 ram:AttachedSpecifiedBinaryFile*>32
=token listID>token=1373 listAgencyID>token=6 listVersionID>token name>string
=token listID>token=1153_ReferenceTypeCode listAgencyID>token=6 listVersionID>token name>string
ram:ID?>23 ram:Name*>7 ram:SubordinateTradeCountrySubDivision*>54
ram:ID?>2 ram:Name*>7
ram:ValueMeasure?>17 ram:TypeCode?>56 ram:Description*>7 ram:WidthMeasure?>17 ram:LengthMeasure?>17 ram:HeightMeasure?>17 ram:ID?>2 ram:DiameterMeasure?>57
=token listID>token=6145 listAgencyID>token=6 listVersionID>token name>string
=decimal unitCode>token{1,3} unitCodeListVersionID>token
ram:ID*>2 ram:GlobalID*>2 ram:SellerAssignedID?>2 ram:BuyerAssignedID?>2 ram:ManufacturerAssignedID*>2 ram:IndustryAssignedID*>2 ram:Name*>7 ram:Description*>7 ram:RelationshipTypeCode*>14 ram:UnitQuantity*>47
ram:BuyerReference?>7 ram:BuyerRequisitionerTradeParty*>19 ram:ApplicableTradeDeliveryTerms?>60 ram:SellerOrderReferencedDocument?>50 ram:BuyerOrderReferencedDocument?>50 ram:QuotationReferencedDocument?>50 ram:ContractReferencedDocument?>50 ram:DemandForecastReferencedDocument?>50 ram:PromotionalDealReferencedDocument?>50 ram:AdditionalReferencedDocument*>50 ram:GrossPriceProductTradePrice?>63 ram:NetPriceProductTradePrice?>63 ram:RequisitionerReferencedDocument*>50 ram:ItemSellerTradeParty?>19 ram:ItemBuyerTradeParty?>19 ram:IncludedSpecifiedMarketplace?>82 ram:UltimateCustomerOrderReferencedDocument*>50
ram:DeliveryTypeCode?>61 ram:Description*>7 ram:RelevantTradeLocation?>62
=token listID>token=4053 listAgencyID>token=6 listVersionID>token
ram:CountryID?>23 ram:CountryName?>7 ram:ID?>2 ram:Name?>7
ram:TypeCode?>64 ram:ChargeAmount+>65 ram:BasisQuantity?>47 ram:MinimumQuantity?>47 ram:MaximumQuantity?>47 ram:ChangeReason*>7 ram:OrderUnitConversionFactorNumeric?>18 ram:AppliedTradeAllowanceCharge*>66 ram:ValiditySpecifiedPeriod?>16 ram:IncludedTradeTax*>69 ram:DeliveryTradeLocation*>62 ram:TradeComparisonReferencePrice*>81 ram:AssociatedReferencedDocument*>50
=token listID>token=5375 listAgencyID>token=6 listVersionID>token
=decimal currencyID>token currencyCodeListVersionID>token
ram:ChargeIndicator?>3 ram:ID?>2 ram:SequenceNumeric?>18 ram:CalculationPercent?>18 ram:BasisAmount?>65 ram:BasisQuantity?>47 ram:PrepaidIndicator?>3 ram:ActualAmount*>65 ram:UnitBasisAmount?>65 ram:ReasonCode?>67 ram:Reason?>7 ram:TypeCode?>68 ram:CategoryTradeTax*>69 ram:ActualTradeCurrencyExchange?>80
=token listID>token=4465_AllowanceChargeReasonCode listAgencyID>token=6 listVersionID>token listURI>anyURI
=token listID>token=5189_AllowanceChargeID listAgencyID>token=6 listVersionID>token listURI>anyURI
ram:CalculatedAmount*>65 ram:TypeCode?>70 ram:ExemptionReason?>7 ram:CalculatedRate?>18 ram:CalculationSequenceNumeric?>18 ram:BasisQuantity?>47 ram:BasisAmount*>65 ram:UnitBasisAmount*>65 ram:LineTotalBasisAmount*>65 ram:AllowanceChargeBasisAmount*>65 ram:CategoryCode?>71 ram:CurrencyCode?>72 ram:Jurisdiction*>7 ram:CustomsDutyIndicator?>3 ram:ExemptionReasonCode?>14 ram:TaxBasisAllowanceRate?>18 ram:TaxPointDate?>73 ram:Type?>7 ram:InformationAmount*>65 ram:CategoryName*>7 ram:DueDateTypeCode?>75 ram:RateApplicablePercent?>18 ram:SpecifiedTradeAccountingAccount*>76 ram:ServiceSupplyTradeCountry?>53 ram:BuyerRepayableTaxSpecifiedTradeAccountingAccount?>76 ram:SellerPayableTaxSpecifiedTradeAccountingAccount?>76 ram:SellerRefundableTaxSpecifiedTradeAccountingAccount?>76 ram:BuyerDeductibleTaxSpecifiedTradeAccountingAccount?>76 ram:BuyerNonDeductibleTaxSpecifiedTradeAccountingAccount?>76 ram:PlaceApplicableTradeLocation*>62
=token listID>token=5153 listAgencyID>token=6 listVersionID>token listURI>anyURI
=token listID>token=5305 listAgencyID>token=6 listVersionID>token listURI>anyURI
=token listID>token=ISO~4217~3A listAgencyID>token=5 listVersionID>token listURI>anyURI
(udt:DateString>4|udt:Date>74)
=date
=token listID>token=2475 listAgencyID>token=6 listVersionID>token name>string
ram:ID>2 ram:SetTriggerCode?>77 ram:TypeCode?>78 ram:AmountTypeCode?>79 ram:Name?>7 ram:CostReferenceDimensionPattern?>7
=token listID>token=1001_Accounting listAgencyID>token=6 listVersionID>token listURI>anyURI
=token listID>token=AccountingE501 listAgencyID>token=210 listVersionID>token listURI>anyURI
=token listID>token=AccountingE601 listAgencyID>token=210 listVersionID>token listURI>anyURI
ram:SourceCurrencyCode>72 ram:SourceUnitBasisNumeric?>18 ram:TargetCurrencyCode>72 ram:TargetUnitBaseNumeric?>18 ram:MarketID?>2 ram:ConversionRate>18 ram:ConversionRateDateTime?>9 ram:AssociatedReferencedDocument*>50
ram:ChargeAmount?>65 ram:BasisQuantity*>47 ram:NetPriceIndicator*>3 ram:ComparisonMethodCode?>14
ram:ID?>2 ram:Name?>7 ram:VirtualIndicator?>3 ram:WebsiteURIID*>2 ram:SalesMethodCode?>14 ram:OrderingAvailablePeriod*>83
ram:StartDateTime?>9 ram:EndDateTime?>9 ram:Description?>7
ram:RequestedQuantity?>47 ram:ReceivedQuantity?>47 ram:BilledQuantity?>47 ram:ChargeFreeQuantity?>47 ram:PackageQuantity?>47 ram:ProductUnitQuantity?>47 ram:PerPackageUnitQuantity?>47 ram:NetWeightMeasure?>57 ram:GrossWeightMeasure?>57 ram:TheoreticalWeightMeasure?>57 ram:DespatchedQuantity?>47 ram:SpecifiedDeliveryAdjustment*>85 ram:IncludedSupplyChainPackaging*>87 ram:RelatedSupplyChainConsignment?>94 ram:ShipToTradeParty?>19 ram:UltimateShipToTradeParty?>19 ram:ShipFromTradeParty?>19 ram:ActualDespatchSupplyChainEvent?>46 ram:ActualPickUpSupplyChainEvent?>46 ram:RequestedDeliverySupplyChainEvent?>46 ram:ActualDeliverySupplyChainEvent?>46 ram:ActualReceiptSupplyChainEvent?>46 ram:AdditionalReferencedDocument*>50 ram:DespatchAdviceReferencedDocument?>50 ram:ReceivingAdviceReferencedDocument?>50 ram:DeliveryNoteReferencedDocument?>50 ram:ConsumptionReportReferencedDocument?>50 ram:PackingListReferencedDocument?>50
ram:ReasonCode?>86 ram:Reason*>7 ram:ActualAmount*>65 ram:ActualQuantity?>47 ram:ActualDateTime?>9
=token listID>token=4465 listAgencyID>token=6 listVersionID>token
ram:TypeCode?>88 ram:Type?>7 ram:Description*>7 ram:ConditionCode?>14 ram:DisposalMethodCode*>14 ram:WeightMeasure*>17 ram:MaximumStackabilityQuantity?>47 ram:MaximumStackabilityWeightMeasure?>17 ram:CustomerFacingTotalUnitQuantity?>47 ram:LayerTotalUnitQuantity?>47 ram:ContentLayerQuantity?>47 ram:LinearSpatialDimension?>55 ram:MinimumLinearSpatialDimension?>55 ram:MaximumLinearSpatialDimension?>55 ram:SpecifiedPackagingMarking*>89 ram:ApplicableMaterialGoodsCharacteristic*>43 ram:ApplicableDisposalInstructions*>92 ram:ApplicableReturnableAssetInstructions*>93
=token listID>token=7065 listAgencyID>token=6 listVersionID>token name>string
ram:TypeCode*>90 ram:Content*>7 ram:ContentDateTime?>9 ram:ContentAmount*>65 ram:BarcodeTypeCode*>14 ram:ContentCode*>14 ram:AutomaticDataCaptureMethodTypeCode*>91
=token listID>token=7233_PackagingMarkingCode listAgencyID>token=6 listVersionID>token listURI>anyURI
=token listID>token=7233_AutomaticDataCaptureMethodCode listAgencyID>token=6 listVersionID>token listURI>anyURI
ram:MaterialID?>2 ram:RecyclingDescriptionCode*>14 ram:Description*>7 ram:RecyclingProcedure*>7
ram:MaterialID*>2 ram:TermsAndConditionsDescription*>7 ram:TermsAndConditionsDescriptionCode?>14 ram:DepositValueSpecifiedAmount*>65 ram:DepositValueValiditySpecifiedPeriod?>16
ram:GrossWeightMeasure*>57 ram:NetWeightMeasure*>17 ram:GrossVolumeMeasure*>57 ram:InsurancePremiumAmount?>65 ram:AssociatedInvoiceAmount*>65 ram:TotalChargeAmount?>65 ram:DeclaredValueForCustomsAmount?>65 ram:PackageQuantity?>47 ram:ConsignorTradeParty?>19 ram:ConsigneeTradeParty?>19 ram:CarrierTradeParty?>19 ram:FreightForwarderTradeParty?>19 ram:DeliveryTradeParty?>19 ram:CustomsImportAgentTradeParty?>19 ram:CustomsExportAgentTradeParty?>19 ram:GroupingCentreTradeParty*>19 ram:TransportContractReferencedDocument?>50 ram:AssociatedReferencedDocument*>50 ram:IncludedSupplyChainConsignmentItem*>95 ram:UtilizedLogisticsTransportEquipment*>102 ram:SpecifiedLogisticsTransportMovement*>106
ram:TypeCode?>96 ram:TypeExtensionCode?>97 ram:DeclaredValueForCustomsAmount?>65 ram:DeclaredValueForStatisticsAmount?>65 ram:InvoiceAmount*>65 ram:GrossWeightMeasure?>57 ram:NetWeightMeasure?>17 ram:TariffQuantity?>47 ram:NatureIdentificationTransportCargo?>98
=token listID>token=TDED~7357 listAgencyID>token=6 listVersionID>token name>string
=token listID>token=TDED~7361 listAgencyID>token=6 listVersionID>token name>string
ram:TypeCode?>99 ram:Identification?>7 ram:OperationalCategoryCode?>100 ram:StatisticalClassificationCode?>101
=token listID>token=Recommendation~21-Annex~I listAgencyID>token=6 listVersionID>token name>string
=token listID>token=7085b listAgencyID>token=6 listVersionID>token name>string
=token listID>token=7357 listAgencyID>token=6 listVersionID>token name>string
ram:ID?>2 ram:LoadingLengthMeasure?>57 ram:CategoryCode?>103 ram:CharacteristicCode?>104 ram:UsedCapacityCode?>105 ram:LinearSpatialDimension?>55
=token listID>token=8053 listAgencyID>token=6 listVersionID>token name>string
=token listID>token=8155 listAgencyID>token=6 listVersionID>token name>string
=token listID>token=8169 listAgencyID>token=6 listVersionID>token name>string
ram:StageCode?>107 ram:ModeCode?>108 ram:Mode?>7 ram:UsedLogisticsTransportMeans?>109
=token listID>token=8051 listAgencyID>token=6 listVersionID>token name>string
=token listID>token=Recommendation~19 listAgencyID>token=6 listVersionID>token name>string
ram:TypeCode?>110 ram:Type?>7 ram:ID?>2 ram:Name?>7 ram:OwnerTradeParty?>19
=token listID>token=Recommendation~28 listAgencyID>token=6 listVersionID>token name>string
ram:PaymentReference*>7 ram:InvoiceIssuerReference?>7 ram:TotalAdjustmentAmount?>65 ram:DiscountIndicator?>3 ram:ApplicableTradeTax*>69 ram:BillingSpecifiedPeriod?>16 ram:SpecifiedTradeAllowanceCharge*>66 ram:SubtotalCalculatedTradeTax*>69 ram:SpecifiedLogisticsServiceCharge*>112 ram:SpecifiedTradePaymentTerms*>117 ram:SpecifiedTradeSettlementLineMonetarySummation?>122 ram:SpecifiedFinancialAdjustment*>123 ram:InvoiceReferencedDocument?>50 ram:AdditionalReferencedDocument*>50 ram:PayableSpecifiedTradeAccountingAccount*>76 ram:ReceivableSpecifiedTradeAccountingAccount*>76 ram:PurchaseSpecifiedTradeAccountingAccount*>76 ram:SalesSpecifiedTradeAccountingAccount*>76 ram:SpecifiedTradeSettlementFinancialCard?>124
ram:ID?>113 ram:Description*>7 ram:PaymentArrangementCode?>14 ram:TariffClassCode?>114 ram:ChargeCategoryCode?>14 ram:ServiceCategoryCode?>14 ram:DisbursementAmount*>65 ram:AppliedAmount*>65 ram:AllowanceCharge?>7 ram:PayingPartyRoleCode?>115 ram:CalculationBasisCode?>116 ram:CalculationBasis?>7 ram:TransportPaymentMethodCode?>14 ram:PaymentPlaceLogisticsLocation?>48 ram:AppliedFromLogisticsLocation?>48 ram:AppliedToLogisticsLocation?>48 ram:AppliedTradeTax*>69
=token schemeID>token schemeAgencyID>token schemeVersionID>token
=token listID>token=5243 listAgencyID>token=6 listVersionID>token name>string
=token listID>token=3035_Charge~Paying listAgencyID>token=6 listVersionID>token name>string
=token listID>token=TDED~6131 listAgencyID>token=6 listVersionID>token name>string
ram:ID?>113 ram:FromEventCode?>118 ram:SettlementPeriodMeasure?>17 ram:Description*>7 ram:DueDateDateTime?>9 ram:TypeCode?>119 ram:InstructionTypeCode?>14 ram:DirectDebitMandateID*>2 ram:PartialPaymentPercent?>18 ram:PaymentMeansID*>2 ram:PartialPaymentAmount*>65 ram:ApplicableTradePaymentPenaltyTerms?>120 ram:ApplicableTradePaymentDiscountTerms?>121 ram:PayeeTradeParty*>19
=token listID>token=2475_Payment~Terms~Event listAgencyID>token=6 listVersionID>token
=token listID>token=4279 listAgencyID>token=6 listVersionID>token name>string
ram:BasisDateTime?>9 ram:BasisPeriodMeasure?>17 ram:BasisAmount?>65 ram:CalculationPercent?>18 ram:ActualPenaltyAmount?>65
ram:BasisDateTime?>9 ram:BasisPeriodMeasure?>17 ram:BasisAmount?>65 ram:CalculationPercent?>18 ram:ActualDiscountAmount?>65
ram:LineTotalAmount*>65 ram:ChargeTotalAmount*>65 ram:AllowanceTotalAmount*>65 ram:TaxBasisTotalAmount*>65 ram:TaxTotalAmount*>65 ram:GrandTotalAmount*>65 ram:InformationAmount*>65 ram:TotalAllowanceChargeAmount*>65 ram:TotalRetailValueInformationAmount*>65 ram:GrossLineTotalAmount*>65 ram:NetLineTotalAmount*>65 ram:NetIncludingTaxesLineTotalAmount*>65 ram:ProductWeightLossInformationAmount*>65
ram:ReasonCode?>14 ram:Reason*>7 ram:ActualAmount*>65 ram:ActualQuantity?>47 ram:ActualDateTime?>9 ram:ClaimRelatedTradeParty?>19 ram:InvoiceReferenceReferencedDocument?>50
ram:MicrochipIndicator?>3 ram:ID?>2 ram:TypeCode?>14 ram:CardholderName?>7 ram:ExpiryDate?>73 ram:VerificationNumeric?>18 ram:ValidFromDateTime?>9 ram:CreditLimitAmount*>65 ram:CreditAvailableAmount*>65 ram:InterestRatePercent?>18 ram:IssuingCompanyName?>7 ram:Description?>7
ram:ID*>2 ram:SpecifiedReferencedProduct?>58 ram:ApplicableTradeProduct*>38 ram:SpecifiedSubordinateLineTradeAgreement?>126 ram:SpecifiedSubordinateLineTradeDelivery?>127 ram:SpecifiedSubordinateLineTradeSettlement?>128
ram:SellerOrderReferencedDocument?>50 ram:BuyerOrderReferencedDocument?>50 ram:AdditionalReferencedDocument*>50 ram:GrossPriceProductTradePrice?>63 ram:NetPriceProductTradePrice?>63
ram:PackageQuantity?>47 ram:ProductUnitQuantity?>47 ram:PerPackageUnitQuantity?>47 ram:IncludedSupplyChainPackaging*>87
ram:ApplicableTradeTax?>69
ram:Reference*>7 ram:BuyerReference?>7 ram:SellerTradeParty?>19 ram:BuyerTradeParty?>19 ram:SalesAgentTradeParty?>19 ram:BuyerRequisitionerTradeParty*>19 ram:BuyerAssignedAccountantTradeParty?>19 ram:SellerAssignedAccountantTradeParty?>19 ram:BuyerTaxRepresentativeTradeParty?>19 ram:SellerTaxRepresentativeTradeParty?>19 ram:ProductEndUserTradeParty?>19 ram:ApplicableTradeDeliveryTerms?>60 ram:SellerOrderReferencedDocument?>50 ram:BuyerOrderReferencedDocument?>50 ram:QuotationReferencedDocument?>50 ram:OrderResponseReferencedDocument?>50 ram:ContractReferencedDocument?>50 ram:DemandForecastReferencedDocument?>50 ram:SupplyInstructionReferencedDocument?>50 ram:PromotionalDealReferencedDocument?>50 ram:PriceListReferencedDocument?>50 ram:AdditionalReferencedDocument*>50 ram:RequisitionerReferencedDocument*>50 ram:BuyerAgentTradeParty?>19 ram:PurchaseConditionsReferencedDocument*>50 ram:SpecifiedProcuringProject?>130 ram:UltimateCustomerOrderReferencedDocument*>50
ram:ID>2 ram:Description?>7 ram:Name>7
ram:RelatedSupplyChainConsignment?>94 ram:ShipToTradeParty?>19 ram:UltimateShipToTradeParty?>19 ram:ShipFromTradeParty?>19 ram:ActualDespatchSupplyChainEvent?>46 ram:ActualPickUpSupplyChainEvent?>46 ram:ActualDeliverySupplyChainEvent?>46 ram:ActualReceiptSupplyChainEvent?>46 ram:AdditionalReferencedDocument*>50 ram:DespatchAdviceReferencedDocument?>50 ram:ReceivingAdviceReferencedDocument?>50 ram:DeliveryNoteReferencedDocument?>50 ram:ConsumptionReportReferencedDocument?>50 ram:PreviousDeliverySupplyChainEvent*>46 ram:PackingListReferencedDocument?>50
ram:DuePayableAmount*>65 ram:CreditorReferenceTypeCode*>14 ram:CreditorReferenceType*>7 ram:CreditorReferenceIssuerID*>2 ram:CreditorReferenceID?>2 ram:PaymentReference*>7 ram:TaxCurrencyCode?>72 ram:InvoiceCurrencyCode?>72 ram:PaymentCurrencyCode?>72 ram:InvoiceIssuerReference?>7 ram:InvoiceDateTime?>9 ram:NextInvoiceDateTime*>9 ram:CreditReasonCode?>14 ram:CreditReason*>7 ram:InvoicerTradeParty?>19 ram:InvoiceeTradeParty?>19 ram:PayeeTradeParty?>19 ram:PayerTradeParty?>19 ram:TaxApplicableTradeCurrencyExchange?>80 ram:InvoiceApplicableTradeCurrencyExchange?>80 ram:PaymentApplicableTradeCurrencyExchange?>80 ram:SpecifiedTradeSettlementPaymentMeans*>133 ram:ApplicableTradeTax*>69 ram:BillingSpecifiedPeriod?>16 ram:SpecifiedTradeAllowanceCharge*>66 ram:SubtotalCalculatedTradeTax*>69 ram:SpecifiedLogisticsServiceCharge*>112 ram:SpecifiedTradePaymentTerms*>117 ram:SpecifiedTradeSettlementHeaderMonetarySummation?>143 ram:SpecifiedFinancialAdjustment*>123 ram:InvoiceReferencedDocument?>50 ram:ProFormaInvoiceReferencedDocument?>50 ram:LetterOfCreditReferencedDocument?>50 ram:FactoringAgreementReferencedDocument*>50 ram:FactoringListReferencedDocument*>50 ram:PayableSpecifiedTradeAccountingAccount*>76 ram:ReceivableSpecifiedTradeAccountingAccount*>76 ram:PurchaseSpecifiedTradeAccountingAccount*>76 ram:SalesSpecifiedTradeAccountingAccount*>76 ram:SpecifiedTradeSettlementFinancialCard*>124 ram:SpecifiedAdvancePayment*>144 ram:UltimatePayeeTradeParty?>19
ram:PaymentChannelCode?>134 ram:TypeCode?>135 ram:GuaranteeMethodCode?>136 ram:PaymentMethodCode?>14 ram:Information*>7 ram:ID*>2 ram:ApplicableTradeSettlementFinancialCard?>124 ram:PayerPartyDebtorFinancialAccount?>137 ram:PayeePartyCreditorFinancialAccount?>138 ram:PayerSpecifiedDebtorFinancialInstitution?>139 ram:PayeeSpecifiedCreditorFinancialInstitution?>142
=token listID>token=4435 listAgencyID>token=6 listVersionID>token name>string
=token listID>token=4461 listAgencyID>token=6 listVersionID>token
=token listID>token=4431 listAgencyID>token=6 listVersionID>token
ram:IBANID?>2 ram:AccountName?>7 ram:ProprietaryID?>2
ram:IBANID?>2 ram:AccountName?>7 ram:ProprietaryID?>2
ram:BICID?>2 ram:ClearingSystemName?>7 ram:CHIPSUniversalID?>2 ram:NewZealandNCCID?>2 ram:IrishNSCID?>2 ram:UKSortCodeID?>2 ram:CHIPSParticipantID?>2 ram:SwissBCID?>2 ram:FedwireRoutingNumberID?>2 ram:PortugueseNCCID?>2 ram:RussianCentralBankID?>2 ram:ItalianDomesticID?>2 ram:AustrianBankleitzahlID?>2 ram:CanadianPaymentsAssociationID?>2 ram:SICID?>2 ram:GermanBankleitzahlID?>2 ram:SpanishDomesticInterbankingID?>2 ram:SouthAfricanNCCID?>2 ram:HongKongBankID?>2 ram:AustralianBSBID?>2 ram:IndianFinancialSystemID?>2 ram:HellenicBankID?>2 ram:PolishNationalClearingID?>2 ram:Name?>7 ram:JapanFinancialInstitutionCommonID?>2 ram:LocationFinancialInstitutionAddress?>140 ram:SubDivisionBranchFinancialInstitution?>141
ram:PostcodeCode?>14 ram:BuildingNumber?>7 ram:LineOne?>7 ram:LineTwo?>7 ram:LineThree?>7 ram:LineFour?>7 ram:LineFive?>7 ram:StreetName?>7 ram:CityName?>7 ram:CountrySubDivisionID?>2 ram:CountryID?>2 ram:TypeCode?>14 ram:DepartmentName?>7 ram:PostOfficeBox?>7 ram:CityID?>2 ram:CountrySubDivisionName?>7 ram:CountryName?>7
ram:ID?>2 ram:Name?>7 ram:LocationFinancialInstitutionAddress?>140
ram:BICID?>2 ram:CHIPSUniversalID?>2 ram:NewZealandNCCID?>2 ram:IrishNSCID?>2 ram:UKSortCodeID?>2 ram:CHIPSParticipantID?>2 ram:SwissBCID?>2 ram:FedwireRoutingNumberID?>2 ram:PortugueseNCCID?>2 ram:RussianCentralBankID?>2 ram:ItalianDomesticID?>2 ram:AustrianBankleitzahlID?>2 ram:CanadianPaymentsAssociationID?>2 ram:SICID?>2 ram:GermanBankleitzahlID?>2 ram:SpanishDomesticInterbankingID?>2 ram:SouthAfricanNCCID?>2 ram:HongKongBankID?>2 ram:AustralianBSBID?>2 ram:IndianFinancialSystemID?>2 ram:HellenicBankID?>2 ram:PolishNationalClearingID?>2 ram:Name?>7 ram:ClearingSystemName?>7 ram:JapanFinancialInstitutionCommonID?>2 ram:LocationFinancialInstitutionAddress?>140 ram:SubDivisionBranchFinancialInstitution?>141
ram:LineTotalAmount*>65 ram:ChargeTotalAmount*>65 ram:AllowanceTotalAmount*>65 ram:TaxBasisTotalAmount*>65 ram:TaxTotalAmount*>65 ram:RoundingAmount*>65 ram:GrandTotalAmount*>65 ram:InformationAmount*>65 ram:TotalPrepaidAmount*>65 ram:TotalDiscountAmount*>65 ram:TotalAllowanceChargeAmount*>65 ram:DuePayableAmount*>65 ram:RetailValueExcludingTaxInformationAmount*>65 ram:TotalDepositFeeInformationAmount*>65 ram:ProductValueExcludingTobaccoTaxInformationAmount*>65 ram:TotalRetailValueInformationAmount*>65 ram:GrossLineTotalAmount*>65 ram:NetLineTotalAmount*>65 ram:NetIncludingTaxesLineTotalAmount*>65
ram:PaidAmount>65 ram:FormattedReceivedDateTime?>39 ram:IncludedTradeTax*>69
ram:ID>2 ram:Name>7 ram:Description*>7 ram:MeasurementMethodID*>2 ram:CreationDateTime>9 ram:DefaultCurrencyCode>72 ram:DefaultLanguageCode>14 ram:Comment*>7 ram:TypeCode*>14 ram:RequestedActionCode*>14 ram:PriceListID?>2 ram:ContractualLanguageCode?>14 ram:ItemGroupedWorkItem*>146 ram:ItemBasicWorkItem*>150 ram:TotalCalculatedPrice*>147 ram:ChangedRecordedStatus*>156 ram:CreationSpecifiedBinaryFile*>32 ram:ReaderSpecifiedBinaryFile*>32 ram:ReferencedSpecifiedBinaryFile*>32
ram:ID>2 ram:PrimaryClassificationCode*>14 ram:AlternativeClassificationCode*>14 ram:TypeCode*>14 ram:Comment*>7 ram:TotalQuantity?>47 ram:Index?>7 ram:RequestedActionCode*>14 ram:PriceListItemID?>2 ram:ContractualLanguageCode?>14 ram:TotalCalculatedPrice*>147 ram:ItemGroupedWorkItem*>146 ram:ItemBasicWorkItem*>150 ram:ChangedRecordedStatus*>156 ram:ActualWorkItemComplexDescription*>151 ram:ReferencedSpecifiedBinaryFile*>32
ram:TypeCode*>14 ram:ChargeAmount*>65 ram:RelatedAppliedAllowanceCharge*>148
ram:ActualAmount?>65 ram:Description?>7 ram:ReasonCode?>14 ram:CalculationPercent?>18 ram:BasisAmount?>65 ram:ChargeIndicator>3 ram:CategoryAppliedTax?>149
ram:CalculatedAmount?>65 ram:TypeCode?>14 ram:CalculatedRate?>18 ram:BasisAmount?>65 ram:TaxPointDate?>73
ram:ID>2 ram:ReferenceID?>2 ram:PrimaryClassificationCode*>14 ram:AlternativeClassificationCode*>14 ram:TypeCode*>14 ram:Comment*>7 ram:TotalQuantity?>47 ram:TotalQuantityClassificationCode?>14 ram:IndexValue?>18 ram:StatusCode*>14 ram:ReferenceFileBinaryObject*>33 ram:Index?>7 ram:RequestedActionCode*>14 ram:PriceListItemID?>2 ram:ContractualLanguageCode?>14 ram:ActualWorkItemComplexDescription*>151 ram:TotalQuantityWorkItemQuantityAnalysis*>154 ram:UnitCalculatedPrice*>147 ram:TotalCalculatedPrice*>147 ram:SubordinateBasicWorkItem*>150 ram:ChangedRecordedStatus*>156 ram:ItemBasicWorkItem*>150 ram:ReferencedSpecifiedBinaryFile*>32
ram:Abstract*>7 ram:Content*>7 ram:ContractualLanguageCode?>14 ram:RequestingSpecificationQuery*>152 ram:RespondingSpecificationResponse*>153 ram:SubsetWorkItemComplexDescription?>151
ram:ID>2 ram:TypeCode?>14 ram:Content>7 ram:ContractualLanguageCode?>14
ram:ID>2 ram:QueryID?>2 ram:TypeCode?>14 ram:Content>7 ram:ContractualLanguageCode?>14
ram:ID>2 ram:ActualQuantity?>47 ram:Description?>7 ram:ActualQuantityPercent?>18 ram:StatusCode?>14 ram:TypeCode?>14 ram:PrimaryClassificationCode*>14 ram:AlternativeClassificationCode*>14 ram:ContractualLanguageCode?>14 ram:ActualQuantityWorkItemDimension*>155 ram:BreakdownWorkItemQuantityAnalysis*>154 ram:ChangedRecordedStatus*>156
ram:ID?>2 ram:ValueMeasure>17 ram:Description?>7 ram:TypeCode>14 ram:ContractualLanguageCode?>14 ram:ComponentWorkItemDimension*>155
ram:ConditionCode>14 ram:ChangerName?>7 ram:ChangedDateTime>9
`
