import {
  type Assertions,
  type Context,
  type JudgedDocument,
  ROOT,
  type Test,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import { all, only, plain, text } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { isBlank, normalised } from '../../../../einvoice/xml/white-space.js'
import { CORRECTS, CORRECTS_SELF_BILLED, SELF_BILLED } from '../facts.js'
import type { SubLines } from '../sub-lines/sub-lines.js'
import { compared, number, remembered, SEVERAL_SELLERS, SUB_INVOICES, sumOfNumbers, TWO_WAYS, when } from '../values.js'
import type { SubInvoices } from './syntax.js'

type Tests = Readonly<Record<string, Test>>
/** The codes of currencies in a document. */
type Currencies = (document: JudgedDocument) => ReadonlySet<string>

/**
 * BR-FR-MV-01 to -14 (several sellers: S8, B8, M8) and BR-FR-BD-02 to -14 (both directions: S9,
 * B9, M9).
 */
export function subInvoiceRules(syntax: SubInvoices): readonly Assertions[] {
  const { subLines, groups, types, subtypes, objects } = syntax
  const { lines, isOfSubtype } = subLines.places
  const details: Context = (document) => lines(document).filter((line) => isOfSubtype(line, document, 'DETAIL'))
  const ownNumber = (line: XmlElement): string => normalised(compared(syntax.numbersOf(line))?.stringValue ?? '')
  const currencies: Currencies = ({ root }) =>
    new Set(all(root, syntax.document.currency).map(({ stringValue }) => stringValue))
  const refersWith = (path: string): Test => {
    return (line, document) => syntax.refersWith(line, document, path)
  }
  const groupsIn = (codes: ReadonlySet<string>): Context => {
    return (document) => (types(document).some(({ stringValue }) => codes.has(stringValue)) ? groups(document) : [])
  }
  const hasOneOf = (parties: string): Test => {
    return (_, document) => groupsOf(parties, syntax, document).length === 1
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
    inContext(when(SEVERAL_SELLERS, ROOT), {
      'BR-FR-MV-02_EXT-FR-FE-163': (_, document) => groups(document).length >= 1,
    }),
    inContext(when(TWO_WAYS, ROOT), {
      'BR-FR-BD-02_EXT-FR-FE-163': (_, document) => groups(document).length === 2,
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
      ...partTests(syntax, currencies),
      ...('ofGroup' in objects ? objects.ofGroup : {}),
      ...sumTests(syntax, currencies, ownNumber),
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
    inContext(when(SEVERAL_SELLERS, groupsIn(CORRECTS)), {
      'BR-FR-MV-14-EXT-FR-FE-136': refersWith(syntax.reference.number),
      'BR-FR-MV-14-EXT-FR-FE-138': refersWith(syntax.reference.date),
    }),
    inContext(when(TWO_WAYS, groupsIn(CORRECTS_SELF_BILLED)), {
      'BR-FR-BD-14-EXT-FR-FE-136': refersWith(syntax.reference.number),
      'BR-FR-BD-14-EXT-FR-FE-138': refersWith(syntax.reference.date),
    }),
  ]
}

/**
 * The sub-invoices of sellers with the legal number of one of these parties.
 * @param parties the path of the numbers below the root
 */
export function groupsOf(
  parties: string,
  { groups, line: { sellerId } }: Pick<SubInvoices, 'groups' | 'line'>,
  document: JudgedDocument,
): readonly XmlElement[] {
  const legal = new Set(all(document.root, parties).map(({ stringValue }) => stringValue))
  return groups(document).filter((line) => all(line, sellerId).some(({ stringValue }) => legal.has(stringValue)))
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
function partTests(syntax: SubInvoices, currencies: Currencies): Tests {
  const { sellerName, sellerId, sellerCountry, vat } = syntax.line
  const vatCurrencies: Currencies = (document) =>
    new Set(syntax.vatCurrencies(document).map(({ stringValue }) => stringValue))
  return {
    'BR-FR-MV-03_EXT-FR-FE-164': (line) => !isBlank(text(line, sellerName)),
    'BR-FR-MV-03_EXT-FR-FE-167': (line) => !isBlank(text(line, sellerId)),
    'BR-FR-MV-03_EXT-FR-FE-177': (line) => !isBlank(text(line, sellerCountry)),
    'BR-FR-MV-03_EXT-FR-FE-181': (line, document) => !isBlank(vatIn(line, vat, document.once(currencies))?.stringValue),
    'BR-FR-MV-03_EXT-FR-FE-182': (line, document) => {
      const codes = document.once(vatCurrencies)
      if (codes.size === 0) return true
      return (codes.size > 1 || !codes.has('')) && !isBlank(vatIn(line, vat, codes)?.stringValue)
    },
  }
}

/**
 * BR-FR-MV-05, -09 and -10: the sums of a sub-invoice's amounts, in binary floating point.
 */
function sumTests(syntax: SubInvoices, currencies: Currencies, ownNumber: (line: XmlElement) => string): Tests {
  const { number: lineNumber, net } = syntax.subLines.places
  const { vat, gross } = syntax.line
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
      const expected = document.once(syntax.breakdown).of(ownNumber(line))
      return Math.abs(number(vatIn(line, vat, document.once(currencies))) - expected) <= 0.01
    },
    'BR-FR-MV-10_EXT-FR-FE-184': (line, document) => {
      const withVat = only(line, gross)
      if (withVat === undefined) return true
      const details = syntax.detailsBelow(line, document)
      const itsVat = number(vatIn(line, vat, document.once(currencies)))
      const difference = number(withVat) - number(only(line, net)) - itsVat
      return !isBlank(withVat.stringValue) && Math.abs(difference) <= details / 100
    },
  }
}
