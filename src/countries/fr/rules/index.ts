import { CURRENT_CODE_LISTS } from '../../../einvoice/codes/code-lists.js'
import { EN16931_RULES } from '../../../einvoice/rules/en16931.js'
import { ruleSet } from '../../../einvoice/rules/judge.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { vatCategoryRules } from '../../../einvoice/rules/vat-categories.js'
import { addressRules } from './addresses.js'
import { attachmentRules } from './attachments.js'
import { BUSINESS_RULES } from './business.js'
import { DECIMAL_RULES } from './decimals.js'
import { documentRules } from './document.js'
import { noteRules } from './notes.js'
import { partyRules } from './parties.js'
import type { Syntax } from './syntax.js'
import { taxRules } from './taxes.js'

/** The rules of flow 2 by FNFE-MPE, BR-FR-Flux2 1.4.0.03, as the artefact for a syntax has them. */
export function flow2Rules(syntax: Syntax): readonly Rule[] {
  return [
    ...documentRules(syntax),
    ...noteRules(syntax),
    ...partyRules(syntax),
    ...addressRules(syntax),
    ...taxRules(syntax),
    ...attachmentRules(syntax),
    ...DECIMAL_RULES,
  ]
}

const STANDARD = [...EN16931_RULES, ...vatCategoryRules('BR-AF', 'BR-AG')]

/** What a platform judges a UBL invoice by, and then the business rules of the service. */
export const FR_RULES = ruleSet([...STANDARD, ...flow2Rules('ubl'), ...BUSINESS_RULES], CURRENT_CODE_LISTS)

/** The same for a Cross Industry Invoice. */
export const FR_CII_RULES = ruleSet([...STANDARD, ...flow2Rules('cii'), ...BUSINESS_RULES], CURRENT_CODE_LISTS)
