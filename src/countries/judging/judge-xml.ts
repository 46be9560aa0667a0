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
import { judgeByOwnRules } from './own-rules-of-xml.js'
import { profileFor } from './profiles.js'
import { COUNTRIES } from '../registry.js'
import type { XmlFinding, XmlJudgement } from './xml-judgement.js'

export type { XmlFinding, XmlJudgement } from './xml-judgement.js'

/** By whose rules a document is judged. */
export interface JudgeOptions {
  /** Without it the profile is told from the document: see `profileFor`. */
  readonly profile?: string | undefined
  /** The country by whose rules, where `profile` does not say it closer. */
  readonly country?: CountryCode | undefined
  /**
   * Whether it is judged as what is to be sent: by the service's own rules for the country as
   * well. Needs `now`.
   */
  readonly isToBeSent?: boolean | undefined
  /** When it is judged; absent: no date is compared with the day of the judgement. */
  readonly now?: Date | undefined
}

/**
 * Judges an invoice in XML from anybody by the rules of a country. Never throws on the content:
 * what is no XML, or no invoice, is a finding `XML`, and a syntax that the country does not take a
 * finding `PROFILE`.
 */
export function judgeXml(bytes: Uint8Array, asked: JudgeOptions): XmlJudgement {
  const document = parseOrRefuse(bytes)
  if ('rule' in document) return refusal(null, document)
  const { syntax, specification, root } = document.detected
  const found = profileFor(document.detected, asked)
  const profile = found?.name ?? null
  const rules = found?.rules(syntax, specification)
  if (rules === undefined) {
    return refusal(profile, {
      rule: 'PROFILE',
      path: `/${root}`,
      line: document.tree.lineOf(document.root),
      message: `The document is ${DOCUMENT_NAMES[syntax]}, which the profile ${profile ?? asked.country ?? ''} does not know`,
      fix: 'Send the document in a syntax that the profile takes, or name the profile that it is made for (BT-24)',
    })
  }
  const today = todayFor(found, asked.now)
  const { valid, findings, findingsTotal } = judgeDocument(document, rules, today)
  const explainer = new Explainer(document, rules.catalogue, false, rules.terms)
  const official: XmlJudgement = {
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
        // Fixes speak of dates as the API and UBL write them; in a Cross Industry Invoice they
        // have no hyphens.
        fix: syntax === 'cii' ? fix.replaceAll('YYYY-MM-DD', 'YYYYMMDD') : fix,
      }
    }),
    findingsTotal,
    rulesChecked: rules.size,
  }
  const country = found?.country ?? null
  if (asked.isToBeSent !== true || country === null || today === undefined) return official
  return both(official, judgeByOwnRules(document, COUNTRIES[country], rules.terms, today))
}

/** The verdict of the official rules and that of the service's own as one. */
function both(official: XmlJudgement, own: Omit<XmlJudgement, 'profile'>): XmlJudgement {
  const all = [...official.findings, ...own.findings]
  const told = withoutAnswered(all)
  const found = new FindingList<XmlFinding>()
  for (const finding of told) found.note(finding.severity === 'fatal', () => finding)
  return {
    profile: official.profile,
    valid: official.valid && own.valid,
    findings: found.findings,
    findingsTotal: official.findingsTotal + own.findingsTotal - (all.length - told.length),
    rulesChecked: official.rulesChecked + own.rulesChecked,
  }
}

/** Today in the country of a profile, or in UTC, `YYYY-MM-DD`. */
function todayFor(profile: DocumentProfile | undefined, now: Date | undefined): string | undefined {
  const country = profile?.country ?? null
  return now && todayIn(country === null ? 'UTC' : COUNTRIES[country].timeZone, now)
}

/** What a document of a format is called, in a sentence. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentFormat, string>> = {
  ubl: 'UBL',
  cii: 'a Cross Industry Invoice',
  fatturapa: 'a FatturaPA',
  fa3: 'an FA(3)',
}

/** Why a document was not read, and what to do. */
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

/** The document, or why it is none. */
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
