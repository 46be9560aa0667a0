import { Schema } from '../../../einvoice/schema/schema.js'
import { CDAR_D22B } from './schema-table.js'

/** Cross Domain Acknowledgement and Response D22B. */
export const CDAR_SCHEMA = new Schema(CDAR_D22B)
