import type { Environment } from '../domain/event.js'
import type { Language } from '../domain/language.js'

/** A label with its value, both in the language of the page. */
export interface Fact {
  readonly label: string
  readonly value: string
}

/** A QR code that a country requires on the page, with its label. */
export interface VerificationCode {
  readonly url: string
  readonly caption: string
}

/** A country's content of the page beyond EN 16931, in the order of the page. */
export interface Printed {
  readonly facts: readonly Fact[]
  readonly code: VerificationCode | null
  /** Whether the page shows the amounts of a credit note as differences. */
  readonly isDifference?: boolean
}

/** The data for a country's own part of the page beside the invoice. */
export interface PrintContext {
  readonly language: Language
  /** null: it was never submitted to the service. */
  readonly environment: Environment | null
  /** SHA-256 (hex) of the sent XML; null before it is made. */
  readonly documentSha256: string | null
  /** The number from the government; null before. */
  readonly governmentNumber: string | null
}

/** The content of a country without its own part. */
export const NOTHING_OF_ITS_OWN: Printed = { facts: [], code: null }

/**
 * A hybrid invoice's description of the XML inside it (Factur-X 1.0, ZUGFeRD 2.3, technical
 * supplement).
 */
export interface HybridProfile {
  readonly filename: 'factur-x.xml' | 'xrechnung.xml'
  readonly conformanceLevel: 'EN 16931' | 'XRECHNUNG'
  /** The version of Factur-X, or, at the level XRECHNUNG, of XRechnung. */
  readonly version: string
}
