import { edition } from '../../../einvoice/codes/code-list.js'
import { ELECTRONIC_ADDRESS_SCHEMES, ISO_6523 } from '../../../einvoice/codes/identifier-schemes.js'
import { MIME_TYPES } from '../../../einvoice/codes/mime-types.js'

/** Codes of the digital health applications, which the extension adds to the lists of schemes. KoSIT's lists end with 0243 and 0244. */
const HEALTH = 'XR01 XR02 XR03'
export const EXTENSION_SCHEMES = edition(ISO_6523, { with: HEALTH, without: '0244 0245 0246 0247 0248' })
export const EXTENSION_ADDRESS_SCHEMES = edition(ELECTRONIC_ADDRESS_SCHEMES, {
  with: HEALTH,
  without: '0242 0245 0246 0248',
})
export const EXTENSION_MIME_TYPES = edition(MIME_TYPES, { with: 'application/xml' })
