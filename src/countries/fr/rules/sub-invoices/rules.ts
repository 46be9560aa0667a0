import {
  type Assertions,
  type Context,
  type JudgedDocument,
  ROOT,
  type Test,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import { all, decimalOf, only, plain, text } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { isBlank, normalised } from '../../../../einvoice/xml/white-space.js'
import { OCTOBER } from '../../editions.js'
import { isWithinCents, minus } from '../extended/mixed.js'
import { CORRECTS, CORRECTS_SELF_BILLED, SELF_BILLED } from '../facts.js'
import type { SubLines } from '../sub-lines/sub-lines.js'
import { compared, number, remembered, SEVERAL_SELLERS, SUB_INVOICES, sumOfNumbers, TWO_WAYS, when } from '../values.js'
import type { SubInvoices } from './syntax.js'

type Tests = Readonly<Record<string, Test>>

/**
 * BR-FR-MV-01 to -14 (several sellers: S8, B8, M8) and BR-FR-BD-02 to -14 (both directions: S9,
 * B9, M9).
 */
export function subInvoiceRules(syntax: SubInvoices, edition: string): readonly Assertions[] {
  const { subLines, lines, groups, wholes, groupsIn, types, subtypes, objects } = syntax
  const { isOfSubtype } = subLines.places
  const details: Context = (document) => lines(document).filter((line) => isOfSubtype(line, document, 'DETAIL'))
  const ownNumber = (line: XmlElement): string => normalised(compared(syntax.numbersOf(line))?.stringValue ?? '')
  const refersWith = (path: string): Test => {
    return (line, document) => syntax.refersWith(line, document, path)
  }
  const groupsOfType = (codes: ReadonlySet<string>): Context => {
    return (document) => (types(document).some(({ stringValue }) => codes.has(stringValue)) ? groups(document) : [])
  }
  const hasOneOf = (parties: string): Test => {
    return (whole, document) => groupsOf(parties, syntax, document, whole).length === 1
  }
  return [
    ...('apart' in subtypes ? [subtypes.apart] : []),
    inContext(when(SUB_INVOICES, lines), {
      ...('ofLine' in subtypes ? subtypes.ofLine : {}),
      // A line has the seller and the number of the sub-invoice above it.
      'BR-FR-MV-06_EXT-FR-FE-167': agreesWithParent(
        subLines,
        (line) => plain(line, syntax.line.sellerId),
        (parent) => all(parent, syntax.line.sellerId),
      ),
      'BR-FR-MV-07_BT-128': agreesWithParent(subLines, ownNumber, syntax.numbersOf),
    }),
    inContext(when(SUB_INVOICES, details), {
      'BR-FR-MV-08_BT-128': (line) => {
        const [own, reason] = [ownNumber(line), text(line, syntax.line.exemptionReason)]
        return !isBlank(reason) && own !== '' && reason.startsWith(`#${own}#`)
      },
    }),
    inContext(when(SEVERAL_SELLERS, wholes), {
      'BR-FR-MV-02_EXT-FR-FE-163': (whole, document) => groupsIn(whole, document).length >= 1,
    }),
    inContext(when(TWO_WAYS, wholes), {
      'BR-FR-BD-02_EXT-FR-FE-163': (whole, document) => groupsIn(whole, document).length === 2,
      [syntax.ids.oneSeller]: hasOneOf(syntax.document.sellers),
      'BR-FR-BD-02_BT-47': hasOneOf(syntax.document.buyers),
    }),
    inContext(when(SEVERAL_SELLERS, types), {
      'BR-FR-MV-13_BT-3': (type) => !isBlank(type.stringValue) && !SELF_BILLED.has(syntax.comparedType(type)),
    }),
    inContext(when(TWO_WAYS, types), {
      [syntax.ids.selfBilled]: ({ stringValue }) => SELF_BILLED.has(normalised(stringValue)),
    }),
    inContext(when(SUB_INVOICES, groups), {
      ...partTests(syntax),
      ...('ofGroup' in objects ? objects.ofGroup : {}),
      ...sumTests(syntax, ownNumber),
      'BR-FR-MV-10_EXT-FR-FE-184': withVatTest(syntax, edition),
    }),
    ...('apart' in objects ? objects.apart : []),
    inContext(when(SUB_INVOICES, syntax.ofMainSeller), {
      'BR-FR-MV-11_BT-128': (line, document) => {
        const own = ownNumber(line)
        const numbers = document.once(syntax.invoiceNumbers)
        const uses = document.once(syntax.usesOfInvoiceNumber)
        const isOther = numbers.size > 1 || (numbers.size === 1 && !numbers.has(own))
        return uses === 1 || (uses === 0 ? numbers.has(own) : isOther)
      },
    }),
    inContext(when(SUB_INVOICES, ROOT), {
      'BR-FR-MV-12_BT-128': (_, document) =>
        !groups(document).some((line) => syntax.numbersOf(line).some((id) => syntax.isUsedBefore(id, document))),
    }),
    inContext(when(SEVERAL_SELLERS, groupsOfType(CORRECTS)), {
      'BR-FR-MV-14-EXT-FR-FE-136': refersWith(syntax.reference.number),
      'BR-FR-MV-14-EXT-FR-FE-138': refersWith(syntax.reference.date),
    }),
    inContext(when(TWO_WAYS, groupsOfType(CORRECTS_SELF_BILLED)), {
      'BR-FR-BD-14-EXT-FR-FE-136': refersWith(syntax.reference.number),
      'BR-FR-BD-14-EXT-FR-FE-138': refersWith(syntax.reference.date),
    }),
  ]
}

/**
 * The sub-invoices of sellers with the legal number of one of these parties.
 * @param parties the path of the numbers below the document
 * @param whole the document, or one in an extension
 */
export function groupsOf(
  parties: string,
  { groupsIn, line: { sellerId } }: Pick<SubInvoices, 'groupsIn' | 'line'>,
  document: JudgedDocument,
  whole = document.root,
): readonly XmlElement[] {
  const legal = new Set(all(whole, parties).map(({ stringValue }) => stringValue))
  return groupsIn(whole, document).filter((line) =>
    all(line, sellerId).some(({ stringValue }) => legal.has(stringValue)),
  )
}

/** The data of a line on its sub-invoice, and those of the lines above it. */
function agreesWithParent(
  subLines: SubLines,
  own: (line: XmlElement) => string,
  ofParent: (parent: XmlElement) => readonly XmlElement[],
): Test {
  return (line, document) => {
    const value = own(line)
    const numbers = subLines.places.parentsOf(line, document)
    if (value === '' || numbers.length === 0) return value !== ''
    const parents = new Set(numbers.flatMap(({ stringValue }) => subLines.numbered(stringValue, document)))
    return value === normalised(compared([...parents].flatMap(ofParent))?.stringValue ?? '')
  }
}

/** The VAT of a line in one of these currencies. */
function vatIn(line: XmlElement, path: string, currencies: ReadonlySet<string>): XmlElement | undefined {
  return compared(all(line, path).filter((each) => currencies.has(each.attribute('currencyID') ?? '')))
}

/** BR-FR-MV-03: the data of a sub-invoice on its seller and its VAT. */
function partTests(syntax: SubInvoices): Tests {
  const { sellerName, sellerId, sellerCountry, vat } = syntax.line
  return {
    'BR-FR-MV-03_EXT-FR-FE-164': (line) => !isBlank(text(line, sellerName)),
    'BR-FR-MV-03_EXT-FR-FE-167': (line) => !isBlank(text(line, sellerId)),
    'BR-FR-MV-03_EXT-FR-FE-177': (line) => !isBlank(text(line, sellerCountry)),
    'BR-FR-MV-03_EXT-FR-FE-181': (line, document) =>
      !isBlank(vatIn(line, vat, syntax.currenciesOf(line, document))?.stringValue),
    'BR-FR-MV-03_EXT-FR-FE-182': (line, document) => {
      const codes = syntax.vatCurrenciesOf(line, document)
      if (codes.size === 0) return true
      return (codes.size > 1 || !codes.has('')) && !isBlank(vatIn(line, vat, codes)?.stringValue)
    },
  }
}

/**
 * BR-FR-MV-05 and -09: the sums of a sub-invoice's amounts, in binary floating point.
 */
function sumTests(syntax: SubInvoices, ownNumber: (line: XmlElement) => string): Tests {
  const { number: lineNumber, net } = syntax.subLines.places
  const { vat } = syntax.line
  /** The lines directly below a number without those for information; each number once. */
  const netBelow = (document: JudgedDocument) =>
    remembered((number) => {
      const amounts = syntax.linesBelow(number, document).flatMap((line) => all(line, net))
      return { sum: sumOfNumbers(amounts), amounts: amounts.length }
    })
  return {
    'BR-FR-MV-05_EXT-FR-FE-BG-12': (line, document) => {
      const { sum, amounts } = document.once(netBelow)(plain(line, lineNumber))
      return Math.abs(number(only(line, net)) - sum) <= amounts / 100
    },
    'BR-FR-MV-09_EXT-FR-FE-181': (line, document) => {
      const expected = syntax.breakdownOf(line, document).of(ownNumber(line))
      return Math.abs(number(vatIn(line, vat, syntax.currenciesOf(line, document))) - expected) <= 0.01
    },
  }
}

/**
 * BR-FR-MV-10: the total with VAT of a sub-invoice, to a cent for each line directly below it.
 * Until September 2026 in binary floating point, and details alone are counted.
 */
function withVatTest(syntax: SubInvoices, edition: string): Test {
  const { net } = syntax.subLines.places
  const { vat, gross } = syntax.line
  const isExact = edition >= OCTOBER
  const counted = syntax.linesOf(isExact ? ['DETAIL', 'GROUP'] : ['DETAIL'])
  return (line, document) => {
    const withVat = only(line, gross)
    if (withVat === undefined) return true
    if (isBlank(withVat.stringValue)) return false
    const [withoutVat, itsVat] = [only(line, net), vatIn(line, vat, syntax.currenciesOf(line, document))]
    const difference = isExact
      ? minus(minus(decimalOf(withVat), decimalOf(withoutVat)), decimalOf(itsVat))
      : number(withVat) - number(withoutVat) - number(itsVat)
    return isWithinCents(difference, counted(line, document))
  }
}
