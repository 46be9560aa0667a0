import type { Explanation } from '../country.js'
import type { Outcome } from './closings.js'
import type { Quoted } from './quoted.js'

/** One kind of refusal by a government, a platform, an access point or a customer. */
export interface Rejection extends Explanation {
  /** As in `SIM-REJECT-<code>`. A more specific kind begins with the code of the general one. */
  readonly code: string
  /** Further codes of the same text in the government's lists. */
  readonly aliases: readonly string[]
  /** The text in its own language, with example values for ids and dates. */
  readonly rawText: string
  /** Recognise the folded text (`fold`) with any values. All of them are global. */
  readonly patterns: readonly RegExp[]
  /** Reports only that there is an error: left out beside a specific kind. */
  readonly isGeneral: boolean
  /** The text about an invoice; values that `quoted` lacks are those of the example. */
  readonly worded: (quoted: Quoted) => string
  /**
   * With the values of one text; `errorTranslated` and `errorFix` have those of the example, for a
   * rejected invoice. The fix contains the places of `closed` until a catalogue fills them.
   */
  explained(values: Values): Explanation
}

/** The values of a text in the places of a pattern, by name. */
export type Values = Readonly<Record<string, string | undefined>>

/** The refusals of a country. */
export interface RejectionCatalogue {
  /** Every kind that is known, the most specific first. */
  readonly rejections: readonly Rejection[]
  /**
   * The raw text of a code or of a rule, in its own language; null: unknown. A colon of a code may
   * be written as a dash. It quotes the data of the invoice, if there is one, else of an example.
   */
  rejectionText(code: string, quoted?: Quoted): string | null
  /**
   * The meaning of a raw text and the remedy, in English. Never fails: an unknown text is quoted.
   * Linear in the text, of which at most `LOOKED_AT` characters are read.
   *
   * @param outcome of the invoice; `rejected` by default
   */
  explain(rawText: string, outcome?: Outcome): Explanation
}

/**
 * The JSON field of POST /v1/invoices that an element of the document was written from, by its
 * name or its path (`cac:InvoiceLine[2]/cac:Item/cbc:Name`); undefined: the service writes it.
 */
export type FieldOf = (path: string) => string | undefined
