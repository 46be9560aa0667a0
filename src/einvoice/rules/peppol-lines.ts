import { Decimal } from '../decimal.js'
import type { Invoice } from '../model.js'
import type { InvoiceLine } from '../model-lines.js'
import { isCalendarDay } from './peppol-facts.js'
import type { Breach, Rule, Term } from './rule.js'

/** How far a computed amount may lie from the stated one; XRechnung is lenient with forints. */
export type Slack = (invoice: Invoice) => Decimal

export const TWO_CENTS = Decimal.fromCoefficient(2n, 2)
export const HALF = Decimal.fromCoefficient(5n, 1)

export const PEPPOL_SLACK: Slack = () => TWO_CENTS
export const XRECHNUNG_SLACK: Slack = ({ currency }) => (currency === 'HUF' ? HALF : TWO_CENTS)

/** What allowances and charges of the document and of its lines have in common. */
interface Part {
  readonly amount: Decimal | undefined
  readonly baseAmount?: Decimal | undefined
  readonly percentage?: Decimal | undefined
}
type PartTerms = readonly [amount: Term, base: Term, percentage: Term]

/** PEPPOL-EN16931-R040 to R046 and R110 to R130 but for R120: allowances, periods and prices. */
export function peppolLineRules(slackOf: Slack): readonly Rule[] {
  return [
    {
      id: 'PEPPOL-EN16931-R041',
      terms: ['BT-93', 'BT-100', 'BT-137', 'BT-142'],
      message: 'An allowance or charge has a percentage but no base amount',
      fix: 'Give the base amount too',
      check: (invoice, breach) => {
        eachPart(invoice, ({ percentage, baseAmount }, [, base], index) => {
          if (percentage !== undefined && baseAmount === undefined) breach(base, index)
        })
      },
    },
    {
      id: 'PEPPOL-EN16931-R042',
      terms: ['BT-94', 'BT-101', 'BT-138', 'BT-143'],
      message: 'An allowance or charge has a base amount but no percentage',
      fix: 'Give the percentage too',
      check: (invoice, breach) => {
        eachPart(invoice, ({ percentage, baseAmount }, [, , rate], index) => {
          if (percentage === undefined && baseAmount !== undefined) breach(rate, index)
        })
      },
    },
    {
      id: 'PEPPOL-EN16931-R040',
      terms: ['BT-92', 'BT-99', 'BT-136', 'BT-141'],
      message: 'The allowance or charge {} is not its base amount times its percentage',
      fix: 'Compute it as base amount × percentage / 100',
      check: (invoice, breach) => {
        const slack = slackOf(invoice)
        eachPart(invoice, ({ amount = Decimal.zero, percentage, baseAmount }, [term], index) => {
          if (percentage === undefined || baseAmount === undefined) return
          if (!isWithin(slack, amount, percentage.percentOf(baseAmount))) breach(term, index, amount.toString())
        })
      },
    },
    withinPeriod('PEPPOL-EN16931-R110', 'BT-134', 'begins {} before', 'start', (line, document) => line < document),
    withinPeriod('PEPPOL-EN16931-R111', 'BT-135', 'ends {} after', 'end', (line, document) => line > document),
    {
      id: 'PEPPOL-EN16931-R121',
      terms: ['BT-149'],
      message: 'The base quantity {} of a price is not above zero',
      fix: 'Give a base quantity above zero, or none',
      check: ({ lines }, breach) => {
        lines.forEach(({ price: { baseQuantity } }, index) => {
          if (baseQuantity !== undefined && !baseQuantity.isPositive()) breach('BT-149', index, baseQuantity.toString())
        })
      },
    },
    {
      id: 'PEPPOL-EN16931-R046',
      terms: ['BT-146', 'BT-148', 'BT-147'],
      message: 'The net price {} is not the gross price less the discount',
      fix: 'Compute the net price as gross price less discount',
      check: ({ lines }, breach) => {
        lines.forEach(({ price: { net, gross, discount } }, index) => {
          if (gross === undefined) return
          if (net === undefined || !net.equals(gross.minus(discount ?? Decimal.zero)))
            breach('BT-146', index, net?.toString())
        })
      },
    },
    {
      id: 'PEPPOL-EN16931-R130',
      terms: ['BT-150', 'BT-130'],
      message: 'The unit {} of the base quantity is not that of the invoiced quantity',
      fix: 'Use one unit for both',
      check: ({ lines }, breach) => {
        lines.forEach(({ price: { baseQuantityUnit }, quantity, unitCode }, index) => {
          if (baseQuantityUnit !== undefined && quantity !== undefined && baseQuantityUnit !== unitCode)
            breach('BT-150', index, baseQuantityUnit)
        })
      },
    },
  ]
}

/** PEPPOL-EN16931-R120: fatal in Peppol, a warning in XRechnung. */
export function lineNetRule(severity: 'fatal' | 'warning', slackOf: Slack): Rule {
  return {
    ...{ id: 'PEPPOL-EN16931-R120', severity, terms: ['BT-131', 'BT-129', 'BT-146'] },
    message: 'The net amount {} of a line is not quantity × net price, with the charges and less the allowances',
    fix: 'Compute it as quantity × net price / base quantity + charges − allowances, to two decimals',
    check: (invoice, breach) => {
      const slack = slackOf(invoice)
      invoice.lines.forEach((line, index) => {
        if (!isNetOf(line, slack)) breach('BT-131', index, line.netAmount?.toString())
      })
    },
  }
}

/** Multiplied by the base quantity, so that nothing has to be divided. */
function isNetOf({ netAmount, quantity, price, allowances, charges }: InvoiceLine, slack: Decimal): boolean {
  const base = price.baseQuantity === undefined || price.baseQuantity.isZero() ? Decimal.of(1) : price.baseQuantity
  const beside = roundedSum(charges).minus(roundedSum(allowances))
  const stated = (netAmount ?? Decimal.zero).minus(beside).times(base)
  const computed = (quantity ?? Decimal.of(1)).times(price.net ?? Decimal.zero)
  return isWithin(slack.times(base.abs()), stated, computed)
}

function roundedSum(parts: readonly Part[]): Decimal {
  return Decimal.sum(parts.map(({ amount }) => amount ?? Decimal.zero)).roundHalfUp(2)
}

/** `u:slack`. */
export function isWithin(slack: Decimal, stated: Decimal, computed: Decimal): boolean {
  return stated.minus(computed).abs().compare(slack) <= 0
}

function eachPart(invoice: Invoice, see: (part: Part, terms: PartTerms, index: number) => void): void {
  const seen =
    (...terms: PartTerms) =>
    (part: Part, index: number): void => {
      see(part, terms, index)
    }
  invoice.allowances.forEach(seen('BT-92', 'BT-93', 'BT-94'))
  invoice.charges.forEach(seen('BT-99', 'BT-100', 'BT-101'))
  invoice.lines.forEach(({ allowances, charges }, index) => {
    for (const part of allowances) see(part, ['BT-136', 'BT-137', 'BT-138'], index)
    for (const part of charges) see(part, ['BT-141', 'BT-142', 'BT-143'], index)
  })
}

function withinPeriod(
  id: string,
  term: Term,
  what: string,
  end: 'start' | 'end',
  isOutside: (line: string, document: string) => boolean,
): Rule {
  return {
    ...{ id, terms: [term, 'BG-14'], message: `The period of a line ${what} the invoicing period` },
    fix: 'Let the periods of the lines lie within the invoicing period',
    check: ({ period, lines }, breach: Breach) => {
      const document = period?.[end]
      if (document === undefined || !isCalendarDay(document)) return
      lines.forEach((line, index) => {
        const day = line.period?.[end]
        if (day !== undefined && isCalendarDay(day) && isOutside(day, document)) breach(term, index, day)
      })
    },
  }
}
