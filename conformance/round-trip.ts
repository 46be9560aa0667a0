import { convertDocument } from '../src/documents/conversion/convert.js'
import type { Converted, Source, Target } from '../src/documents/conversion/conversion.js'
import type { Loss } from '../src/documents/conversion/loss.js'
import { compileCheck } from '../src/documents/intake/check.js'
import { InvoiceBody } from '../src/documents/intake/schemas/invoice-input.js'
import { judgeXml } from '../src/countries/judging/judge-xml.js'
import { UnreadableDocument } from '../src/countries/judging/read-document.js'
import { profileFor } from '../src/countries/judging/profiles.js'
import { COUNTRIES } from '../src/countries/registry.js'
import type { CountryCode } from '../src/domain/request/invoice-request.js'
import type { Detail } from '../src/domain/refusal.js'
import { isSyntax } from '../src/domain/request/invoice-request.js'
import { Decimal } from '../src/einvoice/model/decimal.js'
import type { Invoice } from '../src/einvoice/model/invoice-model.js'
import { type InvoiceDocument, parseInvoice, UnknownDocument } from '../src/einvoice/syntax/invoice-document.js'
import { lossesBetween, type ModelLoss } from '../src/einvoice/syntax/losses.js'
import { readInvoice } from '../src/einvoice/syntax/read-invoice.js'
import { RefusedXml } from '../src/einvoice/xml/refused-xml.js'
import type { XmlElement } from '../src/einvoice/xml/element.js'

/** What became of a document on its way to the JSON of the API and back. */
export interface RoundTrip {
  /**
   * `whole`: the document came back, and nothing is lost. `reported`: the losses explain each
   * difference. `refused`: the service refuses the JSON or the document made of it. `silent`: a
   * difference that no loss explains.
   */
  readonly result: 'whole' | 'reported' | 'refused' | 'silent'
  /** The differences, findings or losses, for people. */
  readonly why: readonly string[]
}

/**
 * A valid document → JSON → judged as `POST /v1/invoices?validate=true` does → the country's
 * document → the same terms and values, or losses that say which are not there. The day is that of
 * the invoice, so that no rule on its age applies. undefined: the document is not valid, or of no
 * country.
 */
export function roundTrip(xml: Uint8Array, asked?: CountryCode): RoundTrip | undefined {
  const document = parsed(xml)
  if (document === undefined) return undefined
  const country = asked ?? profileFor(document.detected, {})?.country ?? undefined
  if (country === undefined) return undefined
  const now = dayOf(document)
  if (!judgeXml(xml, { country, now, isToBeSent: true }).valid || !isOneInvoice(document, country)) return undefined

  const json = convertDocument({ kind: 'xml', xml }, { to: 'json', country, now, validate: true })
  if ('refused' in json) return refused('to JSON', json.refused)
  const findings = json.verdict?.judgement.valid === false ? json.verdict.judgement.findings : []
  const fatal = findings.filter(({ severity }) => severity === 'fatal')
  if (fatal.length > 0)
    return refused(
      'JSON',
      fatal.map(({ rule, path, message }) => ({ path: `${rule} ${path}`, message })),
    )

  const to = formatOf(document, country)
  const body = bodyOf(json.document)
  if (Array.isArray(body)) return refused('JSON', body as readonly Detail[])
  const again = convertDocument({ kind: 'json', body } as Source, { to, country, now, validate: true })
  if ('refused' in again) return refused(to, again.refused)
  const verdict = again.verdict?.judgement
  if (verdict?.valid === false)
    return refused(
      to,
      verdict.findings.map(({ rule, path, message }) => ({ path: `${rule} ${path}`, message })),
    )
  return compared({ xml, document }, again, json.losses, country)
}

function isOneInvoice(document: InvoiceDocument, country: CountryCode): boolean {
  try {
    COUNTRIES[country].invoicing?.read(document)
    return true
  } catch (error) {
    if (error instanceof UnreadableDocument) return false
    throw error
  }
}

function refused(where: string, details: readonly Detail[]): RoundTrip {
  return { result: 'refused', why: details.map(({ path, message }) => `${where}: ${path}: ${message}`) }
}

function parsed(xml: Uint8Array): InvoiceDocument | undefined {
  try {
    return parseInvoice(xml)
  } catch (error) {
    if (error instanceof RefusedXml || error instanceof UnknownDocument) return undefined
    throw error
  }
}

const ISSUE_DATE =
  /^(?:cbc:IssueDate|rsm:ExchangedDocument\/ram:IssueDateTime\/udt:DateTimeString|.*DatiGeneraliDocumento\/Data|.*P_1)$/

function dayOf({ tree }: InvoiceDocument): Date {
  let text = ''
  for (const [path, element] of leaves(tree.root))
    if (text === '' && ISSUE_DATE.test(path)) text = element.stringValue.trim()
  const digits = text.replaceAll('-', '').slice(0, 8)
  const day = new Date(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T12:00:00Z`)
  return Number.isNaN(day.getTime()) ? new Date() : day
}

let check: ReturnType<typeof compileCheck> | undefined

function bodyOf(json: string): InvoiceBody | readonly Detail[] {
  const body = JSON.parse(json) as InvoiceBody
  const details: Detail[] = []
  check ??= compileCheck(InvoiceBody)
  check(body, '', details)
  return details.length > 0 ? details : body
}

function formatOf({ detected: { syntax } }: InvoiceDocument, country: CountryCode): Exclude<Target, 'json'> {
  const formats = COUNTRIES[country].invoicing?.formats ?? []
  const [usual = 'ubl'] = formats
  return formats.find((format) => format === syntax) ?? usual
}

function compared(
  source: { readonly xml: Uint8Array; readonly document: InvoiceDocument },
  { document, losses: lostAgain }: Converted,
  losses: readonly Loss[],
  country: CountryCode,
): RoundTrip {
  const bytes = Buffer.from(document, 'utf8')
  const result = { xml: bytes, document: parseInvoice(bytes) }
  const silent = [
    ...lostTerms(modelOf(source, country), modelOf(result, country), losses),
    ...lostValues(source.document.tree.root, result.document.tree.root, losses),
    ...lostAgain.map(({ path, message }) => `in the document alone: ${path}: ${message}`),
  ]
  if (silent.length > 0) return { result: 'silent', why: silent }
  if (losses.length === 0) return { result: 'whole', why: [] }
  return { result: 'reported', why: losses.map(({ path, message }) => `${path}: ${message}`) }
}

function modelOf(
  { xml, document }: { readonly xml: Uint8Array; readonly document: InvoiceDocument },
  country: CountryCode,
): Invoice | undefined {
  if (isSyntax(document.detected.syntax)) return readInvoice(xml).invoice
  return COUNTRIES[country].invoicing?.read(document).model
}

/** The terms that differ although no loss names them. */
function lostTerms(
  before: Invoice | undefined,
  after: Invoice | undefined,
  losses: readonly Loss[],
): readonly string[] {
  if (before === undefined || after === undefined) return []
  const reported = new Set(losses.map(({ term }) => term))
  return lossesBetween(before, after)
    .filter((loss) => !reported.has(loss.term) && !isSame(loss))
    .map(({ term, value, other }) => `${term}: ${String(value)} → ${String(other)}`)
}

/** Spaces in numbers, sums of zero and a gross price that equals the net price say nothing. */
function isSame({ term, value, other, groups }: ModelLoss): boolean {
  const { net } = (groups.at(-1) ?? {}) as { readonly net?: unknown }
  if (value instanceof Decimal)
    return (other === undefined && value.isZero()) || (term === 'BT-148' && net instanceof Decimal && net.equals(value))
  return typeof value === 'string' && typeof other === 'string' && spaceless(value) === spaceless(other)
}

function spaceless(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** KoSIT's converter writes it where UBL requires a value that CII does not have. */
const FILLER = 'mapped-from-cii'

/**
 * Elements that describe the file, the form of the number beside them, or that repeat in another
 * way what others state, whose totals are compared: a percentage as an amount, a line with VAT.
 */
const OF_THE_FORM =
  /UBLVersionID$|cac:PartyTaxScheme\/cac:TaxScheme\/cbc:ID$|\/NumeroCivico$|ScontoMaggiorazione\/(?:Importo|Tipo)$|fa:(?:DataWytworzeniaFa|SystemInfo|P_11A|P_11Vat)$/

/** The values of elements that the result has nowhere, and that no loss is about. */
function lostValues(source: XmlElement, result: XmlElement, losses: readonly Loss[]): readonly string[] {
  const kept = new Set(Array.from(leaves(result), ([, element]) => normalised(element.stringValue)))
  const texts = [...kept].join('\n')
  const lost: string[] = []
  for (const [path, element] of leaves(source)) {
    const value = normalised(element.stringValue)
    if (value === '' || value === FILLER || kept.has(value) || OF_THE_FORM.test(path)) continue
    // A text may be a part of another: a street with its number.
    if (/\p{L}{4}/u.test(value) && texts.includes(value)) continue
    if (losses.some((loss) => element.path.startsWith(loss.path) || loss.message.includes(element.stringValue.trim())))
      continue
    lost.push(`${path}: ${value}`)
  }
  return lost
}

/** Elements without children, each with its path from the root. */
function* leaves(element: XmlElement, path = ''): Generator<readonly [string, XmlElement]> {
  for (const child of element.children) {
    const below = path === '' ? child.name : `${path}/${child.name}`
    if (child.children.length === 0) yield [below, child]
    else yield* leaves(child, below)
  }
}

/** Numbers by their size, other texts without spaces and without the point of an abbreviation. */
function normalised(text: string): string {
  const plain = spaceless(text)
  return /^-?\d{1,30}(?:\.\d{1,30})?$/.test(plain) ? Decimal.of(plain).abs().toString() : plain.replace(/\.$/, '')
}
