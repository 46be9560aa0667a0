import { PEPPOL_CODE_RULES } from './peppol-codes.js'
import { PEPPOL_DATE_RULE, PEPPOL_DOCUMENT_RULES, PEPPOL_EMPTY_RULE } from './peppol-document.js'
import { PEPPOL_IDENTIFIER_RULES } from './peppol-identifiers.js'
import { germanRules } from './peppol-germany.js'
import { lineNetRule, PEPPOL_SLACK, peppolLineRules } from './peppol-lines.js'
import { PEPPOL_NATIONAL_RULES } from './peppol-national.js'
import type { Rule } from './rule.js'

/**
 * Peppol BIS Billing 3.0.21 (May 2026, mandatory since 2026-08-17): what its schematron asks beyond EN 16931. The rules on how a document is
 * written (R043, R044, R051, R080, R100, R101) cannot be broken by one that was written from the model.
 */
export const PEPPOL_RULES: readonly Rule[] = [
  PEPPOL_EMPTY_RULE,
  ...PEPPOL_DOCUMENT_RULES,
  ...peppolLineRules(PEPPOL_SLACK),
  lineNetRule('fatal', PEPPOL_SLACK),
  ...PEPPOL_IDENTIFIER_RULES,
  ...PEPPOL_NATIONAL_RULES,
  ...germanRules('peppol'),
  ...PEPPOL_CODE_RULES,
  PEPPOL_DATE_RULE,
]
