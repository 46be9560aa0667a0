import type { CountryCode } from '../domain/invoice-request.js'
import { explainFindings, type ExplainedFinding } from '../einvoice/rules/explain-document.js'
import {
  judgeDocument,
  type DocumentJudgement,
  type DocumentRuleSet,
  type LocatedFinding,
} from '../einvoice/rules/judge-document.js'
import { type ReadDocument, readInvoice, UnknownDocument } from '../einvoice/syntax/read-invoice.js'
import { RefusedXml } from '../einvoice/xml/refused-xml.js'
import { type DocumentProfile, type DocumentProfileName, profileFor } from './document-profiles.js'

export interface JudgeOptions {
  /** Without it the profile is told from the document: see `profileFor`. */
  readonly profile?: DocumentProfileName | undefined
  /** The country by whose rules, where `profile` does not say it closer. */
  readonly country?: CountryCode | undefined
  /** Today, `YYYY-MM-DD`. */
  readonly today: string
}

/** A verdict with the profile that it was come to by; null: the document could not be read. */
export interface XmlJudgement extends DocumentJudgement {
  readonly profile: DocumentProfileName | null
}

/** A verdict whose findings say what to do. */
export interface ExplainedJudgement {
  readonly profile: DocumentProfileName | null
  readonly valid: boolean
  /** `MOST_FINDINGS` at most; those that are fatal before the others. */
  readonly findings: readonly ExplainedFinding[]
  /** How many there were. */
  readonly findingsTotal: number
}

/**
 * Judges an invoice in XML from anybody by the rules of a country. Never throws on the content: what is no XML, or no invoice, is a finding
 * `XML`, and a syntax that the country does not take a finding `PROFILE`.
 */
export function judgeXml(bytes: Uint8Array, options: JudgeOptions): XmlJudgement {
  const judged = judge(bytes, options)
  if ('refused' in judged) {
    const { rule, path, message } = judged.refused
    return {
      ...{ profile: judged.profile, valid: false, findingsTotal: 1 },
      findings: [{ rule, flag: 'fatal', path, message }],
    }
  }
  const { valid, findings, findingsTotal } = judged.judgement
  return {
    ...{ profile: judged.profile, valid, findingsTotal },
    findings: findings.map(({ rule, flag, path, message }) => ({ rule, flag, path, message })),
  }
}

/** The same, with the business term, the place and the remedy of each finding. */
export function explainXml(bytes: Uint8Array, options: JudgeOptions): ExplainedJudgement {
  const judged = judge(bytes, options)
  if ('refused' in judged)
    return {
      ...{ profile: judged.profile, valid: false, findingsTotal: 1 },
      findings: [
        { ...judged.refused, flag: 'fatal', severity: 'fatal', term: '', index: undefined, termPath: undefined },
      ],
    }
  const { profile, document, rules, judgement } = judged
  const { valid, findings, findingsTotal } = judgement
  return {
    ...{ profile, valid, findingsTotal },
    findings: explainFindings(document, findings, rules, options.today).map((finding) => inSyntax(finding, document)),
  }
}

/** Fixes speak of dates as the API and UBL write them; in a Cross Industry Invoice they have no hyphens. */
function inSyntax(finding: ExplainedFinding, { detected }: ReadDocument): ExplainedFinding {
  return detected.syntax === 'cii' ? { ...finding, fix: finding.fix.replaceAll('YYYY-MM-DD', 'YYYYMMDD') } : finding
}

type Refused = Pick<ExplainedFinding, 'rule' | 'path' | 'line' | 'message' | 'fix'>

type Judged = { readonly profile: DocumentProfileName | null } & (
  | { readonly refused: Refused }
  | {
      readonly document: ReadDocument
      readonly rules: DocumentRuleSet
      readonly judgement: DocumentJudgement<LocatedFinding>
    }
)

function judge(bytes: Uint8Array, { today, ...asked }: JudgeOptions): Judged {
  const document = readOrRefuse(bytes)
  if ('rule' in document) return { profile: null, refused: document }
  const { syntax, specification, root } = document.detected
  const found: DocumentProfile | undefined = profileFor(document.detected, asked)
  const profile = found?.name ?? null
  const rules = found?.rules(syntax, specification)
  if (rules !== undefined) return { profile, document, rules, judgement: judgeDocument(document, rules, today) }
  const what = syntax === 'ubl' ? 'UBL' : 'a Cross Industry Invoice'
  return {
    profile,
    refused: {
      ...{ rule: 'PROFILE', path: `/${root}`, line: document.report.tree.lineOf(document.report.root) },
      message: `The document is ${what}, which the profile ${profile ?? asked.country ?? ''} does not know`,
      fix: 'Send the document in a syntax that the profile takes, or name the profile that it is made for (BT-24)',
    },
  }
}

function readOrRefuse(bytes: Uint8Array): ReadDocument | Refused {
  try {
    return readInvoice(bytes)
  } catch (error) {
    if (error instanceof RefusedXml)
      return {
        ...{ rule: 'XML', path: '/', line: error.line ?? 1, message: error.message },
        fix: error.fix,
      }
    if (error instanceof UnknownDocument)
      return {
        ...{ rule: 'XML', path: '/', line: 1, message: error.message },
        fix: 'Send a UBL 2.1 Invoice or CreditNote, or a Cross Industry Invoice D16B or D22B',
      }
    throw error
  }
}
