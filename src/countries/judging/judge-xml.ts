import { todayIn } from '../../domain/calendar.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { Explainer } from '../../einvoice/rules/explain-finding.js'
import { bounded, sentence } from '../../einvoice/rules/finding-text.js'
import { EN_16931 } from '../../einvoice/rules/factur-x.js'
import { judgeDocument } from '../../einvoice/rules/judge-document.js'
import { withoutAnswered } from '../../einvoice/rules/plausibility.js'
import type { Rule } from '../../einvoice/rules/rule.js'
import { FindingList } from '../../einvoice/rules/finding-list.js'
import {
  type InvoiceDocument,
  type JudgedFormat,
  parseInvoice,
  UnknownDocument,
} from '../../einvoice/syntax/invoice-document.js'
import { RefusedXml } from '../../einvoice/xml/refused-xml.js'
import { trimmed } from '../../einvoice/xml/white-space.js'
import { FACTUR_X_PROFILE_NAMES } from '../factur-x-profiles.js'
import type { DocumentProfile } from './document-profile.js'
import { namedEdition } from './editions.js'
import { documentNotes } from './document-notes.js'
import { CONTAINER_RULES, containerFaults, hybridContainer, levelIn } from './hybrid-container.js'
import { envelopedFaults, SIGNATURE_RULES, signatureFaults, signedContainer } from './signed-container.js'
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
  /** The country of the rules; with a `profile`, of the service's own rules. */
  readonly country?: CountryCode | undefined
  /**
   * Whether it is judged as a document to send: by the service's own rules for the country as
   * well. Needs `now`.
   */
  readonly isToBeSent?: boolean | undefined
  /**
   * The time of the judgement; absent: the newest edition of the rules decides, and no date is
   * compared with today.
   */
  readonly now?: Date | undefined
  /** The document inside of the bytes, where it is parsed already; absent: it is parsed. */
  readonly parsed?: InvoiceDocument | undefined
}

/**
 * Judges an invoice in XML, also one inside of a PDF or of a signed file, from any source by the
 * rules of a country. Never throws on the content:
 * anything but XML, or no invoice, is a finding `XML`; a syntax that the country does not accept
 * is a finding `PROFILE`.
 */
export function judgeXml(bytes: Uint8Array, asked: JudgeOptions): XmlJudgement {
  const signed = signedContainer(bytes)
  if (signed !== null) return judgeSigned(signed, asked)
  const container = hybridContainer(bytes)
  if (container === null) return judgeBare(bytes, asked)
  if (!('xml' in container)) return refusal(null, { rule: 'PDF', path: '/', line: 1, ...container })
  const document = asked.parsed ?? parseOrRefuse(container.xml)
  if ('rule' in document) return refusal(null, document)
  const { specification } = document.detected
  // In a PDF the level says that EN 16931 is that of Factur-X.
  const isFacturX = trimmed(specification) === EN_16931 && levelIn(container) === 'EN 16931'
  const profile =
    asked.profile ?? (isFacturX && asked.country === undefined ? FACTUR_X_PROFILE_NAMES['EN 16931'] : undefined)
  const own = aroundDocument(containerFaults(container, document.detected), CONTAINER_RULES.length)
  return both(judgeBare(container.xml, { ...asked, profile }), own)
}

/** The verdict on what is around a document, whose findings lead to it as a whole. */
function aroundDocument(
  faults: readonly Pick<XmlFinding, 'rule' | 'severity' | 'message' | 'fix'>[],
  rulesChecked: number,
): Omit<XmlJudgement, 'profile' | 'edition'> {
  return {
    valid: faults.every(({ severity }) => severity === 'warning'),
    findings: faults.map((fault) => ({
      ...fault,
      flag: fault.severity,
      path: '/',
      line: 1,
      term: '',
      termPath: undefined,
    })),
    findingsTotal: faults.length,
    rulesChecked,
  }
}

function judgeSigned(signed: NonNullable<ReturnType<typeof signedContainer>>, asked: JudgeOptions): XmlJudgement {
  if (!('xml' in signed)) return refusal(null, { rule: 'CW-SIGNATURE', path: '/', line: 1, ...signed })
  const document = asked.parsed ?? parseOrRefuse(signed.xml)
  const refused = 'rule' in document ? document : mayNotBeSigned(document)
  if (refused !== null) return refusal(null, refused)
  const own = aroundDocument(signatureFaults(signed.verdicts, asked.now), SIGNATURE_RULES.length)
  return both(judgeBare(signed.xml, asked), own)
}

/** Why a document can't come in a signed file; null: it can. */
export function mayNotBeSigned({ detected: { syntax } }: InvoiceDocument): Refused | null {
  return syntax === 'fatturapa'
    ? null
    : {
        rule: 'CW-SIGNATURE',
        path: '/',
        line: 1,
        message: `The document in the signed file is ${DOCUMENT_NAMES[syntax]}, which no government accepts signed`,
        fix: 'Send the document itself; only a FatturaPA may come as .xml.p7m',
      }
}

function judgeBare(bytes: Uint8Array, asked: JudgeOptions): XmlJudgement {
  const document = asked.parsed ?? parseOrRefuse(bytes)
  if ('rule' in document) return refusal(null, document)
  const { syntax, root } = document.detected
  const found = profileFor(document.detected, asked)
  const profile = found?.name ?? null
  const today = todayFor(found, asked.now)
  const rules = found && rulesFor(document.detected, found, asked.profile, today)
  if (found === undefined || rules === undefined) {
    return refusal(profile, {
      rule: 'PROFILE',
      path: `/${root}`,
      line: document.tree.lineOf(document.root),
      message: `The document is ${DOCUMENT_NAMES[syntax]}, which the profile ${profile ?? asked.country ?? ''} does not include`,
      fix: 'Send the document in a syntax of the profile, or name its own profile (BT-24)',
    })
  }
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
    ...namedEdition(found.editions, today),
  }
  const isSigned = syntax === 'fatturapa' && document.root.child('ds:Signature') !== undefined
  const withSignature = isSigned
    ? both(byRules, aroundDocument(envelopedFaults(bytes, asked.now), SIGNATURE_RULES.length))
    : byRules
  const notes = documentNotes(document, found, asked.profile)
  const official =
    notes.length === 0
      ? withSignature
      : both(withSignature, { valid: true, findings: notes, findingsTotal: notes.length, rulesChecked: 0 })
  // Two countries may share a profile.
  const country = (asked.profile === undefined ? asked.country : undefined) ?? found?.country ?? null
  const own = found?.own ?? (asked.isToBeSent === true && country !== null ? ownRulesOf(country) : undefined)
  if (own === undefined || country === null || today === undefined) return official
  return both(official, judgeByOwnRules(document, COUNTRIES[country], own, rules.terms, today))
}

function ownRulesOf(country: CountryCode): readonly Rule[] | undefined {
  return COUNTRIES[country].invoicing?.ownRules
}

/** Joins the verdict of the official rules with further findings. */
function both(official: XmlJudgement, own: Omit<XmlJudgement, 'profile' | 'edition'>): XmlJudgement {
  const all = [...official.findings, ...own.findings]
  const unanswered = withoutAnswered(all)
  const found = new FindingList<XmlFinding>()
  for (const finding of unanswered) found.note(finding.severity === 'fatal', () => finding)
  return {
    ...official,
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
export const DOCUMENT_NAMES: Readonly<Record<JudgedFormat, string>> = {
  ubl: 'UBL',
  cii: 'a Cross Industry Invoice',
  fatturapa: 'a FatturaPA',
  fa3: 'an FA(3)',
  cdar: 'a life-cycle message (CDAR)',
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
