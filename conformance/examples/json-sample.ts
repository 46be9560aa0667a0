import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countryOf } from '../../src/countries/registry.js'
import type { CountryCode, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { type Detail, Refusal } from '../../src/domain/refusal.js'
import { acceptInvoice, invoicingCountry } from '../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../src/documents/intake/check.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import { TODAY } from './today.js'

/** A body as a client would send it. */
export type Body = Record<string, unknown>

const SAMPLES = join(import.meta.dirname, '..', '..', '..', 'samples')

/** The samples of a country by their names, issued today. */
export function samplesOf(country: CountryCode): ReadonlyMap<string, Body> {
  const folder = join(SAMPLES, country.toLowerCase())
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
  return new Map(
    files.map((file) => {
      const body = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Body
      return [file.replace('.json', ''), { issueDate: TODAY, ...body }]
    }),
  )
}

const checkBody = compileCheck(InvoiceBody)

/** The rules that a body breaks, each once; null: the service would reject it as a whole. */
export function rulesBrokenBy(body: Body): readonly string[] | null {
  const accepted = acceptedOf(body)
  if (accepted === null) return null
  const { invoicing } = countryOf(accepted.country)
  if (invoicing === null) return null
  return [...new Set(invoicing.validate(accepted, { today: TODAY }).findings.map(({ rule }) => rule))]
}

/** The invoice as the service accepts it on `TODAY`; null: it rejects it. */
export function acceptedOf(sent: Body): InvoiceRequest | null {
  const details: Detail[] = []
  checkBody(sent, '', details)
  if (details.length > 0) return null
  const body = sent as unknown as InvoiceBody
  try {
    invoicingCountry(body, countryOf)
    const preceding = body.precedingInvoice as Partial<InvoiceRequest['precedingInvoice']>
    // The service resolves an invoice that is named by its id; here it must be named by its
    // number.
    if (preceding !== undefined && preceding.number === undefined) return null
    const context = { countryOf, now: new Date(`${TODAY}T12:00:00Z`), invoiceId: 'inv_example', environment: null }
    return acceptInvoice(body, { ...context, ...(preceding && { preceding }) } as Parameters<typeof acceptInvoice>[1])
      .accepted
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
