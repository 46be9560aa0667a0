import { edition } from '../../../einvoice/codes/code-list.js'
import { ITEM_CLASSIFICATIONS } from '../../../einvoice/codes/item-classifications.js'

export const CVD_SCHEMES = edition(ITEM_CLASSIFICATIONS, { with: 'CVD' })
export const VEHICLE_CATEGORIES: ReadonlySet<string> = new Set(['M1', 'M2', 'M3', 'N1', 'N2', 'N3'])
export const EMISSIONS: ReadonlySet<string> = new Set(['clean', 'zero-emission', 'other'])
