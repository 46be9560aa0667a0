import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Environment } from '../../domain/event.js'
import type { InvoiceStatus } from '../../domain/invoice.js'
import type { Language } from '../../domain/language.js'
import type { Caller } from '../judging/port.js'

/** What is to be shown to people, and how. */
export interface RenderRequest {
  readonly country: CountryCode
  readonly invoice: InvoiceRequest
  readonly language: Language
  readonly state: ShownState
  /** The XML of the invoice, where there is one already. */
  readonly xml: ShownXml | null
  /** Whether the XML is the caller's own: the page then shows what it says itself. */
  readonly isOwnXml?: boolean
  /**
   * Whether the XML is the invoice and the page its picture (Factur-X), rather than a page with
   * the XML attached. Only for a Cross Industry Invoice of a country that has such a profile.
   */
  readonly isHybrid?: boolean
}

/** How far the invoice is. */
export interface ShownState {
  /** null: it was never handed to the service. */
  readonly environment: Environment | null
  readonly status: InvoiceStatus | null
  readonly governmentNumber: string | null
  /** When it came into this state, ISO 8601. */
  readonly at: string
}

/** The XML that the page shows. */
export interface ShownXml {
  readonly bytes: Uint8Array
  /** Hexadecimal. */
  readonly sha256: string
}

/** Makes the pages that people read, without holding up the rest of the process. */
export interface Rendering {
  /**
   * A PDF of the invoice; of the same request always the same bytes.
   * @throws JudgingBusy where too many are being made, RenderingLimit
   */
  pdf(caller: Caller, request: RenderRequest): Promise<Uint8Array>
}

/** The pages took more time or memory than they may take. */
export class RenderingLimit extends Error {
  override readonly name = 'RenderingLimit'
}
