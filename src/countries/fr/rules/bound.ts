import type { BoundRules } from '../../../einvoice/rules/bindings/binding.js'
import { boundNumberRules } from './bound-numbers.js'
import { extensionPartyRules } from './bound-parties.js'
import { subInvoiceRules } from './bound-sub-invoices.js'
import { boundTextRules } from './bound-texts.js'
import type { Syntax } from './syntax.js'

/**
 * The rules of flow 2 that a document is judged by beyond `flow2Rules`: on what only the extension EXTENDED-CTC-FR writes, and on how texts and
 * numbers are written. Where an id is in both, this one counts.
 */
export function flow2BoundRules(syntax: Syntax): readonly BoundRules[] {
  return [
    ...boundTextRules(syntax),
    ...boundNumberRules(syntax),
    ...extensionPartyRules(syntax),
    ...subInvoiceRules(syntax),
  ]
}
