import type { InvoiceRequest, Syntax } from '../domain/invoice-request.js'
import type { Finding, Judgement } from '../einvoice/judgement.js'
import type { Invoice } from '../einvoice/model.js'
import { requestOrigin } from '../einvoice/request-origin.js'
import { Explainer } from '../einvoice/rules/explain-finding.js'
import { FindingList } from '../einvoice/rules/finding-list.js'
import { causesFirst, judge, type Origin } from '../einvoice/rules/judge.js'
import { type DocumentFinding, judgeOurDocument } from '../einvoice/rules/judge-document.js'
import { groupOf } from '../einvoice/rules/repeated-groups.js'
import type { Rule, Term } from '../einvoice/rules/rule.js'
import { UnwritableText } from '../einvoice/syntax/document-sink.js'
import { type WrittenDocument, writtenDocument } from '../einvoice/syntax/written-document.js'
import type { XmlElement } from '../einvoice/xml/element.js'
import type { DocumentProfile } from './document-profile.js'

/** By what an invoice from the API is judged. */
export interface RequestRules {
  /** Of the document that is made of it. */
  readonly documents: DocumentProfile
  /** The service's own rules, which the official artefacts do not have. */
  readonly own: readonly Rule[]
}

/**
 * Judges an invoice by the very document that is made from it, in the syntax that it is sent in.
 * Findings lead back to the fields of the API's body. Pure.
 */
export function judgeRequest(
  request: InvoiceRequest,
  model: (request: InvoiceRequest, attachments: readonly Uint8Array[]) => Invoice,
  syntax: Syntax,
  { documents, own }: RequestRules,
  today: string,
): Judgement {
  const invoice = model(request, contentStandIns(request))
  const origin = requestOrigin(request, invoice)
  const official = officialJudgement(request, invoice, syntax, documents, origin)
  return andOwnRules(official, invoice, own, origin, today)
}

/** A verdict on the document, and that of the service's own rules on the model. */
export function andOwnRules(
  official: Judgement,
  invoice: Invoice,
  own: readonly Rule[],
  origin: Origin,
  today: string,
): Judgement {
  const ours = judge(invoice, own, today, origin)
  const found = new FindingList<Finding>()
  for (const finding of [...official.findings, ...ours.findings])
    found.note(finding.severity === 'fatal', () => finding)
  return {
    valid: official.valid && ours.valid,
    findings: causesFirst(found.findings, origin),
    findingsTotal: official.findingsTotal + ours.findingsTotal,
    rulesChecked: official.rulesChecked + ours.rulesChecked,
  }
}

/**
 * Contents in place of those that are not at hand yet: rules ask whether there is one, never what
 * is in it.
 */
export function contentStandIns({ attachments = [] }: InvoiceRequest): readonly Uint8Array[] {
  return attachments.map(({ size }) => new Uint8Array(Math.min(size, 1)))
}

function officialJudgement(
  request: InvoiceRequest,
  invoice: Invoice,
  syntax: Syntax,
  documents: DocumentProfile,
  origin: Origin,
): Judgement {
  const rules = documents.rules(syntax, invoice.specification)
  if (rules === undefined) throw new Error(`the profile ${documents.name} has no rules for ${syntax}`)
  const rulesChecked = rules.size
  let written: WrittenDocument
  try {
    written = writtenDocument(invoice, syntax)
  } catch (error) {
    if (!(error instanceof UnwritableText)) throw error
    return { valid: false, findings: [unwritable(error, request)], findingsTotal: 1, rulesChecked }
  }
  const { valid, findings, findingsTotal } = judgeOurDocument(written.document, rules)
  if (findings.length === 0) return { valid, findings: [], findingsTotal, rulesChecked }
  const explainer = new Explainer(written.document, rules.catalogue, true)
  const told = toldOnce(findings, (finding) => {
    const { term, message, fix } = explainer.explain(finding)
    const path = origin.pathOf(term as Term, placeOf(term, finding.element, invoice, written))
    const severity = finding.flag === 'fatal' ? 'fatal' : 'warning'
    return { rule: finding.rule, severity, path, term, message, fix: origin.remedyOf(term as Term) ?? fix }
  })
  return { valid, findings: told, findingsTotal: findingsTotal - (findings.length - told.length), rulesChecked }
}

/** Findings on fields, each once: one field may stand in several places of the document. */
export function toldOnce(
  findings: readonly DocumentFinding[],
  explain: (finding: DocumentFinding) => Finding,
): readonly Finding[] {
  const told = new Map<string, Finding>()
  for (const each of findings) {
    const finding = explain(each)
    const key = `${finding.rule} ${finding.term} ${finding.path}`
    if (!told.has(key)) told.set(key, finding)
  }
  return [...told.values()]
}

/** Which of its repeated group a term stands in, by the element that a rule was judged at. */
function placeOf(term: string, found: XmlElement, invoice: Invoice, { groups }: WrittenDocument): number | undefined {
  const group = groupOf(term, invoice)
  if (group === undefined) return undefined
  for (let at: XmlElement | null = found; at !== null; at = at.parent) {
    const of = groups.get(at)
    const place = of === undefined ? -1 : group.indexOf(of)
    if (place >= 0) return place
  }
  return undefined
}

/** Of a text that no XML can hold. */
export function unwritable({ message, text }: UnwritableText, request: InvoiceRequest): Finding {
  return {
    rule: 'XML',
    severity: 'fatal',
    path: pathOf(text, request, '') ?? '',
    term: '',
    message,
    fix: 'Remove control characters and halves of surrogate pairs from the text',
  }
}

/** The first field that has this text. */
function pathOf(text: string, value: unknown, path: string): string | undefined {
  if (value === text) return path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, each] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${name}]` : path === '' ? name : `.${name}`
    const found = pathOf(text, each, path + step)
    if (found !== undefined) return found
  }
  return undefined
}
