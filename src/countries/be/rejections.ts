import { peppolRejections } from '../peppol/rejections.js'
import { OFFICIAL } from '../rejections/official-texts.js'
import { PEPPOL_BILLING_DOCUMENTS, PEPPOL_CATALOGUE, PEPPOL_SELF_BILLING_DOCUMENTS } from './documents.js'

/**
 * Belgium has no refusals of its own: what is not delivered, or not wanted, is told by the network
 * and the buyer.
 */
export const BE_REJECTIONS = peppolRejections({
  national: [],
  catalogue: PEPPOL_CATALOGUE,
  sets: () => [PEPPOL_BILLING_DOCUMENTS.rules('ubl', ''), PEPPOL_SELF_BILLING_DOCUMENTS.rules('ubl', '')],
  texts: [OFFICIAL.peppol, OFFICIAL.en16931],
})
