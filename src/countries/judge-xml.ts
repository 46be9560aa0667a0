import type { CountryCode, DocumentFormat } from '../domain/invoice-request.js'
import type { Finding } from '../einvoice/judgement.js'
import { Explainer } from '../einvoice/rules/explain-finding.js'
import { bounded } from '../einvoice/rules/finding-list.js'
import { type Flag, judgeDocument } from '../einvoice/rules/judge-document.js'
import { type InvoiceDocument, parseInvoice, UnknownDocument } from '../einvoice/syntax/invoice-document.js'
import { RefusedXml } from '../einvoice/xml/refused-xml.js'
import { profileFor } from './profiles.js'

/** By whose rules a document is judged. */
export interface JudgeOptions {
  /** Without it the profile is told from the document: see `profileFor`. */
  readonly profile?: string | undefined
  /** The country by whose rules, where `profile` does not say it closer. */
  readonly country?: CountryCode | undefined
}

/** A finding on a document, with all that is told of one on an invoice in JSON. */
export interface XmlFinding extends Finding {
  /** The level as the profile has it, which knows more than two. */
  readonly flag: Flag
  /** The most precise element that the term tells: `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`. */
  readonly path: string
  /** The line of the document on which that element begins, from 1. */
  readonly line: number
  /**
   * Where the term stands in such a document, below the root; undefined where the syntax has no
   * one place for it.
   */
  readonly termPath: string | undefined
}

/** A verdict with the profile that it was come to by; null: the document could not be read. */
export interface XmlJudgement {
  readonly profile: string | null
  readonly valid: boolean
  /** `MOST_FINDINGS` at most; those that are fatal before the others. */
  readonly findings: readonly XmlFinding[]
  /** How many there were. */
  readonly findingsTotal: number
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
  const { valid, findings, findingsTotal } = judgeDocument(document, rules)
  const explainer = new Explainer(document, rules.catalogue, false, rules.terms)
  return {
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
  }
}

const DOCUMENT_NAMES: Readonly<Record<DocumentFormat, string>> = {
  ubl: 'UBL',
  cii: 'a Cross Industry Invoice',
  fatturapa: 'a FatturaPA',
  fa3: 'an FA(3)',
}

type Refused = Pick<XmlFinding, 'rule' | 'path' | 'line' | 'message' | 'fix'>

function refusal(profile: string | null, refused: Refused): XmlJudgement {
  return {
    profile,
    valid: false,
    findings: [{ ...refused, flag: 'fatal', severity: 'fatal', term: '', termPath: undefined }],
    findingsTotal: 1,
  }
}

function parseOrRefuse(bytes: Uint8Array): InvoiceDocument | Refused {
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
