import { oncePerObject } from '../domain/once-per-object.js'
import type { DocumentFormat, InvoiceRequest, Syntax } from '../domain/request/invoice-request.js'
import { codePointName } from '../domain/text.js'
import type { Judgement } from '../einvoice/rules/judgement.js'
import type { Invoice } from '../einvoice/model/invoice-model.js'
import { quoted } from '../einvoice/xml/quoted.js'
import { pathOfDeduction, pathOfSettled } from '../einvoice/request/advance-paths.js'
import { requestOrigin } from '../einvoice/request/origin.js'
import { Explainer } from '../einvoice/rules/explain-finding.js'
import { FindingList } from '../einvoice/rules/finding-list.js'
import { sentence } from '../einvoice/rules/finding-text.js'
import { type DocumentFinding, judgeDocument } from '../einvoice/rules/judge-document.js'
import type { DocumentSink } from '../einvoice/syntax/document-sink.js'
import type { InvoiceDocument } from '../einvoice/syntax/invoice-document.js'
import { documentOf } from '../einvoice/syntax/written-document.js'
import { XmlWriter } from '../einvoice/syntax/xml-writer.js'
import type { XmlElement } from '../einvoice/xml/element.js'
import type { FieldRule, Finding, Invoicing } from './country.js'
import type { DocumentProfile } from './judging/document-profile.js'
import type { ElementFields } from './judging/element-fields.js'
import { GENERAL_RULES } from './judging/general-rules.js'
import { andOwnRules, contentStandIns, officialJudgement, type RequestRules } from './judging/judge-request.js'
import { totalsOf } from './modelled-invoicing.js'
import type { ReadDocument } from './judging/read-document.js'
import type { OptionalTerm } from './terms.js'

/** An invoice in the terms of a national format. */
export interface NationalModel {
  /** Its part in EN 16931, with the arithmetic. */
  readonly invoice: Invoice
}

/** A second kind of document in the same format, with a schema of its own. */
interface SpecialDocument<Model extends NationalModel> extends Pick<
  NationalCountry<Model>,
  'formatName' | 'put' | 'fields'
> {
  /** Its `isOfRequest` decides which invoices have such a document. */
  readonly documents: DocumentProfile
  /** The rules of `judge`. */
  readonly rulesOnFields: readonly FieldRule[]
  /** Judges the request itself, by its fields that the document lacks. */
  readonly judge: (invoice: InvoiceRequest) => Judgement
}

/** The differences between countries with a format of their own. */
interface NationalCountry<Model extends NationalModel> extends Pick<
  Invoicing,
  | 'asRequest'
  | 'explain'
  | 'simulator'
  | 'typeCodes'
  | 'gateway'
  | 'answering'
  | 'printed'
  | 'warningsWhenSent'
  | 'isIssuedByCustomer'
  | 'inCommonFields'
> {
  readonly format: Exclude<DocumentFormat, Syntax>
  /** As `invoice.validated` shows it, for example `FatturaPA 1.2.3`. */
  readonly formatName: string
  /** The optional terms for which the format has a place. */
  readonly terms: readonly OptionalTerm[]
  /** `attachments` and `createdAt` are those of `Invoicing.convert`. Never fails. */
  readonly model: (invoice: InvoiceRequest, attachments?: readonly Uint8Array[], createdAt?: Date) => Model
  /**
   * Writes the document. Groups from a repeated field get their `JsonPlace`.
   * @throws UnwritableText
   */
  readonly put: (sink: DocumentSink, model: Model) => void
  /**
   * The inverse: a document in the form of the JSON; absent: not supported yet.
   * @throws UnreadableDocument
   */
  readonly read: (document: InvoiceDocument) => ReadDocument
  /** The elements and their fields. */
  readonly fields: ElementFields
  readonly rules: RequestRules
  /** Another kind of document for some invoices; absent: all have the same. */
  readonly special?: SpecialDocument<Model>
}

/** Judges, converts and totals with the same model and the same document. */
export function nationalInvoicing<Model extends NationalModel>(country: NationalCountry<Model>): Invoicing {
  const { model, put, read, asRequest, format, formatName, terms, explain, simulator, gateway, printed, rules } =
    country
  const { warningsWhenSent, isIssuedByCustomer, inCommonFields, typeCodes } = country
  const nameOf = (invoice: InvoiceRequest): string => specialOf(country, invoice)?.formatName ?? formatName
  return {
    formats: [format],
    terms: new Set(terms),
    formatOf: nameOf,
    documentFormatOf: () => format,
    asRequest,
    explain,
    simulator,
    ...(gateway !== undefined && { gateway }),
    ...(country.answering !== undefined && { answering: country.answering }),
    ...(printed !== undefined && { printed }),
    ...(warningsWhenSent !== undefined && { warningsWhenSent }),
    ...(isIssuedByCustomer !== undefined && { isIssuedByCustomer }),
    ...(inCommonFields !== undefined && { inCommonFields }),
    ...(typeCodes !== undefined && { typeCodes }),
    ownRules: [...GENERAL_RULES, ...rules.own],
    ...(country.special && { rulesOnFields: country.special.rulesOnFields }),
    model: (invoice, attachments) => model(invoice, attachments).invoice,
    validate: (invoice, { today }) => judgeNational(country, invoice, today),
    convert(invoice, attachments, createdAt) {
      const sink = new XmlWriter()
      const write = specialOf(country, invoice)?.put ?? put
      write(sink, model(invoice, attachments, createdAt))
      return { xml: sink.toString(), mediaType: 'application/xml', format: nameOf(invoice) }
    },
    // Judging, converting and showing a document need the same.
    read: oncePerObject((document) => {
      const found = read(document)
      const request = { ...found.request, format, ...(found.totals && { totals: found.totals }) }
      const { invoice } = model(request, found.attachments)
      return { ...found, request, model: invoice, originOf: () => undefined }
    }),
    totals: (invoice) => totalsOf(model(invoice).invoice),
  }
}

function specialOf<Model extends NationalModel>(
  { special }: NationalCountry<Model>,
  invoice: InvoiceRequest,
): SpecialDocument<Model> | undefined {
  return special?.documents.isOfRequest?.(invoice) === true ? special : undefined
}

function judgeNational<Model extends NationalModel>(
  country: NationalCountry<Model>,
  request: InvoiceRequest,
  today: string,
): Judgement {
  const { rules: requestRules, format } = country
  const special = specialOf(country, request)
  const { put, fields } = special ?? country
  const set = (special ?? requestRules).documents.rules(format, '', today)
  if (set === undefined) throw new Error(`${format} has no rules`)
  const model = country.model(request, contentStandIns(request))
  const origin = requestOrigin(request, model.invoice)
  const write = () =>
    documentOf((sink) => {
      put(sink, model)
    }, fields.prefix)
  const official = officialJudgement(request, set, today, judgeDocument, write, ({ document, groups }) => {
    const explainer = new Explainer(document, set.catalogue, true, fields.terms)
    return (finding) =>
      explained(finding, explainer, (element, missing) => {
        const field = fields.fieldOf(element, groups, missing)
        // The body has two fields for it.
        if (field.path === 'dueDate') return { ...field, path: origin.pathOf('BT-9', undefined) }
        return { ...field, path: pathOfSettled(pathOfDeduction(field.path, request), request) }
      })
  })
  const judged = andOwnRules(official, request, model.invoice, requestRules, origin, today)
  return special === undefined ? judged : withFurther(judged, special.judge(request))
}

/** Both verdicts together. */
function withFurther(one: Judgement, other: Judgement): Judgement {
  const found = new FindingList<Finding>()
  for (const finding of [...one.findings, ...other.findings]) found.note(finding.severity === 'fatal', () => finding)
  return {
    ...one,
    valid: one.valid && other.valid,
    findings: found.findings,
    findingsTotal: one.findingsTotal + other.findingsTotal,
    rulesChecked: one.rulesChecked + other.rulesChecked,
  }
}

/** The field of an element; `missing`: a child that it should have. */
type FieldOf = (element: XmlElement, missing?: string) => ReturnType<ElementFields['fieldOf']>

/** Turns a finding on an element into one on its field. */
function explained(finding: DocumentFinding, explainer: Explainer, fieldOf: FieldOf): Finding {
  const { rule, flag, element: judged, missing } = finding
  const severity = flag === 'fatal' ? 'fatal' : 'warning'
  const { element, message, fix } = explainer.explain(finding)
  if (missing !== undefined) {
    const { path, term, remedy } = fieldOf(missing.parent, missing.name)
    const own = remedy !== '' ? remedy : fieldOf(missing.parent).remedy
    return {
      rule,
      severity,
      path,
      term,
      message: path === '' ? message : `\`${path}\` is missing.`,
      fix: own !== '' ? sentence(own) : path === '' ? fix : `Give \`${path}\`.`,
    }
  }
  const { path, term, form, remedy } = fieldOf(rule === 'XSD' ? judged : element)
  const foreign = rule === 'XSD' && form.includes('Latin-1') ? beyondLatin1(judged.stringValue) : null
  if (foreign !== null) {
    const fix = 'Write the text with the letters, digits and signs of Latin-1, for example transliterated'
    return { rule, severity, path, term, message: sentence(`\`${path}\` contains ${foreign}`), fix: sentence(fix) }
  }
  const isValue = rule === 'XSD' && judged.children.length === 0 && form !== ''
  return {
    rule,
    severity,
    path,
    term,
    message: isValue
      ? sentence(`\`${path}\` is ${quoted(judged.stringValue)}, but the format requires ${form}`)
      : message,
    fix: remedy !== '' ? sentence(remedy) : isValue ? sentence(`Send ${form}`) : fix,
  }
}

/** The first character that Latin-1 lacks, with its place; null: there is none. */
function beyondLatin1(text: string): string | null {
  const characters = Array.from(text)
  const at = characters.findIndex((character) => character > 'ÿ')
  const found = characters[at]
  if (found === undefined) return null
  return `the character ${quoted(found)} (${codePointName(found)}) at position ${at + 1}, which the format does not include`
}
