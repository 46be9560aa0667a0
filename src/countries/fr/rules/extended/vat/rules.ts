import type { Decimal } from '../../../../../einvoice/model/decimal.js'
import {
  type Assertions,
  type Context,
  type JudgedDocument,
  ROOT,
  type Test,
  inContext,
} from '../../../../../einvoice/rules/bindings/binding.js'
import {
  attempt,
  ItemIndex,
  rateKey,
  Remembered,
  type Sighting,
} from '../../../../../einvoice/rules/bindings/item-index.js'
import { cents, decimal, plain } from '../../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../../einvoice/xml/element.js'
import { CATEGORIES } from '../categories.js'
import { isWithinCents, type Mixed, minus, plus } from '../mixed.js'

/** Items of one kind, and the path of the tax categories in them. */
interface ItemsOfKind {
  readonly items: Context
  readonly categories: string
}

/** The sum and the number of the items of an entry of the VAT breakdown. */
interface Sums {
  readonly lines: Mixed
  readonly allowances: Decimal | undefined
  readonly charges: Decimal | undefined
  readonly items: number
}

/** The places of taxed items in a syntax, and the searches of its artefact. */
export interface VatPlaces<Kind extends string> {
  /** The start of the ids of the rules for taxable amount and tax. */
  readonly prefix: string
  /** The entries of the VAT breakdown. */
  readonly entries: Context
  /** Whether a tax category has a code (UNTDID 5305), regardless of its scheme. */
  readonly isCode: (category: XmlElement, code: string) => boolean
  /** Whether a tax category has a code, and is of VAT. */
  readonly isOf: (category: XmlElement, code: string) => boolean
  /** Whether lines, allowances or charges have a code. */
  readonly isUsed: (document: JudgedDocument, code: string) => boolean
  /** Paths below an entry. */
  readonly rate: string
  readonly reasonCode: string
  readonly reason: string
  /** The taxable amount of an entry. @throws SeveralValues */
  readonly taxable: (entry: XmlElement) => Decimal | undefined
  /** The items of entries. */
  readonly kinds: Readonly<Record<Kind, ItemsOfKind>>
  /** The rates and reasons under which an entry of a category finds an item. */
  readonly sightings: (item: XmlElement, categories: string, code: string, byReason: boolean) => Iterable<Sighting>
  /** The sum of the items of an entry. @throws RuleFailure */
  readonly sums: (covered: (kind: Kind) => readonly XmlElement[]) => Sums
  /** -09: the tax of an entry of category S, by the number of its items. */
  readonly isTaxOfRate: (entry: XmlElement, ofReason: () => number, ofRate: () => number) => boolean
}

/**
 * BR-FREXT-*-01, and -08 and -09: the VAT categories if lines have sub-lines, and entries of the
 * same rate differ by their reasons.
 */
export function extendedVat<Kind extends string>(places: VatPlaces<Kind>): readonly Assertions[] {
  const { entries, isCode, isOf, isUsed } = places
  return Array.from(CATEGORIES, ([name, code]) => [
    // An entry in the breakdown for each category that is used, and none for others.
    inContext(ROOT, {
      [`BR-FREXT-${name}-01`]: (_, document) => {
        const isNeeded = isUsed(document, code)
        return entries(document).some((each) => isCode(each, code)) === isNeeded
      },
    }),
    // The artefact judges the entries before one whose category can't be read.
    inContext(
      (document) => entries(document).filter((each) => isMaybe(() => isOf(each, code))),
      failingFirst((entry) => isOf(entry, code), taxableTests(places, name, code)),
    ),
  ]).flat()
}

/** Whether a condition holds, or fails on the document. */
function isMaybe(condition: () => boolean): boolean {
  const tried = attempt(condition)
  return 'failure' in tried || tried.value
}

/** Tests of elements on which a condition holds; where it fails, the first test does. */
function failingFirst(
  condition: (element: XmlElement) => boolean,
  tests: Readonly<Record<string, Test>>,
): Readonly<Record<string, Test>> {
  return Object.fromEntries(
    Object.entries(tests).map(([id, test], index): [string, Test] => [
      id,
      (element, document) => {
        const tried = attempt(() => condition(element))
        if (!('failure' in tried)) return test(element, document)
        if (index > 0) return true
        throw tried.failure
      },
    ]),
  )
}

/**
 * -08: the taxable amount, to a cent for each item, is that of the items of the rate (`ini`) or of
 * those with the entry's reason too (`rev`); each alone is a warning.
 */
function taxableTests<Kind extends string>(
  places: VatPlaces<Kind>,
  name: string,
  code: string,
): Readonly<Record<string, Test>> {
  const ofRate = (document: JudgedDocument): CoveredItems<Kind> => new CoveredItems(places, document, code, false)
  const ofReason = (document: JudgedDocument): CoveredItems<Kind> => new CoveredItems(places, document, code, true)
  const fits =
    (covered: typeof ofRate): Test =>
    (entry, document) => {
      const { lines, allowances, charges, items } = document.once(covered).of(entry)
      const beforeCharges = plus(minus(places.taxable(entry), lines), allowances)
      return isWithinCents(minus(beforeCharges, charges), items)
    }
  const [fitsRate, fitsReason] = [fits(ofRate), fits(ofReason)]
  const tests = {
    [`${places.prefix}-${name}-08`]: (entry: XmlElement, document: JudgedDocument) =>
      fitsReason(entry, document) || fitsRate(entry, document),
    [`${places.prefix}-${name}-08ini`]: fitsRate,
    [`${places.prefix}-${name}-08rev`]: fitsReason,
  }
  if (code !== 'S') return tests
  const isTaxOfRate: Test = (entry, document) => {
    const itemsOf = (covered: typeof ofRate) => (): number => document.once(covered).of(entry).items
    return places.isTaxOfRate(entry, itemsOf(ofReason), itemsOf(ofRate))
  }
  return { ...tests, [`${places.prefix}-S-09`]: isTaxOfRate }
}

/** The tax on an amount; undefined if amount or rate is not a number. */
export function taxOn(taxable: Decimal | undefined, rate: Decimal | undefined): Decimal | undefined {
  return taxable && rate && cents(rate.percentOf(taxable))
}

/** A key that no item has. */
const NO_RATE = ['none']

/** The items of entries of a category: computed once for each rate (and reason). */
class CoveredItems<Kind extends string> {
  readonly #indexes: Readonly<Record<Kind, ItemIndex<XmlElement>>>
  readonly #known = new Remembered<Sums>()

  constructor(
    private readonly places: VatPlaces<Kind>,
    document: JudgedDocument,
    private readonly code: string,
    private readonly byReason: boolean,
  ) {
    const indexes: Partial<Record<Kind, ItemIndex<XmlElement>>> = {}
    for (const kind in places.kinds) {
      const { items, categories } = places.kinds[kind]
      const index = new ItemIndex<XmlElement>()
      for (const item of items(document)) index.add(item, places.sightings(item, categories, code, byReason))
      indexes[kind] = index
    }
    this.#indexes = indexes as Record<Kind, ItemIndex<XmlElement>>
  }

  /** @throws RuleFailure */
  of(entry: XmlElement): Sums {
    const rate = decimal(entry, this.places.rate)
    if (this.code !== 'O' && rate === undefined) return this.#sums(NO_RATE)
    const ofRate = [this.code === 'O' || rate === undefined ? '' : rateKey(rate)]
    if (!this.byReason) return this.#sums(ofRate)
    // The reasons of the entry are read only if an item has its rate.
    if (!this.#reaches(ofRate)) return this.#sums([...ofRate, '', ''])
    const ofCode = [...ofRate, plain(entry, this.places.reasonCode)]
    return this.#sums([...ofCode, this.#reaches(ofCode) ? plain(entry, this.places.reason) : ''])
  }

  #reaches(key: readonly string[]): boolean {
    return Object.values<ItemIndex<XmlElement>>(this.#indexes).some((index) => index.reaches(key))
  }

  #sums(key: readonly string[]): Sums {
    return this.#known.get(key, () => this.places.sums((kind) => this.#indexes[kind].under(key)))
  }
}
