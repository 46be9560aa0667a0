import type { BoundRules } from '../../../einvoice/rules/bindings/binding.js'
import { CII_DOCUMENT_RULES } from './bound-cii.js'
import { boundNumberRules } from './bound-numbers.js'
import { boundPartyRules } from './bound-parties.js'
import { boundTextRules } from './bound-texts.js'
import { UBL_DOCUMENT_RULES } from './bound-ubl.js'
import { CII_SUB_INVOICE_RULES } from './sub-invoices-cii.js'
import { UBL_SUB_INVOICE_RULES } from './sub-invoices-ubl.js'
import type { Syntax } from './syntax.js'

/**
 * The rules of flow 2 as FNFE-MPE's artefact for a syntax judges a document. Where `flow2Rules` judges an invoice that came as JSON, these follow
 * the artefact into every repetition, into the parties and sub-invoices of EXTENDED-CTC-FR, and into how texts and numbers are written.
 */
export function flow2BoundRules(syntax: Syntax): readonly BoundRules[] {
  return [
    ...boundTextRules(syntax),
    ...(syntax === 'ubl' ? UBL_DOCUMENT_RULES : CII_DOCUMENT_RULES),
    ...boundPartyRules(syntax),
    ...boundNumberRules(syntax),
    ...(syntax === 'ubl' ? UBL_SUB_INVOICE_RULES : CII_SUB_INVOICE_RULES),
  ]
}
