import { isAboveZero, isAtLeastZero, isZero } from '../doubles.js'
import type { XmlElement } from '../../../xml/element.js'
import { blaming, along, type JudgedDocument, type Assertions, ROOT, type Test, inContext } from '../binding.js'
import { AGREEMENT, CHARGE_INDICATOR, DELIVERY, isOfVat, SETTLEMENT, taxNumbers, TRANSACTION } from './facts.js'
import { breakdownRules, type CiiCategory, isCode, isOf, isTaxOfRate } from './vat-breakdown.js'
import { all, count, has, is, isJudgedAs, twoDecimals } from '../xpath.js'

const RATED: Omit<CiiCategory, 'code' | 'prefix' | 'rate'> = {
  seller: 'any',
  buyer: 'any',
  exemption: false,
  isRated: true,
}
const UNRATED: Pick<CiiCategory, 'rate' | 'exemption' | 'isRated'> = { rate: 'zero', exemption: true, isRated: false }

const CATEGORIES: readonly CiiCategory[] = [
  { code: 'S', prefix: 'BR-S', rate: 'positive', ...RATED },
  { code: 'Z', prefix: 'BR-Z', rate: 'zero', ...RATED, isRated: false },
  { code: 'E', prefix: 'BR-E', ...UNRATED, seller: 'any', buyer: 'any' },
  { code: 'AE', prefix: 'BR-AE', ...UNRATED, seller: 'any', buyer: 'vatOrLegal' },
  { code: 'K', prefix: 'BR-IC', ...UNRATED, seller: 'vat', buyer: 'vat' },
  { code: 'G', prefix: 'BR-G', ...UNRATED, seller: 'vat', buyer: 'any' },
  { code: 'O', prefix: 'BR-O', ...UNRATED, rate: 'none', seller: 'none', buyer: 'none' },
  // For IGIC the binding requires a rate above zero; the standard and UBL allow zero.
  { code: 'L', prefix: 'BR-AF', rate: 'positive', ...RATED },
  { code: 'M', prefix: 'BR-AG', rate: 'notNegative', ...RATED },
]

/** The entries of the VAT breakdown. */
export const CII_BREAKDOWN = along('ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax')
/** Those in the transaction: the other rules of a category than S and Z are judged only there. */
const ENTRIES_IN_TRANSACTION = along(`${TRANSACTION}/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax`)
const LINE_TAXES = along('ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax')
const ITEM_TAXES = along(
  `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`,
)

function reductionTaxes(isMeant: (reduction: XmlElement) => boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document
      .named('ram:SpecifiedTradeAllowanceCharge')
      .filter(isMeant)
      .flatMap((each) => all(each, 'ram:CategoryTradeTax'))
}

const ALLOWANCES = reductionTaxes((each) => isJudgedAs(each, CHARGE_INDICATOR, false))
const CHARGES = reductionTaxes((each) => isJudgedAs(each, CHARGE_INDICATOR, true))
const WORDED_ALLOWANCES = reductionTaxes((each) => is(each, CHARGE_INDICATOR, 'false'))
const WORDED_CHARGES = reductionTaxes((each) => is(each, CHARGE_INDICATOR, 'true'))

/** The codes of all taxes: a document uses one or two of nine, and the others' rules hold. */
const USED = (document: JudgedDocument): ReadonlySet<string> =>
  new Set(document.named('ram:CategoryCode').map((code) => code.stringValue))

function using(code: string) {
  return (document: JudgedDocument): readonly XmlElement[] => (document.once(USED).has(code) ? [document.root] : [])
}

/** The categories as in the artefact: the first code of a tax is judged. */
const ORDER: readonly string[] = ['AE', 'L', 'M', 'E', 'G', 'K', 'O', 'S', 'Z']

function isJudgedBefore(tax: XmlElement, code: string): boolean {
  return count(tax, 'ram:CategoryCode') > 1 && ORDER.slice(0, ORDER.indexOf(code)).some((other) => isOf(tax, other))
}

/** The VAT rules of the CII binding of EN 16931. */
export const CII_VAT_RULES = vatRules(true)

/**
 * The VAT rules of Factur-X: those of EN 16931 in other contexts. They are for taxes of any type
 * and for each code of a tax, and compare the indicator of an allowance as a text.
 */
export const facturXVatRules = (): readonly Assertions[] => vatRules(false)

/** @param isBinding whether the rules are those of the CII binding, and not those of Factur-X */
function vatRules(isBinding: boolean): readonly Assertions[] {
  return [
    ...CATEGORIES.flatMap((category) => {
      const { code, prefix } = category
      const isMeant = (tax: XmlElement): boolean =>
        isBinding ? isOf(tax, code) && !isJudgedBefore(tax, code) : isCode(tax, code)
      const taxes = (of: (document: JudgedDocument) => readonly XmlElement[]) => (document: JudgedDocument) =>
        document.once(USED).has(code) ? document.once(of).filter(isMeant) : []
      const shows: Test = (_, document) => showsNumbers(document, category)
      const rate = rateTest(category)
      return [
        inContext(using(code), { [`${prefix}-01`]: entryTest(category) }),
        inContext(taxes(ITEM_TAXES), { [`${prefix}-02`]: shows, [`${prefix}-05`]: rate }),
        inContext(taxes(isBinding ? ALLOWANCES : WORDED_ALLOWANCES), {
          [`${prefix}-03`]: shows,
          [`${prefix}-06`]: rate,
        }),
        inContext(taxes(isBinding ? CHARGES : WORDED_CHARGES), { [`${prefix}-04`]: shows, [`${prefix}-07`]: rate }),
        inContext(entriesOf(code, isBinding), breakdownRules(category, !isBinding)),
      ]
    }),
    inContext(entriesOf('K', isBinding), {
      'BR-IC-11': (_, { root }) =>
        has(root, `${DELIVERY}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`) ||
        has(root, `${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:StartDateTime`) ||
        has(root, `${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime`),
      'BR-IC-12': (_, { root }) => has(root, `${DELIVERY}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`),
    }),
    inContext(entriesOf('O', isBinding), {
      'BR-O-11': isAlone('ram:ApplicableTradeTax', CII_BREAKDOWN),
      'BR-O-12': isAlone('ram:ApplicableTradeTax', LINE_TAXES),
      'BR-O-13': isAlone('ram:CategoryTradeTax'),
      'BR-O-14': isAlone('ram:CategoryTradeTax'),
    }),
    inContext(isBinding ? otherEntries : CII_BREAKDOWN, { ...breakdownTests(), 'BR-CO-17': isTaxOfRate }),
    inContext(ROOT, {
      'BR-B-01': (_, document) =>
        !isUsed(document, 'B') || !document.named('ram:CountryID').some((country) => country.stringValue !== 'IT'),
      'BR-B-02': (_, document) => !isUsed(document, 'B') || !isUsed(document, 'S'),
    }),
  ]
}

/** Rules on entries that no rule of a category covers. */
export function breakdownTests(): Readonly<Record<string, Test>> {
  return {
    'BR-45': (tax) => has(tax, 'ram:BasisAmount'),
    'BR-46': (tax) => has(tax, 'ram:CalculatedAmount'),
    'BR-47': (tax) => isOfVat(tax) && has(tax, 'ram:CategoryCode'),
    'BR-48': (tax) => isOfVat(tax) && (has(tax, 'ram:RateApplicablePercent') || isCode(tax, 'O')),
    'BR-CO-03': (_, document) =>
      document.named('ram:TaxPointDate').length === 0 || document.named('ram:DueDateTypeCode').length === 0,
    'BR-DEC-19': (tax) => twoDecimals(tax, 'ram:BasisAmount'),
    'BR-DEC-20': (tax) => twoDecimals(tax, 'ram:CalculatedAmount'),
  }
}

function isUsed(document: JudgedDocument, code: string): boolean {
  return document.named('ram:CategoryCode').some((each) => each.stringValue === code)
}

/**
 * For S and Z neither the transaction nor the scheme is checked, and the scheme by Factur-X for
 * none. The context of L, M and O is the entry, that of the others its code: an entry with two
 * codes is judged twice.
 */
function entriesOf(code: string, isBinding: boolean) {
  const isMeant = isBinding ? isOf : isCode
  return (document: JudgedDocument): readonly XmlElement[] => {
    const anywhere = code === 'S' || code === 'Z'
    const entries = anywhere
      ? document.once(CII_BREAKDOWN).filter((tax) => isCode(tax, code))
      : document.once(ENTRIES_IN_TRANSACTION).filter((tax) => isMeant(tax, code))
    if (JUDGED_AS_ENTRIES.has(code)) return entries
    return entries.flatMap((tax) =>
      tax.all('ram:CategoryCode').flatMap((each) => (each.stringValue === code ? [tax] : [])),
    )
  }
}

const JUDGED_AS_ENTRIES: ReadonlySet<string> = new Set(['L', 'M', 'O'])

/**
 * Only the first matching rule of an entry is judged: those of L, M and O precede BR-45 to BR-48
 * and BR-CO-17.
 */
function otherEntries(document: JudgedDocument): readonly XmlElement[] {
  const judged = new Set([...JUDGED_AS_ENTRIES].flatMap((code) => entriesOf(code, true)(document)))
  return document.once(CII_BREAKDOWN).filter((tax) => !judged.has(tax))
}

/** -01. */
function entryTest({ code, isRated }: CiiCategory): Test {
  return (_, document) => {
    const number = (taxes: readonly XmlElement[]): number => taxes.filter((tax) => isCode(tax, code)).length
    const entries = number(document.once(CII_BREAKDOWN))
    const lines = number(document.once(LINE_TAXES))
    const others = number(document.named('ram:CategoryTradeTax'))
    if (isRated) return (lines === 0 || lines + entries >= 2) && (others === 0 || others + entries >= 2)
    const fits = entries === 1 && lines + others > 0
    return code === 'O' ? entries === 0 || fits : entries + lines + others === 0 || fits
  }
}

function showsNumbers(document: JudgedDocument, { seller, buyer, isRated, code }: CiiCategory): boolean {
  // If the standard requires a VAT identifier, the artefact searches sellers anywhere, otherwise
  // under the header.
  const anywhere = seller === 'vat' || code === 'AE'
  const parties = (name: string): readonly XmlElement[] =>
    anywhere ? document.named(name) : all(document.root, `${AGREEMENT}/${name}`)
  const numbered = (found: readonly XmlElement[], ...schemes: readonly string[]): boolean =>
    found.some((party) => taxNumbers(party, ...schemes).length > 0)
  const representative = numbered(parties('ram:SellerTaxRepresentativeTradeParty'), 'VA')
  const sellers = parties('ram:SellerTradeParty')
  const buyers = document.named('ram:BuyerTradeParty')
  const sellerShows = {
    any: () => numbered(sellers, 'VA', 'FC') || representative,
    vat: () => numbered(sellers, 'VA') || representative,
    none: () => !numbered(sellers, 'VA') && !representative,
  }
  const buyerShows = {
    any: () => true,
    vat: () => numbered(buyers, 'VA'),
    vatOrLegal: () =>
      numbered(buyers, 'VA') || buyers.some((party) => has(party, 'ram:SpecifiedLegalOrganization/ram:ID')),
    none: () => !numbered(buyers, 'VA'),
  }
  return sellerShows[seller]() && (isRated || buyerShows[buyer]())
}

function rateTest({ rate }: CiiCategory): Test {
  switch (rate) {
    case 'positive':
      return (tax) => isAboveZero(tax, 'ram:RateApplicablePercent')
    case 'notNegative':
      return (tax) => isAtLeastZero(tax, 'ram:RateApplicablePercent')
    case 'zero':
      return (tax) => isZero(tax, 'ram:RateApplicablePercent')
    case 'none':
      return (tax) => !has(tax, 'ram:RateApplicablePercent')
  }
}

/** @param own the path of the rule's own items; the artefact checks more */
function isAlone(name: string, own?: (document: JudgedDocument) => readonly XmlElement[]): Test {
  const isOther = (tax: XmlElement): boolean => all(tax, 'ram:CategoryCode').some((code) => code.stringValue !== 'O')
  return blaming(
    (_, document) => (own && document.once(own).find(isOther)) ?? document.named(name).find(isOther),
    (_, document) => !document.named(name).some(isOther),
  )
}
