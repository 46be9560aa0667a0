import { Decimal } from '../../model/decimal.js'
import { type Assertions, type Context, type JudgedDocument, inContext } from '../bindings/binding.js'
import { decimal, has, plainTextOf } from '../bindings/xpath.js'
import type { XmlElement } from '../../xml/element.js'
import { where } from './facts.js'
import { isWithin } from './slack.js'

/** `$slackValue`: the allowed difference between a computed and a stated amount. */
export type DocumentSlack = (document: JudgedDocument) => Decimal

/** Where a syntax writes the parts of an allowance or charge. */
interface ReductionPlaces {
  readonly reductions: Context
  readonly percentage: string
  readonly base: string
  readonly amount: string
  readonly indicator: string
  /** The id of the rule for the indicator. */
  readonly indicatorRule: string
}

/** A rule that no element of its context obeys. */
export const never = (): boolean => false

/** Whether an indicator is written as a word. */
export function isWorded(path: string) {
  return (each: XmlElement): boolean => ['true', 'false'].includes(plainTextOf(each, path))
}

/**
 * R040 to R043: percentage and base amount of allowances and charges. A rule on an element hides
 * the later ones of its pattern: for an allowance without percentage (R042) the indicator (R043)
 * is not checked.
 */
export function percentageRules(
  { reductions, percentage, base, amount, indicator, indicatorRule }: ReductionPlaces,
  slackOf: DocumentSlack,
): readonly Assertions[] {
  const hasPercentage = (each: XmlElement): boolean => has(each, percentage)
  const hasBase = (each: XmlElement): boolean => has(each, base)
  return [
    inContext(
      where(reductions, (each) => hasPercentage(each) && !hasBase(each)),
      { 'PEPPOL-EN16931-R041': never },
    ),
    inContext(
      where(reductions, (each) => !hasPercentage(each) && hasBase(each)),
      { 'PEPPOL-EN16931-R042': never },
    ),
    inContext(
      where(reductions, (each) => hasPercentage(each) === hasBase(each)),
      {
        'PEPPOL-EN16931-R040': (each, document) => {
          if (!hasPercentage(each)) return true
          const [percent, whole] = [decimal(each, percentage), decimal(each, base)]
          if (percent === undefined || whole === undefined) return true
          const stated = decimal(each, amount) ?? Decimal.zero
          return isWithin(slackOf(document), stated, percent.percentOf(whole))
        },
        [indicatorRule]: isWorded(indicator),
      },
    ),
  ]
}
