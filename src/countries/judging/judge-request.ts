import type { InvoiceRequest, Syntax } from '../../domain/request/invoice-request.js'
import type { Finding, Judgement } from '../../einvoice/rules/judgement.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../einvoice/model/lines.js'
import { requestOrigin } from '../../einvoice/request/origin.js'
import type { RuleEntry } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import { Explainer } from '../../einvoice/rules/explain-finding.js'
import { FindingList } from '../../einvoice/rules/finding-list.js'
import { causesFirst } from '../../einvoice/rules/causes.js'
import { withoutAnswered } from '../../einvoice/rules/plausibility.js'
import { GIVEN_TOTALS, judgeGivenTotals } from '../../einvoice/rules/given-totals.js'
import { judgePrepayments, PREPAYMENT_RULES } from '../../einvoice/rules/prepayments.js'
import { judgePaymentPlan, PAYMENT_PLAN_RULES } from '../../einvoice/rules/payment-plan.js'
import { judgeTotalSign, TOTAL_SIGN } from '../../einvoice/rules/total-sign.js'
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
import { namedEdition } from './editions.js'
import { GENERAL_RULES } from './general-rules.js'

/** The rules for an invoice from the API. */
export interface RequestRules {
  /** The rules for its document. */
  readonly documents: DocumentProfile
  /** The service's own rules, which the official artefacts do not have. */
  readonly own: readonly Rule[]
  /** Whether one of those concerns this invoice; absent: all do. */
  readonly concerns?: (rule: Rule, invoice: InvoiceRequest) => boolean
  /** Fields of the body that findings on a term name, where they differ from the usual ones. */
  readonly fields?: Readonly<Partial<Record<Term, string>>>
}

/**
 * Judges an invoice by its document, in the syntax in which it is sent. Findings name the fields
 * of the API's body. Pure.
 */
export function judgeRequest(
  request: InvoiceRequest,
  model: (request: InvoiceRequest, attachments: readonly Uint8Array[]) => Invoice,
  syntax: Syntax,
  rules: RequestRules,
  today: string,
): Judgement {
  const { documents, fields = {} } = rules
  const invoice = model(request, contentStandIns(request))
  const usual = requestOrigin(request, invoice)
  const origin: Origin = { ...usual, pathOf: (term, place) => fields[term] ?? usual.pathOf(term, place) }
  const official = withoutAnsweredFaults(judgedByProfile(request, invoice, syntax, documents, origin, today))
  return andOwnRules(official, request, invoice, rules, origin, today)
}

/** If a rule refuses a field, the schema's finding on it is left out. */
function withoutAnsweredFaults(official: Judgement): Judgement {
  const refused = official.findings.filter(({ rule, severity }) => rule !== 'XSD' && severity === 'fatal')
  const ruled = new Set(refused.map(({ path }) => path))
  const findings = official.findings.filter(({ rule, path }) => rule !== 'XSD' || path === '' || !ruled.has(path))
  const dropped = official.findings.length - findings.length
  return { ...official, findings, findingsTotal: official.findingsTotal - dropped }
}

/**
 * The verdict on the document, joined with that of the service's own rules on the model and on the
 * request: the caller's own totals, and their sign.
 */
export function andOwnRules(
  official: Judgement,
  request: InvoiceRequest,
  invoice: Invoice,
  { own, concerns = () => true }: Pick<RequestRules, 'own' | 'concerns'>,
  origin: Origin,
  today: string,
): Judgement {
  const concerned = own.filter((rule) => concerns(rule, request))
  const ours = judge(invoice, [...GENERAL_RULES, ...concerned], today, origin)
  const verdicts: readonly Judgement[] = [
    official,
    ours,
    judgeGivenTotals(request, invoice),
    judgeTotalSign(request, invoice),
    judgePrepayments(request, invoice),
    judgePaymentPlan(request, invoice),
  ]
  const all = verdicts.flatMap(({ findings }) => findings)
  const unanswered = withoutAnswered(all)
  const found = new FindingList<Finding>()
  for (const finding of unanswered) found.note(finding.severity === 'fatal', () => finding)
  return {
    ...official,
    valid: verdicts.every(({ valid }) => valid),
    findings: causesFirst(
      found.findings.map(withGuess(origin)),
      ({ rule, term }) => !OF_THE_REQUEST.has(rule) && origin.isComputed(term),
    ),
    findingsTotal:
      verdicts.reduce((sum, { findingsTotal }) => sum + findingsTotal, 0) - (all.length - unanswered.length),
    rulesChecked: verdicts.reduce((sum, { rulesChecked }) => sum + rulesChecked, 0),
  }
}

/** Rules whose findings name the caller's own figures, type or terms: nothing else causes them. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set([
  GIVEN_TOTALS.id,
  TOTAL_SIGN.id,
  ...PREPAYMENT_RULES.map(({ id }) => id),
  ...PAYMENT_PLAN_RULES.map(({ id }) => id),
])

/** Begins the fix of a finding on a field with the caller's probable intention. */
function withGuess(origin: Origin): (finding: Finding) => Finding {
  return (finding) => {
    const guess = origin.guessAt(finding.path)
    return guess === undefined || origin.isComputed(finding.term)
      ? finding
      : { ...finding, fix: `${guess} ${finding.fix}` }
  }
}

/**
 * Placeholders for contents that are not available yet: rules check whether there is one, never
 * what it contains.
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
  const set = documents.rules(syntax, invoice.specification, today)
  if (set === undefined) throw new Error(`the profile ${documents.name} has no rules for ${syntax}`)
  const write = () => writtenDocument(invoice, syntax)
  const judgement = officialJudgement(request, set, today, judgeOurDocument, write, (written) => {
    const explainer = new Explainer(written.document, set.catalogue, true)
    return (finding) => {
      const { term: explained, message, fix } = explainer.explain(finding)
      // The catalogue of rules names terms as texts.
      const term = writableTerm(set.catalogue.of(finding.rule), explained as Term, origin)
      const place = placeOf(term, finding.element, invoice, written)
      // Sums are computed from the lines.
      const path = origin.pathOf(term, place) || (origin.isComputed(term) ? 'lines' : '')
      const severity = finding.flag === 'fatal' ? 'fatal' : 'warning'
      const remedy = origin.remedyOf(term)
      const hasNoRoom = finding.rule === 'XSD' && message.includes('is not allowed here')
      const ours = hasNoRoom ? ELSEWHERE : remedy
      return { rule: finding.rule, severity, path, term, message, fix: ours === undefined ? fix : sentence(ours) }
    }
  })
  return { ...judgement, ...namedEdition(documents.editions, today) }
}

/**
 * The term of a finding; where the service computes that, the first one that its rule names, if
 * the caller can write it: an amount due needs a due date.
 */
function writableTerm([{ terms }]: readonly [RuleEntry, ...RuleEntry[]], explained: Term, origin: Origin): Term {
  const first = terms[0] as Term | undefined
  const isWritable = first !== undefined && !origin.isComputed(first) && origin.pathOf(first, undefined) !== ''
  return isWritable && origin.isComputed(explained) && origin.pathOf(explained, undefined) === '' ? first : explained
}

/** Our writers put each element in its place; the schema allows some of them only once. */
const ELSEWHERE =
  'The format of the document has no place for it: remove it, or send the invoice in another format (format)'

/**
 * The verdict of the official rules on the document of an invoice. `explain` turns its findings
 * into findings on fields of the body.
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
  const explained = meant.length === 0 ? [] : explainedOnce(meant, explain(written))
  return {
    valid,
    findings: explained,
    findingsTotal: findingsTotal - (findings.length - explained.length),
    rulesChecked,
  }
}

/** Findings on fields, each once: one field may have several places in the document. */
function explainedOnce(
  findings: readonly DocumentFinding[],
  explain: (finding: DocumentFinding) => Finding,
): readonly Finding[] {
  const found = new Map<string, Finding>()
  for (const each of findings) {
    const finding = explain(each)
    const key = `${finding.rule} ${finding.path} ${finding.message}`
    if (!found.has(key)) found.set(key, finding)
  }
  return [...found.values()]
}

/**
 * The index of a term's repeated group, by the element that a rule judged; for a sub-line that
 * line itself.
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

/** The finding on a text that XML can't contain. */
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

/** The first field with this text. */
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
