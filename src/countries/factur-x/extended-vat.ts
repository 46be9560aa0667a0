import { type Assertions, inContext, type JudgedDocument, type Test } from '../../einvoice/rules/bindings/binding.js'
import { CII_BREAKDOWN } from '../../einvoice/rules/bindings/cii/vat.js'
import { isCode } from '../../einvoice/rules/bindings/cii/vat-breakdown.js'
import { all, decimal, has } from '../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import { CATEGORIES } from '../fr/rules/extended/categories.js'
import { isWithinCents, minus, plus } from '../fr/rules/extended/mixed.js'
import { CII_VAT_PLACES } from '../fr/rules/extended/vat/cii.js'
import { extendedVat } from '../fr/rules/extended/vat/rules.js'
import { ciiLines, isCounted } from '../fr/rules/sub-lines/cii.js'
import { having, renamed } from './rules.js'

const LINE_TAX = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'

/** A rule on the VAT breakdown that MINIMUM alone has. */
export const EXPORT_RULE = inContext((document) => document.once(CII_BREAKDOWN).filter((tax) => isCode(tax, 'G')), {
  'BR-FXEXT-G-08': isSumOfExports,
})

/**
 * -01, -08 and -09 of the VAT breakdown.
 * @param countsSubtypes whether only lines that count are summed
 */
export function extendedVatRules(countsSubtypes: boolean): readonly Assertions[] {
  const rules = extendedVat({
    ...CII_VAT_PLACES,
    isUsed,
    // A match pattern ignores a tax with two types.
    isOf: (tax, code) => tax.all('ram:TypeCode').length <= 1 && CII_VAT_PLACES.isOf(tax, code),
    kinds: {
      ...CII_VAT_PLACES.kinds,
      ...(!countsSubtypes && { lines: { items: ciiLines, categories: LINE_TAX } }),
    },
  })
  const named = renamed(needingRate(rules), (id) => {
    const [, category = '', rule = ''] = /^BR-F[RX]EXT-(\w+)-(\w+)$/.exec(id) ?? []
    if (rule === '08') return category === 'S' ? 'BR-FXEXT-S08b' : `BR-FXEXT-${category}-08b`
    return `BR-FXEXT-${category}-${rule === '09' ? '09b' : rule}`
  })
  // The tax at the standard rate is judged in entries of every type of tax.
  const ofRate = named.flatMap(({ tests }) => tests).filter(([id]) => id === 'BR-FXEXT-S-09b')
  return [
    ...having(named, (id) => id !== 'BR-FXEXT-S-09b'),
    { context: (document) => document.once(CII_BREAKDOWN).filter((tax) => isCode(tax, 'S')), tests: ofRate },
  ]
}

/** The rules on amounts do not hold for an entry without a rate, except for category O. */
function needingRate(rules: readonly Assertions[]): readonly Assertions[] {
  return rules.map(({ context, tests }) => ({
    context,
    tests: tests.map(([id, holds]): readonly [string, Test] =>
      /-(?:01|O-08(?:ini|rev)?)$/.test(id)
        ? [id, holds]
        : [id, (entry, document) => has(entry, CII_VAT_PLACES.rate) && holds(entry, document)],
    ),
  }))
}

/** Whether lines that count, allowances, charges or logistic services have a category. */
function isUsed(document: JudgedDocument, code: string): boolean {
  return document.once(usedCodes).has(code)
}

function usedCodes(document: JudgedDocument): ReadonlySet<string> {
  const taxes = [
    ...document
      .named('ram:SpecifiedLineTradeSettlement')
      .filter(({ parent }) => parent !== null && isCounted(parent))
      .flatMap((settlement) => settlement.all('ram:ApplicableTradeTax')),
    ...document.named('ram:CategoryTradeTax'),
    ...document.named('ram:AppliedTradeTax'),
  ]
  return new Set([...CATEGORIES.values()].filter((code) => taxes.some((tax) => isCode(tax, code))))
}

/** BR-FXEXT-G-08 of MINIMUM: the taxable amount of exports, to a cent for each item. */
function isSumOfExports(entry: XmlElement, document: JudgedDocument): boolean {
  const { lines, reductions, services } = CII_VAT_PLACES.kinds
  const [ofLines, ofReductions, ofServices] = [lines, reductions, services].map(({ items, categories }) =>
    items(document).filter((item) => all(item, categories).some((tax) => isCode(tax, 'G'))),
  )
  const { sums } = CII_VAT_PLACES
  const found = { lines: ofLines ?? [], reductions: ofReductions ?? [], services: ofServices ?? [] }
  const expected = sums((kind) => found[kind])
  const difference = minus(
    plus(minus(decimal(entry, 'ram:BasisAmount'), expected.lines), expected.allowances),
    expected.charges,
  )
  return isWithinCents(difference, expected.items)
}
