import type { Syntax } from '../../../domain/request/invoice-request.js'
import type { Assertions } from '../../../einvoice/rules/bindings/binding.js'
import { CII_DOCUMENT_RULES } from './cii.js'
import { numberAssertions } from './numbers.js'
import { partyAssertions } from './parties.js'
import { textAssertions } from './written-texts.js'
import { UBL_DOCUMENT_RULES } from './ubl.js'
import { CII_SUB_INVOICE_RULES } from './sub-invoices/cii.js'
import { UBL_SUB_INVOICE_RULES } from './sub-invoices/ubl.js'

/**
 * The rules of flow 2 as FNFE-MPE's artefact for a syntax judges a document, down into every
 * repetition, into the parties and sub-invoices of EXTENDED-CTC-FR, and into how texts and numbers
 * are written. FNFE-MPE publishes them twice, for UBL and for CII, and the two differ: some rules
 * bear another id, some look at fewer elements. Where they differ, a table asks which it is.
 */
export function flow2Assertions(syntax: Syntax): readonly Assertions[] {
  return [
    ...textAssertions(syntax),
    ...(syntax === 'ubl' ? UBL_DOCUMENT_RULES : CII_DOCUMENT_RULES),
    ...partyAssertions(syntax),
    ...numberAssertions(syntax),
    ...(syntax === 'ubl' ? UBL_SUB_INVOICE_RULES : CII_SUB_INVOICE_RULES),
  ]
}
