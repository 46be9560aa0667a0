import type { Judgement } from '../../countries/country.js'
import type { XmlJudgement } from '../../countries/judging/judge-xml.js'
import { type CountryCode, DOCUMENT_FORMATS } from '../../domain/request/invoice-request.js'
import type { Detail } from '../../domain/refusal.js'
import type { InvoiceBody } from '../intake/schemas/invoice-input.js'
import type { Loss } from './loss.js'

/** Into what an invoice is converted: the JSON of POST /v1/invoices, or a document in XML. */
export const TARGETS = ['json', ...DOCUMENT_FORMATS] as const
/** One of `TARGETS`. */
export type Target = (typeof TARGETS)[number]

/** What is converted: an invoice in JSON that its schema has accepted, or a document in XML. */
export type Source =
  { readonly kind: 'json'; readonly body: InvoiceBody } | { readonly kind: 'xml'; readonly xml: Uint8Array }

/** How it is converted. */
export interface ConvertOptions {
  readonly to: Target
  /**
   * In whose profile the result is to be; absent: the document's own. The JSON then is for the
   * country that the document names.
   */
  readonly country?: CountryCode | undefined
  /** Whether a conversion that loses something is refused. */
  readonly lossless?: boolean | undefined
  /** Whether the result is judged. */
  readonly validate?: boolean | undefined
  /** Gives the issue date of an invoice in JSON without one, and the day of the judgement. */
  readonly now: Date
}

/** So many losses are listed. */
export const MOST_LOSSES = 1_000

/** An invoice in its new format. */
export interface Converted {
  readonly format: Target
  readonly mediaType: 'application/json' | 'application/xml'
  readonly document: string
  /** What it no longer says, in the order of what was given: `MOST_LOSSES` at most. */
  readonly losses: readonly Loss[]
  /** How many there are. */
  readonly lossesTotal: number
  /** By what the result was judged, where that was asked for. */
  readonly verdict?: ResultVerdict
}

/** The verdict on a result; `profile` is null where no rules could be found for it. */
export type ResultVerdict =
  | { readonly of: 'xml'; readonly judgement: XmlJudgement }
  | { readonly of: 'json'; readonly profile: string | null; readonly judgement: Judgement }

/** Why an invoice was not converted: fields, query parameters, or what would be lost. */
export interface RefusedConversion {
  readonly refused: readonly Detail[]
}
