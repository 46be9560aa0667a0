import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Environment } from '../../domain/event.js'
import type { InvoiceStatus, InvoicingMode } from '../../domain/invoice.js'
import type { Language } from '../../domain/language.js'
import type { Caller } from '../judging/port.js'

/** A request to render an invoice. */
export interface RenderRequest {
  readonly country: CountryCode
  /** The invoice, or its JSON as it is stored. */
  readonly invoice: InvoiceRequest | Uint8Array
  readonly language: Language
  readonly state: ShownState
  /** The XML of the invoice, if it exists already. */
  readonly xml: ShownXml | null
  /** Whether the XML is the caller's own: the page then shows its content unchanged. */
  readonly isOwnXml?: boolean
  /**
   * Whether the XML is the invoice and the page only shows it (Factur-X), rather than a page with
   * the XML attached. Only for a Cross Industry Invoice of a country that has such a profile.
   */
  readonly isHybrid?: boolean
  /** What makes the page its company's own; absent: nothing. */
  readonly letterhead?: ShownLetterhead
}

/** The status of the invoice. */
interface ShownState {
  /** null: it was never submitted to the service. */
  readonly environment: Environment | null
  readonly status: InvoiceStatus | null
  readonly governmentNumber: string | null
  /** Those of the event of its acceptance; absent: it has none. */
  readonly invoicingMode?: InvoicingMode
  readonly certificateUrl?: string
  /** When it entered this state, ISO 8601. */
  readonly at: string
}

/** A letterhead with the bytes of its logo. */
export interface ShownLetterhead {
  /** As `cleanLogo` made it. */
  readonly logo?: { readonly bytes: Uint8Array; readonly mediaType: string }
  /** `#rrggbb`. */
  readonly accentColor?: string
}

/** The hash of the XML that the page shows. */
export interface ShownXml {
  readonly bytes: Uint8Array
  /** Hexadecimal. */
  readonly sha256: string
}

/** The pages of an invoice. */
export interface RenderedPages {
  readonly pdf: Uint8Array
  /** The characters that no font has and that a replacement stands for, each once, 100 at most. */
  readonly missing: readonly string[]
}

/** Renders human-readable pages without blocking the rest of the process. */
export interface Rendering {
  /**
   * The invoice as a PDF; the same request always has the same bytes.
   * @throws JudgingBusy if the queue is full, RenderingLimit
   */
  pages(caller: Caller, request: RenderRequest): Promise<RenderedPages>
  /** The PDF alone. Throws as `pages` does. */
  pdf(caller: Caller, request: RenderRequest): Promise<Uint8Array>
}

/** The pages needed more time or memory than the limit. */
export class RenderingLimit extends Error {
  override readonly name = 'RenderingLimit'
}
