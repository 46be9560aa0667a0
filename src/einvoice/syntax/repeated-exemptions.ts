import type { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import type { VatBreakdown } from '../model/settlement.js'
import { vatGroup } from '../model/totals.js'
import type { XmlElement } from '../xml/element.js'
import { normalised, trimmed } from '../xml/white-space.js'
import type { Reading } from './reading.js'

/** BT-120 and BT-121. */
export type Exemption = Pick<VatBreakdown, 'exemptionReason' | 'exemptionReasonCode'>

/** What an item of a category and rate repeats; undefined: nothing. */
export type ExemptionOf = (category: string, rate: Decimal | undefined) => Exemption | undefined

/** The profiles EXTENDED, by their customisation ids (BT-24). */
const EXTENDED = /urn:factur-x\.eu:1p0:extended|extended-ctc-fr/

const nothing: ExemptionOf = () => undefined

/**
 * The reasons of exemptions that lines, allowances and charges repeat in EXTENDED-CTC-FR and in
 * Factur-X EXTENDED, as the edition of 2026 of EN 16931 will require (BR-FXEXT-E-08rev and the
 * like). A category and rate with several entries has none: the items do not say which is theirs.
 */
export function repeatedExemptions({ specification, vatBreakdown }: Invoice): ExemptionOf {
  if (!EXTENDED.test(specification)) return nothing
  const found = new Map<string, Exemption | undefined>()
  for (const entry of vatBreakdown) {
    const { category, rate, exemptionReason, exemptionReasonCode } = entry
    const group = vatGroup(category, rate)
    found.set(group, found.has(group) ? undefined : { exemptionReason, exemptionReasonCode })
  }
  return (category, rate) => found.get(vatGroup(category, rate))
}

/** The elements of an item's reason, and of its category, in CII and UBL. */
const REASONS = [
  'ram:ExemptionReason',
  'ram:ExemptionReasonCode',
  'cbc:TaxExemptionReason',
  'cbc:TaxExemptionReasonCode',
]
const CATEGORIES = ['ram:CategoryCode', 'cbc:ID']

/**
 * Marks the reasons on lines, allowances and charges that BT-120 and BT-121 repeat. With several
 * reasons of one category only the item says which is its own, so that it stays unread.
 * @param taxesOf the taxes of the items
 */
export function takeRepeatedExemptions(
  reading: Reading,
  breakdown: readonly VatBreakdown[],
  taxesOf: () => readonly (XmlElement | undefined)[],
): void {
  const reasons = new Map<string, Set<string>>()
  for (const { category, exemptionReason = '', exemptionReasonCode = '' } of breakdown) {
    const known = reasons.get(category) ?? new Set<string>()
    reasons.set(category, known.add(`${normalised(exemptionReason)}\n${normalised(exemptionReasonCode)}`))
  }
  if (![...reasons.values()].some((each) => !each.has('\n'))) return
  for (const tax of taxesOf()) {
    const found = REASONS.flatMap((name) => tax?.child(name) ?? [])
    if (found.length === 0) continue
    const category = CATEGORIES.map((name) => tax?.child(name)).find((each) => each !== undefined)
    const [said, ...others] = reasons.get(trimmed(category?.text ?? '')) ?? []
    if (others.length > 0) continue
    const texts = said?.split('\n') ?? []
    for (const each of found) if (texts.includes(normalised(each.text))) reading.take(each)
  }
}
