import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import type { RequestAllowance } from '../../../../domain/request/terms.js'
import { defined } from '../../../../domain/defined.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { fatturaModel } from '../../model.js'
import { exemptionOf, type NaturaContext } from '../../natura.js'
import type { SummaryEntry } from '../../summary.js'
import { codeIn, decimalIn, numberOf } from '../values.js'
import { groupOf, readTax } from './lines.js'
import { sumOf } from './totals.js'

/** A ScontoMaggiorazione of the document. */
interface Change {
  readonly element: XmlElement
  readonly lowers: boolean
  readonly percentage: Decimal | undefined
  readonly amount: Decimal | undefined
}

/** One whose amount is known. */
interface Sized extends Change {
  readonly amount: Decimal
}

/** Differences of roundings, in euros. */
const ROUNDING = Decimal.of('0.05')
const CENT = Decimal.of('0.01')

/**
 * 2.1.1.8 ScontoMaggiorazione of DatiGeneraliDocumento, as the allowances and charges that the
 * service writes as lines. If the summaries contain them, they have the rate of these; else they
 * change the total after VAT, and are outside of the taxable amount (Natura N1). One that does not
 * fit the totals of the document is left unread.
 * @param request the invoice without them
 */
export function withDocumentDiscount(
  request: InvoiceRequest,
  data: XmlElement | undefined,
  goods: XmlElement | undefined,
  context: NaturaContext,
  said: Set<XmlElement>,
): Discounted {
  const changes = (data?.all('ScontoMaggiorazione') ?? []).map(readChange)
  if (changes.length === 0) return { request, outside: Decimal.zero }
  const { summary } = fatturaModel(request)
  const found = inSummaries(changes, summary, goods, context) ?? afterVat(changes, summary, data, goods, context)
  if (found === undefined) return { request, outside: Decimal.zero }
  for (const { element } of changes) said.add(element)
  const { allowances = [], charges = [] } = request
  const extended = {
    ...request,
    ...(found.allowances.length > 0 && { allowances: [...allowances, ...found.allowances] }),
    ...(found.charges.length > 0 && { charges: [...charges, ...found.charges] }),
  }
  return { request: extended, outside: found.outside }
}

/** An invoice with the changes of its document. */
interface Discounted {
  readonly request: InvoiceRequest
  /** How they change the total, if no summary contains them. */
  readonly outside: Decimal
}

interface Found extends Pick<Discounted, 'outside'> {
  readonly allowances: readonly RequestAllowance[]
  readonly charges: readonly RequestAllowance[]
}

function readChange(element: XmlElement): Change {
  return {
    element,
    lowers: codeIn(element, 'Tipo') !== 'MG',
    percentage: decimalIn(element, 'Percentuale'),
    amount: decimalIn(element, 'Importo')?.abs(),
  }
}

/** The amounts of percentages without one, of this base. */
function sized(changes: readonly Change[], base: Decimal): readonly Sized[] {
  return changes.map((change) => ({
    ...change,
    amount: change.amount ?? (change.percentage ?? Decimal.zero).percentOf(base).round(2),
  }))
}

function signedSum(changes: readonly Sized[]): Decimal {
  return Decimal.sum(changes.map(({ lowers, amount }) => (lowers ? amount.negated() : amount)))
}

/** Taxable amounts that are lower or higher than the lines by all changes together. */
function inSummaries(
  changes: readonly Change[],
  summary: readonly SummaryEntry[],
  goods: XmlElement | undefined,
  context: NaturaContext,
): Found | undefined {
  const computed = new Map(summary.map(({ rate, natura, taxable }) => [`${rate.toString()} ${natura ?? ''}`, taxable]))
  const gaps = (goods?.all('DatiRiepilogo') ?? []).flatMap((element) => {
    const taxable = computed.get(groupOf(element))
    const gap = taxable && decimalIn(element, 'ImponibileImporto')?.minus(taxable)
    return gap === undefined || gap.isZero() ? [] : [{ element, gap, taxable: taxable ?? Decimal.zero }]
  })
  const taxable = Decimal.sum(summary.map((entry) => entry.taxable))
  const all = sized(changes, taxable)
  const difference = Decimal.sum(gaps.map(({ gap }) => gap)).minus(signedSum(all))
  if (signedSum(all).isZero() || difference.abs().compare(ROUNDING) > 0) return undefined
  const [only, ...others] = all
  const allowances: RequestAllowance[] = []
  const charges: RequestAllowance[] = []
  for (const { element, gap, taxable: base } of gaps) {
    const lowers = gap.compare(Decimal.zero) < 0
    const share = others.length === 0 && only?.lowers === lowers ? shareOf(only.percentage, gap.abs(), base) : {}
    ;(lowers ? allowances : charges).push(
      extra(gap.abs(), lowers, { ...share, ...readTax(element, new Map(), context) }),
    )
  }
  return { allowances, charges, outside: Decimal.zero }
}

/** Changes of the total with VAT. */
function afterVat(
  changes: readonly Change[],
  summary: readonly SummaryEntry[],
  data: XmlElement | undefined,
  goods: XmlElement | undefined,
  context: NaturaContext,
): Found | undefined {
  const taxable = Decimal.sum(summary.map((entry) => entry.taxable))
  if (sumOf(goods, 'ImponibileImporto').minus(taxable).abs().compare(ROUNDING) > 0) return undefined
  const withVat = taxable.plus(sumOf(goods, 'Imposta'))
  const stated = decimalIn(data, 'ImportoTotaleDocumento')
  // The total does not contain them.
  if (stated !== undefined && stated.equals(withVat)) return undefined
  const fits = (all: readonly Sized[]): boolean => stated === undefined || withVat.plus(signedSum(all)).equals(stated)
  const bases = [withVat, taxable].map((base) => ({ base, all: sized(changes, base) }))
  const isClear = changes.every(({ amount }) => amount !== undefined)
  const fitting = bases.find(({ all }) => fits(all)) ?? (isClear ? bases[0] : undefined)
  if (fitting === undefined) return undefined
  const tax = { vatRate: 0, ...exemptionOf('N1', undefined, context) }
  const extras = fitting.all.map(({ lowers, percentage, amount }) => {
    const shares = [taxable, withVat].map((base) => shareOf(percentage, amount, base))
    const share = shares.find((each) => Object.keys(each).length > 0) ?? {}
    return { lowers, extra: extra(amount, lowers, { ...share, ...tax }) }
  })
  return {
    allowances: extras.flatMap((each) => (each.lowers ? [each.extra] : [])),
    charges: extras.flatMap((each) => (each.lowers ? [] : [each.extra])),
    outside: signedSum(fitting.all),
  }
}

/** The percentage, if it is that of the base. */
function shareOf(
  percentage: Decimal | undefined,
  amount: Decimal,
  base: Decimal,
): Pick<RequestAllowance, 'percentage' | 'baseAmount'> {
  const isOf = percentage !== undefined && percentage.percentOf(base).minus(amount).abs().compare(CENT) <= 0
  return isOf ? { percentage: numberOf(percentage), baseAmount: numberOf(base) } : {}
}

/** Without a reason a charge would be additional expenses. */
function extra(
  amount: Decimal,
  lowers: boolean,
  others: Omit<RequestAllowance, 'amount' | 'reason'>,
): RequestAllowance {
  return { amount: numberOf(amount), ...others, ...defined({ reason: lowers ? undefined : 'Maggiorazione' }) }
}
