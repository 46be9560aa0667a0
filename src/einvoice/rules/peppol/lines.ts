import { Decimal } from '../../model/decimal.js'
import type { XmlElement } from '../../xml/element.js'
import {
  along,
  type JudgedDocument,
  type Assertions,
  type Context,
  DOCUMENTS,
  everywhere,
  inContext,
} from '../bindings/binding.js'
import { all, count, decimal, decimalOf, has, is, only, plain, same, textNode } from '../bindings/xpath.js'
import { castToDate } from '../bindings/xs-types.js'
import { type DocumentSlack, percentageRules } from './percentages.js'
import { isWithin } from './slack.js'
import { linesIn, where } from './facts.js'

/** Allowances and charges of documents and of their lines, but not those of prices. */
const ALLOWANCES: Context = (document) =>
  DOCUMENTS(document).flatMap((each) => [
    ...each.all('cac:AllowanceCharge'),
    ...linesIn(each).flatMap((line) => line.all('cac:AllowanceCharge')),
  ])

/**
 * Rules on lines, prices, allowances and periods that XRechnung adopted from Peppol.
 */
export function lineRules(slackOf: DocumentSlack): readonly Assertions[] {
  return [
    ...percentageRules(
      {
        reductions: ALLOWANCES,
        percentage: 'cbc:MultiplierFactorNumeric',
        base: 'cbc:BaseAmount',
        amount: 'cbc:Amount',
        indicator: 'cbc:ChargeIndicator',
        indicatorRule: 'PEPPOL-EN16931-R043',
      },
      slackOf,
    ),
    inContext(periodOfLines('cbc:StartDate'), {
      'PEPPOL-EN16931-R110': (date) => isInOrder(firstDay(date, 'cbc:StartDate'), ownDay(date)),
    }),
    inContext(periodOfLines('cbc:EndDate'), {
      'PEPPOL-EN16931-R111': (date) => isInOrder(ownDay(date), firstDay(date, 'cbc:EndDate')),
    }),
    inContext(everywhere('cac:InvoiceLine', 'cac:CreditNoteLine'), {
      'PEPPOL-EN16931-R120': (line, document) => {
        const stated = decimal(line, 'cbc:LineExtensionAmount') ?? Decimal.zero
        return isWithin(slackOf(document), stated, netAmount(line, document))
      },
      'PEPPOL-EN16931-R121': (line) => {
        const base = only(line, 'cac:Price/cbc:BaseQuantity')
        return base === undefined || decimalOf(base)?.isPositive() === true
      },
      'PEPPOL-EN16931-R101': (line) =>
        !has(line, 'cac:DocumentReference') || is(line, 'cac:DocumentReference/cbc:DocumentTypeCode', '130'),
    }),
    inContext(along('cac:Price/cac:AllowanceCharge'), {
      'PEPPOL-EN16931-R044': (each) => plain(each, 'cbc:ChargeIndicator') === 'false',
      'PEPPOL-EN16931-R046': (each) => {
        if (!has(each, 'cbc:BaseAmount') || each.parent === null) return true
        const [base, amount] = [decimal(each, 'cbc:BaseAmount'), decimal(each, 'cbc:Amount')]
        return same(decimal(each.parent, 'cbc:PriceAmount'), amount && base?.minus(amount))
      },
    }),
    inContext(
      where(along('cac:Price/cbc:BaseQuantity'), (quantity) => quantity.attribute('unitCode') !== undefined),
      {
        'PEPPOL-EN16931-R130': (quantity, { root }) => {
          const line = quantity.parent?.parent
          if (line == null || !(has(line, 'cbc:InvoicedQuantity') || has(line, 'cbc:CreditedQuantity'))) return true
          return line
            .all(quantityOf(root))
            .some((each) => each.attribute('unitCode') === quantity.attribute('unitCode'))
        },
      },
    ),
  ]
}

/** R100, which XRechnung did not adopt. */
export const ONE_OBJECT_PER_LINE: Assertions = inContext(everywhere('cac:InvoiceLine', 'cac:CreditNoteLine'), {
  'PEPPOL-EN16931-R100': (line) => count(line, 'cac:DocumentReference') <= 1,
})

function quantityOf(root: XmlElement): string {
  return root.name === 'ubl:Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity'
}

/** Quantity × (net price / base quantity) + charges − allowances. */
function netAmount(line: XmlElement, { root }: JudgedDocument): Decimal {
  const quantity = decimal(line, quantityOf(root)) ?? Decimal.of(1)
  const price = decimal(line, 'cac:Price/cbc:PriceAmount') ?? Decimal.zero
  const base = decimal(line, 'cac:Price/cbc:BaseQuantity')
  const unitPrice = base === undefined || base.isZero() ? price : price.dividedBy(base)
  return quantity.times(unitPrice).plus(roundedSum(line, 'true')).minus(roundedSum(line, 'false'))
}

/** The sum of the charges (`true`) or allowances (`false`) of a line. */
function roundedSum(line: XmlElement, indicator: 'true' | 'false'): Decimal {
  const parts = line.all('cac:AllowanceCharge').filter((each) => plain(each, 'cbc:ChargeIndicator') === indicator)
  const amounts = parts.flatMap((part) => part.all('cbc:Amount'))
  return Decimal.sum(amounts.flatMap((amount) => decimalOf(amount) ?? [])).roundHalfUp(2)
}

/** Dates of the lines' periods, if the document has the same date. */
function periodOfLines(date: 'cbc:StartDate' | 'cbc:EndDate'): Context {
  const path = `cac:InvoicePeriod/${date}`
  return (document) =>
    DOCUMENTS(document)
      .filter((each) => has(each, path))
      .flatMap((each) => linesIn(each).flatMap((line) => all(line, path)))
}

/** `xs:date(text())`: undefined for an element without text. @throws NotOfType, PartedText */
function ownDay(date: XmlElement): number | undefined {
  return textNode(date) === undefined ? undefined : castToDate(date)
}

/**
 * The date of the document in which a line's period has one.
 * @throws SeveralValues, NotOfType
 */
function firstDay(ofLine: XmlElement, date: string): number | undefined {
  const document = ofLine.parent?.parent?.parent
  const element = document == null ? undefined : only(document, `cac:InvoicePeriod/${date}`)
  return element && castToDate(element)
}

function isInOrder(earlier: number | undefined, later: number | undefined): boolean {
  return earlier !== undefined && later !== undefined && earlier <= later
}
