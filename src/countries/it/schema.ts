import { Schema } from '../../einvoice/schema/schema.js'
import { FATTURAPA_1_2_3 } from './schema-table.js'

/** Schema_VFPR12 1.2.3. */
export const FATTURAPA_SCHEMA = new Schema(FATTURAPA_1_2_3)
