import { CODE_LIST_RULES } from './code-lists.js'
import { DECIMAL_RULES } from './decimals.js'
import { DOCUMENT_RULES } from './document.js'
import { ALLOWANCE_RULES, LINE_RULES } from './lines.js'
import { PARTY_RULES } from './parties.js'
import { PAYMENT_RULES } from './payment.js'
import type { Rule } from './rule.js'
import { TOTALS_RULES } from './totals.js'

/** The rules of EN 16931-1 but for those of the VAT categories, whose names differ between editions (`vatCategoryRules`). */
export const EN16931_RULES: readonly Rule[] = [
  ...DOCUMENT_RULES,
  ...PARTY_RULES,
  ...LINE_RULES,
  ...ALLOWANCE_RULES,
  ...TOTALS_RULES,
  ...PAYMENT_RULES,
  ...DECIMAL_RULES,
  ...CODE_LIST_RULES,
]
