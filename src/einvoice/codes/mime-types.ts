import { codes } from './code-list.js'

/** Media types of attached documents (BR-CL-24). As of EN 16931 1.3.16 (April 2026). */
export const MIME_TYPES = codes(`
  application/pdf application/vnd.oasis.opendocument.spreadsheet application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
  image/jpeg image/png text/csv
`)
