import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { fromRequest } from '../../einvoice/request/from-request/invoice.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { vatGroup } from '../../einvoice/model/totals.js'
import type { NationalModel } from '../national-invoicing.js'
import { type ExemptionGround, exemptionGround } from './exemption.js'
import { type Identity, identityOf } from './identity.js'
import { POLISH_PROFILE } from './profile.js'
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
  /** P_11 of each line, without its sign. */
  readonly nets: readonly Decimal[]
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

/** RodzajFaktury. A change to the amount of an earlier invoice is a correction. */
export function kindOfInvoice({ invoiceType }: InvoiceRequest): 'VAT' | 'KOR' {
  return invoiceType === 'invoice' ? 'VAT' : 'KOR'
}

/** Never fails: forbidden values are copied, so that the rules find them. */
export function fa3Model(given: InvoiceRequest, attachments: readonly Uint8Array[] = [], createdAt?: Date): Fa3Model {
  const request = inWholeCents(given)
  const semantic = fromRequest(request, POLISH_PROFILE, attachments)
  const buyer = identityOf({ ...request.customer, country: request.customer.address?.country })
  const invoice =
    request.customer.vatNumber === ''
      ? { ...semantic, buyer: { ...semantic.buyer, vatIdentifier: undefined, legalRegistration: undefined } }
      : semantic
  const lines = saleLines(request, invoice)
  const rates = lines.map(({ line }) => rateOfSale(line, buyer))
  const counted =
    lines.length === request.lines.length ? invoice : fromRequest(withLines(request, lines), POLISH_PROFILE)
  const signed = (value: Decimal): Decimal => (invoice.kind === 'creditNote' ? value.negated() : value)
  const isForeign = request.currency !== 'PLN'
  return {
    request,
    createdAt: createdAt?.toISOString() ?? `${request.issueDate}T00:00:00Z`,
    invoice,
    buyer,
    lines,
    nets: counted.lines.map(({ netAmount = Decimal.zero }) => netAmount),
    rates,
    sums: sumsOf(counted, rates, signed),
    exchangeRate: isForeign && request.exchangeRate !== undefined ? Decimal.of(request.exchangeRate) : undefined,
    exemption: exemptionGround(lines.flatMap(({ line }, index) => (rates[index] === 'zw' ? [line] : []))),
    signed,
  }
}

/** The same invoice with allowances and charges as lines. */
function withLines(request: InvoiceRequest, lines: readonly SaleLine[]): InvoiceRequest {
  return { ...request, lines: lines.map(({ line }) => line), allowances: [], charges: [] }
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

/** Sums the lines by their place in FA(3). VAT is that of the breakdown (BT-117). */
function sumsOf(invoice: Invoice, rates: readonly string[], signed: Fa3Model['signed']): readonly SalesSum[] {
  const net = new Map<string, Decimal>()
  const vat = new Map<string, Decimal>()
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
