import type { AttachmentReference, InvoiceRequest } from '../../domain/request/invoice-request.js'
import { isObject } from '../../domain/json.js'
import { cut, withoutEnd } from '../../domain/text.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { FORMATS } from '../intake/formats.js'
import { MAX_DECIMALS } from '../intake/schemas/fields.js'

/**
 * An invoice of a document within the limits that the API has for numbers and file names, but no
 * document: numbers are rounded to the API's decimal places, file names lose characters of paths
 * and gain an extension. Each change is a difference, which the conversion reports.
 */
export function withinLimits(request: InvoiceRequest): InvoiceRequest {
  const rounded = withRoundedNumbers(request) as InvoiceRequest
  const { attachments } = rounded
  if (attachments === undefined) return rounded
  return { ...rounded, attachments: attachments.map(withFileName) }
}

function withRoundedNumbers(value: unknown): unknown {
  if (typeof value === 'number') {
    const decimal = Decimal.of(value)
    const rounded = decimal.round(MAX_DECIMALS)
    return rounded.equals(decimal) ? value : Number(rounded.toString())
  }
  if (Array.isArray(value)) return value.map(withRoundedNumbers)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withRoundedNumbers(each)]))
}

function withFileName(attachment: AttachmentReference): AttachmentReference {
  const { filename, mimeType } = attachment
  if (FORMATS['filename']?.test(filename) === true) return attachment
  const bare = withoutEnd(cut(filename, MOST_CHARACTERS).replaceAll(/[/\\]/g, '-'), '.')
  const named = /[^.]/.test(bare) ? bare : 'attachment'
  return { ...attachment, filename: `${named}.${EXTENSIONS[mimeType] ?? 'bin'}` }
}

/** Of a file name without the extension. */
const MOST_CHARACTERS = 240

/** By the media types that EN 16931 admits (BR-CL-24). */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/xml': 'xml',
}
