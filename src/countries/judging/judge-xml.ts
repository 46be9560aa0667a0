import { todayIn } from '../../domain/calendar.js'
import type { CountryCode, DocumentFormat } from '../../domain/request/invoice-request.js'
import { Explainer } from '../../einvoice/rules/explain-finding.js'
import { bounded, sentence } from '../../einvoice/rules/finding-text.js'
import { judgeDocument } from '../../einvoice/rules/judge-document.js'
import { withoutAnswered } from '../../einvoice/rules/plausibility.js'
import { FindingList } from '../../einvoice/rules/finding-list.js'
import { type InvoiceDocument, parseInvoice, UnknownDocument } from '../../einvoice/syntax/invoice-document.js'
import { RefusedXml } from '../../einvoice/xml/refused-xml.js'
import type { DocumentProfile } from './document-profile.js'
import { documentNotes } from './document-notes.js'
import { judgeByOwnRules } from './own-rules-of-xml.js'
import { profileFor } from './profiles.js'
import { rulesFor } from './rules-for.js'
import { COUNTRIES } from '../registry.js'
import type { XmlFinding, XmlJudgement } from './xml-judgement.js'

export type { XmlFinding, XmlJudgement } from './xml-judgement.js'

/** The rules for a document. */
export interface JudgeOptions {
  /** Without it the document determines the profile: see `profileFor`. */
  readonly profile?: string | undefined
  /** The country of the rules, if there is no `profile`. */
  readonly country?: CountryCode | undefined
  /**
   * Whether it is judged as a document to send: by the service's own rules for the country as
   * well. Needs `now`.
   */
  readonly isToBeSent?: boolean | undefined
  /** The time of the judgement; absent: no date is compared with its day. */
  readonly now?: Date | undefined
}

/**
 * Judges an invoice in XML from any source by the rules of a country. Never throws on the content:
 * anything but XML, or no invoice, is a finding `XML`; a syntax that the country does not accept
 * is a finding `PROFILE`.
 */
export function judgeXml(bytes: Uint8Array, asked: JudgeOptions): XmlJudgement {
  const document = parseOrRefuse(bytes)
  if ('rule' in document) return refusal(null, document)
  const { syntax, root } = document.detected
  const found = profileFor(document.detected, asked)
  const profile = found?.name ?? null
  const rules = found && rulesFor(document.detected, found, asked.profile)
  if (rules === undefined) {
    return refusal(profile, {
      rule: 'PROFILE',
      path: `/${root}`,
      line: document.tree.lineOf(document.root),
      message: `The document is ${DOCUMENT_NAMES[syntax]}, which the profile ${profile ?? asked.country ?? ''} does not include`,
      fix: 'Send the document in a syntax of the profile, or name its own profile (BT-24)',
    })
  }
  const today = todayFor(found, asked.now)
  const { valid, findings, findingsTotal } = judgeDocument(document, rules, today)
  const explainer = new Explainer(document, rules.catalogue, false, rules.terms)
  const byRules: XmlJudgement = {
    profile,
    valid,
    findings: findings.map((finding) => {
      const { rule, flag } = finding
      const { term, element, termPath, message, fix } = explainer.explain(finding)
      return {
        rule,
        flag,
        severity: flag === 'fatal' ? 'fatal' : 'warning',
        path: bounded(element.path),
        line: document.tree.lineOf(element),
        term,
        termPath,
        message,
        // Fixes name dates in the form of the API and UBL; in a Cross Industry Invoice they have
        // no hyphens.
        fix: syntax === 'cii' ? fix.replaceAll('YYYY-MM-DD', 'YYYYMMDD') : fix,
      }
    }),
    findingsTotal,
    rulesChecked: rules.size,
  }
  const notes = documentNotes(document, found, asked.profile)
  const official =
    notes.length === 0
      ? byRules
      : both(byRules, { valid: true, findings: notes, findingsTotal: notes.length, rulesChecked: 0 })
  // Two countries may share a profile.
  const country = (asked.profile === undefined ? asked.country : undefined) ?? found?.country ?? null
  if (asked.isToBeSent !== true || country === null || today === undefined) return official
  return both(official, judgeByOwnRules(document, COUNTRIES[country], rules.terms, today))
}

/** Joins the verdict of the official rules with further findings. */
function both(official: XmlJudgement, own: Omit<XmlJudgement, 'profile'>): XmlJudgement {
  const all = [...official.findings, ...own.findings]
  const unanswered = withoutAnswered(all)
  const found = new FindingList<XmlFinding>()
  for (const finding of unanswered) found.note(finding.severity === 'fatal', () => finding)
  return {
    profile: official.profile,
    valid: official.valid && own.valid,
    findings: found.findings,
    findingsTotal: official.findingsTotal + own.findingsTotal - (all.length - unanswered.length),
    rulesChecked: official.rulesChecked + own.rulesChecked,
  }
}

/** Today in the country of a profile, or in UTC, `YYYY-MM-DD`. */
function todayFor(profile: DocumentProfile | undefined, now: Date | undefined): string | undefined {
  const country = profile?.country ?? null
  return now && todayIn(country === null ? 'UTC' : COUNTRIES[country].timeZone, now)
}

/** The name of a document of a format, in a sentence. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentFormat, string>> = {
  ubl: 'UBL',
  cii: 'a Cross Industry Invoice',
  fatturapa: 'a FatturaPA',
  fa3: 'an FA(3)',
}

/** Why a document can't be read, and the remedy. */
export type Refused = Pick<XmlFinding, 'rule' | 'path' | 'line' | 'message' | 'fix'>

function refusal(profile: string | null, refused: Refused): XmlJudgement {
  return {
    profile,
    valid: false,
    findings: [
      {
        ...refused,
        message: sentence(refused.message),
        fix: sentence(refused.fix),
        flag: 'fatal',
        severity: 'fatal',
        term: '',
        termPath: undefined,
      },
    ],
    findingsTotal: 1,
    rulesChecked: 0,
  }
}

/** The document, or the reason why it is not one. */
export function parseOrRefuse(bytes: Uint8Array): InvoiceDocument | Refused {
  try {
    return parseInvoice(bytes)
  } catch (error) {
    if (error instanceof RefusedXml)
      return { rule: 'XML', path: '/', line: error.line ?? 1, message: error.message, fix: error.fix }
    if (error instanceof UnknownDocument)
      return {
        rule: 'XML',
        path: '/',
        line: 1,
        message: error.message,
        fix: 'Send a UBL 2.1 Invoice or CreditNote, a Cross Industry Invoice D16B or D22B, a FatturaPA 1.2 or an FA(3)',
      }
    throw error
  }
}
