/** The mark of Factur-X EXTENDED, which is ZUGFeRD's level too, in a customisation id (BT-24). */
const FACTUR_X_EXTENDED_MARK = 'urn:factur-x.eu:1p0:extended'

/** Whether a document claims Factur-X EXTENDED by its customisation id. */
export function isFacturXExtended(specification: string): boolean {
  return specification.includes(FACTUR_X_EXTENDED_MARK)
}

/** BT-24 of EN 16931 itself, which is the level EN 16931 of Factur-X and ZUGFeRD. */
export const EN_16931 = 'urn:cen.eu:en16931:2017'
