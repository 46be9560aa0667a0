import { countLines, MOST_LINES } from '../../domain/request/line-count.js'
import {
  type CountryCode,
  type InvoiceRequest,
  isDocumentFormat,
  isSyntax,
} from '../../domain/request/invoice-request.js'
import type { Detail } from '../../domain/refusal.js'
import { sentence } from '../../einvoice/rules/finding-text.js'
import type { DetectedDocument, InvoiceDocument } from '../../einvoice/syntax/invoice-document.js'
import type { Country, InvoiceTotals, Invoicing } from '../country.js'
import { DOCUMENT_NAMES, mayNotBeSigned, parseOrRefuse } from './judge-xml.js'
import { signedContainer } from './signed-container.js'
import { totalsOf } from '../modelled-invoicing.js'
import { profileOf } from './profiles.js'
import { UnreadableDocument } from './read-document.js'
import { COUNTRIES } from '../registry.js'

/** The data of a document in XML before it is judged. */
export interface DocumentContents {
  readonly country: CountryCode
  /** The content of the document in the form of the JSON; VAT numbers as written. */
  readonly request: InvoiceRequest
  /** The attached files, in the order of `request.attachments`. */
  readonly attachments: readonly Uint8Array[]
  /** As the document states them. */
  readonly totals: InvoiceTotals
}

/** Why a document can't become an invoice. */
export interface RefusedDocument {
  readonly refused: readonly Detail[]
}

/** The limits of a document, as for an invoice in JSON. */
const MOST = { lines: MOST_LINES, attachments: 50 } as const

/**
 * Reads a document in XML that is sent to a government unchanged. Never throws on the content:
 * anything but XML, or a document that the country does not accept, is refused with a message for
 * the caller. Pure.
 * @param asked the country; absent: the one that the document names
 */
export function readXml(bytes: Uint8Array, asked?: CountryCode): DocumentContents | RefusedDocument {
  const signed = signedContainer(bytes)
  if (signed !== null && !('xml' in signed)) return refused('', signed.message, signed.fix)
  const document = parseOrRefuse(signed?.xml ?? bytes)
  const unfit = signed === null || 'rule' in document ? null : mayNotBeSigned(document)
  if (unfit !== null) return refused('', unfit.message, unfit.fix)
  if ('rule' in document) return refused('', `The document can't be read: ${document.message}`, document.fix)
  const { syntax } = document.detected
  if (!isDocumentFormat(syntax))
    return refused(
      '',
      `The document is ${DOCUMENT_NAMES[syntax]}, which is no invoice`,
      'Send an invoice; POST /v1/invoices/validate judges such a message as well',
    )
  const code = asked ?? countryIn(document.detected)
  if (code === undefined)
    return refused(
      'country',
      "is needed: the document's customisation id (BT-24) names no country",
      'send it as a query parameter, for example country=FR',
    )
  const country = COUNTRIES[code]
  const { invoicing, name } = country
  if (invoicing === null) return refused('country', `can't be ${code} yet: the format for ${name} is not available`)
  if (!invoicing.formats.includes(syntax))
    return refused(
      '',
      `The document is ${DOCUMENT_NAMES[syntax]}, which ${name} does not accept`,
      `Send ${invoicing.formats.map((format) => DOCUMENT_NAMES[format]).join(' or ')}, or name the country of the document`,
    )
  return contents(document, country, invoicing)
}

function contents(
  document: InvoiceDocument,
  { code }: Country,
  invoicing: Invoicing,
): DocumentContents | RefusedDocument {
  try {
    const { request, attachments, model } = invoicing.read(document)
    const over = [
      [countLines(request.lines), MOST.lines, 'lines'] as const,
      [attachments.length, MOST.attachments, 'attached files'] as const,
    ].find(([count, most]) => count > most)
    if (over !== undefined)
      return refused('', `The document has ${over[0]} ${over[2]}; at most ${over[1]} are accepted`)
    return { country: code, request, attachments, totals: totalsOf(model) }
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    const line = document.tree.lineOf(error.element)
    return refused('', `The document can't be read: line ${line}: ${error.message}`, error.fix)
  }
}

/**
 * The country of its format, or of its customisation id; of countries that share a profile, the
 * one of the buyer.
 */
export function countryIn({ syntax, specification, countries }: DetectedDocument): CountryCode | undefined {
  if (isSyntax(syntax)) {
    const profile = profileOf(specification)
    if (profile === undefined) return undefined
    const shared = Object.values(COUNTRIES).filter(({ documents }) => documents.includes(profile))
    return shared.find(({ code }) => code === countries.buyer)?.code ?? profile.country ?? undefined
  }
  return Object.values(COUNTRIES).find(({ invoicing }) => invoicing?.formats.some((format) => format === syntax))?.code
}

function refused(path: string, message: string, fix?: string): RefusedDocument {
  const reason = path === '' ? sentence(message) : message
  return { refused: [{ path, message: fix === undefined ? reason : `${reason}${path === '' ? ' ' : '; '}${fix}` }] }
}
