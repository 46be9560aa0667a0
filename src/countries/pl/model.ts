import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { fromRequest } from '../../einvoice/request/from-request/invoice.js'
import { linesOf } from '../../einvoice/request/from-request/lines.js'
import { containedVat } from '../../einvoice/request/from-request/prices-with-vat.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../einvoice/model/lines.js'
import type { VatBreakdown } from '../../einvoice/model/settlement.js'
import { vatGroup } from '../../einvoice/model/totals.js'
import type { NationalModel } from '../national-invoicing.js'
import { deductedAdvances, settledSums, sumOfAdvances } from './advances.js'
import { hasLinesBefore, inDifferences, rowsOf } from './correction.js'
import { type ExemptionGround, exemptionGround } from './exemption.js'
import { type Identity, identityOf } from './identity.js'
import { ADVANCE, isAdvance } from './order.js'
import { profileOf } from './profile.js'
import { type SaleLine, saleLines } from './sale-lines.js'
import { rateOfSale, SALES } from './sales.js'

/** Net and VAT of all sales that share their sums, of one invoice. */
interface SalesSum {
  /** P_13_1 and so on. */
  readonly net: { readonly element: string; readonly amount: Decimal }
  /** P_14_1 and so on, in the currency of the invoice. */
  readonly vat?: { readonly element: string; readonly amount: Decimal }
}

/** An invoice in the terms of FA(3). All amounts of a correction are differences. */
export interface Fa3Model extends NationalModel {
  readonly request: InvoiceRequest
  /**
   * DataWytworzeniaFa: when the service took the invoice. A document that is only judged has the
   * beginning of its issue date.
   */
  readonly createdAt: string
  /** In EN 16931 the amounts of a credit note are positive. */
  readonly invoice: Invoice
  readonly buyer: Identity
  /** FaWiersz: the lines, followed by charges and allowances of the whole invoice. */
  readonly lines: readonly SaleLine[]
  /** FaWiersz in EN 16931, with P_11 without its sign. */
  readonly computed: readonly InvoiceLine[]
  /** P_11A of each line, without its sign; undefined: prices are without VAT. */
  readonly grosses: readonly Decimal[] | undefined
  /**
   * P_11Vat of each line, without its sign, where the VAT is the sum of the VAT of the lines (art.
   * 106e (10)); undefined: it is that of the sums.
   */
  readonly vatOfLines: readonly Decimal[] | undefined
  /** P_12 of each line. */
  readonly rates: readonly string[]
  /** In the order of the schema. */
  readonly sums: readonly SalesSum[]
  /** PLN for one unit of the invoice's currency, if that is not PLN and the rate is known. */
  readonly exchangeRate: Decimal | undefined
  /** Why lines are exempt: undefined if none is or no reason is given. */
  readonly exemption: ExemptionGround | undefined
  /** An amount or quantity with its sign in the document: a credit note has negative ones. */
  readonly signed: (value: Decimal) => Decimal
}

/** RodzajFaktury without KOR: what a correction is of. */
function basicKind(request: InvoiceRequest): 'VAT' | 'ZAL' | 'ROZ' {
  if (isAdvance(request)) return 'ZAL'
  return (request.prepayments ?? []).length > 0 ? 'ROZ' : 'VAT'
}

/**
 * RodzajFaktury. A change to the amount of an earlier invoice is a correction; an invoice that
 * settles advances is a final one.
 */
export function kindOfInvoice(request: InvoiceRequest): 'VAT' | 'ZAL' | 'ROZ' | 'KOR' | 'KOR_ZAL' | 'KOR_ROZ' {
  const kind = basicKind(request)
  if (request.invoiceType === 'invoice') return kind
  return kind === 'VAT' ? 'KOR' : `KOR_${kind}`
}

/** The same invoice with the sum of its advances as paid (BT-113). */
function withAdvancesPaid(request: InvoiceRequest): InvoiceRequest {
  if (deductedAdvances(request).length === 0) return request
  return { ...request, prepaidAmount: Number(sumOfAdvances(request).toString()) }
}

/** Never fails: forbidden values are copied, so that the rules find them. */
export function fa3Model(given: InvoiceRequest, attachments: readonly Uint8Array[] = [], createdAt?: Date): Fa3Model {
  const request = inWholeCents(given)
  const plain = withAdvancesPaid(withOwnType(inDifferences(request)))
  const profile = profileOf(request)
  const semantic = fromRequest(plain, profile, attachments)
  const buyer = identityOf({ ...request.customer, country: request.customer.address?.country })
  const invoice =
    request.customer.vatNumber === ''
      ? { ...semantic, buyer: { ...semantic.buyer, vatIdentifier: undefined, legalRegistration: undefined } }
      : semantic
  const sales = saleLines(plain, invoice)
  const counted = sales.length === plain.lines.length ? invoice : fromRequest(withLines(plain, sales), profile)
  const lines = hasLinesBefore(request) ? rowsOf(request) : sales
  const rateOf = ({ line }: SaleLine): string => rateOfSale(line, buyer)
  const rates = lines.map(rateOf)
  const signed = (value: Decimal): Decimal => (invoice.kind === 'creditNote' ? value.negated() : value)
  const isForeign = request.currency !== 'PLN'
  const grosses =
    request.pricesIncludeVat === true
      ? counted.lines.map(({ inclusive }) => inclusive?.amount ?? Decimal.zero)
      : undefined
  return {
    request,
    createdAt: createdAt?.toISOString() ?? `${request.issueDate}T00:00:00Z`,
    invoice,
    buyer,
    lines,
    computed: lines === sales ? counted.lines : linesOf(lines.map(({ line }) => line)),
    grosses,
    vatOfLines: grosses && vatOfLines(counted, grosses),
    rates,
    sums: sumsOf(counted, sales.map(rateOf), signed, settledSums(request, sales, buyer)),
    exchangeRate: isForeign && request.exchangeRate !== undefined ? Decimal.of(request.exchangeRate) : undefined,
    exemption: exemptionGround(lines.flatMap(({ line }, index) => (rates[index] === 'zw' ? [line] : []))),
    signed,
  }
}

/** The same invoice with allowances and charges as lines. */
function withLines(request: InvoiceRequest, lines: readonly SaleLine[]): InvoiceRequest {
  return { ...request, lines: lines.map(({ line }) => line), allowances: [], charges: [] }
}

/** EN 16931 has no type for the debit note to an advance: it is a debit note. */
function withOwnType(request: InvoiceRequest): InvoiceRequest {
  const { typeCode, ...others } = request
  return typeCode === ADVANCE && request.invoiceType === 'debit_note' ? others : request
}

/** FA(3) rounds the amount of a line, and so that of an allowance. */
function inWholeCents(request: InvoiceRequest): InvoiceRequest {
  const rounded = <T extends { readonly amount?: number }>(all: readonly T[]): readonly T[] =>
    all.map((each) =>
      each.amount === undefined ? each : { ...each, amount: Number(Decimal.of(each.amount).round(2).toString()) },
    )
  return {
    ...request,
    ...(request.allowances && { allowances: rounded(request.allowances) }),
    ...(request.charges && { charges: rounded(request.charges) }),
  }
}

/** The VAT that each line contains, if the VAT of the rates is their sum, not that of the sums. */
function vatOfLines({ lines, vatBreakdown }: Invoice, grosses: readonly Decimal[]): readonly Decimal[] | undefined {
  const taxes = lines.map(({ vatRate }, index) => containedVat(grosses[index] ?? Decimal.zero, vatRate))
  const sums = new Map<string, Decimal>()
  lines.forEach(({ vatCategory, vatRate }, index) => {
    const group = vatGroup(vatCategory, vatRate)
    sums.set(group, (sums.get(group) ?? Decimal.zero).plus(taxes[index] ?? Decimal.zero))
  })
  const taxOf = ({ tax = Decimal.zero }: VatBreakdown): Decimal => tax
  const isOfLines = (entry: VatBreakdown): boolean =>
    taxOf(entry).equals(sums.get(vatGroup(entry.category, entry.rate)) ?? Decimal.zero)
  const isOfSum = (entry: VatBreakdown): boolean =>
    taxOf(entry).equals(containedVat(taxOf(entry).plus(entry.taxable ?? Decimal.zero), entry.rate))
  return vatBreakdown.every(isOfSum) || !vatBreakdown.every(isOfLines) ? undefined : taxes
}

/**
 * Sums the lines by their place in FA(3). VAT is that of the breakdown (BT-117).
 * @param settled what advances take from each sum
 */
function sumsOf(
  invoice: Invoice,
  rates: readonly string[],
  signed: Fa3Model['signed'],
  settled: ReadonlyMap<string, Decimal>,
): readonly SalesSum[] {
  const net = new Map<string, Decimal>()
  const vat = new Map<string, Decimal>()
  for (const [element, amount] of settled) (element.startsWith('P_13') ? net : vat).set(element, amount.negated())
  const taxes = new Map(invoice.vatBreakdown.map(({ category, rate, tax }) => [vatGroup(category, rate), tax]))
  const counted = new Set<string>()
  invoice.lines.forEach(({ netAmount = Decimal.zero, vatCategory, vatRate }, index) => {
    const kind = SALES.get(rates[index] ?? '')
    if (kind === undefined) return
    net.set(kind.net, (net.get(kind.net) ?? Decimal.zero).plus(netAmount))
    const group = vatGroup(vatCategory, vatRate)
    if (kind.vat === undefined || counted.has(group)) return
    counted.add(group)
    vat.set(kind.vat, (vat.get(kind.vat) ?? Decimal.zero).plus(taxes.get(group) ?? Decimal.zero))
  })
  const seen = new Set<string>()
  return Array.from(SALES.values()).flatMap((kind) => {
    const amount = net.get(kind.net)
    if (amount === undefined || seen.has(kind.net)) return []
    seen.add(kind.net)
    const sum = { net: { element: kind.net, amount: signed(amount) } }
    if (kind.vat === undefined) return [sum]
    return [{ ...sum, vat: { element: kind.vat, amount: signed(vat.get(kind.vat) ?? Decimal.zero) } }]
  })
}
