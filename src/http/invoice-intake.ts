import { createHash } from 'node:crypto'
import type { Country, Invoicing } from '../countries/country.js'
import type { AcceptedInvoice, AttachmentReference, CountryCode, Party } from '../domain/accepted-invoice.js'
import { todayIn } from '../domain/calendar.js'
import { invalidField } from './errors.js'
import type { InvoiceBody } from './schemas/invoice-input.js'
import { normalisePartyVat } from './vat-numbers.js'

/** A posted invoice with every default filled in, and its attachments' bytes in their order. */
export interface Intake {
  readonly accepted: AcceptedInvoice
  readonly attachments: readonly Attachment[]
}

export interface Attachment {
  readonly reference: AttachmentReference
  readonly bytes: Uint8Array
}

export interface IntakeContext {
  readonly countryOf: (code: CountryCode) => Country
  readonly now: Date
  readonly invoiceId: string
  /** What `precedingInvoice.id` stands for. */
  readonly preceding: AcceptedInvoice['precedingInvoice']
}

/** The country of an invoice, if it can take one. Throws a 400 on `country`. */
export function invoicingCountry(
  code: CountryCode,
  countryOf: (code: CountryCode) => Country,
): Country & { readonly invoicing: Invoicing } {
  const country = countryOf(code)
  if (country.invoicing === null) {
    throw invalidField('country', `can't be ${code} yet: the format for ${country.name} is not available`)
  }
  return { ...country, invoicing: country.invoicing }
}

/** The one way from a body that its schema has accepted to the invoice that rules and converters see. Pure. */
export function takeIn(body: InvoiceBody, context: IntakeContext): Intake {
  const { countryOf, now, invoiceId, preceding } = context
  const country = countryOf(body.country)
  const attachments = (body.attachments ?? []).map(decodeAttachment)
  const issueDate = body.issueDate ?? todayIn(country.timeZone, now)
  const accepted: AcceptedInvoice = {
    ...omit(body, 'companyId', 'precedingInvoice', 'attachments'),
    invoiceType: body.invoiceType ?? 'invoice',
    number: body.number ?? body.externalId ?? generatedNumber(invoiceId, issueDate),
    supplier: takeInParty(body.supplier, body.country, countryOf),
    customer: takeInParty(body.customer, body.country, countryOf),
    lines: body.lines.map((line) => ({ ...line, quantity: line.quantity ?? 1, unitCode: line.unitCode ?? 'C62' })),
    currency: body.currency ?? 'EUR',
    issueDate,
    ...(attachments.length > 0 && { attachments: attachments.map(({ reference }) => reference) }),
    ...(preceding && { precedingInvoice: preceding }),
  }
  return { accepted, attachments }
}

function takeInParty(party: Party, country: CountryCode, countryOf: (code: CountryCode) => Country): Party {
  return { ...party, vatNumber: normalisePartyVat(party.vatNumber, party.address?.country ?? country, countryOf) }
}

function decodeAttachment({
  filename,
  mimeType,
  content,
}: NonNullable<InvoiceBody['attachments']>[number]): Attachment {
  const bytes = Buffer.from(content, 'base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, reference: { filename, mimeType, sha256, size: bytes.length } }
}

/** Short enough for every country (Italy takes 20 characters), with a digit (Romania wants one), and different for every invoice. */
function generatedNumber(invoiceId: string, issueDate: string): string {
  const digest = createHash('sha256').update(invoiceId).digest('hex')
  return `${issueDate.slice(0, 4)}-${digest.slice(0, 12).toUpperCase()}`
}

function omit<T extends object, Name extends keyof T>(object: T, ...names: readonly Name[]): Omit<T, Name> {
  const copy = { ...object }
  for (const name of names) Reflect.deleteProperty(copy, name)
  return copy
}
