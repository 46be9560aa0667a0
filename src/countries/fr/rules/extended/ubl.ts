import type { Decimal } from '../../../../einvoice/model/decimal.js'
import {
  type JudgedDocument,
  type Assertions,
  everywhere,
  ROOT,
  type Test,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import { compareToZero, isNumber } from '../../../../einvoice/rules/bindings/doubles.js'
import { LINES, ofVat, reductionsBeside } from '../../../../einvoice/rules/bindings/ubl-facts.js'
import { all, count, decimal, decimalOf, has, plain } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { compared } from '../values.js'
import {
  countedLines,
  isCounted,
  isGroup,
  linesBelow,
  linesNumbered,
  ownReferences,
  parentsOf,
  SUBTYPE,
  subtypesOf,
  ublLines,
} from '../ubl-sub-lines.js'
import { LINE_SUBTYPES } from './code-lists.js'
import { asDecimal, isWithinCents, type Mixed, minus, plus, roundedSize, roundedSum } from './mixed.js'
import { UBL_EXTENDED_CODES } from './ubl-codes.js'
import { UBL_EXTENDED_VAT } from './ubl-vat.js'

const NET = 'cbc:LineExtensionAmount'
const REFERENCES = ({ root }: JudgedDocument): readonly XmlElement[] => root.all('cac:BillingReference')

/** What EXTENDED-CTC-FR asks of UBL beyond EN 16931, or in its place. */
export const UBL_EXTENDED_RULES: readonly Assertions[] = [
  inContext(({ root }) => (root.name === 'ubl:Invoice' ? all(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount') : []), {
    'BR-CO-25': (due, document) =>
      compareToZero(due) <= 0 ||
      (compareToZero(due) > 0 &&
        (document.named('cbc:DueDate').length > 0 ||
          document.named('cac:PaymentTerms').some((terms) => has(terms, 'cbc:Note')))),
  }),
  inContext(everywhere('cac:LegalMonetaryTotal'), totalTests()),
  // The references of lines to their own invoice are no references to others.
  inContext(REFERENCES, {
    'BR-55': (reference) => has(reference, 'cac:InvoiceDocumentReference/cbc:ID'),
    'UBL-SR-06': (reference) => count(reference, 'cac:InvoiceDocumentReference') <= 1,
    'UBL-SR-07': (reference) => has(reference, 'cac:InvoiceDocumentReference/cbc:ID'),
  }),
  inContext(LINES, {
    'BR-FREXT-22': ifCounted((line) => has(line, 'cbc:InvoicedQuantity') || has(line, 'cbc:CreditedQuantity')),
    'BR-FREXT-23': ifCounted((line) =>
      line.children.some(
        (each) => /^cbc:(?:Invoiced|Credited)Quantity$/.test(each.name) && each.attribute('unitCode') !== undefined,
      ),
    ),
    'BR-FREXT-24': ifCounted((line) => has(line, NET)),
    'BR-FREXT-26': ifCounted((line) => has(line, 'cac:Price/cbc:PriceAmount')),
    'BR-FREXT-CO-04': ifCounted((line) =>
      ofVat(all(line, 'cac:Item/cac:ClassifiedTaxCategory')).some((category) => has(category, 'cbc:ID')),
    ),
    'UBL-FREXT-SR-48': (line, document) => {
      const categories = count(line, 'cac:Item/cac:ClassifiedTaxCategory')
      const isCountedHere =
        !has(line, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID') ||
        subtypesOf(line, document).includes('DETAIL')
      return isCountedHere ? categories === 1 : categories <= 1
    },
    ...hierarchyTests(),
  }),
  inContext(everywhere('cac:AdditionalItemProperty'), {
    'BR-FREXT-54-1': (each) => has(each, 'cbc:Name') || has(each, 'cbc:NameCode'),
    'BR-FREXT-54-2': (each) =>
      has(each, 'cbc:Value')
        ? !has(each, 'cbc:ValueQuantity')
        : each.all('cbc:ValueQuantity').some((quantity) => (quantity.attribute('unitCode') ?? '') !== ''),
  }),
  inContext(ROOT, {
    'UBL-FREXT-CR-410': (root) => root.all('cac:DeliveryTerms').every(isPlainTerms),
    'UBL-FREXT-CR-645': (_, document) =>
      ublLines(document).every((line) => line.all('cac:DeliveryTerms').every(isPlainTerms)),
    'CII-FREXT-CR-490': (root) =>
      root
        .all('cac:TaxExchangeRate')
        .every((rate) =>
          rate.children.every(({ name }) =>
            /:(?:SourceCurrencyCode|TargetCurrencyCode|CalculationRate|Date)$/.test(name),
          ),
        ),
  }),
  ...UBL_EXTENDED_VAT,
  ...UBL_EXTENDED_CODES,
]

function ifCounted(test: Test): Test {
  return (line, document) => !isCounted(line, document) || test(line, document)
}

/** Terms of delivery with nothing but a code and the name of a place. */
function isPlainTerms(terms: XmlElement): boolean {
  return (
    terms.children.every(({ name }) => name === 'cbc:ID' || name === 'cac:DeliveryLocation') &&
    terms.all('cac:DeliveryLocation').every((place) => place.children.every(({ name }) => name === 'cbc:Name'))
  )
}

interface Items {
  readonly lines: readonly XmlElement[]
  readonly allowances: readonly XmlElement[]
  readonly charges: readonly XmlElement[]
}

const COUNTED = (document: JudgedDocument): readonly XmlElement[] =>
  document.once(countedLines).flatMap((line) => line.all(NET))

/**
 * The net amounts of the lines that count, wherever they stand, and the allowances and charges
 * beside the totals.
 */
function itemsOf(totals: XmlElement, document: JudgedDocument): Items {
  return { lines: document.once(COUNTED), ...reductionsBeside(totals, document) }
}

function sumOf(reductions: readonly XmlElement[]): Decimal | undefined {
  return asDecimal(roundedSum(reductions.flatMap((each) => each.all('cbc:Amount'))))
}

/** BR-FREXT-CO-10 to -15: the totals, to a cent for each item. */
function totalTests(): Readonly<Record<string, Test>> {
  const isSum = (name: string, items: (of: Items) => readonly XmlElement[]): Test => {
    return (totals, document) => {
      const found = decimal(totals, name)
      const summed = items(itemsOf(totals, document))
      if (found === undefined && summed.length === 0 && !has(totals, name)) return true
      return isWithinCents(minus(found, sumOf(summed)), summed.length)
    }
  }
  const number = ({ lines, allowances, charges }: Items): number => lines.length + allowances.length + charges.length
  return {
    'BR-FREXT-CO-10': (totals, document) => {
      const lines = document.once(COUNTED)
      return isWithinCents(roundedSize(minus(decimal(totals, NET), roundedSum(lines))), lines.length)
    },
    'BR-FREXT-CO-11': isSum('cbc:AllowanceTotalAmount', ({ allowances }) => allowances),
    'BR-FREXT-CO-12': isSum('cbc:ChargeTotalAmount', ({ charges }) => charges),
    'BR-FREXT-CO-13': (totals, document) => {
      const items = itemsOf(totals, document)
      const lines: Mixed | undefined = minus(decimal(totals, 'cbc:TaxExclusiveAmount'), roundedSum(items.lines))
      const difference = minus(plus(lines, sumOf(items.allowances)), sumOf(items.charges))
      return isWithinCents(roundedSize(difference), number(items))
    },
    'BR-FREXT-CO-15': (totals, document) => {
      const currencies = document.root.all('cbc:DocumentCurrencyCode').map(({ stringValue }) => stringValue)
      const vat = (totals.parent === null ? [] : all(totals.parent, 'cac:TaxTotal/cbc:TaxAmount')).filter((amount) =>
        currencies.includes(amount.attribute('currencyID') ?? ''),
      )
      if (vat.length === 0) return true
      const vatAndNet = plus(decimalOf(compared(vat)), decimal(totals, 'cbc:TaxExclusiveAmount'))
      const difference = minus(decimal(totals, 'cbc:TaxInclusiveAmount'), vatAndNet)
      return isWithinCents(difference, number(itemsOf(totals, document)))
    },
  }
}

/** BR-FREXT-05 to -12: lines under lines. */
function hierarchyTests(): Readonly<Record<string, Test>> {
  /** A group with a net amount, which its lines must come to. */
  const isSummed = (line: XmlElement, document: JudgedDocument): boolean =>
    ownReferences(line, document).some(isGroup) && has(line, NET)
  return {
    'BR-FREXT-05': (line, document) =>
      subtypesOf(line, document).length === 0 || LINE_SUBTYPES.has(plain(line, `cac:BillingReference/${SUBTYPE}`)),
    'BR-FREXT-06': (line, document) => parentsOf(line, document).length === 0 || subtypesOf(line, document).length > 0,
    'BR-FREXT-08': (line, document) => {
      if (!isSummed(line, document)) return true
      const below = linesBelow(line, document).filter((each) =>
        subtypesOf(each, document).some((subtype) => subtype === 'DETAIL' || subtype === 'GROUP'),
      )
      const sum = roundedSum(below.flatMap((each) => each.all(NET)))
      return isNumber(line, NET, Number(sum.toString()))
    },
    'BR-FREXT-11': (line, document) => {
      const parents = parentsOf(line, document)
      const isOther = (parent: XmlElement): boolean =>
        line.all('cbc:ID').some(({ stringValue }) => stringValue !== parent.stringValue)
      return parents.length === 0 || parents.some((each) => isOther(each) && linesNumbered(each, document).length > 0)
    },
    'BR-FREXT-12': (line, document) => {
      if (!isSummed(line, document)) return true
      const groups = linesBelow(line, document).filter((each) => subtypesOf(each, document).includes('GROUP'))
      return groups.flatMap((each) => each.all(NET)).length === groups.length
    },
  }
}
