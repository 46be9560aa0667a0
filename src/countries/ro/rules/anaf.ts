import { type Assertions, ROOT, inContext } from '../../../einvoice/rules/bindings/binding.js'
import { ForbiddenPaths } from '../../../einvoice/rules/bindings/forbidden.js'
import { UBL_CODE_RULES, UBL_OLDER_CODES } from '../../../einvoice/rules/bindings/ubl/codes.js'
import { ublModelRules } from '../../../einvoice/rules/bindings/ubl/model.js'
import { UBL_FORBIDDEN, UBL_FORBIDDEN_ANAF } from '../../../einvoice/rules/bindings/ubl/paths.js'
import { supportingDocumentRules, UBL_SYNTAX_RULES } from '../../../einvoice/rules/bindings/ubl/syntax.js'
import { splitPaymentRules, ublVatRules } from '../../../einvoice/rules/bindings/ubl/vat.js'
import { compareToZero } from '../../../einvoice/rules/bindings/doubles.js'
import { count, has } from '../../../einvoice/rules/bindings/xpath.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'
import { CIUS_RO_UBL, ofInvoices } from './ubl-cius.js'

/** Rules of EN 16931 that ANAF still has and the current edition lacks. */
const DROPPED: readonly Assertions[] = [
  inContext(ROOT, {
    'BR-66': (root) => count(root, 'cac:PaymentMeans/cac:CardAccount') <= 1,
    'BR-67': (root) => count(root, 'cac:PaymentMeans/cac:PaymentMandate') <= 1,
  }),
  inContext(ofInvoices('cac:LegalMonetaryTotal/cbc:PayableAmount'), {
    'BR-CO-25': (due, document) =>
      compareToZero(due) <= 0 ||
      document.named('cbc:DueDate').length > 0 ||
      document.named('cac:PaymentTerms').some((terms) => has(terms, 'cbc:Note')),
  }),
]

/** All of ANAF's rules for a document: its copy of EN 16931, and CIUS-RO. */
export const ANAF_UBL: readonly Assertions[] = [
  ...ublModelRules({ blankIsGiven: true, sepaIdentifiesSeller: true }).map(({ context, tests }) => ({
    context,
    tests: tests.filter(([id]) => id !== 'BR-27'),
  })),
  ...ublVatRules('BR-IG', 'BR-IP'),
  splitPaymentRules(true),
  ...DROPPED,
  ...UBL_CODE_RULES,
  ...UBL_OLDER_CODES,
  ...UBL_SYNTAX_RULES,
  supportingDocumentRules('scheme'),
  ...CIUS_RO_UBL,
]

/** Names that ANAF misspells match nothing in UBL, so the correct ones have no rule. */
const MISSPELT = new Set(['UBL-CR-487', 'UBL-CR-572', 'UBL-CR-577', 'UBL-CR-583', 'UBL-CR-674'])

/** The paths that ANAF's edition of EN 16931 forbids. */
export const ANAF_FORBIDDEN = new ForbiddenPaths([
  UBL_FORBIDDEN.split('\n')
    .filter((line) => !MISSPELT.has(trimmed(line).split(' ')[0] ?? ''))
    .join('\n'),
  UBL_FORBIDDEN_ANAF,
])
