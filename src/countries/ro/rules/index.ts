import { decimalRules } from '../../../einvoice/rules/decimals.js'
import { EN16931_RULES } from '../../../einvoice/rules/en16931.js'
import { ruleSet } from '../../../einvoice/rules/judge.js'
import { BR_CO_25 } from '../../../einvoice/rules/payment.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { vatCategoryRules } from '../../../einvoice/rules/vat-categories.js'
import { ANAF_CODE_LISTS } from '../code-lists.js'
import { ADDRESS_RULES } from './addresses.js'
import { BUSINESS_RULES } from './business.js'
import { IDENTITY_RULES } from './identity.js'
import { COUNT_RULES, LENGTH_RULES } from './lengths.js'

/** ANAF numbers the breakdown's two amounts apart; its rules on BT-110, BT-111 and BT-131 stand where they can never fire. */
const RO_DECIMAL_IDS: Readonly<Record<string, string | null>> = {
  '19': '1009',
  '20': '1010',
  '13': null,
  '15': null,
  '23': null,
}

/** ANAF's own rules, CIUS-RO 1.0.9: BR-RO-… and BR-DEC-RO-…. */
export const CIUS_RO_RULES: readonly Rule[] = [
  ...IDENTITY_RULES,
  ...ADDRESS_RULES,
  ...COUNT_RULES,
  ...LENGTH_RULES,
  ...decimalRules((suffix) => {
    const id = RO_DECIMAL_IDS[suffix]
    return id === null ? null : `BR-DEC-RO-${id ?? suffix}`
  }),
]

/** What ANAF judges an invoice by, in its edition, and then the business rules of the service. */
export const RO_RULES = ruleSet(
  [...EN16931_RULES, ...vatCategoryRules('BR-IG', 'BR-IP'), BR_CO_25, ...CIUS_RO_RULES, ...BUSINESS_RULES],
  ANAF_CODE_LISTS,
)
