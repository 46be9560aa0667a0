import type { Decimal } from '../../../model/decimal.js'
import type { XmlElement } from '../../../xml/element.js'
import { normalised } from '../../../xml/white-space.js'
import { isWithinOne } from '../tolerance.js'
import type { JudgedDocument, Test } from '../binding.js'
import { isWithinOneInDoubles } from '../doubles.js'
import { attempt, ItemIndex, rateKey, rateSightings, Remembered, type Sighting } from '../item-index.js'
import { documentLevel, isOfVat } from './facts.js'
import { all, cents, decimal, has, plain, same, sum } from '../xpath.js'

/** How the rules of a VAT category differ in UBL. */
export interface UblCategory {
  readonly code: string
  readonly prefix: string
  readonly rate: 'positive' | 'notNegative' | 'zero' | 'none'
  /**
   * Whether the seller's tax number may have any scheme (BT-31 or BT-32), must have the scheme
   * VAT, or is forbidden.
   */
  readonly seller: 'any' | 'vat' | 'none'
  readonly buyer: 'any' | 'vat' | 'vatOrLegal' | 'none'
  readonly exemption: boolean
}

/** Whether a tax category has that code (UNTDID 5305), with any scheme. */
export const isCode = (element: XmlElement, code: string): boolean => plain(element, 'cbc:ID') === code
/** Whether a tax category has that code (UNTDID 5305), and the scheme VAT. */
export const isOf = (element: XmlElement, code: string): boolean => isCode(element, code) && isOfVat(element)

/** -08: taxable amount. -09: tax. -10: reason of an exemption. */
export function breakdownRules({ code, prefix, rate, exemption }: UblCategory): Readonly<Record<string, Test>> {
  const isRated = rate === 'positive' || rate === 'notNegative'
  return {
    [`${prefix}-08`]: isRated ? ratedTaxable(code) : taxable(code),
    [`${prefix}-09`]: isRated ? taxOfRate : (each) => decimal(subtotal(each), 'cbc:TaxAmount')?.isZero() ?? false,
    [`${prefix}-10`]: (each) =>
      (has(each, 'cbc:TaxExemptionReason') || has(each, 'cbc:TaxExemptionReasonCode')) === exemption,
  }
}

function subtotal(category: XmlElement): XmlElement {
  return category.parent ?? category
}

/** The sum of the items of a category, optionally for one rate; the scheme is not checked. */
interface Items {
  readonly hasInvoiceLines: boolean
  readonly hasCreditNoteLines: boolean
  /** With the charges and without the allowances of the document. */
  readonly ofInvoice: () => Decimal
  readonly ofCreditNote: () => Decimal
}

/** The items of a category: their sum is computed once for each rate. */
class ItemsOfCategory {
  readonly #invoiceLines: ItemIndex<XmlElement>
  readonly #creditNoteLines: ItemIndex<XmlElement>
  readonly #charges: ItemIndex<XmlElement>
  readonly #allowances: ItemIndex<XmlElement>
  readonly #known = new Remembered<Items>()

  constructor(document: JudgedDocument, code: string, isRated: boolean) {
    const indexOf = (items: (document: JudgedDocument) => CategorisedItems): ItemIndex<XmlElement> =>
      document.once(items).index(code, isRated)
    this.#invoiceLines = indexOf(INVOICE_LINES)
    this.#creditNoteLines = indexOf(CREDIT_NOTE_LINES)
    this.#charges = indexOf(CHARGES)
    this.#allowances = indexOf(ALLOWANCES)
  }

  /** @throws RuleFailure */
  of(rate: Decimal | undefined): Items {
    const key = rate === undefined ? [] : [rateKey(rate)]
    return this.#known.get(key, () => {
      const invoiceLines = this.#invoiceLines.under(key)
      const creditNoteLines = this.#creditNoteLines.under(key)
      const charges = sum(this.#charges.under(key), 'cbc:Amount')
      const others = charges.minus(sum(this.#allowances.under(key), 'cbc:Amount'))
      return {
        hasInvoiceLines: invoiceLines.length > 0,
        hasCreditNoteLines: creditNoteLines.length > 0,
        ofInvoice: total(invoiceLines, others),
        ofCreditNote: total(creditNoteLines, others),
      }
    })
  }
}

/** Items with the tax categories inside them. */
class CategorisedItems {
  readonly #items: readonly XmlElement[]
  readonly #path: string
  /**
   * By the code of each item's category; undefined if an item has several categories or an
   * ambiguous code.
   */
  readonly #simple: ReadonlyMap<string, readonly SimpleItem[]> | undefined

  constructor(items: readonly XmlElement[], path: string) {
    this.#items = items
    this.#path = path
    this.#simple = simpleItems(items, path)
  }

  /** Those with a code, by their rates if needed. */
  index(code: string, isRated: boolean): ItemIndex<XmlElement> {
    const index = new ItemIndex<XmlElement>()
    if (this.#simple === undefined)
      for (const item of this.#items) index.add(item, sightings(all(item, this.#path), code, isRated))
    else this.#addSimple(index, this.#simple.get(code) ?? [], isRated)
    return index
  }

  #addSimple(index: ItemIndex<XmlElement>, items: readonly SimpleItem[], isRated: boolean): void {
    // Consecutive items mostly have the same rate.
    let last: Decimal | undefined
    let key: readonly string[] = []
    for (const { item, category } of items) {
      const rate = isRated ? decimal(category, 'cbc:Percent') : undefined
      if (isRated && rate === undefined) continue
      if (rate !== undefined && (last === undefined || !rate.equals(last))) key = [rateKey(rate)]
      last = rate
      index.addOnly(item, key)
    }
  }
}

interface SimpleItem {
  readonly item: XmlElement
  readonly category: XmlElement
}

/**
 * In nearly every document each item has one category with one code and one rate, so that no rule
 * fails.
 */
function simpleItems(
  items: readonly XmlElement[],
  path: string,
): ReadonlyMap<string, readonly SimpleItem[]> | undefined {
  const found = new Map<string, SimpleItem[]>()
  for (const item of items) {
    const [category, second] = all(item, path)
    if (category === undefined) continue
    const code = second === undefined ? codeOf(category) : undefined
    if (code === undefined) return undefined
    const alike = found.get(code)
    if (alike === undefined) found.set(code, [{ item, category }])
    else alike.push({ item, category })
  }
  return found
}

/** The code of a category with exactly one, and at most one rate. */
function codeOf(category: XmlElement): string | undefined {
  let code: XmlElement | undefined
  let rates = 0
  for (const child of category.children) {
    if (child.name === 'cbc:Percent') rates += 1
    if (child.name !== 'cbc:ID') continue
    if (code !== undefined) return undefined
    code = child
  }
  return code === undefined || rates > 1 ? undefined : normalised(code.stringValue)
}

const LINE_CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory'
const INVOICE_LINES = ({ root }: JudgedDocument): CategorisedItems =>
  new CategorisedItems(all(root, 'cac:InvoiceLine'), LINE_CATEGORY)
const CREDIT_NOTE_LINES = ({ root }: JudgedDocument): CategorisedItems =>
  new CategorisedItems(all(root, 'cac:CreditNoteLine'), LINE_CATEGORY)
const CHARGES = (document: JudgedDocument): CategorisedItems =>
  new CategorisedItems(documentLevel(true)(document), 'cac:TaxCategory')
const ALLOWANCES = (document: JudgedDocument): CategorisedItems =>
  new CategorisedItems(documentLevel(false)(document), 'cac:TaxCategory')
/** Allowances and charges, including those of lines and prices. */
const REDUCTIONS = (document: JudgedDocument): CategorisedItems =>
  new CategorisedItems(document.named('cac:AllowanceCharge'), 'cac:TaxCategory')

/** The code and the rate may be in different categories of an item. */
function* sightings(categories: readonly XmlElement[], code: string, isRated: boolean): Generator<Sighting> {
  const isCoded = attempt(() => categories.some((category) => isCode(category, code)))
  if ('failure' in isCoded) {
    yield { key: [], failure: isCoded.failure }
    return
  }
  if (!isCoded.value) return
  if (isRated) yield* rateSightings(categories, 'cbc:Percent')
  else yield { key: [] }
}

/** The sum of lines and other items, computed once on first use. */
function total(lines: readonly XmlElement[], others: Decimal): () => Decimal {
  const known = new Remembered<Decimal>()
  return () => known.get([], () => sum(lines, 'cbc:LineExtensionAmount').plus(others))
}

/** -08 of the categories without a rate: exact. */
function taxable(code: string): Test {
  const itemsOf = (document: JudgedDocument): ItemsOfCategory => new ItemsOfCategory(document, code, false)
  return (each, document) => {
    const found = decimal(subtotal(each), 'cbc:TaxableAmount')
    const { ofInvoice, ofCreditNote } = document.once(itemsOf).of(undefined)
    return (
      (document.named('cac:InvoiceLine').length > 0 && same(found, ofInvoice())) ||
      (document.named('cac:CreditNoteLine').length > 0 && same(found, ofCreditNote()))
    )
  }
}

/** -08 of the categories with a rate: per rate, within one unit of the currency. */
function ratedTaxable(code: string): Test {
  const itemsOf = (document: JudgedDocument): ItemsOfCategory => new ItemsOfCategory(document, code, true)
  const reductionsOf = (document: JudgedDocument): ItemIndex<XmlElement> => document.once(REDUCTIONS).index(code, true)
  return (each, document) => {
    const rate = decimal(each, 'cbc:Percent')
    if (rate === undefined) return true
    const [found] = all(subtotal(each), 'cbc:TaxableAmount')
    const { ofInvoice, ofCreditNote, hasInvoiceLines, hasCreditNoteLines } = document.once(itemsOf).of(rate)
    const fits = (expected: () => Decimal): boolean => found !== undefined && isWithinOneInDoubles(found, expected())
    if (code !== 'S') {
      return (
        (document.named('cac:InvoiceLine').length > 0 && fits(ofInvoice)) ||
        (document.named('cac:CreditNoteLine').length > 0 && fits(ofCreditNote))
      )
    }
    const hasReduction = document.once(reductionsOf).has([rateKey(rate)])
    return (
      ((hasInvoiceLines || hasReduction) && fits(ofInvoice)) ||
      ((hasCreditNoteLines || hasReduction) && fits(ofCreditNote))
    )
  }
}

const taxOfRate: Test = (each) => {
  const tax = decimal(subtotal(each), 'cbc:TaxAmount')
  const base = decimal(subtotal(each), 'cbc:TaxableAmount')
  const rate = decimal(each, 'cbc:Percent')
  return (
    tax !== undefined &&
    base !== undefined &&
    rate !== undefined &&
    isWithinOne(tax.abs(), cents(rate.percentOf(base.abs())))
  )
}
