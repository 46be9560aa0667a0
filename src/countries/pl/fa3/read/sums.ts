import type { InvoiceRequest, Line } from '../../../../domain/request/invoice-request.js'
import type { GivenTotals } from '../../../../domain/request/terms.js'
import { defined } from '../../../../domain/defined.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import { containedVat } from '../../../../einvoice/request/from-request/prices-with-vat.js'
import { decimalOf } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { deductedAdvances, sumOfAdvances } from '../../advances.js'
import { fa3Model } from '../../model.js'
import { SALES } from '../../sales.js'
import type { ReadSales } from './sale.js'
import { decimalAt, jsonNumber, textAt } from '../values.js'

/** What lines made of sums need. */
interface SumsContext {
  readonly sales: ReadSales
  /** P_19A, P_19B or P_19C. */
  readonly exemption: string | undefined
  /** Whether amounts are read with the opposite sign. */
  readonly isCredit: boolean
}

/** P_13_1 and so on, each with its VAT, if there is one. */
const SUMS = /^fa:P_1([34])_[0-9]+(?:_[0-9])?$/

/** Names of what an invoice without lines is for, by RodzajFaktury. */
const NAMES: Readonly<Record<string, string>> = {
  ZAL: 'Zaliczka',
  KOR_ZAL: 'Korekta zaliczki',
  KOR: 'Korekta',
  KOR_ROZ: 'Korekta',
  ROZ: 'Rozliczenie zaliczek',
}
const SALE = 'Sprzedaż'

/** Whether a line says what it comes to. */
export function isPriced(line: XmlElement): boolean {
  return ['fa:P_9A', 'fa:P_9B', 'fa:P_11', 'fa:P_11A'].some((name) => line.child(name) !== undefined)
}

/** Lines of which none says what it comes to, each sum on the first line of its rate. */
export function withSums(lines: readonly Line[], fa: XmlElement | undefined, context: SumsContext): Line[] {
  if (fa === undefined || fa.all('fa:FaWiersz').some(isPriced)) return [...lines]
  const summed = [...lines]
  for (const sum of linesOfSums(fa, context)) {
    const index = lines.findIndex((line) => line.vatRate === sum.vatRate && line.vatCategory === sum.vatCategory)
    const { quantity, unitPrice } = sum
    const line = summed[index]
    if (line === undefined) summed.push(sum)
    else summed[index] = { ...line, quantity, unitPrice }
  }
  return summed
}

/**
 * The lines of an invoice that has none (an advance, a simplified invoice, a correction): one for
 * each sum. Without sums the total is taken for a sale outside of VAT.
 */
function linesOfSums(fa: XmlElement, { sales, exemption, isCredit }: SumsContext): Line[] {
  const description = NAMES[textAt(fa, 'fa:RodzajFaktury') ?? ''] ?? SALE
  const found = new Map<string, Line>()
  const add = (key: string, amount: Decimal, sale: Pick<Line, 'vatRate' | 'vatCategory'>): void => {
    const isTurned = amount.compare(Decimal.zero) < 0 !== isCredit
    found.set(key, {
      description,
      quantity: isTurned ? -1 : 1,
      unitPrice: jsonNumber(amount.abs()) ?? 0,
      unitCode: 'C62',
      ...sale,
    })
  }
  for (const [rate, { net, vat, percent }] of SALES) {
    const amount = decimalAt(fa, `fa:${net}`)
    if (amount === undefined || amount.isZero() || found.has(net)) continue
    // Rates that share a sum differ in their VAT.
    const tax = vat === undefined ? undefined : decimalAt(fa, `fa:${vat}`)
    const others = Array.from(SALES).filter(([, each]) => each.net === net && each.percent !== percent)
    const isNearer = others.some(([, each]) => distance(tax, each.percent, amount) < distance(tax, percent, amount))
    if (isNearer) continue
    const reason = rate === 'zw' && exemption !== undefined ? { exemptionReason: exemption } : {}
    add(net, amount, { ...sales.ofRate(rate), ...reason })
  }
  const total = decimalAt(fa, 'fa:P_15')
  if (found.size === 0 && total !== undefined) add('', total, { vatCategory: 'O', vatRate: 0 })
  return [...found.values()]
}

function distance(tax: Decimal | undefined, percent: Decimal, net: Decimal): number {
  return tax === undefined ? 0 : Number(percent.percentOf(net).minus(tax).abs().toString())
}

/**
 * The totals that the document states, with the rates of which the service computes another
 * amount. Corrections that lower the amount are read with the opposite sign.
 */
function readTotals(request: InvoiceRequest, fa: XmlElement | undefined): GivenTotals {
  const signed = (value: Decimal): number =>
    jsonNumber(request.invoiceType === 'credit_note' ? value.negated() : value) ?? 0
  const sum = (part: '3' | '4'): Decimal =>
    Decimal.sum(
      (fa?.children ?? []).flatMap((child) =>
        SUMS.exec(child.name)?.[1] === part ? [decimalOf(child) ?? Decimal.zero] : [],
      ),
    )
  // The sums of a final invoice are without its advances, those of the JSON with them.
  const advances = deductedAdvances(request).flatMap((each) => each.vat)
  const settled = (field: 'taxableAmount' | 'taxAmount', rate?: Decimal): Decimal =>
    Decimal.sum(
      advances.flatMap((each) =>
        rate === undefined || rate.equals(Decimal.of(each.vatRate)) ? [Decimal.of(each[field])] : [],
      ),
    )
  const [net, vat] = [sum('3').plus(settled('taxableAmount')), sum('4').plus(settled('taxAmount'))]
  const { invoice } = fa3Model(request)
  const vatBreakdown = invoice.vatBreakdown.flatMap(({ category, rate, taxable, tax }) => {
    const own = category === 'S' && rate !== undefined ? statedFor(fa, rate, invoice.vatBreakdown) : undefined
    if (own === undefined || rate === undefined) return []
    const [taxableAmount, taxAmount] = [
      signed(own.net.plus(settled('taxableAmount', rate))),
      signed(own.vat.plus(settled('taxAmount', rate))),
    ]
    const isSame = Number(taxable?.toString()) === taxableAmount && Number(tax?.toString()) === taxAmount
    return isSame ? [] : [{ vatRate: Number(rate.toString()), taxableAmount, taxAmount }]
  })
  // A simplified invoice may state the total alone.
  const hasSums = (fa?.children ?? []).some(({ name }) => SUMS.test(name))
  return {
    ...(hasSums && { netAmount: signed(net), vatAmount: signed(vat) }),
    grossAmount: signed(decimalAt(fa, 'fa:P_15')?.plus(sumOfAdvances(request)) ?? net.plus(vat)),
    ...defined({ vatBreakdown: vatBreakdown.length === 0 ? undefined : vatBreakdown }),
  }
}

const CENT = Decimal.of('0.01')

/**
 * The invoice and its totals. A total that is a cent off its sums, as gross prices make it, is
 * rounded: the amount to pay stays the same.
 */
export function withTotals(
  request: InvoiceRequest,
  fa: XmlElement | undefined,
): { readonly request: InvoiceRequest; readonly totals: GivenTotals } {
  const totals = readTotals(request, fa)
  const { withVat = Decimal.zero } = fa3Model({ ...request, totals }).invoice.totals
  const difference = Decimal.of(totals.grossAmount ?? 0).minus(withVat)
  const isRounded = !difference.isZero() && difference.abs().compare(CENT) <= 0
  if (!isRounded || request.roundingAmount !== undefined) return { request, totals }
  return {
    request: { ...request, roundingAmount: Number(difference.toString()) },
    totals: { ...totals, grossAmount: Number(withVat.toString()) },
  }
}

/** The sums of a rate; undefined: it shares them with another rate of the invoice, or has none. */
function statedFor(
  fa: XmlElement | undefined,
  rate: Decimal,
  breakdown: readonly { readonly rate?: Decimal | undefined }[],
): { readonly net: Decimal; readonly vat: Decimal } | undefined {
  const kind = SALES.get(rate.toString())
  if (kind === undefined) return undefined
  const net = decimalAt(fa, `fa:${kind.net}`)
  const vat = kind.vat === undefined ? undefined : decimalAt(fa, `fa:${kind.vat}`)
  const isShared = breakdown.some(
    (other) =>
      other.rate !== undefined && !other.rate.equals(rate) && SALES.get(other.rate.toString())?.net === kind.net,
  )
  return net === undefined || vat === undefined || isShared ? undefined : { net, vat }
}

/** PLN for one unit: of the lines, if they agree; of an advance; else what P_14_1W shows. */
export function readExchangeRate(fa: XmlElement | undefined): number | undefined {
  const lines = fa?.all('fa:FaWiersz').flatMap((line) => decimalAt(line, 'fa:KursWaluty')?.toString() ?? [])
  const [rate, other] = new Set(lines)
  if (other !== undefined) return jsonNumber(rateOfVat(fa))
  if (rate !== undefined) return jsonNumber(Decimal.of(rate))
  return jsonNumber(decimalAt(fa, 'fa:KursWalutyZ') ?? rateOfVat(fa))
}

/** Number of decimals of a rate: the National Bank of Poland publishes four. */
const [FEWEST_DECIMALS, MOST_DECIMALS] = [4, 10]

/** The shortest rate that converts each P_14 into its amount in PLN. */
function rateOfVat(fa: XmlElement | undefined): Decimal | undefined {
  const pairs = ['1', '2', '3', '4'].flatMap((each) => {
    const [vat, inPln] = [decimalAt(fa, `fa:P_14_${each}`), decimalAt(fa, `fa:P_14_${each}W`)]
    return vat === undefined || inPln === undefined || vat.isZero() || inPln.isZero() ? [] : [{ vat, inPln }]
  })
  const [largest] = [...pairs].sort((one, two) => two.vat.abs().compare(one.vat.abs()))
  if (largest === undefined) return undefined
  const exact = largest.inPln.dividedBy(largest.vat)
  for (let places = FEWEST_DECIMALS; places <= MOST_DECIMALS; places += 1) {
    const rate = exact.round(places)
    if (pairs.every(({ vat, inPln }) => vat.times(rate).round(2).equals(inPln))) return rate
  }
  return undefined
}

/** Elements with an amount of the invoice, or with what one is computed from. */
export function isAmount({ name }: XmlElement): boolean {
  return /^fa:(?:P_8B|P_9[AB]|P_10|P_11(?:A|Vat)?|P_12(?:_XII)?|P_13_\w+|P_14_\w+|P_15|Kwota|DoZaplaty|DoRozliczenia|KwotaZaplatyCzesciowej|Zaplacono|KursWaluty|KursWalutyZ|StanPrzed|RodzajFaktury|P_15Z|P_15ZK|P_11NettoZ|P_11VatZ)$/.test(
    name,
  )
}

/**
 * Amounts of lines that others determine: the VAT and the total of a line with its net amount, and
 * the rate of the document where the lines get it.
 */
export function repeatedAmounts(fa: XmlElement | undefined, request: InvoiceRequest): ReadonlySet<XmlElement> {
  const said = new Set<XmlElement>()
  const note = (element: XmlElement | undefined, isSame: boolean): void => {
    if (element !== undefined && isSame) said.add(element)
  }
  const ofDocument = fa?.child('fa:KursWalutyZ')
  note(ofDocument, jsonNumber(decimalAt(fa, 'fa:KursWalutyZ')) === request.exchangeRate)
  for (const line of fa?.all('fa:FaWiersz') ?? []) {
    const [net, vat, total] = ['P_11', 'P_11Vat', 'P_11A'].map((name) => decimalAt(line, `fa:${name}`))
    const percent = SALES.get(textAt(line, 'fa:P_12') ?? '')?.percent
    if (net === undefined && request.pricesIncludeVat === true && total !== undefined)
      note(line.child('fa:P_11Vat'), vat?.equals(containedVat(total, percent)) === true)
    if (net === undefined) continue
    const computed = percent?.percentOf(net).round(2)
    note(line.child('fa:P_11Vat'), vat !== undefined && computed?.equals(vat) === true)
    const ofTotal = vat ?? computed
    note(line.child('fa:P_11A'), total !== undefined && ofTotal !== undefined && net.plus(ofTotal).equals(total))
  }
  return said
}
