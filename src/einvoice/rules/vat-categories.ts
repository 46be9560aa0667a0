import { Decimal } from '../decimal.js'
import type { Invoice } from '../model.js'
import { isWithinOneAsDouble } from './bindings/doubles.js'
import { vatGroup } from '../totals.js'
import { isWithinOne } from './totals.js'
import { INTRA_COMMUNITY_RULES, OUTSIDE_SCOPE_RULES } from './vat-special.js'
import type { Breach, Rule, Term } from './rule.js'

/** How a VAT category behaves; the ten rules of each follow from it. */
interface VatCategory {
  /** UNTDID 5305. */
  readonly code: string
  /** `BR-S`, `BR-AE` … */
  readonly prefix: string
  readonly name: string
  readonly rate: 'positive' | 'notNegative' | 'zero' | 'none'
  readonly exemption: 'required' | 'forbidden'
  /** Which identifiers the seller must show: any tax number, a VAT identifier, or none at all. */
  readonly seller: 'taxNumber' | 'vatIdentifier' | 'none'
  /** And the buyer; undefined: nothing is asked. */
  readonly buyer?: 'vatIdentifier' | 'vatOrLegal' | 'none'
}

const STANDARD: Pick<VatCategory, 'exemption' | 'seller'> = { exemption: 'forbidden', seller: 'taxNumber' }

/** EN 16931-1 table of VAT rules, in the order of the standard. IGIC and IPSI have other rule names in older editions. */
function categories(canaryIslands: string, ceutaMelilla: string): readonly VatCategory[] {
  return [
    { code: 'S', prefix: 'BR-S', name: 'standard rated', rate: 'positive', ...STANDARD },
    { code: 'Z', prefix: 'BR-Z', name: 'zero rated', rate: 'zero', ...STANDARD },
    { code: 'E', prefix: 'BR-E', name: 'exempt', rate: 'zero', exemption: 'required', seller: 'taxNumber' },
    {
      ...{ code: 'AE', prefix: 'BR-AE', name: 'reverse charge', rate: 'zero', exemption: 'required' },
      ...{ seller: 'taxNumber', buyer: 'vatOrLegal' },
    },
    {
      ...{ code: 'K', prefix: 'BR-IC', name: 'intra-community supply', rate: 'zero', exemption: 'required' },
      ...{ seller: 'vatIdentifier', buyer: 'vatIdentifier' },
    },
    { code: 'G', prefix: 'BR-G', name: 'export', rate: 'zero', exemption: 'required', seller: 'vatIdentifier' },
    {
      ...{ code: 'O', prefix: 'BR-O', name: 'outside the scope of VAT', rate: 'none', exemption: 'required' },
      ...{ seller: 'none', buyer: 'none' },
    },
    { code: 'L', prefix: canaryIslands, name: 'IGIC', rate: 'notNegative', ...STANDARD },
    { code: 'M', prefix: ceutaMelilla, name: 'IPSI', rate: 'notNegative', ...STANDARD },
  ]
}

/** BR-S-01 to BR-O-14 and the two Spanish taxes: the rules of every VAT category. */
export function vatCategoryRules(canaryIslands: 'BR-AF' | 'BR-IG', ceutaMelilla: 'BR-AG' | 'BR-IP'): readonly Rule[] {
  return categories(canaryIslands, ceutaMelilla).flatMap((category) => [
    ...identityRules(category),
    ...rateRules(category),
    ...breakdownRules(category),
    ...(category.code === 'K' ? INTRA_COMMUNITY_RULES : []),
    ...(category.code === 'O' ? OUTSIDE_SCOPE_RULES : []),
  ])
}

/** -01: a breakdown entry for the category. -02 to -04: the numbers that seller and buyer must show, or must not. */
function identityRules(category: VatCategory): readonly Rule[] {
  const { code, prefix, name } = category
  const numbers =
    category.seller === 'none'
      ? 'must not show any VAT identifier; give all lines of the invoice this category, so that none is written'
      : 'need the VAT identifier of the seller' + (category.buyer === undefined ? '' : ' and of the buyer')
  const identity = (id: string, term: Term, isUsed: (invoice: Invoice, breach: Breach) => number): Rule => ({
    ...{
      id,
      terms: [term, 'BT-31', 'BT-32', 'BT-63', 'BT-48'],
      message: `The category ${code} (${name}) does not fit the VAT identifiers`,
    },
    fix: `Items of category ${code} ${numbers}`,
    check: (invoice, breach) => {
      const index = isUsed(invoice, breach)
      if (index >= 0 && !showsNumbers(invoice, category)) breach(term, index)
    },
  })
  return [
    {
      ...{ id: `${prefix}-01`, terms: ['BT-118'], fix: 'Give the breakdown one entry for the category' },
      message: `The VAT breakdown does not fit the items of category ${code} (${name})`,
      check: (invoice, breach) => {
        const entries = count(invoice.vatBreakdown, ({ category: each }) => each === code)
        const used = [...invoice.lines, ...invoice.allowances, ...invoice.charges].some(
          (each) => each.vatCategory === code,
        )
        const isRated = category.rate === 'positive' || category.rate === 'notNegative'
        if (isRated ? used !== entries > 0 : (used || entries > 0) && entries !== 1) breach('BT-118')
      },
    },
    identity(`${prefix}-02`, 'BT-151', ({ lines }) => lines.findIndex((each) => each.vatCategory === code)),
    identity(`${prefix}-03`, 'BT-95', ({ allowances }) => allowances.findIndex((each) => each.vatCategory === code)),
    identity(`${prefix}-04`, 'BT-102', ({ charges }) => charges.findIndex((each) => each.vatCategory === code)),
  ]
}

function showsNumbers({ seller, buyer, taxRepresentative }: Invoice, category: VatCategory): boolean {
  const sellerVat = seller.vatIdentifier ?? taxRepresentative?.vatIdentifier
  const sellerShows = {
    taxNumber: sellerVat !== undefined || seller.taxRegistration !== undefined,
    vatIdentifier: sellerVat !== undefined,
    none: sellerVat === undefined,
  }[category.seller]
  const buyerShows = {
    vatOrLegal: buyer.vatIdentifier !== undefined || buyer.legalRegistration !== undefined,
    vatIdentifier: buyer.vatIdentifier !== undefined,
    none: buyer.vatIdentifier === undefined,
    anything: true,
  }[category.buyer ?? 'anything']
  return sellerShows && buyerShows
}

/** -05 to -07: the rate of lines, allowances and charges. */
function rateRules({ code, prefix, name, rate }: VatCategory): readonly Rule[] {
  const [demand, isRight] = RATES[rate]
  const rule = (id: string, term: Term, kind: 'lines' | 'allowances' | 'charges'): Rule => ({
    ...{ id, terms: [term], message: `The VAT rate {} does not fit category ${code} (${name})` },
    fix: `Give ${demand}, or another category`,
    check: (invoice, breach) => {
      invoice[kind].forEach((each, index) => {
        if (each.vatCategory === code && !isRight(each.vatRate)) breach(term, index, each.vatRate?.toString())
      })
    },
  })
  return [
    rule(`${prefix}-05`, 'BT-152', 'lines'),
    rule(`${prefix}-06`, 'BT-96', 'allowances'),
    rule(`${prefix}-07`, 'BT-103', 'charges'),
  ]
}

const RATES: Readonly<Record<VatCategory['rate'], readonly [demand: string, (rate: Decimal | undefined) => boolean]>> =
  {
    positive: ['a rate above zero', (rate) => rate?.isPositive() ?? false],
    notNegative: ['a rate of zero or more', (rate) => rate !== undefined && !rate.isNegative()],
    zero: ['the rate 0', (rate) => rate?.isZero() ?? false],
    none: ['no rate, or 0', (rate) => rate === undefined],
  }

/** -08: taxable amount. -09: tax. -10: reason of an exemption. */
function breakdownRules({ code, prefix, name, rate, exemption }: VatCategory): readonly Rule[] {
  const isRated = rate === 'positive' || rate === 'notNegative'
  const each = (
    check: (entry: Invoice['vatBreakdown'][number], invoice: Invoice) => boolean,
    term: Term,
  ): Rule['check'] => {
    return (invoice, breach) => {
      invoice.vatBreakdown.forEach((entry, index) => {
        if (entry.category === code && !check(entry, invoice)) breach(term, index, shown(entry, term))
      })
    }
  }
  return [
    {
      ...{ id: `${prefix}-08`, terms: ['BT-116'], fix: 'Recompute the VAT breakdown from the lines' },
      message: `The taxable amount {} of category ${code} (${name}) is not what its items add up to`,
      check: each((entry, invoice) => {
        const items = taxedUnder(invoice, code, isRated ? entry.rate : undefined)
        if (entry.taxable === undefined) return false
        return isRated
          ? items !== null && isWithinOneAsDouble(Number(entry.taxable.toString()), items)
          : entry.taxable.equals(items ?? Decimal.zero)
      }, 'BT-116'),
    },
    {
      ...{ id: `${prefix}-09`, terms: ['BT-117'], fix: 'Recompute the VAT breakdown from the lines' },
      message: `The tax {} of category ${code} (${name}) is not ${isRated ? 'taxable amount times rate' : 'zero'}`,
      check: each(({ taxable, tax, rate: found }) => {
        if (tax === undefined || taxable === undefined) return false
        if (!isRated) return tax.isZero()
        return found !== undefined && isWithinOne(tax.abs(), found.percentOf(taxable.abs()).roundHalfUp(2))
      }, 'BT-117'),
    },
    {
      ...{ id: `${prefix}-10`, terms: ['BT-120', 'BT-121'] },
      message:
        exemption === 'required'
          ? `The category ${code} (${name}) has no reason of exemption`
          : `The category ${code} (${name}) has a reason of exemption, but nothing is exempt`,
      fix:
        exemption === 'required'
          ? 'Give exemptionReason or exemptionReasonCode'
          : 'Leave the reason out, or give category E',
      check: each(({ exemptionReason, exemptionReasonCode }) => {
        const hasReason = exemptionReason !== undefined || exemptionReasonCode !== undefined
        return hasReason === (exemption === 'required')
      }, 'BT-120'),
    },
  ]
}

function shown(entry: Invoice['vatBreakdown'][number], term: Term): string | undefined {
  return term === 'BT-116'
    ? entry.taxable?.toString()
    : term === 'BT-117'
      ? entry.tax?.toString()
      : entry.exemptionReason
}

/** Lines and charges less allowances of a category (and rate, if given); null where there is none. */
function taxedUnder(invoice: Invoice, code: string, rate: Decimal | undefined): Decimal | null {
  let sums = summed.get(invoice)
  if (sums === undefined) {
    sums = sumsOf(invoice)
    summed.set(invoice, sums)
  }
  return sums.get(rate === undefined ? code : vatGroup(code, rate)) ?? null
}

/** Made once for all entries of the breakdown. */
const summed = new WeakMap<Invoice, ReadonlyMap<string, Decimal>>()

/** By category, and by category and rate. */
function sumsOf({ lines, allowances, charges }: Invoice): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>()
  const add = (category: string, rate: Decimal | undefined, amount: Decimal): void => {
    for (const key of rate === undefined ? [category] : [category, vatGroup(category, rate)])
      sums.set(key, sums.get(key)?.plus(amount) ?? amount)
  }
  for (const { vatCategory, vatRate, netAmount } of lines) add(vatCategory, vatRate, netAmount ?? Decimal.zero)
  for (const { vatCategory, vatRate, amount } of charges) add(vatCategory, vatRate, amount ?? Decimal.zero)
  for (const { vatCategory, vatRate, amount } of allowances)
    add(vatCategory, vatRate, (amount ?? Decimal.zero).negated())
  return sums
}

function count<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  return items.reduce((total, item) => total + (isCounted(item) ? 1 : 0), 0)
}
