import { CII_D16B } from './cii-d16b.js'
import { CII_D22B } from './cii-d22b.js'
import { Schema } from './schema.js'
import { UBL_2_1 } from './ubl-2.1.js'

/** OASIS UBL 2.1, Invoice and CreditNote. */
export const UBL_SCHEMA = new Schema(UBL_2_1)
/** UN/CEFACT Cross Industry Invoice D16B, as EN 16931 is bound to it. */
export const CII_SCHEMA = new Schema(CII_D16B)
/** Its later edition D22B, which France uses. */
export const CII_D22B_SCHEMA = new Schema(CII_D22B)
