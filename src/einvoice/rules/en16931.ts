import { CII_CODE_LISTS } from '../codes/cii-lists.js'
import { CURRENT_CODE_LISTS } from '../codes/code-lists.js'
import { CII_SCHEMA, UBL_SCHEMA } from '../schema/schemas.js'
import {
  CII_RULES,
  CII_FORBIDDEN_PATHS,
  CII_WARNINGS,
  UBL_RULES,
  UBL_FORBIDDEN_PATHS,
  UBL_WARNINGS,
} from './bindings/en16931.js'
import { EN16931_TEXTS } from './catalogue/en16931.js'
import { RuleCatalogue } from './catalogue/rule-catalogue.js'
import { forbiddenAttributeTexts, repeatedElementTexts, SYNTAX_TEXTS } from './catalogue/syntaxes.js'
import { vatCategoryTexts } from './catalogue/vat-categories.js'
import type { DocumentRules } from './judge-document.js'

/** The texts of EN 16931 and its bindings. */
export const EN16931_CATALOGUE = new RuleCatalogue([
  EN16931_TEXTS,
  vatCategoryTexts,
  SYNTAX_TEXTS,
  repeatedElementTexts,
  forbiddenAttributeTexts,
])

/** EN 16931 1.3.16 in UBL. */
export const EN16931_UBL: DocumentRules = {
  schema: UBL_SCHEMA,
  assertions: UBL_RULES,
  forbidden: UBL_FORBIDDEN_PATHS,
  codes: CURRENT_CODE_LISTS,
  catalogue: EN16931_CATALOGUE,
  warnings: UBL_WARNINGS,
}

/** EN 16931 1.3.16 in CII. */
export const EN16931_CII: DocumentRules = {
  schema: CII_SCHEMA,
  assertions: CII_RULES,
  forbidden: CII_FORBIDDEN_PATHS,
  codes: CII_CODE_LISTS,
  catalogue: EN16931_CATALOGUE,
  warnings: CII_WARNINGS,
}
