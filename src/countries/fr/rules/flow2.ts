import type { Syntax } from '../../../domain/request/invoice-request.js'
import type { Assertions } from '../../../einvoice/rules/bindings/binding.js'
import { ciiDocumentRules } from './cii.js'
import { numberAssertions } from './numbers.js'
import { partyAssertions } from './parties.js'
import { textAssertions } from './written-texts.js'
import { ublDocumentRules } from './ubl.js'
import { ciiSubInvoiceRules } from './sub-invoices/cii.js'
import { ublSubInvoiceRules } from './sub-invoices/ubl.js'

/**
 * The rules of flow 2 in FNFE-MPE's artefact for a syntax, including every repetition, the parties
 * and sub-invoices of EXTENDED-CTC-FR, and the notation of texts and numbers. FNFE-MPE publishes
 * them for UBL and for CII, and the two differ: some rules have another id, some check fewer
 * elements. The tables contain these differences.
 * @param edition of `FRENCH_EDITIONS`
 */
export function flow2Assertions(syntax: Syntax, edition: string): readonly Assertions[] {
  return [
    ...textAssertions(syntax),
    ...(syntax === 'ubl' ? ublDocumentRules(edition) : ciiDocumentRules(edition)),
    ...partyAssertions(syntax),
    ...numberAssertions(syntax),
    ...(syntax === 'ubl' ? ublSubInvoiceRules(edition) : ciiSubInvoiceRules(edition)),
  ]
}
