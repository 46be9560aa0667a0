import { COUNTRIES } from '../../countries/registry.js'
import type { Invoicing } from '../../countries/country.js'
import {
  type CountryCode,
  DOCUMENT_FORMATS,
  type DocumentFormat,
  inFormat,
  isSyntax,
  type Syntax,
} from '../../domain/request/invoice-request.js'
import { type Detail, invalid, invalidField, Refusal } from '../../domain/refusal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { Price } from '../../einvoice/model/lines.js'
import { haveSameLines, paymentPlanIn } from '../../einvoice/payment/skonto.js'
import { lossesBetween, type ModelLoss } from '../../einvoice/syntax/losses.js'
import { remedyOfComputed } from '../../einvoice/request/origin.js'
import { PEPPOL_BILLING_PROCESS } from '../../einvoice/rules/peppol/specification.js'
import { writeCii } from '../../einvoice/syntax/cii/write/document.js'
import { UnwritableText } from '../../einvoice/syntax/document-sink.js'
import { parseInvoice } from '../../einvoice/syntax/invoice-document.js'
import { readInvoice } from '../../einvoice/syntax/read-invoice.js'
import { RefusedXml } from '../../einvoice/xml/refused-xml.js'
import { writeUbl } from '../../einvoice/syntax/ubl/write/document.js'
import { bodyOf } from './body-of.js'
import { brokenRules } from './broken-rules.js'
import {
  type Converted,
  type ConvertOptions,
  MOST_LOSSES,
  type RefusedConversion,
  type Source,
  type Target,
} from './conversion.js'
import { fitted } from './fitted.js'
import { type Loss, type LossLocation, lossOfField, lossOfTerm } from './loss.js'
import { beyondTheStandard, forCountry, type LostField } from './other-country.js'
import { planLosses } from './plan-losses.js'
import { readSource, type ReadSource } from './source.js'
import { asPlainStandard, withStandardCodes } from './standard.js'
import { isValid, isValidSource, verdictOn } from './verdict.js'
import { withinLimits } from './within-limits.js'

/** A document that was written, with its model. */
interface Made {
  readonly document: string
  readonly model: Invoice
  /** Losses of fields that are not terms of EN 16931. */
  readonly lost: readonly LostField[]
  /** Some amounts are too large for the `totals` of the JSON. */
  readonly lacksTotals?: boolean
}

/**
 * Converts an invoice into another format. No loss is silent: the result is read again, and every
 * missing term is reported. A national format is written only if nothing is lost, or from the JSON
 * of its own country. Never throws on the content. Pure; the time is linear in the size of the
 * invoice.
 */
export function convertDocument(source: Source, options: ConvertOptions): Converted | RefusedConversion {
  try {
    return converted(source, options)
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.details }
    if (error instanceof UnwritableText)
      return { refused: [{ path: '', message: `can't be converted: ${error.message}` }] }
    // What the source holds was read; the result is read again, and may be too large for that.
    if (error instanceof RefusedXml) {
      const message = `can't be converted: the result would have ${error.message}; split the invoice into several`
      return { refused: [{ path: '', message }] }
    }
    throw error
  }
}

function converted(source: Source, options: ConvertOptions): Converted {
  const { to, lossless = false, validate = false } = options
  const asked = askedCountry(options)
  const found = readSource(source, options.now)
  const country = asked ?? (to === 'json' ? countryOfJson(found) : undefined)
  const read = country === found.country ? found : inCommonFields(found)
  const made = country === undefined ? asStandard(read, to as Syntax) : asOf(country, read, to, options.now)
  const name = country === undefined ? NAMES[to] : `${NAMES[to]} for ${COUNTRIES[country].name}`
  const differing = lossesOf(read, made, isKept(options, made, country, read.country), { to, name })
  const verdict = options.judged === false ? null : verdictOn(made.document, options, country)
  const isOnlySourceValid = verdict !== null && !isValid(verdict) && isValidSource(source, read, options.now)
  // Another country's rules ask for more; those of EN 16931 and of its own profile do not.
  const isUnexpected = isOnlySourceValid && source.kind === 'xml' && country === undefined
  const losses = isUnexpected ? [...differing, ...brokenRules(verdict.judgement)] : differing
  const isOwn = source.kind === 'json' && read.country === country
  if (losses.length > 0 && (lossless || (isNational(to) && !isOwn))) throw invalid(losses.map(inDetail))
  return {
    format: to,
    mediaType: to === 'json' ? 'application/json' : 'application/xml',
    document: made.document,
    losses: losses.slice(0, MOST_LOSSES),
    lossesTotal: losses.length,
    ...(verdict !== null && (validate || isOnlySourceValid) && { verdict }),
  }
}

/** The source for another country, or for none. */
function inCommonFields(read: ReadSource): ReadSource {
  const { country, request } = read
  const common = country === undefined ? undefined : COUNTRIES[country].invoicing?.inCommonFields
  return common === undefined || request === undefined ? read : { ...read, request: common(request) }
}

/** The name of a format in a sentence. */
const NAMES: Readonly<Record<Target, string>> = {
  json: 'the JSON',
  ubl: 'UBL',
  cii: 'a Cross Industry Invoice',
  fatturapa: 'FatturaPA',
  fa3: 'FA(3)',
}

function isNational(to: Target): to is Exclude<DocumentFormat, Syntax> {
  return to !== 'json' && !isSyntax(to)
}

/** The country of the target; undefined: that of the invoice. */
function askedCountry({ to, country }: ConvertOptions): CountryCode | undefined {
  if (to === 'json') return country
  const takers = Object.values(COUNTRIES).filter(({ invoicing }) => invoicing?.formats.includes(to) === true)
  if (country === undefined) return isNational(to) ? takers[0]?.code : undefined
  if (takers.some(({ code }) => code === country)) return country
  const { name, invoicing } = COUNTRIES[country]
  const formats = invoicing?.formats ?? DOCUMENT_FORMATS
  throw invalidField('country', `can't be ${country} with to=${to}: ${name} accepts ${formats.join(' or ')}`)
}

function countryOfJson({ country }: ReadSource): CountryCode {
  if (country !== undefined) return country
  throw invalidField(
    'country',
    "is required: the document's customisation id (BT-24) names no country, and the JSON needs one; send it, for example FR",
  )
}

/** Writes EN 16931 in the invoice's own profile. */
function asStandard({ model, request, country }: ReadSource, to: Syntax): Made {
  const invoicing = country === undefined ? null : COUNTRIES[country].invoicing
  const isOfStandard = request === undefined || invoicing === null || isSyntax(invoicing.formats[0] ?? 'ubl')
  const document = written(isOfStandard ? model : asPlainStandard(model), to, undefined)
  return {
    document,
    model: readInvoice(Buffer.from(document, 'utf8')).invoice,
    lost: isOfStandard ? [] : beyondTheStandard(request, (each) => invoicing.model(each)),
  }
}

/** Writes the country's format from its own model. */
function asOf(country: CountryCode, read: ReadSource, to: Target, now: Date): Made {
  const { invoicing } = COUNTRIES[country]
  if (invoicing === null) throw invalidField('country', `can't be ${country} yet`)
  const source = read.request === undefined ? invoicing.asRequest(read.model) : { ...read, request: read.request }
  const { attachments } = source
  const isOther = read.request === undefined || read.country !== country
  const isStandard = isSyntax(invoicing.formats[0] ?? 'ubl')
  const wanted = isOther && isStandard ? withStandardCodes(source.request) : source.request
  const fitted = isOther ? forCountry(wanted, country) : { request: wanted, lost: [] }
  // The profile of JSON is the caller's choice; a document is asked for in that of the country.
  const isChosen = to === 'cii' && read.request?.profile !== undefined
  const request = inFormat(fitted.request, isChosen ? to : undefined)
  // Every field of a document of EN 16931 is a term, so the comparison reports it.
  const lost = read.request === undefined ? [] : fitted.lost
  if (to !== 'json') {
    const document = isSyntax(to)
      ? written(invoicing.model(request, attachments), to, country)
      : invoicing.convert({ ...request, format: to }, attachments, now).xml
    return { document, lost, model: modelOf(document, to, invoicing) }
  }
  const format = formatToSay(read.format, invoicing)
  const whole = inFormat(fitted.request, format)
  const said = withinLimits(whole)
  const body = bodyOf(said, attachments)
  const lacksTotals = Object.keys(said.totals ?? {}).length < Object.keys(whole.totals ?? {}).length
  return { document: JSON.stringify(body, null, 2), lost, lacksTotals, model: invoicing.model(said, attachments) }
}

/** The format of the source document, if it is not the country's default. */
function formatToSay(format: DocumentFormat | undefined, { formats }: Invoicing): DocumentFormat | undefined {
  return format !== undefined && formats.indexOf(format) > 0 ? format : undefined
}

function modelOf(document: string, to: DocumentFormat, invoicing: Invoicing): Invoice {
  const bytes = Buffer.from(document, 'utf8')
  return isSyntax(to) ? readInvoice(bytes).invoice : invoicing.read(parseInvoice(bytes)).model
}

/** The document without what the syntax, or its rules in that profile, can't express. */
function written(model: Invoice, to: Syntax, country: CountryCode | undefined): string {
  const invoice = fitted(model, to, country)
  if (to === 'cii') {
    const lines = invoice.lines.map((line) => ({ ...line, subLines: undefined }))
    return writeCii({ ...invoice, thirdPartyPayments: undefined, lines })
  }
  return writeUbl(invoice.kind === 'creditNote' ? { ...invoice, thirdPartyPayments: undefined } : invoice)
}

/** Whether a term that differs is no loss. */
function isKept(
  { to, country: asked }: ConvertOptions,
  { lacksTotals }: Made,
  country: CountryCode | undefined,
  own: CountryCode | undefined,
): (loss: ModelLoss) => boolean {
  return (loss) => {
    const { term, value } = loss
    if (isSaidAlready(loss)) return true
    // The JSON has these amounts in `totals`, and in `netAmount` of its lines.
    if (to === 'json' && lacksTotals !== true && remedyOfComputed(term) !== undefined) return true
    // The caller requested another profile than the document's own.
    if (country === undefined || (to === 'json' && (asked === undefined || asked === own))) return false
    return term === 'BT-24' || (term === 'BT-23' && value === PEPPOL_BILLING_PROCESS)
  }
}

/**
 * Spaces in an account number don't matter, and a gross price equal to the net price adds nothing.
 */
function isSaidAlready({ term, value, other, groups }: ModelLoss): boolean {
  if (term === 'BT-84' || term === 'BT-91') return withoutSpaces(value) === withoutSpaces(other)
  // Fields make some of its lines, and may put them in another order or language.
  if (term === 'BT-20' && typeof value === 'string') {
    const plan = paymentPlanIn(groups[0] as Invoice)
    const text = plan === undefined ? value : (plan.otherTerms ?? '')
    return typeof other === 'string' && (haveSameLines(value, other) || other.startsWith(text))
  }
  // A line without a subtype is counted.
  if (term === 'EXT-FR-FE-163') return value === 'DETAIL' && other === undefined
  // The currency of the invoice is the accounting currency.
  if (term === 'BT-6') return value === (groups[0] as Invoice | undefined)?.currency
  const { net, gross, discount } = (groups.at(-1) ?? {}) as Partial<Price>
  return term === 'BT-148' && discount?.isZero() !== false && gross !== undefined && net?.equals(gross) === true
}

function withoutSpaces(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(' ', '') : value
}

function lossesOf(
  { losses, model, places, elementOf }: ReadSource,
  { model: result, lost }: Made,
  isKept: (loss: ModelLoss) => boolean,
  target: { readonly to: Target; readonly name: string },
): readonly Loss[] {
  const { name } = target
  const ofFields = lost.map(({ path, value }) => lossOfField(path, '', value, name))
  const fields = new Set(ofFields.map(({ path }) => path))
  const ofTerms = lossesBetween(model, result).flatMap((loss) => {
    if (isKept(loss)) return []
    const place = places(loss)
    return fields.has(place.path) ? [] : [lossOfTerm(loss, place, name)]
  })
  const placeOf = (of: object, field: string): LossLocation => elementOf?.(of) ?? { path: field }
  const ofPlan = planLosses(model, result, placeOf, target).filter(({ path }) => !fields.has(path.replace(/\[.*/, '')))
  return [...losses, ...ofFields, ...ofTerms, ...ofPlan]
}

function inDetail({ path, line, message }: Loss): Detail {
  return { path, message: line === undefined ? message : `line ${line}: ${message}` }
}
