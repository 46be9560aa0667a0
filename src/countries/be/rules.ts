import { CURRENT_CODE_LISTS } from '../../einvoice/codes/code-lists.js'
import { EN16931_RULES } from '../../einvoice/rules/en16931.js'
import { ruleSet } from '../../einvoice/rules/judge.js'
import { PEPPOL_RULES } from '../../einvoice/rules/peppol.js'
import { vatCategoryRules } from '../../einvoice/rules/vat-categories.js'
import { businessRules } from '../peppol/business-rules.js'

/** Beyond the official artefacts: `CW-BE-…`. Rates: VAT code, Royal Decree no. 20. */
const BUSINESS_RULES = businessRules({
  country: 'BE',
  name: 'Belgium',
  vatNumber: /^BE[01]\d{9}$/,
  vatFormat: 'BE followed by 10 digits of which the first is 0 or 1',
  rates: ['21', '12', '6'],
  creditNoteLaw: 'VAT code, article 12 of Royal Decree no. 1',
})

/** What a Belgian receiver judges an invoice by: EN 16931, Peppol BIS Billing 3.0, and then the business rules of the service. */
export const BE_RULES = ruleSet(
  [...EN16931_RULES, ...vatCategoryRules('BR-AF', 'BR-AG'), ...PEPPOL_RULES, ...BUSINESS_RULES],
  CURRENT_CODE_LISTS,
)
