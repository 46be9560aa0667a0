import type { InvoiceRequest } from '../domain/invoice-request.js'
import type { Invoice } from './model.js'
import type { Party } from './model-parties.js'
import type { Origin } from './rules/judge.js'
import type { Term } from './rules/rule.js'
import { vatGroup } from './totals.js'

/**
 * Leads findings back to the fields of the API's body. A term that the caller does not write but
 * the service computes (totals, the VAT breakdown) leads to the field that it was computed from.
 */
export function requestOrigin(accepted: InvoiceRequest, model: Invoice): Origin {
  let firstLines: ReadonlyMap<string, number> | undefined
  return {
    remedyOf: (term) => COMPUTED[term],
    pathOf(term, index = 0) {
      if ((term === 'BT-47' || term === 'BT-48') && accepted.customer.vatNumber === '') return 'customer.nationalId'
      const fixed = DOCUMENT_PATHS[term]
      if (fixed !== undefined) return fixed
      const onLine = LINE_PATHS[term]
      if (onLine !== undefined) return joined(`lines[${index}]`, onLine)
      const attached = ATTACHMENT_PATHS[term]
      if (attached !== undefined) return joined(`attachments[${index}]`, attached)
      const broken = BREAKDOWN_PATHS[term]
      if (broken !== undefined) return joined(`lines[${firstLineOf(index)}]`, broken)
      if (term === 'BT-1') return accepted.number === accepted.externalId ? 'externalId' : 'number'
      if (term === 'BT-9')
        return accepted.dueDate === undefined && accepted.paymentMeans?.dueDate ? 'paymentMeans.dueDate' : 'dueDate'
      if (term === 'BT-10')
        return accepted.buyerReference === undefined && accepted.customer.leitwegId !== undefined
          ? 'customer.leitwegId'
          : 'buyerReference'
      if (term === 'BT-34') return `supplier.${addressField(accepted.supplier, model.seller)}`
      if (term === 'BT-49') return `customer.${addressField(accepted.customer, model.buyer)}`
      return ''
    },
  }

  /** A line of the breakdown entry, the first that has what its exemption says if there is one. */
  function firstLineOf(entry: number): number {
    const group = model.vatBreakdown[entry]
    if (group === undefined) return 0
    firstLines ??= firstLinesByGroup(accepted, model)
    return firstLines.get(vatGroup(group.category, group.rate)) ?? 0
  }
}

/**
 * The field that a term is written from in any invoice, for example `lines[].vatRate`; undefined:
 * no field of the API holds it.
 */
export function fieldOfTerm(term: string): string | undefined {
  const fixed = DOCUMENT_PATHS[term as Term] ?? WRITTEN_FROM_SEVERAL[term]
  if (fixed !== undefined) return fixed
  const onLine = LINE_PATHS[term as Term] ?? BREAKDOWN_PATHS[term as Term]
  if (onLine !== undefined) return joined('lines[]', onLine)
  const attached = ATTACHMENT_PATHS[term as Term]
  return attached === undefined ? undefined : joined('attachments[]', attached)
}

/** What to correct where the service computes a term; undefined: it does not. */
export function remedyOfComputed(term: string): string | undefined {
  return COMPUTED[term as Term]
}

/** Terms whose field depends on the invoice: the one that is meant for them. */
const WRITTEN_FROM_SEVERAL: Readonly<Record<string, string | undefined>> = {
  'BT-1': 'number',
  'BT-9': 'dueDate',
  'BT-10': 'buyerReference',
  'BT-34': 'supplier.peppolId',
  'BT-49': 'customer.peppolId',
}

/** By category, and by category and rate: the first line with an exemption, else the first. */
function firstLinesByGroup(accepted: InvoiceRequest, model: Invoice): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  const telling = new Map<string, number>()
  model.lines.forEach(({ vatCategory, vatRate }, index) => {
    const line = accepted.lines[index]
    const tells = line?.exemptionReason !== undefined || line?.exemptionReasonCode !== undefined
    for (const key of new Set([vatCategory, vatGroup(vatCategory, vatRate)])) {
      if (!first.has(key)) first.set(key, index)
      if (tells && !telling.has(key)) telling.set(key, index)
    }
  })
  return new Map([...first, ...telling])
}

/**
 * The field of a party that its electronic address was made from; where there is none, the field
 * that takes one.
 */
function addressField(accepted: InvoiceRequest['supplier'], { electronicAddress }: Party): string {
  if (accepted.peppolId !== undefined || electronicAddress === undefined) return 'peppolId'
  if (electronicAddress.value === accepted.leitwegId) return 'leitwegId'
  if (electronicAddress.value === accepted.email) return 'email'
  return accepted.siret?.startsWith(electronicAddress.value) === true ? 'siret' : 'vatNumber'
}

function joined(group: string, field: string): string {
  return field === '' ? group : `${group}.${field}`
}

const FROM_LINES = 'Correct the lines: the service computes the totals from them'
const FROM_PRICES =
  'Correct quantity, unitPrice and discount of the line: the service computes its net amount from them'
const FROM_RATES = 'Correct vatCategory and vatRate of the lines: the service computes the VAT from them'

/** Terms that no field of the API holds, since the service computes them. */
const COMPUTED: Readonly<Partial<Record<Term, string>>> = {
  'BT-131': FROM_PRICES,
  ...Object.fromEntries(
    ['BG-22', 'BT-106', 'BT-107', 'BT-108', 'BT-109', 'BT-112', 'BT-115'].map((term) => [term, FROM_LINES]),
  ),
  ...Object.fromEntries(['BG-23', 'BT-110', 'BT-116', 'BT-117', 'BT-118', 'BT-119'].map((term) => [term, FROM_RATES])),
}

type Paths = Readonly<Partial<Record<Term, string>>>

/** Fields of the invoice as a whole by their terms. */
export const DOCUMENT_PATHS: Paths = {
  'BT-2': 'issueDate',
  'BT-3': 'invoiceType',
  'BT-5': 'currency',
  'BT-6': 'exchangeRate',
  'BT-12': 'contractReference',
  'BT-13': 'orderReference',
  'BT-20': 'paymentMeans.paymentTerms',
  'BG-1': 'note',
  'BT-21': 'note',
  'BT-22': 'note',
  'BG-3': 'precedingInvoice',
  'BT-25': 'precedingInvoice.number',
  'BT-26': 'precedingInvoice.issueDate',
  'BG-4': 'supplier',
  'BT-27': 'supplier.name',
  'BT-29': 'supplier.siret',
  'BT-30': 'supplier.vatNumber',
  'BT-31': 'supplier.vatNumber',
  'BT-32': 'supplier.vatNumber',
  'BG-5': 'supplier.address',
  'BT-35': 'supplier.address.street',
  'BT-37': 'supplier.address.city',
  'BT-38': 'supplier.address.postalCode',
  'BT-39': 'supplier.address.stateOrProvince',
  'BT-40': 'supplier.address.country',
  'BG-6': 'supplier',
  'BT-41': 'supplier.name',
  'BT-42': 'supplier.phone',
  'BT-43': 'supplier.email',
  'BG-7': 'customer',
  'BT-44': 'customer.name',
  'BT-46': 'customer.siret',
  'BT-47': 'customer.vatNumber',
  'BT-48': 'customer.vatNumber',
  'BG-8': 'customer.address',
  'BT-50': 'customer.address.street',
  'BT-52': 'customer.address.city',
  'BT-53': 'customer.address.postalCode',
  'BT-54': 'customer.address.stateOrProvince',
  'BT-55': 'customer.address.country',
  'BT-57': 'customer.phone',
  'BT-58': 'customer.email',
  'BT-72': 'deliveryDate',
  // The deliver-to address is the customer's.
  'BG-15': 'customer.address',
  'BT-75': 'customer.address.street',
  'BT-77': 'customer.address.city',
  'BT-78': 'customer.address.postalCode',
  'BT-79': 'customer.address.stateOrProvince',
  'BT-80': 'customer.address.country',
  'BG-16': 'paymentMeans',
  'BT-84': 'paymentMeans.bankAccount',
  'BT-86': 'paymentMeans.bic',
  'BG-22': 'lines',
  'BT-111': 'exchangeRate',
  'BG-24': 'attachments',
}

/** Fields of a line by their terms, from the line on. */
export const LINE_PATHS: Paths = {
  'BG-25': '',
  'BT-126': '',
  'BT-129': 'quantity',
  'BT-130': 'unitCode',
  'BT-131': '',
  'BG-26': 'period',
  'BT-134': 'period.start',
  'BT-135': 'period.end',
  'BG-29': 'unitPrice',
  'BT-146': 'unitPrice',
  'BT-147': 'discount',
  'BT-148': 'unitPrice',
  'BT-151': 'vatCategory',
  'BT-152': 'vatRate',
  'BT-153': 'description',
  'BT-158': 'itemCode',
}

/** Fields of an attachment by their terms, from the attachment on. */
export const ATTACHMENT_PATHS: Paths = {
  'BT-122': 'filename',
  'BT-125': '',
  'BT-125-1': 'mimeType',
  'BT-125-2': 'filename',
}

const BREAKDOWN_PATHS: Paths = {
  'BG-23': '',
  'BT-116': '',
  'BT-117': 'vatRate',
  'BT-118': 'vatCategory',
  'BT-119': 'vatRate',
  'BT-120': 'exemptionReason',
  'BT-121': 'exemptionReasonCode',
}
