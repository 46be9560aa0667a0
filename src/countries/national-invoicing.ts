import type { DocumentFormat, InvoiceRequest, Syntax } from '../domain/invoice-request.js'
import type { Judgement } from '../einvoice/judgement.js'
import type { Invoice } from '../einvoice/model.js'
import { requestOrigin } from '../einvoice/request-origin.js'
import { Explainer } from '../einvoice/rules/explain-finding.js'
import { bounded } from '../einvoice/rules/finding-list.js'
import { quoted } from '../einvoice/rules/judge.js'
import { type DocumentFinding, type DocumentRuleSet, judgeDocument } from '../einvoice/rules/judge-document.js'
import { type DocumentSink, UnwritableText } from '../einvoice/syntax/document-sink.js'
import { InvoiceDocument } from '../einvoice/syntax/invoice-document.js'
import { TreeSink } from '../einvoice/syntax/tree-sink.js'
import { XmlWriter } from '../einvoice/syntax/xml-writer.js'
import type { XmlElement } from '../einvoice/xml/element.js'
import type { Finding, Invoicing } from './country.js'
import type { ElementFields } from './element-fields.js'
import { andOwnRules, contentStandIns, type RequestRules, toldOnce, unwritable } from './judge-request.js'
import { totalsOf } from './modelled-invoicing.js'

/** An invoice as a national format has it. */
export interface NationalModel {
  /** What of it EN 16931 knows, with its arithmetic. */
  readonly invoice: Invoice
}

/** What tells apart the countries that have a format of their own. */
export interface NationalCountry<Model extends NationalModel> extends Pick<
  Invoicing,
  'explain' | 'simulator' | 'gateway' | 'printed'
> {
  readonly format: Exclude<DocumentFormat, Syntax>
  /** As `invoice.validated` shows it, for example `FatturaPA 1.2.3`. */
  readonly formatName: (invoice: InvoiceRequest) => string
  /** See `TreeSink`. */
  readonly prefix: string
  /** `attachments` are the decoded contents in the order of `invoice.attachments`. Never fails. */
  readonly model: (invoice: InvoiceRequest, attachments?: readonly Uint8Array[]) => Model
  /**
   * Writes the document. Groups that come from a repeated field are given their `JsonPlace`.
   * @throws UnwritableText
   */
  readonly put: (sink: DocumentSink, model: Model) => void
  /** Which element is made from which field. */
  readonly fields: ElementFields
  readonly rules: RequestRules
}

/** Judges, converts and totals by one and the same model and one and the same document. */
export function nationalInvoicing<Model extends NationalModel>(country: NationalCountry<Model>): Invoicing {
  const { model, put, format, formatName, explain, simulator, gateway, printed, rules } = country
  return {
    formats: [format],
    formatOf: formatName,
    explain,
    simulator,
    ...(gateway !== undefined && { gateway }),
    ...(printed !== undefined && { printed }),
    ownRules: rules.own,
    model: (invoice, attachments) => model(invoice, attachments).invoice,
    validate: (invoice, { today }) => judgeNational(country, invoice, today),
    convert(invoice, attachments) {
      const sink = new XmlWriter()
      put(sink, model(invoice, attachments))
      return { xml: sink.toString(), mediaType: 'application/xml', format: formatName(invoice) }
    },
    totals: (invoice) => totalsOf(model(invoice).invoice),
  }
}

function judgeNational<Model extends NationalModel>(
  country: NationalCountry<Model>,
  request: InvoiceRequest,
  today: string,
): Judgement {
  const { rules: requestRules, format, fields } = country
  const set = requestRules.documents.rules(format, '')
  if (set === undefined) throw new Error(`${format} has no rules`)
  const model = country.model(request, contentStandIns(request))
  const origin = requestOrigin(request, model.invoice)
  const official = officialJudgement(country, set, request, model, fields)
  return andOwnRules(official, model.invoice, requestRules.own, origin, today)
}

function officialJudgement<Model extends NationalModel>(
  { put, prefix }: NationalCountry<Model>,
  set: DocumentRuleSet,
  request: InvoiceRequest,
  model: Model,
  fields: ElementFields,
): Judgement {
  const rulesChecked = set.size
  const sink = new TreeSink(prefix)
  try {
    put(sink, model)
  } catch (error) {
    if (!(error instanceof UnwritableText)) throw error
    return { valid: false, findings: [unwritable(error, request)], findingsTotal: 1, rulesChecked }
  }
  const document = new InvoiceDocument(sink.tree, sink.names)
  const { valid, findings, findingsTotal } = judgeDocument(document, set)
  const explainer = new Explainer(document, set.catalogue, true, fields.terms)
  const told = toldOnce(findings, (finding) => explained(finding, explainer, fields, sink.groups))
  return { valid, findings: told, findingsTotal: findingsTotal - (findings.length - told.length), rulesChecked }
}

/**
 * What a schema misses, of several the first. The finding stands at the element before which it
 * should be, and that one may be sound.
 */
function missingIn({ element, message = '' }: DocumentFinding): { parent: XmlElement; name: string } | undefined {
  const [, within, name] = /^([^ ]+): ([^ ]+)(?: or [^ ]+)* is missing/.exec(message) ?? []
  if (name === undefined) return undefined
  const parent = within === element.name ? element : element.parent
  return parent === null ? undefined : { parent, name }
}

/** A finding on an element, as one on the field that the element was made from. */
function explained(
  finding: DocumentFinding,
  explainer: Explainer,
  fields: ElementFields,
  places: ReadonlyMap<XmlElement, object>,
): Finding {
  const { rule, flag, element: judged } = finding
  const severity = flag === 'fatal' ? 'fatal' : 'warning'
  const { element, message, fix } = explainer.explain(finding)
  const missing = rule === 'XSD' ? missingIn(finding) : undefined
  if (missing !== undefined) {
    const { path, term, remedy } = fields.fieldOf(missing.parent, places, missing.name)
    const told = remedy !== '' ? remedy : fields.fieldOf(missing.parent, places).remedy
    return { rule, severity, path, term, message, fix: told !== '' ? told : path === '' ? fix : `Give ${path}` }
  }
  const { path, term, form, remedy } = fields.fieldOf(rule === 'XSD' ? judged : element, places)
  const isValue = rule === 'XSD' && judged.children.length === 0 && form !== ''
  return {
    rule,
    severity,
    path,
    term,
    message: isValue ? bounded(`${quoted(judged.stringValue)} does not fit: the format takes ${form}`) : message,
    fix: remedy !== '' ? remedy : isValue ? `Send ${form}` : fix,
  }
}
