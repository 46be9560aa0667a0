import { rejectionCatalogue } from '../peppol/rejections.js'
import { PEPPOL_CATALOGUE } from './documents.js'

/**
 * Belgium has no refusals of its own: what is not delivered, or not wanted, is told by the network
 * and the buyer.
 */
export const BE_REJECTIONS = rejectionCatalogue([], PEPPOL_CATALOGUE)
