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
 * The rules of flow 2 in FNFE-MPE's artefact for a syntax, including every repetition, the parties
 * and sub-invoices of EXTENDED-CTC-FR, and the notation of texts and numbers. FNFE-MPE publishes
 * them for UBL and for CII, and the two differ: some rules have another id, some check fewer
 * elements. The tables contain these differences.
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
