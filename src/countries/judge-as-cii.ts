import type { InvoiceRequest } from '../domain/invoice-request.js'
import { requestOrigin } from '../einvoice/request-origin.js'
import type { Finding, Judgement } from '../einvoice/judgement.js'
import type { Invoice } from '../einvoice/model.js'
import { explainFindings } from '../einvoice/rules/explain-document.js'
import { FindingList } from '../einvoice/rules/finding-list.js'
import { judgeDocument, type DocumentRuleSet } from '../einvoice/rules/judge-document.js'
import { causesFirst, judge, type Origin, type RuleSet } from '../einvoice/rules/judge.js'
import type { Term } from '../einvoice/rules/rule.js'
import { UnwritableText } from '../einvoice/syntax/document-sink.js'
import { writtenDocument } from '../einvoice/syntax/written-document.js'
import { type DocumentProfileName, profileOf } from './document-profiles.js'

/** By what a Cross Industry Invoice of ours is judged. */
export interface CiiRules {
  readonly profile: DocumentProfileName
  /** The service's own rules, which the official artefacts do not have. */
  readonly own: RuleSet
}

/**
 * Judges an invoice by the Cross Industry Invoice that is made from it: the official artefacts for CII speak of elements, and differ in places from
 * those for UBL, so the document itself decides. Findings lead back to the fields of the API's body. Pure.
 */
export function judgeAsCii(
  invoice: InvoiceRequest,
  model: (invoice: InvoiceRequest, attachments: readonly Uint8Array[]) => Invoice,
  { profile, own }: CiiRules,
  today: string,
): Judgement {
  const written = model(invoice, standIns(invoice))
  const origin = requestOrigin(invoice, written)
  const official = officialJudgement(written, profile, today, origin)
  const ours = judge(written, own, today, origin)
  const { findings, ...judgement } = joined(official, ours)
  return { ...judgement, findings: causesFirst(findings, origin) }
}

function joined(one: Judgement, other: Judgement): Judgement {
  const found = new FindingList<Finding>()
  for (const finding of [...one.findings, ...other.findings]) found.note(finding.severity === 'fatal', () => finding)
  return {
    valid: one.valid && other.valid,
    findings: found.findings,
    findingsTotal: one.findingsTotal + other.findingsTotal,
    rulesChecked: one.rulesChecked + other.rulesChecked,
  }
}

/** Contents in place of those that are not at hand yet: rules ask whether there is one, never what is in it. */
function standIns({ attachments = [] }: InvoiceRequest): readonly Uint8Array[] {
  return attachments.map(({ size }) => new Uint8Array(Math.min(size, 1)))
}

function officialJudgement(written: Invoice, profile: DocumentProfileName, today: string, origin: Origin): Judgement {
  const rules = profileOf(written.specification, profile)?.rules('cii', written.specification)
  if (rules === undefined) throw new Error(`the profile ${profile} has no rules for CII`)
  const rulesChecked = sizeOf(rules)
  let document
  try {
    document = writtenDocument(written, 'cii')
  } catch (error) {
    if (!(error instanceof UnwritableText)) throw error
    return { valid: false, findings: [unwritable(error)], findingsTotal: 1, rulesChecked }
  }
  const { valid, findings, findingsTotal } = judgeDocument(document, rules, today)
  return {
    valid,
    findings: explainFindings(document, findings, rules, today).map(
      ({ rule, severity, term, message, fix, index }): Finding => ({
        ...{ rule, severity, term, message },
        fix: origin.remedyOf(term as Term) ?? fix,
        path: origin.pathOf(term as Term, index),
      }),
    ),
    findingsTotal,
    rulesChecked,
  }
}

function unwritable({ message }: UnwritableText): Finding {
  return {
    ...{ rule: 'XML', severity: 'fatal', path: '', term: '', message },
    fix: 'Remove control characters and halves of surrogate pairs from the texts of the invoice',
  }
}

function sizeOf({ bound, model }: DocumentRuleSet): number {
  return new Set([...bound.flatMap(({ tests }) => tests.map(([id]) => id)), ...model.map(({ id }) => id)]).size
}
