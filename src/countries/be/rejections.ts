import { rejectionCatalogue } from '../peppol/rejections.js'
import { BE_RULES } from './rules.js'

/** Belgium has no refusals of its own: what is not delivered, or not wanted, is told by the network and the buyer. */
export const BE_REJECTIONS = rejectionCatalogue([], BE_RULES.rules)
