import type { CountryCode, InvoiceRequest, Party } from '../../domain/request/invoice-request.js'
import { frenchPartyFields } from '../syntax/french-party-terms.js'
import type { Term } from '../model/term.js'

type Paths = Readonly<Partial<Record<Term, string>>>

/** The field of each term of BG-4 and BG-7, relative to the party. */
const PARTY_FIELDS = {
  name: ['BT-27', 'BT-44'],
  tradingName: ['BT-28', 'BT-45'],
  legalInformation: ['BT-33'],
  vatNumber: ['BT-31', 'BT-48'],
  address: ['BG-5', 'BG-8'],
  'address.street': ['BT-35', 'BT-50'],
  'address.line2': ['BT-36', 'BT-51'],
  'address.line3': ['BT-162', 'BT-163'],
  'address.city': ['BT-37', 'BT-52'],
  'address.postalCode': ['BT-38', 'BT-53'],
  'address.stateOrProvince': ['BT-39', 'BT-54'],
  'address.country': ['BT-40', 'BT-55'],
  phone: ['BT-42', 'BT-57'],
  email: ['BT-43', 'BT-58'],
} as const

const PARTIES = Object.entries(PARTY_FIELDS).flatMap(([field, [supplier, customer]]): [string, string][] => [
  [supplier, `supplier.${field}`],
  ...(customer === undefined ? [] : [[customer, `customer.${field}`] satisfies [string, string]]),
])

/** Fields of the invoice itself by their terms. */
export const DOCUMENT_PATHS: Paths = {
  'BT-2': 'issueDate',
  'BT-5': 'currency',
  'BT-7': 'taxPointDate',
  'BT-8': 'taxPointDateCode',
  'BT-11': 'projectReference',
  'BT-12': 'contractReference',
  'BT-13': 'orderReference',
  'BT-14': 'references.salesOrder',
  'BT-15': 'references.receivingAdvice',
  'BT-16': 'references.despatchAdvice',
  'BT-17': 'tenderReference',
  'BT-18': 'references.invoicedObject',
  'BT-19': 'references.buyerAccounting',
  'BT-20': 'paymentMeans.paymentTerms',
  'BT-23': 'businessProcess',
  'BG-4': 'supplier',
  'BG-6': 'supplier',
  'BG-7': 'customer',
  'BG-9': 'customer',
  'BT-56': 'customer.contactName',
  ...Object.fromEntries(PARTIES),
  'BG-10': 'payee',
  'BT-59': 'payee.name',
  'BT-60': 'payee.identifier',
  'BT-61': 'payee.legalRegistration',
  'BG-11': 'taxRepresentative',
  'BT-62': 'taxRepresentative.name',
  'BT-63': 'taxRepresentative.vatNumber',
  'BG-12': 'taxRepresentative.address',
  'BT-64': 'taxRepresentative.address.street',
  'BT-65': 'taxRepresentative.address.line2',
  'BT-164': 'taxRepresentative.address.line3',
  'BT-66': 'taxRepresentative.address.city',
  'BT-67': 'taxRepresentative.address.postalCode',
  'BT-68': 'taxRepresentative.address.stateOrProvince',
  'BT-69': 'taxRepresentative.address.country',
  'BG-13': 'delivery',
  'BT-70': 'delivery.name',
  'BT-71': 'delivery.location',
  'BT-72': 'deliveryDate',
  'BG-14': 'period',
  'BT-73': 'period.start',
  'BT-74': 'period.end',
  'BG-16': 'paymentMeans',
  'BT-81': 'paymentMeans.code',
  'BT-82': 'paymentMeans.text',
  'BT-83': 'paymentMeans.remittance',
  'BG-17': 'paymentMeans',
  'BT-84': 'paymentMeans.bankAccount',
  'BT-85': 'paymentMeans.accountName',
  'BT-86': 'paymentMeans.bic',
  'BG-18': 'paymentMeans.card',
  'BT-87': 'paymentMeans.card.accountNumber',
  'BT-88': 'paymentMeans.card.holderName',
  'BG-19': 'paymentMeans.directDebit',
  'BT-89': 'paymentMeans.directDebit.mandate',
  'BT-90': 'paymentMeans.directDebit.creditorId',
  'BT-91': 'paymentMeans.directDebit.debitedAccount',
  'BG-22': 'lines',
  'BT-111': 'exchangeRate',
  'BT-113': 'prepaidAmount',
  'BT-114': 'roundingAmount',
  ...frenchPartyFields(),
}

/** Fields of a line by their terms, relative to the line. */
export const LINE_PATHS: Paths = {
  'BG-25': '',
  'BT-126': '',
  'BT-127': 'note',
  'BT-128': 'object',
  'BT-129': 'quantity',
  'BT-130': 'unitCode',
  'BT-131': '',
  'BT-132': 'orderLineReference',
  'BT-133': 'buyerAccountingReference',
  'BG-26': 'period',
  'BT-134': 'period.start',
  'BT-135': 'period.end',
  ...inside('allowances', 'BG-27', 136, 140),
  ...inside('charges', 'BG-28', 141, 145),
  'BG-29': 'unitPrice',
  'BT-146': 'unitPrice',
  'BT-147': 'discount',
  'BT-148': 'unitPrice',
  'BT-149': 'priceBaseQuantity',
  'BT-150': 'priceBaseQuantityUnit',
  'BT-151': 'vatCategory',
  'BT-152': 'vatRate',
  'BT-153': 'description',
  'BT-154': 'item.description',
  'BT-155': 'item.sellersIdentifier',
  'BT-156': 'item.buyersIdentifier',
  'BT-157': 'item.standardIdentifier',
  'BT-159': 'item.originCountry',
  ...inside('item.attributes', 'BG-32', 160, 161),
  'BG-DEX-01': 'de.subLines',
  'EXT-FR-FE-162': 'fr.parentLine',
  'EXT-FR-FE-163': 'fr.subtype',
}

/** Fields of a third party payment by their terms, relative to the payment. */
export const THIRD_PARTY_PATHS: Paths = {
  'BG-DEX-09': '',
  'BT-DEX-001': 'type',
  'BT-DEX-002': 'amount',
  'BT-DEX-003': 'description',
}

/** Every term of a group maps to the list that contains it. */
function inside(field: string, group: Term, from: number, to: number): Paths {
  const terms = Array.from({ length: to - from + 1 }, (_, index) => `BT-${from + index}`)
  return Object.fromEntries([group, ...terms].map((term) => [term, field]))
}

/** Fields of an attachment by their terms, relative to the attachment. */
export const ATTACHMENT_PATHS: Paths = {
  'BG-24': '',
  'BT-123': 'description',
  'BT-124': '',
  'BT-125': '',
  'BT-125-1': 'mimeType',
  'BT-125-2': 'filename',
}

/** Fields of a linked document by their terms, relative to the document. */
export const LINK_PATHS: Paths = { 'BG-24': '', 'BT-122': 'reference', 'BT-123': 'description', 'BT-124': 'location' }

const ALLOWANCE_FIELDS = ['amount', 'baseAmount', 'percentage', 'vatCategory', 'vatRate', 'reason', 'reasonCode']

/** Fields of an allowance of the document by their terms, relative to the allowance. */
export const ALLOWANCE_PATHS: Paths = ofAllowance('BG-20', 92)
/** Fields of a charge of the document by their terms, relative to the charge. */
export const CHARGE_PATHS: Paths = ofAllowance('BG-21', 99)

function ofAllowance(group: Term, from: number): Paths {
  return { [group]: '', ...Object.fromEntries(ALLOWANCE_FIELDS.map((field, index) => [`BT-${from + index}`, field])) }
}

/** Fields of a taxed item by the terms of its VAT breakdown, relative to the line or allowance. */
export const BREAKDOWN_PATHS: Paths = {
  'BG-23': '',
  'BT-116': '',
  'BT-117': 'vatRate',
  'BT-118': 'vatCategory',
  'BT-119': 'vatRate',
  'BT-120': 'exemptionReason',
  'BT-121': 'exemptionReasonCode',
}

/** Terms with several fields: the one that the invoice has, or else the usual one. */
export const CHOSEN_PATHS: Readonly<Partial<Record<Term, (invoice: InvoiceRequest) => string>>> = {
  'BT-1': ({ number, externalId }) => (number === externalId ? 'externalId' : 'number'),
  'BT-3': ({ typeCode }) => (typeCode === undefined ? 'invoiceType' : 'typeCode'),
  'BT-6': ({ vatAccountingCurrency }) =>
    vatAccountingCurrency === undefined ? 'exchangeRate' : 'vatAccountingCurrency',
  'BT-9': ({ dueDate, paymentMeans, paymentSchedule }) => {
    if (dueDate !== undefined) return 'dueDate'
    if (paymentMeans?.dueDate) return 'paymentMeans.dueDate'
    return paymentSchedule === undefined ? 'dueDate' : 'paymentSchedule'
  },
  'BT-113': ({ prepayments }) => (prepayments === undefined ? 'prepaidAmount' : 'prepayments'),
  'BT-20': ({ paymentMeans, cashDiscounts, paymentSchedule, retention }) => {
    if (paymentMeans?.paymentTerms !== undefined) return 'paymentMeans.paymentTerms'
    if (cashDiscounts !== undefined) return 'cashDiscounts'
    if (paymentSchedule !== undefined) return 'paymentSchedule'
    return retention === undefined ? 'paymentMeans.paymentTerms' : 'retention'
  },
  'BT-10': ({ buyerReference, customer }) =>
    buyerReference === undefined && customer.leitwegId !== undefined ? 'customer.leitwegId' : 'buyerReference',
  ...Object.fromEntries(['BG-1', 'BT-21', 'BT-22'].map((term) => [term, noteOf])),
  'BT-24': ({ profile }) => (profile === undefined ? '' : 'profile'),
  'BT-29': ({ supplier }) => `supplier.${identifierField(supplier)}`,
  'BT-46': ({ customer }) => `customer.${identifierField(customer)}`,
  'BT-30': ({ supplier }) => `supplier.${registrationField(supplier)}`,
  'BT-47': ({ country, customer }) =>
    hasNationalId(country, customer) && customer.legalRegistration === undefined
      ? 'customer.nationalId'
      : `customer.${registrationField(customer)}`,
  'BT-48': ({ country, customer }) => (hasNationalId(country, customer) ? 'customer.nationalId' : 'customer.vatNumber'),
  'BT-32': ({ supplier }) =>
    supplier.taxRegistration === undefined ? 'supplier.vatNumber' : 'supplier.taxRegistration',
  'BT-41': ({ supplier }) => (supplier.contactName === undefined ? 'supplier.name' : 'supplier.contactName'),
  // By default the deliver-to address is the customer's.
  ...Object.fromEntries(
    (
      [
        ['BG-15', ''],
        ['BT-75', '.street'],
        ['BT-76', '.line2'],
        ['BT-165', '.line3'],
        ['BT-77', '.city'],
        ['BT-78', '.postalCode'],
        ['BT-79', '.stateOrProvince'],
        ['BT-80', '.country'],
      ] as const
    ).map(([term, field]) => [
      term,
      ({ delivery }: InvoiceRequest) => `${delivery?.address === undefined ? 'customer' : 'delivery'}.address${field}`,
    ]),
  ),
}

function noteOf({ note, notes, prepayments }: InvoiceRequest): string {
  if (note === undefined && notes === undefined && prepayments !== undefined) return 'prepayments'
  return note === undefined && notes !== undefined ? 'notes' : 'note'
}

function identifierField({ siret, identifiers }: Party): string {
  return siret === undefined && identifiers !== undefined ? 'identifiers' : 'siret'
}

/** Whether the national number is what a party without a VAT number has instead. */
function hasNationalId(country: CountryCode, { vatNumber, consumer }: Party): boolean {
  return vatNumber === '' && (consumer === true || country === 'IT' || country === 'PL')
}

function registrationField({ vatNumber, legalRegistration }: Party): string {
  return legalRegistration === undefined && vatNumber !== '' ? 'vatNumber' : 'legalRegistration'
}
