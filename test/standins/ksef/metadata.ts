import { ksefModeOf } from '../../../src/countries/pl/upo.js'
import { json, refused } from './answers.js'
import { FORM } from './form.js'
import { issueDateOf, modeOfInvoice, type Register, type TakenInvoice } from './register.js'
import type { Answer } from '../local-server.js'

const DATES = ['Issue', 'Invoicing', 'PermanentStorage']
const SUBJECTS = ['Subject1', 'Subject2', 'Subject3', 'SubjectAuthorized']
/** Three months, with the longest of them. */
const LONGEST_MS = 92 * 24 * 3_600_000
const KINDS: Readonly<Record<string, string>> = {
  VAT: 'Vat',
  KOR: 'Kor',
  ZAL: 'Zal',
  ROZ: 'Roz',
  UPR: 'Upr',
  KOR_ZAL: 'KorZal',
  KOR_ROZ: 'KorRoz',
}

/** The filters of a query, as far as the stand-in knows them. */
export interface Filters {
  readonly subjectType?: string
  readonly dateRange?: { readonly dateType?: string; readonly from?: string; readonly to?: string | null }
  readonly ksefNumber?: string
  readonly invoiceNumber?: string
  readonly invoicingMode?: string
}

/** `POST /invoices/query/metadata`: the accepted invoices of a company, in pages. */
export function metadata(register: Register, nip: string, query: URLSearchParams, filters: Filters, now: Date): Answer {
  const [offset, size] = [Number(query.get('pageOffset') ?? 0), Number(query.get('pageSize') ?? 10)]
  if (!Number.isSafeInteger(offset) || offset < 0) return refused(21405, ['pageOffset'])
  if (!Number.isSafeInteger(size) || size < 10 || size > 250) return refused(21405, ['pageSize'])
  const invoices = found(register, nip, filters, query.get('sortOrder') === 'Desc' ? 'Desc' : 'Asc', now)
  if (!Array.isArray(invoices)) return invoices as Answer
  const shown = (invoices as readonly TakenInvoice[]).slice(offset * size, (offset + 1) * size)
  return json({
    hasMore: (offset + 1) * size < invoices.length,
    isTruncated: false,
    ...highWaterMark(filters, now),
    invoices: shown.map(shownAs),
  })
}

/** Up to when a query by permanent storage is complete: the end of its period, or now. */
export function highWaterMark({ dateRange: { dateType, to } = {} }: Filters, now: Date): object {
  if (dateType !== 'PermanentStorage') return {}
  const end = to == null || Date.parse(to) > now.getTime() ? now : new Date(to)
  return { permanentStorageHwmDate: end.toISOString() }
}

/** The accepted invoices of a company that filters let through, in order; or why none. */
export function found(
  register: Register,
  nip: string,
  filters: Filters,
  order: 'Asc' | 'Desc',
  now: Date,
): readonly TakenInvoice[] | Answer {
  const { subjectType = '', dateRange: { dateType = '', from, to } = {} } = filters
  const [begin, end] = [Date.parse(from ?? ''), to == null ? now.getTime() : Date.parse(to)]
  if (!SUBJECTS.includes(subjectType)) return refused(21405, ['subjectType'])
  if (!DATES.includes(dateType) || Number.isNaN(begin) || Number.isNaN(end) || end - begin > LONGEST_MS)
    return refused(21405, ['dateRange'])
  const dateOf = (invoice: TakenInvoice): number => {
    if (dateType === 'Issue') return Date.parse(issueDateOf(invoice))
    return (dateType === 'Invoicing' ? invoice.invoicingDate : invoice.decidedAt).getTime()
  }
  return register.accepted
    .filter(({ decidedAt }) => decidedAt <= now)
    .filter((invoice) => partiesOf(invoice, subjectType).includes(nip))
    .filter((invoice) => dateOf(invoice) >= begin && dateOf(invoice) <= end)
    .filter(({ ksefNumber }) => (filters.ksefNumber ?? ksefNumber) === ksefNumber)
    .filter(({ number }) => (filters.invoiceNumber ?? number) === number)
    .filter((invoice) => (filters.invoicingMode ?? shownModeOf(invoice)) === shownModeOf(invoice))
    .sort((a, b) => (order === 'Desc' ? dateOf(b) - dateOf(a) : dateOf(a) - dateOf(b)))
}

/** InvoiceMetadata of an invoice. */
export function shownAs(invoice: TakenInvoice): object {
  const gross = Number(textIn(invoice, 'P_15') || 0)
  const vat = ['P_14_1', 'P_14_2', 'P_14_3', 'P_14_4', 'P_14_5'].reduce(
    (sum, name) => sum + Number(textIn(invoice, name) || 0),
    0,
  )
  const buyer = buyerOf(invoice)
  return {
    ksefNumber: invoice.ksefNumber,
    invoiceNumber: invoice.number,
    issueDate: issueDateOf(invoice),
    invoicingDate: invoice.invoicingDate.toISOString(),
    acquisitionDate: invoice.decidedAt.toISOString(),
    permanentStorageDate: invoice.decidedAt.toISOString(),
    seller: { nip: sellerOf(invoice) },
    buyer: { identifier: buyer === '' ? { type: 'None', value: null } : { type: 'Nip', value: buyer } },
    netAmount: Math.round((gross - vat) * 100) / 100,
    grossAmount: gross,
    vatAmount: vat,
    currency: textIn(invoice, 'KodWaluty') || 'PLN',
    invoicingMode: shownModeOf(invoice),
    invoiceType: KINDS[textIn(invoice, 'RodzajFaktury')] ?? 'Vat',
    formCode: FORM,
    isSelfInvoicing: false,
    hasAttachment: false,
    invoiceHash: invoice.invoiceHash,
    thirdSubjects: thirdPartiesOf(invoice).map(({ nip, role }) => ({ identifier: { type: 'Nip', value: nip }, role })),
  }
}

function shownModeOf(invoice: TakenInvoice): string {
  return ksefModeOf(modeOfInvoice(invoice))
}

function sellerOf({ nip, sellerNip }: TakenInvoice): string {
  return sellerNip ?? nip
}

function partiesOf(invoice: TakenInvoice, subjectType: string): readonly string[] {
  if (subjectType === 'Subject1') return [sellerOf(invoice)]
  if (subjectType === 'Subject2') return [buyerOf(invoice)]
  return subjectType === 'Subject3' ? thirdsOf(invoice) : []
}

/** NIPs of the third parties. */
export function thirdsOf(invoice: TakenInvoice): readonly string[] {
  return thirdPartiesOf(invoice).map(({ nip }) => nip)
}

/** The third parties with a NIP, each with the number of its role; 0: another role, in words. */
function thirdPartiesOf({ xml }: TakenInvoice): readonly { readonly nip: string; readonly role: number }[] {
  const text = xml?.toString('utf8') ?? ''
  return [...text.matchAll(/<Podmiot3>[^]*?<\/Podmiot3>/g)].flatMap(([party]) => {
    const nip = /<NIP>(\d{10})<\/NIP>/.exec(party)?.[1]
    return nip === undefined ? [] : [{ nip, role: Number(/<Rola>(\d+)</.exec(party)?.[1] ?? 0) }]
  })
}

/** NIP of the buyer; empty: it has none. */
export function buyerOf({ xml }: TakenInvoice): string {
  return /<Podmiot2>[^]*?<NIP>(\d{10})<\/NIP>/.exec(xml?.toString('utf8') ?? '')?.[1] ?? ''
}

function textIn({ xml }: TakenInvoice, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml?.toString('utf8') ?? '')?.[1] ?? ''
}
