import { readPdf } from '../support/pdf.js'

/** The XML inside a Factur-X; null: it is none. */
export function facturXIn(bytes: Buffer): Buffer | null {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return null
  return readPdf(bytes).files.find(({ name }) => name === 'factur-x.xml')?.bytes ?? null
}
