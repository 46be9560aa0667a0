import { Schema } from '../../einvoice/schema/schema.js'

/** The schema of FA(3), edition 1-0E. */
export const FA3_SCHEMA = new Schema('\nfa:Faktura>0\n\n~\n')
