import type { Finding } from '../../einvoice/rules/judgement.js'
import type { Flag } from '../../einvoice/rules/judge-document.js'

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
  /** How many rules were judged. */
  readonly rulesChecked: number
}
