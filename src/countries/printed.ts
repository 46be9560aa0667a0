import type { Environment } from '../domain/event.js'
import type { Language } from '../domain/language.js'

/** A label with its value, both in the language of the page. */
export interface Fact {
  readonly label: string
  readonly value: string
}

/** A QR code that a country asks for on the page, with what stands under it. */
export interface VerificationCode {
  readonly url: string
  readonly caption: string
}

/** What a country shows on the page beside the terms of EN 16931, in the order of the page. */
export interface Printed {
  readonly facts: readonly Fact[]
  readonly code: VerificationCode | null
  /** Whether the page has the amounts of a credit note as the difference that it makes. */
  readonly isDifference?: boolean
}

/** What a country's own part of the page depends on beside the invoice. */
export interface PrintContext {
  readonly language: Language
  /** null: it was never handed to the service. */
  readonly environment: Environment | null
  /** SHA-256 (hex) of the XML as it is sent; null before it is made. */
  readonly documentSha256: string | null
  /** The number that the government gave; null before. */
  readonly governmentNumber: string | null
}

/** Of a country that shows nothing of its own. */
export const NOTHING_OF_ITS_OWN: Printed = { facts: [], code: null }

/**
 * What a hybrid invoice says of the XML inside it (Factur-X 1.0, ZUGFeRD 2.3, technical
 * supplement).
 */
export interface HybridProfile {
  readonly filename: 'factur-x.xml' | 'xrechnung.xml'
  readonly conformanceLevel: 'EN 16931' | 'XRECHNUNG'
  /** Of Factur-X, or, at the level XRECHNUNG, of XRechnung. */
  readonly version: string
}
