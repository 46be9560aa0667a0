import type { VatBreakdown } from '../einvoice/model/settlement.js'
import type { Rule } from '../einvoice/rules/rule.js'
import { isBlank } from '../einvoice/xml/white-space.js'

/** The words that the law of a country requires where no VAT is charged. */
interface Wording {
  /** The country code in the rules' ids. */
  readonly country: string
  /** The article that requires the words. */
  readonly law: { readonly reverseCharge: string; readonly marginScheme: string }
  readonly reverseCharge: string
  /** By VATEX code of the margin schemes (directive 2006/112/EC, art. 226, points 13 and 14). */
  readonly marginScheme: Readonly<Record<MarginScheme, string>>
}

/** Travel agents, second-hand goods, works of art, collectors' items and antiques. */
const MARGIN_SCHEMES = ['VATEX-EU-D', 'VATEX-EU-F', 'VATEX-EU-I', 'VATEX-EU-J'] as const
type MarginScheme = (typeof MARGIN_SCHEMES)[number]

/**
 * "Reverse charge" in the languages of the countries and in English: article 226, point 11a, of
 * the directive has each language's words, and tax offices accept those of another one.
 */
const REVERSE_CHARGE =
  /reverse charge|steuerschuldnerschaft des leistungsempf(ä|ae)ngers|autoliquidation|btw verlegd|verlegging van heffing|taxare invers[ăa]|inversione contabile|odwrotne obci(ą|a)(ż|z)enie/i

/** Warnings about an exemption whose text (BT-120) lacks the words that the law requires. */
export function exemptionWordingRules({ country, law, reverseCharge, marginScheme }: Wording): readonly Rule[] {
  const schemes = MARGIN_SCHEMES.map((code) => `${marginScheme[code]} for ${code}`).join(', ')
  return [
    {
      id: `CW-${country}-REVERSE-CHARGE-WORDING`,
      severity: 'warning',
      terms: ['BT-120'],
      message: `The reason of the reverse charge, {}, lacks the words that the law requires (${law.reverseCharge})`,
      fix: `Add "${reverseCharge}" to the reason (lines[].exemptionReason), or leave reason and code out, so that these words are written`,
      check: ({ vatBreakdown }, breach) => {
        vatBreakdown.forEach(({ category, exemptionReason }, index) => {
          if (category !== 'AE' || isBlank(exemptionReason) || REVERSE_CHARGE.test(exemptionReason)) return
          breach('BT-120', index, exemptionReason)
        })
      },
    },
    {
      id: `CW-${country}-MARGIN-SCHEME-WORDING`,
      severity: 'warning',
      terms: ['BT-121', 'BT-120'],
      message: `The margin scheme is stated by its code {} alone, but the law requires it in words (${law.marginScheme})`,
      fix: `Give the scheme in words as well (lines[].exemptionReason): ${schemes}`,
      check: ({ vatBreakdown }, breach) => {
        vatBreakdown.forEach((entry, index) => {
          if (isOfMarginScheme(entry) && isBlank(entry.exemptionReason))
            breach('BT-121', index, entry.exemptionReasonCode)
        })
      },
    },
  ]
}

function isOfMarginScheme({ exemptionReasonCode }: VatBreakdown): boolean {
  const code = exemptionReasonCode?.toUpperCase()
  return MARGIN_SCHEMES.some((each) => each === code)
}
