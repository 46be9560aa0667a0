import { Schema } from '../../einvoice/schema/schema.js'

/** Schema_VFPR12 1.2.3. */
export const FATTURAPA_SCHEMA = new Schema('\np:FatturaElettronica>0\n\n~\n')
