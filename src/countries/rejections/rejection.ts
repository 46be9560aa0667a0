import type { Explanation } from '../country.js'
import type { Outcome } from './closings.js'
import type { Quoted } from './quoted.js'

/** One kind of refusal by a government, a platform, an access point or a customer. */
export interface Rejection extends Explanation {
  /** As in `SIM-REJECT-<code>`. One that narrows another down begins with that one's code. */
  readonly code: string
  /** Further codes under which the same text stands in the government's lists. */
  readonly aliases: readonly string[]
  /** As it is worded, in its own language, with example values where ids and dates stand. */
  readonly rawText: string
  /** Recognise the folded text (`fold`), whatever the values in it. All of them global. */
  readonly patterns: readonly RegExp[]
  /** Says no more than that something is wrong: left out beside one that says what. */
  readonly isGeneral: boolean
  /** As it is worded about an invoice; what `quoted` lacks stays as in the example. */
  readonly worded: (quoted: Quoted) => string
  /**
   * With the values of one text; `errorTranslated` and `errorFix` have those of the example, of an
   * invoice that was rejected. Its fix has the places of `closed` until a catalogue fills them.
   */
  explained(values: Values): Explanation
}

/** What a text had in the places of a pattern, by name. */
export type Values = Readonly<Record<string, string | undefined>>

/** The refusals of a country. */
export interface RejectionCatalogue {
  /** Every kind that is known, the most specific first. */
  readonly rejections: readonly Rejection[]
  /**
   * The raw text of a code or of a rule, in its own language; null: unknown. A colon of a code may
   * be written as a dash. About an invoice it quotes that one's data, else those of an example.
   */
  rejectionText(code: string, quoted?: Quoted): string | null
  /**
   * What a raw text means and what to do, in English. Never fails: an unknown text is quoted.
   * Takes time in proportion to the text, of which no more than `LOOKED_AT` characters count.
   *
   * @param outcome of the invoice; `rejected` where it is not said
   */
  explain(rawText: string, outcome?: Outcome): Explanation
}

/**
 * The JSON field of POST /v1/invoices that an element of the document was written from, by its
 * name or its path (`cac:InvoiceLine[2]/cac:Item/cbc:Name`); undefined: the service writes it.
 */
export type FieldOf = (path: string) => string | undefined
