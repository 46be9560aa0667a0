import type { Profile } from '../../einvoice/rules/profile.js'
import { plainAddress } from '../peppol/address.js'

/** BT-24 of EXTENDED-CTC-FR. */
export const EXTENDED_CTC_FR_ID = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'

/**
 * EN 16931 as the French reform uses it (AFNOR XP Z12-012, flow 2), without the extension
 * EXTENDED-CTC-FR.
 */
export const FRANCE: Profile = {
  specification: 'urn:cen.eu:en16931:2017',
  // BR-FR-04 admits no debit note (383). A corrected invoice (384) takes the place of the one
  // before; what raises an amount is an invoice of its own that refers to the one before.
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '380' },
  // BR-FR-CO-12.
  accountingCurrency: 'EUR',
  defaultPaymentTerms: null,
  extension: 'fr',
  address: plainAddress,
}
