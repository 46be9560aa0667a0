import type { DocumentJudgement } from '../einvoice/rules/judge-document.js'
import { judgeDocument } from '../einvoice/rules/judge-document.js'
import { type ReadDocument, readInvoice, UnknownDocument } from '../einvoice/syntax/read-invoice.js'
import { RefusedXml } from '../einvoice/xml/refused-xml.js'
import { type DocumentProfileName, profileOf } from './document-profiles.js'

export interface JudgeOptions {
  /** Without it the profile is told from the document's customisation id. */
  readonly profile?: DocumentProfileName | undefined
  /** Today, `YYYY-MM-DD`. */
  readonly today: string
}

/**
 * Judges an invoice in XML from anybody by the rules of a country. Never throws on the content: what is no XML, or no invoice, is a finding
 * `XML`, and a syntax that the country does not take a finding `PROFILE`.
 */
export function judgeXml(bytes: Uint8Array, { profile: name, today }: JudgeOptions): DocumentJudgement {
  const read = readOrRefuse(bytes)
  if (typeof read === 'string') return refused('XML', '/', read)
  const { syntax, specification, root } = read.detected
  const profile = profileOf(specification, name)
  const rules = profile?.rules(syntax, specification)
  if (rules === undefined) {
    const what = syntax === 'ubl' ? 'UBL' : 'a Cross Industry Invoice'
    return refused(
      'PROFILE',
      `/${root}`,
      `The document is ${what}, which the profile ${profile?.name ?? name} does not know`,
    )
  }
  return judgeDocument(read, rules, today)
}

function readOrRefuse(bytes: Uint8Array): ReadDocument | string {
  try {
    return readInvoice(bytes)
  } catch (error) {
    if (error instanceof RefusedXml || error instanceof UnknownDocument) return error.message
    throw error
  }
}

function refused(rule: string, path: string, message: string): DocumentJudgement {
  return { valid: false, findings: [{ rule, flag: 'fatal', path, message }] }
}
