/**
 * Optional terms of EN 16931, named after the fields of an invoice in JSON. UBL and the Cross
 * Industry Invoice have a place for all of them, a national format for some. `party` is either
 * party, `address` any address, `line` a line or a sub-line.
 */
export const STANDARD_TERMS = [
  'typeCode',
  'vatAccountingCurrency',
  'taxPointDate',
  'taxPointDateCode',
  'businessProcess',
  'notes',
  'note.subjectCode',
  'references',
  'references.salesOrder',
  'references.despatchAdvice',
  'references.invoicedObject',
  'references.buyerAccounting',
  'projectReference',
  'tenderReference',
  'precedingInvoices',
  'party.tradingName',
  'party.identifiers',
  'party.legalRegistration',
  'party.electronicAddress',
  'party.contactName',
  'supplier.taxRegistration',
  'supplier.legalInformation',
  'address.line2',
  'address.line3',
  'payee',
  'payee.identifier',
  'payee.legalRegistration',
  'taxRepresentative',
  'taxRepresentative.address',
  'delivery',
  'delivery.name',
  'delivery.location',
  'period',
  'paymentMeans.code',
  'paymentMeans.text',
  'paymentMeans.remittance',
  'paymentMeans.accountName',
  'paymentMeans.furtherAccounts',
  'paymentMeans.card',
  'paymentMeans.directDebit',
  'cashDiscounts',
  'paymentSchedule',
  'paymentSchedule.note',
  'retention',
  'allowances',
  'charges',
  'prepaidAmount',
  'roundingAmount',
  'totals',
  'attachment.reference',
  'attachment.description',
  'supportingDocuments',
  'line.id',
  'line.note',
  'line.object',
  'line.netAmount',
  'line.orderLineReference',
  'line.buyerAccountingReference',
  'line.allowances',
  'line.charges',
  'lineAllowance.baseAmount',
  'lineAllowance.reason',
  'lineAllowance.reasonCode',
  'line.priceBaseQuantity',
  'line.priceBaseQuantityUnit',
  'line.item',
  'classification.schemeVersion',
] as const

/** Optional terms of single countries that EN 16931 does not have. */
export type NationalTerm =
  | 'supplier.nationalId'
  | 'supplier.taxRegime'
  | 'supplier.rea'
  | 'customer.nationalId'
  | 'customer.pec'
  | 'customer.publicSector'
  | 'customer.chorusPro'
  | 'customer.localGovernmentUnit'
  | 'customer.vatGroupMember'
  | 'precedingInvoice.ksefNumber'
  | 'profile'
  | 'correction'
  | 'order'
  | 'selfBilled'
  | 'vatCollection'
  | 'paidAt'
  | 'prepayments'
  | 'prepayments.ksefNumber'
  | 'documentType'
  | 'withholdings'
  | 'socialFunds'
  | 'stampDuty'
  | 'deliveryNotes'
  | 'thirdParties'
  | 'line.withholding'
  | 'offline'
  | 'pl'
  | 'line.pl'
  | 'de'
  | 'line.de'
  | 'fr'
  | 'line.fr'
  | 'it'
  | 'party.person'
  | 'party.permanentEstablishment'

/**
 * A field of an invoice that not every country's format supports: each country names its own
 * (`Invoicing.terms`), and an invoice with another one is refused.
 */
export type OptionalTerm = (typeof STANDARD_TERMS)[number] | NationalTerm
