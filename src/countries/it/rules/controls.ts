import type { Assertions } from '../../../einvoice/rules/bindings/binding.js'
import { BODY_CONTROLS } from './content.js'
import { OWN_CONTROLS } from './own.js'
import { HEADER_CONTROLS } from './parties.js'
import { TOTAL_CONTROLS } from './totals.js'

/**
 * The controls of SdI on a document, by the codes of its list (Elenco controlli 2.0), as far as
 * the document alone is enough. 00403 depends on the day: see `business.ts`. Not judged before
 * sending, because only SdI or the tax registry can:
 *
 * - 00001 to 00107, the file, its name and signature, which the channel makes;
 * - whether a well-formed number exists and is active: 00300 to 00306, 00323;
 * - whether a recipient code exists, is active, or is the right one of an administration: 00311,
 *   00312, 00398, 00399;
 * - whether VAT number and codice fiscale match, and VAT groups: 00320 to 00322, 00324 to 00327;
 * - duplicates of earlier invoices: 00404;
 * - letters of intent: 00477.
 *
 * Simplified invoices have their own: see `SIMPLIFIED_CONTROLS`.
 */
export const SDI_CONTROLS: readonly Assertions[] = [
  ...HEADER_CONTROLS,
  ...BODY_CONTROLS,
  ...TOTAL_CONTROLS,
  ...OWN_CONTROLS,
]
