import type { Decimal } from '../../../../einvoice/model/decimal.js'
import type { JudgedDocument, Assertions, Test } from '../../../../einvoice/rules/bindings/binding.js'
import { ROOT, inContext } from '../../../../einvoice/rules/bindings/binding.js'
import { documentLevel } from '../../../../einvoice/rules/bindings/ubl-facts.js'
import {
  attempt,
  ItemIndex,
  rateKey,
  Remembered,
  type Sighting,
} from '../../../../einvoice/rules/bindings/item-index.js'
import { isCode, isOf } from '../../../../einvoice/rules/bindings/ubl-vat-breakdown.js'
import { all, cents, decimal, plain } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { countedLines } from '../ubl-sub-lines.js'
import { CATEGORIES } from './categories.js'
import { asDecimal, isWithinCents, type Mixed, minus, plus, roundedSum } from './mixed.js'

const BREAKDOWN = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory'
const LINE_CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory'

/**
 * BR-FREXT-*-01, -08 and -09 of UBL: the VAT categories where lines stand under lines, and entries
 * of one rate differ by their reasons.
 */
export const UBL_EXTENDED_VAT: readonly Assertions[] = Array.from(CATEGORIES, ([name, code]) => [
  inContext(ROOT, { [`BR-FREXT-${name}-01`]: entryTest(code) }),
  inContext(({ root }) => all(root, BREAKDOWN).filter((each) => isOf(each, code)), taxableTests(name, code)),
]).flat()

/** -01: an entry in the breakdown for each category that is used, and none for others. */
function entryTest(code: string): Test {
  return (root, document) => {
    const isUsed =
      all(root, 'cac:AllowanceCharge/cac:TaxCategory').some((each) => isCode(each, code)) ||
      document.once(countedLines).some((line) => all(line, LINE_CATEGORY).some((each) => isCode(each, code)))
    return all(root, BREAKDOWN).some((each) => isCode(each, code)) === isUsed
  }
}

/**
 * How far the taxable amount of an entry is from its items, and how many lines, allowances and
 * charges these are.
 */
interface Covered {
  readonly difference: Mixed | undefined
  readonly items: number
}

/**
 * -08: the taxable amount, to a cent for each item, is that of the items of the rate (`ini`) or of
 * those with the entry's reason too (`rev`); each alone is a warning.
 */
function taxableTests(name: string, code: string): Readonly<Record<string, Test>> {
  const ofRate = (document: JudgedDocument): CoveredItems => new CoveredItems(document, code, false)
  const ofReason = (document: JudgedDocument): CoveredItems => new CoveredItems(document, code, true)
  const fits =
    (byReason: boolean): Test =>
    (entry, document) => {
      const { difference, items } = covered(entry, document.once(byReason ? ofReason : ofRate))
      return isWithinCents(difference, items)
    }
  const tests = {
    [`BR-FREXT-${name}-08`]: (entry: XmlElement, document: JudgedDocument) =>
      fits(true)(entry, document) || fits(false)(entry, document),
    [`BR-FREXT-${name}-08ini`]: fits(false),
    [`BR-FREXT-${name}-08rev`]: fits(true),
  }
  return code === 'S'
    ? { ...tests, 'BR-FREXT-S-09': (entry, document) => isTaxOfRate(entry, document.once(ofReason)) }
    : tests
}

/** What an entry covers of the items of a category: computed once for each rate (and reason). */
class CoveredItems {
  readonly #lines = new ItemIndex<XmlElement>()
  readonly #allowances = new ItemIndex<XmlElement>()
  readonly #charges = new ItemIndex<XmlElement>()
  readonly #reductions = new ItemIndex<XmlElement>()
  readonly #known = new Remembered<Sums>()

  constructor(
    document: JudgedDocument,
    private readonly code: string,
    private readonly byReason: boolean,
  ) {
    const fill = (index: ItemIndex<XmlElement>, items: readonly XmlElement[], path: string): void => {
      for (const item of items) index.add(item, sightings(all(item, path), code, byReason))
    }
    fill(this.#lines, document.once(countedLines), LINE_CATEGORY)
    fill(this.#allowances, documentLevel(false)(document), 'cac:TaxCategory')
    fill(this.#charges, documentLevel(true)(document), 'cac:TaxCategory')
    fill(this.#reductions, document.root.all('cac:AllowanceCharge'), 'cac:TaxCategory')
  }

  /** @throws RuleFailure */
  of(entry: XmlElement): Sums {
    const rate = decimal(entry, 'cbc:Percent')
    if (this.code !== 'O' && rate === undefined) return this.#sums(NO_RATE)
    const ofRate = [this.code === 'O' || rate === undefined ? '' : rateKey(rate)]
    if (!this.byReason) return this.#sums(ofRate)
    // The reasons of the entry are looked at only where an item has its rate.
    if (!this.#reaches(ofRate)) return this.#sums([...ofRate, '', ''])
    const ofCode = [...ofRate, plain(entry, REASON_CODE)]
    return this.#sums([...ofCode, this.#reaches(ofCode) ? plain(entry, REASON) : ''])
  }

  #reaches(key: readonly string[]): boolean {
    return [this.#lines, this.#reductions].some((index) => index.reaches(key))
  }

  #sums(key: readonly string[]): Sums {
    return this.#known.get(key, () => {
      const lines = this.#lines.under(key).flatMap((line) => line.all('cbc:LineExtensionAmount'))
      return {
        lines: roundedSum(lines),
        allowances: asDecimal(roundedSum(amountsOf(this.#allowances.under(key)))),
        charges: asDecimal(roundedSum(amountsOf(this.#charges.under(key)))),
        items: lines.length + amountsOf(this.#reductions.under(key)).length,
      }
    })
  }
}

interface Sums {
  readonly lines: Mixed
  readonly allowances: Decimal | undefined
  readonly charges: Decimal | undefined
  readonly items: number
}

/** A key that no item has. */
const NO_RATE = ['none']
const REASON_CODE = 'cbc:TaxExemptionReasonCode'
const REASON = 'cbc:TaxExemptionReason'

/** Code, rate and reasons are looked for in one and the same category of an item. */
function* sightings(categories: readonly XmlElement[], code: string, byReason: boolean): Generator<Sighting> {
  for (const category of categories) {
    const isCoded = attempt(() => isCode(category, code))
    if ('failure' in isCoded) {
      yield { key: [], failure: isCoded.failure }
      return
    }
    if (!isCoded.value) continue
    const rate = attempt(() => (code === 'O' ? '' : decimal(category, 'cbc:Percent')))
    if ('failure' in rate) {
      yield { key: [], failure: rate.failure }
      return
    }
    if (rate.value === undefined) continue
    const ofRate = [rate.value === '' ? '' : rateKey(rate.value)]
    if (!byReason) {
      yield { key: ofRate }
      continue
    }
    const reasonCode = attempt(() => plain(category, REASON_CODE))
    if ('failure' in reasonCode) {
      yield { key: ofRate, failure: reasonCode.failure }
      continue
    }
    const ofCode = [...ofRate, reasonCode.value]
    const reason = attempt(() => plain(category, REASON))
    yield 'failure' in reason ? { key: ofCode, failure: reason.failure } : { key: [...ofCode, reason.value] }
  }
}

function amountsOf(reductions: readonly XmlElement[]): readonly XmlElement[] {
  return reductions.flatMap((each) => each.all('cbc:Amount'))
}

function covered(entry: XmlElement, items: CoveredItems): Covered {
  const { lines, allowances, charges, items: number } = items.of(entry)
  const taxable = minus(taxableOf(entry), lines)
  return { difference: minus(plus(taxable, allowances), charges), items: number }
}

function taxableOf(entry: XmlElement): Decimal | undefined {
  return entry.parent === null ? undefined : decimal(entry.parent, 'cbc:TaxableAmount')
}

/** -09. */
function isTaxOfRate(entry: XmlElement, ofReason: CoveredItems): boolean {
  const [taxable, rate] = [taxableOf(entry), decimal(entry, 'cbc:Percent')]
  const tax = entry.parent === null ? undefined : decimal(entry.parent, 'cbc:TaxAmount')
  const expected = taxable && rate && cents(rate.percentOf(taxable))
  return isWithinCents(minus(tax, expected), covered(entry, ofReason).items)
}
