import { CURRENT_CODE_LISTS } from '../../einvoice/codes/code-lists.js'
import { ForbiddenPaths } from '../../einvoice/rules/bindings/forbidden.js'
import type { DocumentRules } from '../../einvoice/rules/judge-document.js'
import type { ElementFields } from './element-fields.js'

/** The rules of a national format: its schema, and its government's further checks. */
export function nationalRules({
  fields,
  ...rules
}: Pick<DocumentRules, 'schema' | 'assertions' | 'catalogue'> & { readonly fields: ElementFields }): DocumentRules {
  return {
    ...rules,
    terms: fields.terms,
    forbidden: NOTHING_FORBIDDEN,
    codes: CURRENT_CODE_LISTS,
    warnings: NO_WARNINGS,
  }
}

const NOTHING_FORBIDDEN = new ForbiddenPaths([])
/** The levels of national rules are in their catalogues. */
const NO_WARNINGS: ReadonlySet<string> = new Set([])
