/** The mark of Factur-X EXTENDED, which is ZUGFeRD's level too, in a customisation id (BT-24). */
export const FACTUR_X_EXTENDED_MARK = 'urn:factur-x.eu:1p0:extended'

/** Whether a document claims Factur-X EXTENDED by its customisation id. */
export function isFacturXExtended(specification: string): boolean {
  return specification.includes(FACTUR_X_EXTENDED_MARK)
}
