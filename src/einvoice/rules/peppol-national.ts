import { DANISH_RULES } from './peppol-denmark.js'
import { GREEK_RULES } from './peppol-greece.js'
import { ICELANDIC_RULES } from './peppol-iceland.js'
import { DUTCH_RULES } from './peppol-netherlands.js'
import { ITALIAN_RULES, NORWEGIAN_RULES } from './peppol-norway-italy.js'
import { SWEDISH_RULES } from './peppol-sweden.js'
import type { Rule } from './rule.js'

/** The national rules of Peppol BIS Billing 3.0 but for the German ones: they go by where the seller (and the buyer) is, whoever receives. */
export const PEPPOL_NATIONAL_RULES: readonly Rule[] = [
  ...NORWEGIAN_RULES,
  ...DANISH_RULES,
  ...ITALIAN_RULES,
  ...SWEDISH_RULES,
  ...GREEK_RULES,
  ...ICELANDIC_RULES,
  ...DUTCH_RULES,
]
