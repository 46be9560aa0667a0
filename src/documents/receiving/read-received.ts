import { countryIn } from '../../countries/judging/read-xml.js'
import { hybridContainer } from '../../countries/judging/hybrid-container.js'
import { DOCUMENT_NAMES, judgeXml, parseOrRefuse } from '../../countries/judging/judge-xml.js'
import { countryFor } from '../../countries/judging/profiles.js'
import { UnreadableDocument } from '../../countries/judging/read-document.js'
import { signedContainer } from '../../countries/judging/signed-container.js'
import { totalsOf } from '../../countries/modelled-invoicing.js'
import type { Invoicing } from '../../countries/country.js'
import { COUNTRIES, countryOf } from '../../countries/registry.js'
import type { ReceivedTerms } from '../../domain/received.js'
import {
  type CountryCode,
  type DocumentFormat,
  type InvoiceRequest,
  isDocumentFormat,
  isSyntax,
  listedTerms,
  type Party,
} from '../../domain/request/invoice-request.js'
import { cut } from '../../domain/text.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { sentence } from '../../einvoice/rules/finding-text.js'
import type { InvoiceDocument } from '../../einvoice/syntax/invoice-document.js'
import { convertDocument } from '../conversion/convert.js'
import { normalisePartyVat } from '../intake/vat-numbers.js'
import { containedFile } from './contained-file.js'
import { otherBuyer } from './other-buyer.js'
import type { ReceivedReading, ReceivingOptions } from './reading.js'
import { statedAmounts } from './stated-amounts.js'

/** Of a document, of which there may be as many in an invoice that is sent. */
const MOST_ATTACHMENTS = 50
const MOST_ACCOUNTS = 20
const LONGEST_TEXT = 200
const LONGEST_EDITION = 20

/** Nothing of a document. */
const NO_TERMS: ReceivedTerms = {
  number: null,
  invoiceType: null,
  issueDate: null,
  dueDate: null,
  supplierName: null,
  supplierVat: null,
  customerVat: null,
  netAmount: null,
  vatAmount: null,
  grossAmount: null,
  currency: null,
}

/**
 * Reads and judges a document that a supplier sent, from any source: bare, in a PDF or in a signed
 * file. Never throws on the content: of what can't be read there is a finding (`CW-UNREADABLE`)
 * and nothing else. Pure; the time is linear in the size of the document.
 */
export function readReceived(bytes: Uint8Array, options: ReceivingOptions): ReceivedReading {
  const hybrid = hybridContainer(bytes)
  const container = hybrid ?? signedContainer(bytes)
  if (container !== null && !('xml' in container)) return unreadable(options, container.message, container.fix)
  const xml = container?.xml ?? null
  const document = parseOrRefuse(xml ?? bytes)
  if ('rule' in document) return unreadable(options, document.message, document.fix, xml)
  const { syntax } = document.detected
  if (!isDocumentFormat(syntax))
    return unreadable(options, `it is ${DOCUMENT_NAMES[syntax]}, which is no invoice`, 'Look at the document', xml)
  const [country, invoicing] = readerOf(document, syntax, options.country)
  try {
    return read(bytes, document, { country, invoicing, options, xml, isHybrid: hybrid !== null })
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    return unreadable(options, `line ${document.tree.lineOf(error.element)}: ${error.message}`, error.fix, xml)
  }
}

interface Reading {
  readonly country: CountryCode
  readonly invoicing: Invoicing
  readonly options: ReceivingOptions
  readonly xml: Uint8Array | null
  readonly isHybrid: boolean
}

function read(
  bytes: Uint8Array,
  document: InvoiceDocument,
  { country, invoicing, options, xml, isHybrid }: Reading,
): ReceivedReading {
  const { request, attachments, model } = invoicing.read(document)
  const { now, buyerNumbers } = options
  const judgement = judgeXml(bytes, { now, parsed: document })
  const converted = convertDocument(
    { kind: 'xml', xml: bytes, parsed: document },
    { to: 'json', now, judged: false, ...(countryFor(document.detected) === undefined && { country }) },
  )
  const [invoice, losses] =
    'refused' in converted
      ? [null, converted.refused.map(({ path, message }) => `${path} ${message}`.trim())]
      : [converted.document, converted.losses.map(({ message }) => message)]
  // A self-billing buyer sends the invoice to the supplier; SdI delivers it to the buyer.
  const other = otherBuyer(request.customer, request.selfBilled ? [request.supplier] : [], buyerNumbers)
  const { syntax } = document.detected
  return {
    country,
    format: isHybrid ? 'factur-x' : (syntax as DocumentFormat),
    ...(isSyntax(syntax) ? {} : { edition: cut(document.detected.specification, LONGEST_EDITION) }),
    terms: termsOf(request, model, country),
    accounts: accountsOf(model),
    xml,
    invoice,
    losses,
    stated: statedAmounts(request, model),
    valid: judgement.valid,
    findings: [
      ...judgement.findings.map(({ rule, severity, path, message, fix }) => ({ rule, severity, path, message, fix })),
      ...other,
    ],
    findingsTotal: judgement.findingsTotal + other.length,
    attachments: attachments
      .slice(0, MOST_ATTACHMENTS)
      .map((content, index) => containedFile(request.attachments?.[index]?.filename ?? '', content, index)),
  }
}

/**
 * The country whose rules know the document: the one that it names, else the channel's, else one
 * that has the format.
 */
function readerOf(
  { detected }: InvoiceDocument,
  syntax: DocumentFormat,
  ofChannel: CountryCode,
): readonly [CountryCode, Invoicing] {
  const candidates = [
    countryFor(detected),
    countryIn(detected),
    ofChannel,
    ...Object.values(COUNTRIES).map((each) => each.code),
  ]
  for (const code of candidates) {
    const invoicing = code === undefined ? null : COUNTRIES[code].invoicing
    if (code !== undefined && invoicing?.formats.includes(syntax) === true) return [code, invoicing]
  }
  throw new Error(`no country has the format ${syntax}`)
}

function termsOf(request: InvoiceRequest, model: Invoice, country: CountryCode): ReceivedTerms {
  const listed = listedTerms(request)
  return {
    number: textIn(listed.number),
    invoiceType: listed.invoiceType,
    issueDate: dateIn(listed.issueDate),
    dueDate: dateIn(listed.dueDate),
    supplierName: textIn(request.supplier.name),
    supplierVat: vatOf(request.supplier, country),
    customerVat: vatOf(request.customer, country),
    ...totalsOf(model),
    currency: textIn(listed.currency),
  }
}

function textIn(text: string | null): string | null {
  return text === null || text === '' ? null : cut(text, LONGEST_TEXT)
}

function dateIn(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}

function vatOf({ vatNumber, address }: Party, country: CountryCode): string {
  if (vatNumber === '') return ''
  return cut(normalisePartyVat(vatNumber, address?.country ?? country, countryOf), LONGEST_TEXT)
}

/** An IBAN, and nothing else: national numbers of accounts are compared with no other. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/

function accountsOf({ payment }: Invoice): readonly string[] {
  const found = new Set<string>()
  for (const { account = '' } of payment?.transfers ?? []) {
    const iban = account.replaceAll(/\s/g, '').toUpperCase()
    if (IBAN.test(iban)) found.add(iban)
  }
  return [...found].slice(0, MOST_ACCOUNTS)
}

function unreadable(
  { country }: ReceivingOptions,
  reason: string,
  fix: string,
  xml: Uint8Array | null = null,
): ReceivedReading {
  return unreadableDocument(country, reason, fix, xml)
}

/** The reading of a document of which nothing could be read, and why. */
export function unreadableDocument(
  country: CountryCode,
  reason: string,
  fix: string,
  xml: Uint8Array | null = null,
): ReceivedReading {
  return {
    country,
    format: 'unknown',
    terms: NO_TERMS,
    accounts: [],
    xml,
    invoice: null,
    losses: [],
    stated: null,
    valid: false,
    findings: [
      {
        rule: 'CW-UNREADABLE',
        severity: 'fatal',
        path: '/',
        message: sentence(`The document can't be read: ${reason}`),
        fix: `Ask the supplier for a readable invoice. ${sentence(fix)}`,
      },
    ],
    findingsTotal: 1,
    attachments: [],
  }
}
