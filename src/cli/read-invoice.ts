import { countryOf } from '../countries/registry.js'
import { type Detail, Refusal } from '../domain/refusal.js'
import { acceptInvoice, type InvoiceAndAttachments, invoicingCountry } from '../documents/intake/accept-invoice.js'
import { compileCheck } from '../documents/intake/check.js'
import { unlistedIn } from '../documents/intake/listed-details.js'
import { parseJsonBody } from '../documents/intake/json-body.js'
import { InvoiceBody } from '../documents/intake/schemas/invoice-input.js'

const checkBody = compileCheck(InvoiceBody)

/** The fields that the service would fill in. */
export interface Fillers {
  readonly number?: string | undefined
  readonly issueDate?: string | undefined
}

/** Reads the body of POST /v1/invoices, with the API's messages about invalid fields. */
export function readBody(
  text: string,
  fillers: Fillers,
): { readonly body: InvoiceBody } | { readonly errors: readonly Detail[] } {
  try {
    const { value, faults } = parseJsonBody(Buffer.from(text, 'utf8'))
    const body = fill(value, fillers)
    const details: Detail[] = [...faults]
    checkBody(body, '', details)
    const unlisted = unlistedIn(details)
    if (unlisted > 0) details.push({ path: '', message: `has ${unlisted} further errors that are not listed` })
    return details.length > 0 ? { errors: details } : { body: body as InvoiceBody }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { errors: error.details }
  }
}

/** Reads an invoice the way the API accepts it. */
export function readInvoice(
  text: string,
  fillers: Fillers,
): InvoiceAndAttachments | { readonly errors: readonly Detail[] } {
  const read = readBody(text, fillers)
  if ('errors' in read) return read
  try {
    invoicingCountry(read.body, countryOf)
    const { precedingInvoice } = read.body
    if (precedingInvoice && 'id' in precedingInvoice && precedingInvoice.id !== undefined) {
      return {
        errors: [
          {
            path: 'precedingInvoice.id',
            message: 'needs the server that stores the invoice; use precedingInvoice.number instead',
          },
        ],
      }
    }
    const preceding = precedingInvoice as InvoiceAndAttachments['accepted']['precedingInvoice']
    return acceptInvoice(read.body, { countryOf, now: new Date(), invoiceId: text, environment: null, preceding })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { errors: error.details }
  }
}

function fill(value: unknown, fillers: Fillers): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { number, issueDate } = fillers
  return { ...(number !== undefined && { number }), ...(issueDate !== undefined && { issueDate }), ...value }
}

/** An invalid field and its error, on one line. */
export function inWords({ path, message }: Detail): string {
  return path === '' ? message : `${path}: ${message}`
}
