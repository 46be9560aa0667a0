import { type DocumentFormat, inFormat, type InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { FACTUR_X_LEVELS } from '../../einvoice/rules/factur-x.js'
import { PEPPOL_BILLING, PEPPOL_SELF_BILLING } from '../../einvoice/rules/peppol/specification.js'
import { XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID, XRECHNUNG_ID } from '../../einvoice/rules/peppol/german-facts.js'
import type { Addressed, ReceivingOutcome } from '../gateway/gateway.js'
import { documentTypeId } from './document-type.js'

/** The most document types that an error lists. */
const MOST_LISTED = 10

/**
 * The document type of an invoice in a format: UBL by its root element, or CII.
 */
export function documentTypeOf(
  { kind, specification }: Pick<Invoice, 'kind' | 'specification'>,
  format: DocumentFormat | undefined,
): string {
  if (format === 'cii') return documentTypeId('rsm:CrossIndustryInvoice', specification)
  return documentTypeId(kind === 'creditNote' ? 'cn:CreditNote' : 'ubl:Invoice', specification)
}

/** An invoice before its conversion, and the participant that is to receive it. */
interface Offer extends Pick<Addressed, 'invoice' | 'formats'> {
  readonly receiver: string
  /** The document type of the caller's own XML; null: the service writes the document. */
  readonly posted: string | null
  /** The semantic model of the country's invoices. */
  readonly modelOf: (invoice: InvoiceRequest) => Invoice
}

/**
 * The first of the formats whose document type the receiver has in its register. A format that the
 * caller named, and a document in XML, are only checked.
 */
export function suitedFormat(
  { receiver, invoice, formats, posted, modelOf }: Offer,
  registered: readonly string[],
): ReceivingOutcome {
  if (posted !== null && isAmong(posted, registered)) return { kind: 'suits', format: null }
  const head = { ...invoice, lines: decidingLines(invoice) }
  const typeIn = (format: DocumentFormat): string => documentTypeOf(modelOf({ ...head, format }), format)
  const fitting = formats.find((format) => {
    // Without the profile that the caller named, which only a Cross Industry Invoice has.
    const plain = { ...inFormat(head, undefined), format }
    return isAmong(documentTypeOf(modelOf(plain), format), registered)
  })
  if (posted === null) {
    const { format } = invoice
    if (format === undefined && fitting !== undefined) return { kind: 'suits', format: fitting }
    if (format !== undefined && isAmong(typeIn(format), registered)) return { kind: 'suits', format: null }
  }
  const wanted = posted ?? typeIn(invoice.format ?? formats[0] ?? 'ubl')
  return { kind: 'unsuitable', ...fault(receiver, wanted, registered, remedyFor(posted, invoice, fitting)) }
}

/**
 * Of the lines, of which there may be many, those that can decide the specification: with terms of
 * an extension, and the first with each scheme of item identifiers.
 */
function decidingLines({ lines }: InvoiceRequest): InvoiceRequest['lines'] {
  const schemes = new Set<string | undefined>()
  return lines.filter(({ de, item }) => {
    const identifier = item?.standardIdentifier
    const isNew = identifier !== undefined && !schemes.has(identifier.scheme)
    if (isNew) schemes.add(identifier.scheme)
    return isNew || de !== undefined
  })
}

function remedyFor(
  posted: string | null,
  { format, profile }: InvoiceRequest,
  fitting: DocumentFormat | undefined,
): string {
  if (fitting !== undefined && posted !== null)
    return `Send the invoice as JSON without \`format\`, or the document in ${fitting.toUpperCase()}: the buyer accepts it.`
  if (fitting !== undefined && profile !== undefined)
    return (
      'Send the invoice again without `profile` and `format`: the buyer accepts it then. If the buyer wants this ' +
      'profile, agree on another way of delivery than the Peppol network.'
    )
  if (fitting !== undefined && format !== undefined)
    return `Send the invoice again without \`format\`, or with \`format: "${fitting}"\`, which the buyer accepts.`
  return (
    'Ask the buyer to register for this document type, or for another `customer.peppolId` that is registered for it, ' +
    'then POST /v1/invoices/{id}/retry; or agree on another way of delivery with the buyer.'
  )
}

function fault(receiver: string, wanted: string, registered: readonly string[], errorFix: string) {
  const invoices = [...new Set(registered.filter(isOfInvoice).map(nameOf))]
  const listed = invoices.slice(0, MOST_LISTED).join(', ')
  const more = invoices.length > MOST_LISTED ? ` and ${invoices.length - MOST_LISTED} more` : ''
  const accepted = invoices.length === 0 ? 'no invoices' : `${listed}${more}`
  return {
    errorMessage: `The participant '${receiver}' does not support the document type ${wanted}`,
    errorTranslated:
      `The buyer's entry in the Peppol network does not list ${nameOf(wanted)}, so the invoice was not sent. ` +
      `It lists: ${accepted}.`,
    errorFix,
  }
}

const NAMES: Readonly<Record<string, string>> = {
  [PEPPOL_BILLING]: 'Peppol BIS Billing 3.0',
  [PEPPOL_SELF_BILLING]: 'Peppol BIS Self-Billing 3.0',
  [XRECHNUNG_ID]: 'XRechnung 3.0',
  [XRECHNUNG_EXTENSION_ID]: 'XRechnung 3.0 Extension',
  [XRECHNUNG_CVD_ID]: 'XRechnung 3.0 CVD',
  [FACTUR_X_LEVELS['EN 16931']]: 'EN 16931',
  [FACTUR_X_LEVELS.EXTENDED]: 'ZUGFeRD EXTENDED',
}

/** `XRechnung 3.0 (CII)`, `Peppol BIS Billing 3.0 (UBL CreditNote)`; an unknown one in full. */
function nameOf(documentType: string): string {
  const { root, specification } = partsOf(documentType)
  const name = NAMES[specification]
  if (name === undefined) return documentType
  return `${name} (${root === 'CrossIndustryInvoice' ? 'CII' : `UBL ${root}`})`
}

function isOfInvoice(documentType: string): boolean {
  return ['Invoice', 'CreditNote', 'CrossIndustryInvoice'].includes(partsOf(documentType).root)
}

/** `<scheme>::<namespace>::<root>##<specification>::<version>`. */
function partsOf(documentType: string): { readonly root: string; readonly specification: string } {
  const [root = '', rest = ''] = documentType.split('##', 2)
  return { root: root.slice(root.lastIndexOf('::') + 2), specification: rest.slice(0, rest.lastIndexOf('::')) }
}

const EXACT = 'busdox-docid-qns::'
const WILDCARD = 'peppol-doctype-wildcard::'

/**
 * Whether a register lists a document type: by its whole identifier, or by one of the wildcard
 * scheme, whose specification is a beginning that ends with `*` (Policy for use of identifiers).
 */
function isAmong(documentType: string, registered: readonly string[]): boolean {
  return registered.some((listed) => {
    if (listed === documentType) return true
    const [beginning = '', end] = listed.slice(WILDCARD.length).split('*', 2)
    if (!listed.startsWith(WILDCARD) || !documentType.startsWith(EXACT) || end === undefined) return false
    const wanted = documentType.slice(EXACT.length)
    return wanted.length >= beginning.length + end.length && wanted.startsWith(beginning) && wanted.endsWith(end)
  })
}
