import type { Finding } from '../../einvoice/rules/judgement.js'
import type { Flag } from '../../einvoice/rules/judge-document.js'

/** A finding on a document, with all data of a finding on an invoice in JSON. */
export interface XmlFinding extends Finding {
  /** The level in the profile, which has more than two levels. */
  readonly flag: Flag
  /**
   * The most precise element that the term determines: `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`.
   */
  readonly path: string
  /** The line of the document on which that element begins, from 1. */
  readonly line: number
  /**
   * The path of the term in such a document, below the root; undefined if the syntax has no unique
   * place for it.
   */
  readonly termPath: string | undefined
}

/** A verdict with its profile; null: the document could not be read. */
export interface XmlJudgement {
  readonly profile: string | null
  readonly valid: boolean
  /** `MOST_FINDINGS` at most, fatal ones first. */
  readonly findings: readonly XmlFinding[]
  /** The number of all findings. */
  readonly findingsTotal: number
  /** The number of rules. */
  readonly rulesChecked: number
  /** See `Judgement.edition`. */
  readonly edition?: string
}
