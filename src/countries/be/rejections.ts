import { peppolRejections } from '../peppol/rejections.js'
import { OFFICIAL } from '../rejections/official-texts.js'
import { PEPPOL_BILLING_DOCUMENTS, PEPPOL_CATALOGUE, PEPPOL_SELF_BILLING_DOCUMENTS } from './documents.js'

/**
 * Belgium has no rejections of its own: the network and the buyer report invoices that are
 * undeliverable or refused.
 */
export const BE_REJECTIONS = peppolRejections({
  national: () => [],
  catalogue: PEPPOL_CATALOGUE,
  sets: () => [PEPPOL_BILLING_DOCUMENTS.rules('ubl', ''), PEPPOL_SELF_BILLING_DOCUMENTS.rules('ubl', '')],
  texts: [OFFICIAL.peppol, OFFICIAL.en16931],
})
