import { createHash } from 'node:crypto'
import type { Country, Invoicing } from '../../countries/country.js'
import { issuerOf } from '../../countries/issuer.js'
import { CREDIT_NOTE_TYPES } from '../../einvoice/codes/document-types.js'
import { holdsMagicValue } from '../../countries/simulation/magic-values.js'
import type {
  AttachmentReference,
  Correction,
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
import { documentFormat, formatsOf, isHybrid } from './asked-format.js'
import { refuseMisplaced, refuseTooManyLines, refuseTypeCode } from './refuse-misplaced.js'
import { acceptItalianPart, refuseItalian } from './italian-part.js'
import { refusePolish } from './polish-part.js'
import { statedPrepayments } from './prepayments.js'
import type { InvoiceBody } from './schemas/invoice-input.js'
import { normalisePartyVat } from './vat-numbers.js'
import { withoutVoidFields } from './without-void.js'

/** A posted invoice with all defaults, and the bytes of its attachments in order. */
export interface InvoiceAndAttachments {
  readonly accepted: InvoiceRequest
  readonly attachments: readonly Attachment[]
}

/** An attachment: its description in the invoice, and its bytes. */
export interface Attachment {
  readonly reference: AttachmentReference
  readonly bytes: Uint8Array
}

/** The context of an invoice, besides its body. */
interface AcceptContext {
  readonly countryOf: (code: CountryCode) => Country
  readonly now: Date
  readonly invoiceId: string
  /** Where the invoice is sent; null: nowhere, as on the command line. */
  readonly environment: Environment | null
  /** The invoice that `precedingInvoice.id` refers to. */
  readonly preceding: InvoiceRequest['precedingInvoice']
  /** The advances with all their fields; absent: those that the body states itself. */
  readonly prepayments?: InvoiceRequest['prepayments'] | undefined
}

/**
 * The country of an invoice, if it supports the requested format. Refuses `country` or `format`
 * otherwise.
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
    throw invalidField('format', `can't be ${format} for ${code}: ${name} accepts ${formatsOf(invoicing).join(' or ')}`)
  }
  return { ...country, invoicing }
}

/**
 * Turns a body that its schema has accepted into the invoice that rules and converters use. Pure.
 */
export function acceptInvoice(posted: InvoiceBody, context: AcceptContext): InvoiceAndAttachments {
  const { countryOf, now, invoiceId, environment, preceding } = context
  const body = withoutVoidFields(posted)
  const prepayments = context.prepayments ?? statedPrepayments(body.prepayments)
  const country = countryOf(body.country)
  const attachments = (body.attachments ?? []).map(decodeAttachment)
  refuseTooManyLines(body)
  refuseMisplaced(body)
  refuseTypeCode(body, country)
  refusePolish(body)
  mustBeIdentified(body.supplier)
  const issueDate = body.issueDate ?? todayIn(country.timeZone, now)
  const accepted: InvoiceRequest = {
    ...omit(
      body,
      'companyId',
      'precedingInvoice',
      'prepayments',
      'attachments',
      'format',
      'selfBilled',
      'pricesIncludeVat',
      'correction',
      'order',
    ),
    ...(body.pricesIncludeVat === true && { pricesIncludeVat: true }),
    ...(body.selfBilled === true && { selfBilled: true }),
    ...(body.format !== undefined && { format: documentFormat(body.format) }),
    ...(isHybrid(body.format) && country.invoicing?.isSentAsHybrid !== undefined && { hybrid: true }),
    invoiceType: typeOf(body),
    number: body.number ?? ownNumber(body.externalId, environment) ?? generatedNumber(invoiceId, issueDate),
    supplier: acceptParty(body.supplier, body.country, countryOf),
    customer: acceptParty(body.customer, body.country, countryOf),
    ...(body.taxRepresentative !== undefined && {
      taxRepresentative: acceptRepresentative(body.taxRepresentative, body.country, countryOf),
    }),
    lines: body.lines.map(acceptLine),
    ...(body.correction !== undefined && { correction: acceptCorrection(body.correction, body.country, countryOf) }),
    ...(body.order !== undefined && { order: acceptOrder(body.order) }),
    ...(body.fr !== undefined && { fr: acceptFrenchParties(body.fr, body.country, countryOf) }),
    ...(body.it !== undefined && { it: acceptItalianPart(body.it, countryOf) }),
    currency: body.currency ?? 'EUR',
    issueDate,
    ...(attachments.length > 0 && { attachments: attachments.map(({ reference }) => reference) }),
    ...(preceding && { precedingInvoice: preceding }),
    ...(prepayments && prepayments.length > 0 && { prepayments }),
  }
  refuseItalian(accepted, issuerOf(country, accepted))
  return { accepted, attachments }
}

function acceptOrder({ before, ...order }: NonNullable<InvoiceBody['order']>): NonNullable<InvoiceRequest['order']> {
  return {
    ...order,
    lines: order.lines.map(acceptLine),
    ...(before !== undefined && { before: before.map(acceptLine) }),
  }
}

/** Refuses a supplier that no number identifies (BR-CO-26). */
function mustBeIdentified(supplier: InvoiceBody['supplier']): void {
  const { vatNumber, taxRegistration, legalRegistration, identifiers = [], siret } = supplier
  if (vatNumber !== null || taxRegistration !== undefined || legalRegistration !== undefined) return
  if (identifiers.length === 0 && siret === undefined)
    throw invalidField(
      'supplier.vatNumber',
      'is null, and no other number identifies the supplier; give its tax number (supplier.taxRegistration), its entry in a register (supplier.legalRegistration) or another identifier (supplier.identifiers)',
    )
}

/** The API's type for a code of UNTDID 1001. Refuses a code that contradicts the type. */
function typeOf({ invoiceType, typeCode }: InvoiceBody): InvoiceType {
  if (typeCode === undefined) return invoiceType ?? 'invoice'
  const isCredit = CREDIT_NOTE_TYPES.has(typeCode)
  const derived = isCredit ? 'credit_note' : DEBIT_NOTE_TYPES.has(typeCode) ? 'debit_note' : 'invoice'
  if (invoiceType !== undefined && isCredit !== (invoiceType === 'credit_note')) {
    throw invalidField(
      'typeCode',
      `is the code of ${isCredit ? 'a credit note' : 'another type than a credit note'}, but invoiceType is ${invoiceType}; send only one of them, or make them agree`,
    )
  }
  return invoiceType ?? derived
}

/**
 * UNTDID 1001: debit notes for goods or services, for financial adjustments, general ones, and
 * those that the customer issues.
 */
const DEBIT_NOTE_TYPES: ReadonlySet<string> = new Set(['80', '84', '383', '527'])

type LineBody = Omit<InvoiceBody['lines'][number], 'de'> & { readonly de?: { readonly subLines?: readonly LineBody[] } }

/** A line with its defaults, and its sub-lines with theirs. */
function acceptLine({ de, ...line }: LineBody): Line {
  const { subLines } = de ?? {}
  return {
    ...line,
    quantity: line.quantity ?? 1,
    unitCode: line.unitCode ?? 'C62',
    ...(de !== undefined && { de: subLines === undefined ? {} : { subLines: subLines.map(acceptLine) } }),
  }
}

function acceptCorrection(
  { before, customerBefore, ...correction }: NonNullable<InvoiceBody['correction']>,
  country: CountryCode,
  countryOf: (code: CountryCode) => Country,
): Correction {
  const { vatNumber, address } = customerBefore ?? {}
  return {
    ...correction,
    ...(before !== undefined && { before: before.map(acceptLine) }),
    ...(customerBefore !== undefined && {
      customerBefore: {
        ...customerBefore,
        ...(vatNumber !== undefined && {
          vatNumber: normalisePartyVat(vatNumber, address?.country ?? country, countryOf),
        }),
      },
    }),
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

/** `vatNumber` is empty where there is none; `consumer: false` is the default. */
function acceptParty(
  { vatNumber: given, ...party }: InvoiceBody['supplier' | 'customer'],
  country: CountryCode,
  countryOf: (code: CountryCode) => Country,
): Party {
  const { consumer, ...others } = { consumer: false, ...party }
  const vatNumber = given ?? ''
  return {
    ...others,
    ...(consumer && { consumer }),
    vatNumber: vatNumber === '' ? '' : normalisePartyVat(vatNumber, party.address?.country ?? country, countryOf),
  }
}

function decodeAttachment({ content, ...derived }: NonNullable<InvoiceBody['attachments']>[number]): Attachment {
  const bytes = Buffer.from(content, 'base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, reference: { ...derived, sha256, size: bytes.length } }
}

/**
 * The external id as the invoice's number. One with a magic value of the test environment is not
 * used: it chooses the outcome, which must not fail because of a country's rules for numbers or
 * because the number was used before.
 */
function ownNumber(externalId: string | undefined, environment: Environment | null): string | undefined {
  return environment === 'test' && externalId !== undefined && holdsMagicValue(externalId) ? undefined : externalId
}

/** A number that every country accepts: at most 20 characters, at least one digit, and unique. */
function generatedNumber(invoiceId: string, issueDate: string): string {
  const digest = createHash('sha256').update(invoiceId).digest('hex')
  return `${issueDate.slice(0, 4)}-${digest.slice(0, 12).toUpperCase()}`
}

function omit<T extends object, Name extends keyof T>(object: T, ...names: readonly Name[]): Omit<T, Name> {
  const copy = { ...object }
  for (const name of names) Reflect.deleteProperty(copy, name)
  return copy
}
