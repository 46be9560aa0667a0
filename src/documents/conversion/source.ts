import type { Invoicing } from '../../countries/country.js'
import { countryIn } from '../../countries/judging/read-xml.js'
import { hybridContainer } from '../../countries/judging/hybrid-container.js'
import { signedContainer } from '../../countries/judging/signed-container.js'
import { parseOrRefuse } from '../../countries/judging/judge-xml.js'
import { countryFor, profileFor } from '../../countries/judging/profiles.js'
import { type UnderstoodDocument, UnreadableDocument } from '../../countries/judging/read-document.js'
import { COUNTRIES, countryOf } from '../../countries/registry.js'
import {
  type CountryCode,
  type DocumentFormat,
  type InvoiceRequest,
  isDocumentFormat,
  isSyntax,
  type Syntax,
} from '../../domain/request/invoice-request.js'
import { invalidField } from '../../domain/refusal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { bounded, sentence } from '../../einvoice/rules/finding-text.js'
import type { InvoiceDocument } from '../../einvoice/syntax/invoice-document.js'
import { readParsed } from '../../einvoice/syntax/read-invoice.js'
import type { LexicalFault } from '../../einvoice/syntax/reading-report.js'
import { type TermPaths, termPaths } from '../../einvoice/syntax/term-paths.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import { acceptInvoice, invoicingCountry } from '../intake/accept-invoice.js'
import type { InvoiceBody } from '../intake/schemas/invoice-input.js'
import type { Source } from './conversion.js'
import { type Loss, lossOfAttribute, lossOfElement, type LossLocation } from './loss.js'
import { placesInDocument, placesInJson, type Places } from './places.js'

/** The parsed source of a conversion. */
export interface ReadSource {
  /** The country of the document; undefined: plain EN 16931. */
  readonly country: CountryCode | undefined
  /** The format of the document, or the one it requests. */
  readonly format: DocumentFormat | undefined
  readonly model: Invoice
  /** The request in JSON; absent for a document of EN 16931, which the model covers fully. */
  readonly request?: InvoiceRequest
  /** The attached files, in the order of the request. */
  readonly attachments: readonly Uint8Array[]
  /** The elements that were not read. */
  readonly losses: readonly Loss[]
  /** Finds the model's terms in the source. */
  readonly places: Places
  /** The element of a group of the model; absent where the source has fields. */
  readonly elementOf?: (group: object) => LossLocation | undefined
}

/** Parses the source of a conversion. Throws a `Refusal` if it can't be read. */
export function readSource(source: Source, now: Date): ReadSource {
  return source.kind === 'json' ? fromBody(source.body, now) : fromXml(source.xml, source.parsed)
}

function fromBody(body: InvoiceBody, now: Date): ReadSource {
  const { code, invoicing } = invoicingCountry(body, countryOf)
  const preceding = body.precedingInvoice
  if (preceding?.id !== undefined)
    throw invalidField(
      'precedingInvoice.id',
      'refers to an invoice of an account, which a conversion cannot look up; send precedingInvoice.number instead',
    )
  const { accepted: request, attachments } = acceptInvoice(body, {
    countryOf,
    now,
    invoiceId: JSON.stringify(body),
    environment: null,
    preceding: preceding as InvoiceRequest['precedingInvoice'],
  })
  const files = attachments.map(({ bytes }) => bytes)
  const model = invoicing.model(request, files)
  return {
    country: code,
    format: request.format,
    model,
    request,
    attachments: files,
    losses: [],
    places: placesInJson(request, model),
  }
}

/** @param bytes the XML, or a PDF or a signed file with one inside */
function fromXml(bytes: Uint8Array, parsed: InvoiceDocument | undefined): ReadSource {
  if (parsed !== undefined) return fromDocument(parsed)
  const container = signedContainer(bytes) ?? hybridContainer(bytes)
  if (container !== null && !('xml' in container))
    throw invalidField('', `${sentence(container.message)} ${sentence(container.fix)}`)
  const document = parseOrRefuse(container?.xml ?? bytes)
  if ('rule' in document)
    throw invalidField(
      '',
      sentence(`The document can't be read: line ${document.line}: ${document.message}. ${document.fix}`),
    )
  return fromDocument(document)
}

function fromDocument(document: InvoiceDocument): ReadSource {
  const { syntax } = document.detected
  return isSyntax(syntax) ? fromStandard(document, syntax) : fromNational(document)
}

function fromStandard(document: InvoiceDocument, syntax: Syntax): ReadSource {
  const { detected, tree } = document
  const { invoice, report } = readParsed(document)
  const paths = termPaths(detected.root)
  const toLoss = lossReader(document, paths)
  return {
    country: countryFor(detected),
    format: syntax,
    model: invoice,
    attachments: [],
    losses: [
      ...report
        .unread()
        .filter((element) => element.name !== ABOUT_THE_FILE)
        .map(toLoss),
      ...report
        .unreadAttributes(invoice)
        .map((attribute) =>
          lossOfAttribute(attribute, tree.lineOf(attribute.element), paths.termOf(attribute.element)),
        ),
      ...report.faults.flatMap(({ kind, element }) => (LOSING.has(kind) ? [toLoss(element)] : [])),
    ],
    places: placesInDocument(tree, paths, (group) => report.originOf(group)),
    elementOf: (group) => {
      const element = report.originOf(group)
      return element && { path: bounded(element.path), line: tree.lineOf(element) }
    },
  }
}

/** The UBL version belongs to the source format, not to the invoice. */
const ABOUT_THE_FILE = 'cbc:UBLVersionID'

/**
 * After these problems the model is empty or incomplete; after others it has the text as written.
 */
const LOSING: ReadonlySet<LexicalFault['kind']> = new Set(['number', 'dateFormat', 'base64'])

function fromNational(document: InvoiceDocument): ReadSource {
  const { detected } = document
  const { syntax } = detected
  const country = countryIn(detected)
  const invoicing = country === undefined ? null : COUNTRIES[country].invoicing
  if (country === undefined || invoicing === null || !isDocumentFormat(syntax))
    throw invalidField('', `${detected.root} is not supported; send UBL, a Cross Industry Invoice or the JSON`)
  const { request, attachments, unread, readAs, isAmount, model } = readOrRefuse(document, invoicing)
  const rules = profileFor(detected, { country })?.rules(syntax, detected.specification)
  const paths = rules?.terms ?? termPaths(detected.root)
  return {
    country,
    format: syntax,
    model,
    request,
    attachments,
    losses: unread.map(lossReader(document, paths, isAmount, readAs)),
    places: placesInJson(request, model, { read: document, paths }),
  }
}

function readOrRefuse(document: InvoiceDocument, invoicing: Invoicing): UnderstoodDocument {
  try {
    return invoicing.read(document)
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    const line = document.tree.lineOf(error.element)
    throw invalidField('', sentence(`The document can't be read: line ${line}: ${error.message}. ${error.fix}`))
  }
}

function lossReader(
  { tree }: InvoiceDocument,
  paths: TermPaths,
  isAmount: (element: XmlElement) => boolean = isAmountOfStandard,
  readAs?: ReadonlyMap<XmlElement, string>,
): (element: XmlElement) => Loss {
  const hasAmount = (element: XmlElement): boolean => isAmount(element) || element.children.some(hasAmount)
  return (element) => {
    const place: LossLocation = { path: bounded(element.path), line: tree.lineOf(element) }
    const outcome = { readAs: readAs?.get(element), isAmount: hasAmount(element) }
    // In a Cross Industry Invoice terms of payment share their element with a direct debit.
    const term = paths.termOf(element)
    const isOfTerms = term === 'BG-19' && element.path.includes('/ram:SpecifiedTradePaymentTerms')
    return lossOfElement(element, place, isOfTerms ? 'BT-20' : term, outcome)
  }
}

/** By the names of UBL and of the Cross Industry Invoice. */
function isAmountOfStandard({ name }: XmlElement): boolean {
  return /(?:Amount|Percent|Quantity|MultiplierFactorNumeric)$/.test(name)
}
