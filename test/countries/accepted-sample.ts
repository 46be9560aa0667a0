import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CountryCode, DocumentFormat, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { countryOf } from '../../src/countries/registry.js'
import { acceptInvoice } from '../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../src/documents/intake/check.js'
import type { Detail } from '../../src/domain/refusal.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'

const check = compileCheck(InvoiceBody)

/** Whether a sample may be asked for in a format: some terms have a place in one alone. */
export function takesFormat(country: CountryCode, name: string, format: DocumentFormat): boolean {
  const body = JSON.parse(readFileSync(join(ROOT, 'samples', country.toLowerCase(), `${name}.json`), 'utf8')) as object
  const details: Detail[] = []
  check({ ...body, format }, '', details)
  return details.length === 0
}

/** Repository root, from the compiled test. */
export const ROOT = join(import.meta.dirname, '..', '..', '..')

/** A file of samples/ as the service accepts it. */
interface AcceptedSample {
  /** File name without `.json`. */
  readonly name: string
  readonly invoice: InvoiceRequest
  readonly attachments: readonly Uint8Array[]
}

/** The samples of a country as the service would accept them on a given day. */
export function acceptedSamples(country: CountryCode, issueDate: string): readonly AcceptedSample[] {
  return readdirSync(join(ROOT, 'samples', country.toLowerCase()))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => acceptedSample(country, file.replace('.json', ''), issueDate))
}

/** One sample, with changes, as the service would accept it on a given day. */
export function acceptedSample(
  country: CountryCode,
  name: string,
  issueDate: string,
  changed: (sample: InvoiceBody) => Partial<InvoiceBody> = () => ({}),
): AcceptedSample {
  const text = readFileSync(join(ROOT, 'samples', country.toLowerCase(), `${name}.json`), 'utf8')
  const sample = JSON.parse(text) as InvoiceBody
  const body = { ...sample, ...changed(sample) }
  const { accepted, attachments } = acceptInvoice(
    { ...body, issueDate },
    {
      countryOf,
      now: new Date(`${issueDate}T12:00:00Z`),
      invoiceId: `${name}.json`,
      environment: null,
      preceding: body.precedingInvoice as InvoiceRequest['precedingInvoice'],
    },
  )
  return { name, invoice: accepted, attachments: attachments.map(({ bytes }) => bytes) }
}
