import { trimmed } from '../xml/white-space.js'

/** The mark of Factur-X EXTENDED, which is ZUGFeRD's level too, in a customisation id (BT-24). */
const FACTUR_X_EXTENDED_MARK = 'urn:factur-x.eu:1p0:extended'

/** Whether a document claims Factur-X EXTENDED by its customisation id. */
export function isFacturXExtended(specification: string): boolean {
  return specification.includes(FACTUR_X_EXTENDED_MARK)
}

/** BT-24 of EN 16931 itself, which is the level EN 16931 of Factur-X and ZUGFeRD. */
export const EN_16931 = 'urn:cen.eu:en16931:2017'

/** BT-24 of each profile of Factur-X, by its name in the metadata of a PDF. */
export const FACTUR_X_LEVELS = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': EN_16931,
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
} as const

/** A profile of Factur-X, which is ZUGFeRD's too; its name as in the metadata of a PDF. */
export type FacturXLevel = keyof typeof FACTUR_X_LEVELS

const CLAIMED: Readonly<Record<string, FacturXLevel>> = {
  minimum: 'MINIMUM',
  basicwl: 'BASIC WL',
  basic: 'BASIC',
  extended: 'EXTENDED',
}

/**
 * The profile of Factur-X that only its own customisation id claims; undefined for that of EN
 * 16931 itself.
 */
export function facturXLevel(specification: string): FacturXLevel | undefined {
  const [, name = ''] = /urn:(?:factur-x\.eu:1p0|zugferd\.de:2p0):([a-z]+)$/.exec(trimmed(specification)) ?? []
  return Object.hasOwn(CLAIMED, name) ? CLAIMED[name] : undefined
}
