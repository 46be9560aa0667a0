import { Schema } from '../../einvoice/schema/schema.js'
import { FA_3_1_0E } from './schema-table.js'

/** The schema of FA(3), edition 1-0E. */
export const FA3_SCHEMA = new Schema(FA_3_1_0E)
