import type { InvoiceRequest, Syntax } from '../../domain/request/invoice-request.js'
import type { Finding, Judgement } from '../../einvoice/rules/judgement.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../einvoice/model/lines.js'
import { requestOrigin } from '../../einvoice/request/origin.js'
import { Explainer } from '../../einvoice/rules/explain-finding.js'
import { FindingList } from '../../einvoice/rules/finding-list.js'
import { causesFirst } from '../../einvoice/rules/causes.js'
import { withoutAnswered } from '../../einvoice/rules/plausibility.js'
import { GIVEN_TOTALS, judgeGivenTotals } from '../../einvoice/rules/given-totals.js'
import { sentence } from '../../einvoice/rules/finding-text.js'
import { judge, type Origin } from '../../einvoice/rules/judge.js'
import {
  type DocumentFinding,
  type DocumentRuleSet,
  type judgeDocument,
  judgeOurDocument,
} from '../../einvoice/rules/judge-document.js'
import { groupOf } from '../../einvoice/rules/repeated-groups.js'
import type { Rule } from '../../einvoice/rules/rule.js'
import type { Term } from '../../einvoice/model/term.js'
import { UnwritableText } from '../../einvoice/syntax/document-sink.js'
import { type WrittenDocument, writtenDocument } from '../../einvoice/syntax/written-document.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import type { DocumentProfile } from './document-profile.js'
import { GENERAL_RULES } from './general-rules.js'

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
  const official = withoutAnsweredFaults(judgedByProfile(request, invoice, syntax, documents, origin, today))
  return andOwnRules(official, request, invoice, own, origin, today)
}

/** Where a rule refuses a field, the schema need not say so again. */
function withoutAnsweredFaults(official: Judgement): Judgement {
  const refused = official.findings.filter(({ rule, severity }) => rule !== 'XSD' && severity === 'fatal')
  const ruled = new Set(refused.map(({ path }) => path))
  const findings = official.findings.filter(({ rule, path }) => rule !== 'XSD' || path === '' || !ruled.has(path))
  const dropped = official.findings.length - findings.length
  return { ...official, findings, findingsTotal: official.findingsTotal - dropped }
}

/**
 * A verdict on the document, that of the service's own rules on the model, and a comparison with
 * the caller's own totals.
 */
export function andOwnRules(
  official: Judgement,
  request: InvoiceRequest,
  invoice: Invoice,
  own: readonly Rule[],
  origin: Origin,
  today: string,
): Judgement {
  const ours = judge(invoice, [...GENERAL_RULES, ...own], today, origin)
  const totals = judgeGivenTotals(request, invoice)
  const all = [...official.findings, ...ours.findings, ...totals.findings]
  const told = withoutAnswered(all)
  const found = new FindingList<Finding>()
  for (const finding of told) found.note(finding.severity === 'fatal', () => finding)
  return {
    valid: official.valid && ours.valid && totals.valid,
    findings: causesFirst(
      found.findings.map(withGuess(origin)),
      ({ rule, term }) => rule !== GIVEN_TOTALS.id && origin.isComputed(term),
    ),
    findingsTotal: official.findingsTotal + ours.findingsTotal + totals.findingsTotal - (all.length - told.length),
    rulesChecked: official.rulesChecked + ours.rulesChecked + totals.rulesChecked,
  }
}

/** The fix of a finding on a field begins with what the caller may have meant. */
function withGuess(origin: Origin): (finding: Finding) => Finding {
  return (finding) => {
    const guess = origin.guessAt(finding.path)
    return guess === undefined || origin.isComputed(finding.term)
      ? finding
      : { ...finding, fix: `${guess} ${finding.fix}` }
  }
}

/**
 * Contents in place of those that are not at hand yet: rules ask whether there is one, never what
 * is in it.
 */
export function contentStandIns({ attachments = [] }: InvoiceRequest): readonly Uint8Array[] {
  return attachments.map(({ size }) => new Uint8Array(Math.min(size, 1)))
}

function judgedByProfile(
  request: InvoiceRequest,
  invoice: Invoice,
  syntax: Syntax,
  documents: DocumentProfile,
  origin: Origin,
  today: string,
): Judgement {
  const set = documents.rules(syntax, invoice.specification)
  if (set === undefined) throw new Error(`the profile ${documents.name} has no rules for ${syntax}`)
  const write = () => writtenDocument(invoice, syntax)
  return officialJudgement(request, set, today, judgeOurDocument, write, (written) => {
    const explainer = new Explainer(written.document, set.catalogue, true)
    return (finding) => {
      const { term: explained, message, fix } = explainer.explain(finding)
      // The catalogue of rules names terms as texts.
      const term = explained as Term
      const path = origin.pathOf(term, placeOf(term, finding.element, invoice, written))
      const severity = finding.flag === 'fatal' ? 'fatal' : 'warning'
      const remedy = origin.remedyOf(term)
      const hasNoRoom = finding.rule === 'XSD' && message.includes('is not allowed here')
      const told = hasNoRoom ? ELSEWHERE : remedy
      return { rule: finding.rule, severity, path, term, message, fix: told === undefined ? fix : sentence(told) }
    }
  })
}

/** Our writers put each element where it belongs; of some the schema takes one alone. */
const ELSEWHERE =
  'The format of the document has no place for it: leave it out, or send the invoice in another format (format)'

/**
 * The verdict of the official rules on the document that is made of an invoice. Its findings, as
 * `explain` tells them of this document, are on fields of the body.
 */
export function officialJudgement(
  request: InvoiceRequest,
  set: DocumentRuleSet,
  today: string,
  judge: typeof judgeDocument,
  write: () => WrittenDocument,
  explain: (written: WrittenDocument) => (finding: DocumentFinding) => Finding,
): Judgement {
  const rulesChecked = set.size
  let written: WrittenDocument
  try {
    written = write()
  } catch (error) {
    if (!(error instanceof UnwritableText)) throw error
    return { valid: false, findings: [unwritable(error, request)], findingsTotal: 1, rulesChecked }
  }
  const { valid, findings, findingsTotal } = judge(written.document, set, today)
  const meant = findings.filter(({ rule }) => set.setAside?.has(rule) !== true)
  const told = meant.length === 0 ? [] : toldOnce(meant, explain(written))
  return { valid, findings: told, findingsTotal: findingsTotal - (findings.length - told.length), rulesChecked }
}

/** Findings on fields, each once: one field may stand in several places of the document. */
function toldOnce(
  findings: readonly DocumentFinding[],
  explain: (finding: DocumentFinding) => Finding,
): readonly Finding[] {
  const told = new Map<string, Finding>()
  for (const each of findings) {
    const finding = explain(each)
    const key = `${finding.rule} ${finding.path} ${finding.message}`
    if (!told.has(key)) told.set(key, finding)
  }
  return [...told.values()]
}

/**
 * Which of its repeated group a term stands in, by the element that a rule was judged at; of a
 * sub-line itself.
 */
function placeOf(
  term: string,
  found: XmlElement,
  invoice: Invoice,
  { groups }: WrittenDocument,
): number | InvoiceLine | undefined {
  const group = groupOf(term, invoice)
  if (group === undefined) return undefined
  for (let at: XmlElement | null = found; at !== null; at = at.parent) {
    const of = groups.get(at)
    if (of === undefined) continue
    if (group === invoice.lines && /^cac:Sub(?:Invoice|CreditNote)Line$/.test(at.name)) return of as InvoiceLine
    const place = group.indexOf(of)
    if (place >= 0) return place
  }
  return undefined
}

/** Of a text that no XML can hold. */
function unwritable({ message, text }: UnwritableText, request: InvoiceRequest): Finding {
  return {
    rule: 'XML',
    severity: 'fatal',
    path: pathOf(text, request, '') ?? '',
    term: '',
    message: sentence(message),
    fix: 'Remove control characters and halves of surrogate pairs from the text.',
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
