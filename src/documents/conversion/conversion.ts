import type { Judgement } from '../../countries/country.js'
import type { XmlJudgement } from '../../countries/judging/judge-xml.js'
import { type CountryCode, DOCUMENT_FORMATS } from '../../domain/request/invoice-request.js'
import type { Detail } from '../../domain/refusal.js'
import type { InvoiceBody } from '../intake/schemas/invoice-input.js'
import type { InvoiceDocument } from '../../einvoice/syntax/invoice-document.js'
import type { Loss } from './loss.js'

/** Targets of a conversion: the JSON of POST /v1/invoices, or an XML document. */
export const TARGETS = ['json', ...DOCUMENT_FORMATS] as const
/** One of `TARGETS`. */
export type Target = (typeof TARGETS)[number]

/** The source: an invoice in JSON that its schema has accepted, or an XML document. */
export type Source =
  /** `json`: the JSON of the body, where it is known. */
  | { readonly kind: 'json'; readonly body: InvoiceBody; readonly json?: Uint8Array }
  /** `parsed`: the document inside of the bytes, where it is parsed already. */
  | { readonly kind: 'xml'; readonly xml: Uint8Array; readonly parsed?: InvoiceDocument }

/** Options of a conversion. */
export interface ConvertOptions {
  readonly to: Target
  /**
   * The country whose profile the result uses; absent: the document's own. The JSON is then for
   * the country that the document names.
   */
  readonly country?: CountryCode | undefined
  /** Whether a lossy conversion is refused. */
  readonly lossless?: boolean | undefined
  /** false: the result is not judged, and has no verdict. */
  readonly judged?: false
  /** Whether the verdict on the result is returned in any case. */
  readonly validate?: boolean | undefined
  /** Supplies the default issue date of an invoice in JSON, and the day of the judgement. */
  readonly now: Date
}

/** The largest number of losses that are listed. */
export const MOST_LOSSES = 1_000

/** The converted invoice. */
export interface Converted {
  readonly format: Target
  readonly mediaType: 'application/json' | 'application/xml'
  readonly document: string
  /** The losses in the order of the source, `MOST_LOSSES` at most. */
  readonly losses: readonly Loss[]
  /** The number of all losses. */
  readonly lossesTotal: number
  /**
   * The verdict on the result, if it was requested, or if the source is valid and the result is
   * not.
   */
  readonly verdict?: ResultVerdict
}

/** The verdict on a result; `profile` is null where no rules could be found for it. */
export type ResultVerdict =
  | { readonly of: 'xml'; readonly judgement: XmlJudgement }
  | { readonly of: 'json'; readonly profile: string | null; readonly judgement: Judgement }

/** Why an invoice was not converted: invalid fields or query parameters, or losses. */
export interface RefusedConversion {
  readonly refused: readonly Detail[]
}
