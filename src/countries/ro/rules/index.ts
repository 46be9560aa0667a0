import { CURRENT_CODE_LISTS } from '../../../einvoice/codes/code-lists.js'
import type { RuleSet } from '../../../einvoice/rules/judge.js'

/** What ANAF judges an invoice by, and the business rules of the service. */
export const RO_RULES: RuleSet = { rules: [], codes: CURRENT_CODE_LISTS }
