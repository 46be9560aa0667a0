import type { VatCategory } from '../../domain/request/invoice-request.js'
import type { VatBreakdown } from '../model/settlement.js'
import { isBlank } from '../xml/white-space.js'
import type { Decimal } from '../model/decimal.js'
import { vatGroup } from '../model/totals.js'
import { categoryOf, rateOf, type Taxed } from '../model/vat-category.js'

type Exemption = Pick<VatBreakdown, 'exemptionReason' | 'exemptionReasonCode'>

/**
 * VATEX codes of the categories with a single reason (EN 16931, BR-AE-10, BR-IC-10, BR-G-10,
 * BR-O-10). E has many.
 */
const SOLE_REASON: Readonly<Record<string, string | undefined>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
} satisfies Partial<Record<VatCategory, string>>

/**
 * BT-120 and BT-121 of each category and rate, collected from lines, allowances and charges: the
 * standard has them only per entry of the breakdown, and an exempt category has one entry (BR-E-01
 * and the like). Different texts are concatenated; if lines have different codes, these are added
 * to the text, so that none is lost. `words`: the reason of a category that has a single one, if
 * the lines have neither reason nor code.
 */
export function exemptionsByGroup(
  lines: readonly (Taxed & { readonly exemptionReason?: string; readonly exemptionReasonCode?: string })[],
  words: Readonly<Record<string, string>> = {},
): (category: string, rate: Decimal | undefined) => Exemption {
  const gathered = new Map<string, { reasons: Set<string>; codes: Set<string> }>()
  for (const line of lines) {
    if (isBlank(line.exemptionReason) && isBlank(line.exemptionReasonCode)) continue
    const group = vatGroup(categoryOf(line), rateOf(line))
    const entry = gathered.get(group) ?? { reasons: new Set(), codes: new Set() }
    if (!isBlank(line.exemptionReason)) entry.reasons.add(line.exemptionReason)
    if (!isBlank(line.exemptionReasonCode)) entry.codes.add(line.exemptionReasonCode)
    gathered.set(group, entry)
  }
  return (category, rate) => {
    const entry = gathered.get(vatGroup(category, rate))
    if (entry === undefined) return { exemptionReason: words[category], exemptionReasonCode: SOLE_REASON[category] }
    const { reasons, codes } = entry
    const single = codes.size === 1 ? [...codes][0] : undefined
    const texts = codes.size > 1 ? [...reasons, ...codes] : [...reasons]
    const exemptionReason = texts.length === 0 ? undefined : texts.join('; ')
    const sole = codes.size === 0 ? SOLE_REASON[category] : undefined
    return { exemptionReason, exemptionReasonCode: single ?? sole }
  }
}
