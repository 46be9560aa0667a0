import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import { addedPreceding, namedPreceding } from '../../domain/request/preceding-invoices.js'
import type { RequestAllowance } from '../../domain/request/terms.js'
import { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import { areFlat, eachWithPath, isCounted } from '../model/line-hierarchy.js'
import type { InvoiceLine } from '../model/lines.js'
import type { Party } from '../model/parties.js'
import {
  ALLOWANCE_PATHS,
  ATTACHMENT_PATHS,
  BREAKDOWN_PATHS,
  CHARGE_PATHS,
  CHOSEN_PATHS,
  DOCUMENT_PATHS,
  LINE_PATHS,
  LINK_PATHS,
  THIRD_PARTY_PATHS,
} from './paths.js'
import { lineAt, linePaths } from './lines.js'
import { meantUnit } from './meant-unit.js'
import { pathOfDeduction } from './advance-paths.js'
import type { Origin } from '../rules/judge.js'
import type { Term } from '../model/term.js'
import { vatGroup } from '../model/totals.js'
import { categoryOf, rateOf } from '../model/vat-category.js'

/**
 * Maps findings to the fields of the API's body. A term that the service computes (totals, the VAT
 * breakdown) maps to a field that it was computed from.
 */
export function requestOrigin(accepted: InvoiceRequest, model: Invoice): Origin {
  let taxed: ReadonlyMap<string, string> | undefined
  let lines: ReadonlyMap<InvoiceLine, string> | undefined
  const flat = areFlat(accepted.lines, model.lines)
    ? Array.from(eachWithPath(accepted.lines), ([path]) => path)
    : undefined
  return {
    remedyOf: (term) => (term === 'BT-111' ? FROM_EXCHANGE_RATE : COMPUTED[term]),
    isComputed: (term) => remedyOfComputed(term) !== undefined,
    guessAt(path) {
      const [, line] = /^(lines\[.*\])\.vatRate$/.exec(path) ?? []
      if (line !== undefined) return meantPercent(lineAt(line, accepted)?.vatRate)
      const [, measured] = /^(lines\[.*\])\.unitCode$/.exec(path) ?? []
      return measured === undefined ? undefined : meantUnit(lineAt(measured, accepted)?.unitCode)
    },
    pathOf: (term, place) => pathOfDeduction(pathIn(term, place), accepted),
  }

  function pathIn(term: Term, place: number | InvoiceLine = 0): string {
    const index = typeof place === 'number' ? place : 0
    const fixed = CHOSEN_PATHS[term]?.(accepted) ?? DOCUMENT_PATHS[term]
    if (fixed !== undefined) return fixed
    const onLine = LINE_PATHS[term]
    if (onLine !== undefined) {
      const line = typeof place === 'number' ? (flat?.[index] ?? lineField(accepted, index)) : pathOfLine(place)
      return joined(line, fieldOfLine(term, lineAt(line, accepted)) ?? onLine)
    }
    const collected = THIRD_PARTY_PATHS[term]
    if (collected !== undefined) return joined(`de.thirdPartyPayments[${index}]`, collected)
    const supporting = supportingPath(term, index, accepted)
    if (supporting !== undefined) return supporting
    if (ALLOWANCE_PATHS[term] !== undefined) return joined(`allowances[${index}]`, ALLOWANCE_PATHS[term])
    if (CHARGE_PATHS[term] !== undefined) return joined(`charges[${index}]`, CHARGE_PATHS[term])
    if (PRECEDING_PATHS[term] !== undefined) return joined(precedingAt(index, accepted), PRECEDING_PATHS[term])
    const broken = BREAKDOWN_PATHS[term]
    if (broken !== undefined) return joined(taxedIn(index), broken)
    if (term === 'BT-34') return `supplier.${addressField(accepted.supplier, model.seller)}`
    if (term === 'BT-49') return `customer.${addressField(accepted.customer, model.buyer)}`
    return ''
  }

  function pathOfLine(line: InvoiceLine): string {
    lines ??= flat ? new Map(model.lines.map((each, index) => [each, flat[index] ?? 'lines'])) : linePaths(model.lines)
    return lines.get(line) ?? 'lines'
  }

  /** The taxed item of the breakdown entry: the first with an exemption, or else the first. */
  function taxedIn(entry: number): string {
    const group = model.vatBreakdown[entry]
    if (group === undefined) return 'lines[0]'
    taxed ??= firstTaxedByGroup(accepted)
    return taxed.get(vatGroup(group.category, group.rate)) ?? taxed.get(group.category) ?? 'lines[0]'
  }
}

/** In a correction with the lines before it these follow in the model. */
function lineField({ lines, correction }: InvoiceRequest, index: number): string {
  const earlier = index - lines.length
  return correction?.before === undefined || earlier < 0 ? `lines[${index}]` : `correction.before[${earlier}]`
}

/** Terms of a line whose field depends on the line; undefined: any other. */
function fieldOfLine(term: Term, line: Line | undefined): string | undefined {
  if (term === 'BT-126') return line?.id === undefined ? '' : 'id'
  if (term === 'BT-158') return line?.item?.classifications === undefined ? 'itemCode' : 'item.classifications'
  return undefined
}

/** BG-3: `precedingInvoice` is the first. */
const PRECEDING_PATHS: Readonly<Partial<Record<Term, string>>> = { 'BG-3': '', 'BT-25': 'number', 'BT-26': 'issueDate' }

function precedingAt(index: number, invoice: InvoiceRequest): string {
  const { precedingInvoice, precedingInvoices } = invoice
  const advance = addedPreceding(invoice)[index - namedPreceding(invoice).length]
  if (advance !== undefined) return `prepayments[${advance}]`
  const further = precedingInvoice === undefined ? index : index - 1
  return further < 0 || precedingInvoices === undefined ? 'precedingInvoice' : `precedingInvoices[${further}]`
}

/**
 * BG-24: files precede linked documents. undefined: the term does not belong to such a document.
 */
function supportingPath(
  term: Term,
  index: number,
  { attachments = [], supportingDocuments }: InvoiceRequest,
): string | undefined {
  const link = index - attachments.length
  if (supportingDocuments !== undefined && link >= 0) {
    const field = LINK_PATHS[term]
    return field === undefined ? undefined : joined(`supportingDocuments[${link}]`, field)
  }
  const field = term === 'BT-122' ? referenceField(attachments[index]) : ATTACHMENT_PATHS[term]
  return field === undefined ? undefined : joined(`attachments[${index}]`, field)
}

function referenceField(attachment: { readonly reference?: string } | undefined): string {
  return attachment?.reference === undefined ? 'filename' : 'reference'
}

/** No VAT rate of the EU is higher, percent. */
const HIGHEST_RATE = 27

/** A rate written as a fraction, 0.19 for 19 percent. No country has a rate below 1 percent. */
function meantPercent(rate = 0): string | undefined {
  const percent = Decimal.of(rate).times(Decimal.of(100))
  const isLikely = rate > 0 && rate < 1 && percent.compare(Decimal.of(HIGHEST_RATE)) <= 0
  return isLikely ? `Did you mean ${percent.toString()}? Rates are in percent.` : undefined
}

/**
 * The field of a term in any invoice, for example `lines[].vatRate`; undefined: the API has no
 * field for it.
 */
export function fieldOfTerm(term: string): string | undefined {
  const fixed = WRITTEN_FROM_SEVERAL[term] ?? at(DOCUMENT_PATHS, term)
  if (fixed !== undefined) return fixed
  for (const [group, paths] of GROUPS) {
    const field = at(paths, term)
    if (field !== undefined) return joined(group, field)
  }
  return undefined
}

const GROUPS = [
  ['lines[]', LINE_PATHS],
  ['lines[]', BREAKDOWN_PATHS],
  ['attachments[]', ATTACHMENT_PATHS],
  ['supportingDocuments[]', LINK_PATHS],
  ['allowances[]', ALLOWANCE_PATHS],
  ['charges[]', CHARGE_PATHS],
  ['de.thirdPartyPayments[]', THIRD_PARTY_PATHS],
  ['precedingInvoice', PRECEDING_PATHS],
] as const

/** A table's text for a term that may be in no table. */
function at(table: Readonly<Record<string, string | undefined>>, term: string): string | undefined {
  return table[term]
}

/** What to correct if the service computes a term; undefined: it does not. */
export function remedyOfComputed(term: string): string | undefined {
  return at(COMPUTED, term)
}

/** Terms whose field depends on the invoice, with their usual field. */
const WRITTEN_FROM_SEVERAL: Readonly<Record<string, string | undefined>> = {
  'BT-1': 'number',
  'BT-3': 'invoiceType',
  'BT-6': 'exchangeRate',
  'BT-9': 'dueDate',
  'BT-10': 'buyerReference',
  'BG-1': 'note',
  'BT-21': 'note',
  'BT-22': 'note',
  'BG-15': 'customer.address',
  'BT-29': 'supplier.siret',
  'BT-30': 'supplier.vatNumber',
  'BT-32': 'supplier.vatNumber',
  'BT-41': 'supplier.name',
  'BT-46': 'customer.siret',
  'BT-47': 'customer.vatNumber',
  'BT-48': 'customer.vatNumber',
  'BT-75': 'customer.address.street',
  'BT-77': 'customer.address.city',
  'BT-78': 'customer.address.postalCode',
  'BT-79': 'customer.address.stateOrProvince',
  'BT-80': 'customer.address.country',
  'BT-122': 'attachments[].filename',
  'BT-126': 'lines[]',
  'BT-158': 'lines[].itemCode',
  'BT-34': 'supplier.peppolId',
  'BT-49': 'customer.peppolId',
}

/**
 * By category, and by category and rate: the first line, allowance or charge with an exemption, or
 * else the first.
 */
function firstTaxedByGroup({ lines, allowances = [], charges = [] }: InvoiceRequest): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  const withReason = new Map<string, string>()
  const note = (each: Line | RequestAllowance, place: string): void => {
    const category = categoryOf(each)
    const hasReason = each.exemptionReason !== undefined || each.exemptionReasonCode !== undefined
    for (const key of new Set([category, vatGroup(category, rateOf(each))])) {
      if (!first.has(key)) first.set(key, place)
      if (hasReason && !withReason.has(key)) withReason.set(key, place)
    }
  }
  lines.forEach((each, index) => {
    if (isCounted(each)) note(each, `lines[${index}]`)
  })
  allowances.forEach((each, index) => {
    note(each, `allowances[${index}]`)
  })
  charges.forEach((each, index) => {
    note(each, `charges[${index}]`)
  })
  return new Map([...first, ...withReason])
}

/**
 * The field of a party that its electronic address comes from; without an address, the field for
 * one.
 */
function addressField(accepted: InvoiceRequest['supplier'], { electronicAddress }: Party): string {
  if (accepted.electronicAddress !== undefined) return 'electronicAddress'
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
const FROM_EXCHANGE_RATE =
  "Send the exchange rate (exchangeRate): units of the country's own currency for one unit of the invoice currency, for example 4.9764; the service computes the VAT in the country's currency from it"
const FROM_RATES = 'Correct vatCategory and vatRate of the lines: the service computes the VAT from them'

/** Terms without a field in the API, because the service computes them. */
const COMPUTED: Readonly<Partial<Record<Term, string>>> = {
  'BT-131': FROM_PRICES,
  ...Object.fromEntries(
    ['BG-22', 'BT-106', 'BT-107', 'BT-108', 'BT-109', 'BT-112', 'BT-115'].map((term) => [term, FROM_LINES]),
  ),
  ...Object.fromEntries(['BG-23', 'BT-110', 'BT-116', 'BT-117', 'BT-118', 'BT-119'].map((term) => [term, FROM_RATES])),
}
