import { EN_16931 } from '../../einvoice/rules/factur-x.js'
import type { Profile } from '../../einvoice/rules/profile.js'
import { plainAddress } from '../peppol/address.js'

/** BT-24 of EXTENDED-CTC-FR. */
export const EXTENDED_CTC_FR_ID = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'

/**
 * EN 16931 as the French reform uses it (AFNOR XP Z12-012, flow 2), without the extension
 * EXTENDED-CTC-FR.
 */
export const FRANCE: Profile = {
  specification: EN_16931,
  // BR-FR-04 does not allow debit notes (383). A corrected invoice (384) replaces the preceding
  // one; an additional amount is a separate invoice that refers to the preceding one.
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '380' },
  // BR-FR-CO-12.
  accountingCurrency: 'EUR',
  defaultPaymentTerms: null,
  // CGI, annexe II, art. 242 nonies A, I, 12° and 13°.
  exemptionReasons: {
    AE: 'Autoliquidation',
    K: 'Exonération de TVA, art. 262 ter, I du CGI',
    G: 'Exonération de TVA, art. 262, I du CGI',
  },
  language: 'fr',
  extension: 'fr',
  // BR-FR-DEC-03.
  priceDecimals: 6,
  address: plainAddress,
}
