import { defined } from '../../domain/defined.js'
import type { AttachmentReference, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { GivenTotals } from '../../domain/request/terms.js'
import { isObject } from '../../domain/json.js'
import { cut, withoutEnd } from '../../domain/text.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { unlessEmpty } from '../../einvoice/request/to-request/basics.js'
import { FORMATS } from '../intake/formats.js'
import { MAX_DECIMALS, MAX_MAGNITUDE } from '../intake/schemas/fields.js'

/**
 * An invoice of a document within the limits that the API has for numbers and file names, but no
 * document: numbers are rounded to the API's decimal places, an exchange rate that is not above 0
 * is left out, file names lose characters of paths and gain an extension. Each change is a
 * difference, which the conversion reports.
 */
export function withinLimits(request: InvoiceRequest): InvoiceRequest {
  const rounded = withRoundedNumbers(request) as InvoiceRequest
  const { attachments, exchangeRate = 0, totals } = rounded
  return defined({
    ...rounded,
    // A document may state two totals of VAT that no rate of the API converts.
    exchangeRate: exchangeRate > 0 ? exchangeRate : undefined,
    attachments: attachments?.map(withFileName),
    totals: totals && unlessEmpty(withoutTooLarge(totals)),
  })
}

/** Totals to compare are left out if the API has no number for them. */
function withoutTooLarge(totals: GivenTotals): GivenTotals {
  const { vatBreakdown, ...amounts } = totals
  const isListed = vatBreakdown?.every((entry) => Object.values(entry).every(isWithinMagnitude)) === true
  return {
    ...Object.fromEntries(Object.entries(amounts).filter(([, amount]) => isWithinMagnitude(amount))),
    ...(isListed && { vatBreakdown }),
  }
}

function isWithinMagnitude(value: unknown): boolean {
  return typeof value !== 'number' || Math.abs(value) <= MAX_MAGNITUDE
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
