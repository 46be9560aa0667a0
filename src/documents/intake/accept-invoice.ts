import { createHash } from 'node:crypto'
import type { Country, Invoicing } from '../../countries/country.js'
import { CREDIT_NOTE_TYPES } from '../../einvoice/codes/document-types.js'
import { holdsMagicValue } from '../../countries/simulation/magic-values.js'
import type {
  AttachmentReference,
  CountryCode,
  InvoiceRequest,
  InvoiceType,
  Line,
  Party,
  TaxRepresentative,
} from '../../domain/request/invoice-request.js'
import { todayIn } from '../../domain/calendar.js'
import type { FrenchInvoicePart } from '../../domain/request/extensions.js'
import type { Environment } from '../../domain/event.js'
import { invalidField } from '../../domain/refusal.js'
import { documentFormat, formatsOf } from './asked-format.js'
import { refuseMisplaced } from './refuse-misplaced.js'
import type { InvoiceBody } from './schemas/invoice-input.js'
import { normalisePartyVat } from './vat-numbers.js'

/** A posted invoice with every default filled in, and its attachments' bytes in their order. */
export interface InvoiceAndAttachments {
  readonly accepted: InvoiceRequest
  readonly attachments: readonly Attachment[]
}

/** An attachment: what the invoice says of it, and its bytes. */
export interface Attachment {
  readonly reference: AttachmentReference
  readonly bytes: Uint8Array
}

/** What an invoice is accepted with, beside its body. */
export interface AcceptContext {
  readonly countryOf: (code: CountryCode) => Country
  readonly now: Date
  readonly invoiceId: string
  /** Where the invoice goes; null: nowhere, as on the command line. */
  readonly environment: Environment | null
  /** What `precedingInvoice.id` stands for. */
  readonly preceding: InvoiceRequest['precedingInvoice']
}

/**
 * The country of an invoice, if it can take one in the format that is asked for. Refuses `country`
 * or `format`.
 */
export function invoicingCountry(
  { country: code, format }: Pick<InvoiceBody, 'country' | 'format'>,
  countryOf: (code: CountryCode) => Country,
): Country & { readonly invoicing: Invoicing } {
  const country = countryOf(code)
  const { invoicing, name } = country
  if (invoicing === null) {
    throw invalidField('country', `can't be ${code} yet: the format for ${name} is not available`)
  }
  if (format !== undefined && !formatsOf(invoicing).includes(format)) {
    throw invalidField('format', `can't be ${format} for ${code}: ${name} takes ${formatsOf(invoicing).join(' or ')}`)
  }
  return { ...country, invoicing }
}

/**
 * Turns a body that its schema has accepted into the invoice that rules and converters use. Pure.
 */
export function acceptInvoice(body: InvoiceBody, context: AcceptContext): InvoiceAndAttachments {
  const { countryOf, now, invoiceId, environment, preceding } = context
  const country = countryOf(body.country)
  const attachments = (body.attachments ?? []).map(decodeAttachment)
  refuseMisplaced(body)
  const issueDate = body.issueDate ?? todayIn(country.timeZone, now)
  const accepted: InvoiceRequest = {
    ...omit(body, 'companyId', 'precedingInvoice', 'attachments', 'format'),
    ...(body.format !== undefined && { format: documentFormat(body.format) }),
    invoiceType: typeOf(body),
    number: body.number ?? ownNumber(body.externalId, environment) ?? generatedNumber(invoiceId, issueDate),
    supplier: acceptParty(body.supplier, body.country, countryOf),
    customer: acceptParty(body.customer, body.country, countryOf),
    ...(body.taxRepresentative !== undefined && {
      taxRepresentative: acceptRepresentative(body.taxRepresentative, body.country, countryOf),
    }),
    lines: body.lines.map(acceptLine),
    ...(body.fr !== undefined && { fr: acceptFrenchParties(body.fr, body.country, countryOf) }),
    currency: body.currency ?? 'EUR',
    issueDate,
    ...(attachments.length > 0 && { attachments: attachments.map(({ reference }) => reference) }),
    ...(preceding && { precedingInvoice: preceding }),
  }
  return { accepted, attachments }
}

/**
 * The type of the API for a code of UNTDID 1001 that stands alone. Refuses a code that contradicts
 * the type.
 */
function typeOf({ invoiceType, typeCode }: InvoiceBody): InvoiceType {
  if (typeCode === undefined) return invoiceType ?? 'invoice'
  const isCredit = CREDIT_NOTE_TYPES.has(typeCode)
  const told = isCredit ? 'credit_note' : DEBIT_NOTE_TYPES.has(typeCode) ? 'debit_note' : 'invoice'
  if (invoiceType !== undefined && isCredit !== (invoiceType === 'credit_note')) {
    throw invalidField(
      'typeCode',
      `is that of ${isCredit ? 'a credit note' : 'no credit note'}, and invoiceType is ${invoiceType}; send one of them, or two that agree`,
    )
  }
  return invoiceType ?? told
}

/** UNTDID 1001: debit notes for goods or services, for financial adjustments, and plain. */
const DEBIT_NOTE_TYPES: ReadonlySet<string> = new Set(['80', '84', '383'])

type LineBody = Omit<InvoiceBody['lines'][number], 'de'> & { readonly de?: { readonly subLines?: readonly LineBody[] } }

/** A line with its defaults, and so those that it is made of. */
function acceptLine({ de, ...line }: LineBody): Line {
  const { subLines } = de ?? {}
  return {
    ...line,
    quantity: line.quantity ?? 1,
    unitCode: line.unitCode ?? 'C62',
    ...(de !== undefined && { de: subLines === undefined ? {} : { subLines: subLines.map(acceptLine) } }),
  }
}

function acceptFrenchParties(
  parties: NonNullable<InvoiceBody['fr']>,
  country: CountryCode,
  countryOf: (code: CountryCode) => Country,
): FrenchInvoicePart {
  const accepted = Object.entries(parties).map(([role, { vatNumber, ...party }]) => [
    role,
    {
      ...party,
      ...(vatNumber !== undefined && {
        vatNumber: normalisePartyVat(vatNumber, party.address?.country ?? country, countryOf),
      }),
    },
  ])
  return Object.fromEntries(accepted) as FrenchInvoicePart
}

function acceptRepresentative(
  representative: NonNullable<InvoiceBody['taxRepresentative']>,
  country: CountryCode,
  countryOf: (code: CountryCode) => Country,
): TaxRepresentative {
  const { vatNumber, address } = representative
  return { ...representative, vatNumber: normalisePartyVat(vatNumber, address?.country ?? country, countryOf) }
}

/** A consumer's `vatNumber` is empty where there is none; `consumer: false` says nothing. */
function acceptParty(
  { vatNumber = '', ...party }: InvoiceBody['supplier' | 'customer'],
  country: CountryCode,
  countryOf: (code: CountryCode) => Country,
): Party {
  const { consumer, ...others } = { consumer: false, ...party }
  return {
    ...others,
    ...(consumer && { consumer }),
    vatNumber: vatNumber === '' ? '' : normalisePartyVat(vatNumber, party.address?.country ?? country, countryOf),
  }
}

function decodeAttachment({ content, ...told }: NonNullable<InvoiceBody['attachments']>[number]): Attachment {
  const bytes = Buffer.from(content, 'base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, reference: { ...told, sha256, size: bytes.length } }
}

/**
 * The external id as the invoice's number. One with a magic value of the test environment is not
 * used: the value chooses the outcome, which must not fail because of a country's rules for
 * numbers, or because the number was used before.
 */
function ownNumber(externalId: string | undefined, environment: Environment | null): string | undefined {
  return environment === 'test' && externalId !== undefined && holdsMagicValue(externalId) ? undefined : externalId
}

/**
 * What every country takes as a number: at most 20 characters, a digit among them; and different
 * for every invoice.
 */
function generatedNumber(invoiceId: string, issueDate: string): string {
  const digest = createHash('sha256').update(invoiceId).digest('hex')
  return `${issueDate.slice(0, 4)}-${digest.slice(0, 12).toUpperCase()}`
}

function omit<T extends object, Name extends keyof T>(object: T, ...names: readonly Name[]): Omit<T, Name> {
  const copy = { ...object }
  for (const name of names) Reflect.deleteProperty(copy, name)
  return copy
}
