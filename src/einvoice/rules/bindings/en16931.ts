import { CII_CODE_RULES } from './cii/codes.js'
import { CII_MODEL_RULES } from './cii/model.js'
import { CII_FORBIDDEN } from './cii/paths.js'
import { CII_SYNTAX_RULES, OWN_IDENTIFIERS } from './cii/syntax.js'
import { CII_VAT_RULES } from './cii/vat.js'
import { ForbiddenPaths } from './forbidden.js'
import { UBL_CODE_RULES, UBL_CURRENT_CODES } from './ubl/codes.js'
import { ublModelRules } from './ubl/model.js'
import { UBL_FORBIDDEN } from './ubl/paths.js'
import { supportingDocumentRules, UBL_NEWER_SYNTAX_RULES, UBL_SYNTAX_RULES } from './ubl/syntax.js'
import { splitPaymentRules, ublVatRules } from './ubl/vat.js'
import type { Assertions } from './binding.js'

/** The UBL binding of EN 16931 1.3.16. */
export const UBL_RULES: readonly Assertions[] = [
  ...ublModelRules({ blankIsGiven: false, sepaIdentifiesSeller: false }),
  ...ublVatRules('BR-AF', 'BR-AG'),
  splitPaymentRules(false),
  ...UBL_CODE_RULES,
  ...UBL_CURRENT_CODES,
  ...UBL_SYNTAX_RULES,
  ...UBL_NEWER_SYNTAX_RULES,
  supportingDocumentRules('schemeID'),
]

/** The rules UBL-CR-* and UBL-DT-*: paths that EN 16931 does not use. */
export const UBL_FORBIDDEN_PATHS = new ForbiddenPaths([UBL_FORBIDDEN])

/** The CII binding of EN 16931 1.3.16. */
export const CII_RULES: readonly Assertions[] = [
  ...CII_MODEL_RULES,
  ...CII_VAT_RULES,
  ...CII_CODE_RULES,
  ...CII_SYNTAX_RULES,
]

/** The rules CII-SR-* and CII-DT-*: paths that EN 16931 does not use. */
export const CII_FORBIDDEN_PATHS = new ForbiddenPaths([CII_FORBIDDEN], OWN_IDENTIFIERS)

/**
 * The UBL rules that are warnings; all others are fatal. BR-51 is a warning in UBL and fatal in
 * CII.
 */
export const UBL_WARNINGS: ReadonlySet<string> = new Set([
  'BR-51',
  'UBL-CR-002',
  'UBL-CR-412',
  'UBL-CR-665',
  'UBL-DT-18',
])
export { CII_WARNINGS } from './cii/syntax.js'
