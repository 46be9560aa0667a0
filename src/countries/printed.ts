import { EN_16931, facturXLevel, type FacturXLevel } from '../einvoice/rules/factur-x.js'
import type { Decimal } from '../einvoice/model/decimal.js'
import type { Environment } from '../domain/event.js'
import type { InvoicingMode } from '../domain/invoice.js'
import type { Language } from '../domain/language.js'

/** A label with its value, both in the language of the page. */
export interface Fact {
  readonly label: string
  readonly value: string
}

/** A part of the total that the customer does not pay to the seller, above zero. */
export interface Deduction {
  readonly label: string
  /** In the currency of the invoice. */
  readonly amount: Decimal
}

/** A QR code that a country requires on the page, with its label. */
export interface VerificationCode {
  readonly url: string
  readonly caption: string
}

/** A country's content of the page beyond EN 16931, in the order of the page. */
export interface Printed {
  readonly facts: readonly Fact[]
  readonly codes: readonly VerificationCode[]
  /** The title of the document; absent: that of its type (BT-3). */
  readonly title?: string
  /** What lies between the total and the amount due; absent: nothing. */
  readonly deductions?: readonly Deduction[]
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
  /** How KSeF counts the invoice; absent: it is not accepted, or from another government. */
  readonly invoicingMode?: InvoicingMode | undefined
  /** The signed address in the second code of an offline invoice; absent: none. */
  readonly certificateUrl?: string | undefined
}

/** The content of a country without its own part. */
export const NOTHING_OF_ITS_OWN: Printed = { facts: [], codes: [] }

/**
 * A hybrid invoice's description of the XML inside it (Factur-X 1.09, ZUGFeRD 2.5, technical
 * supplement).
 */
export interface HybridProfile {
  readonly filename: 'factur-x.xml' | 'xrechnung.xml'
  readonly conformanceLevel: FacturXLevel | 'XRECHNUNG'
  /** The version of Factur-X, or, at the level XRECHNUNG, of XRechnung. */
  readonly version: string
}

/** Factur-X at the level of EN 16931, which is ZUGFeRD's as well. */
export const FACTUR_X: HybridProfile = { filename: 'factur-x.xml', conformanceLevel: 'EN 16931', version: '1.0' }

/**
 * The description at the level of the document inside; undefined: Factur-X has no level for it.
 * @param specification BT-24
 * @param usual that of the country
 */
export function hybridProfile(specification: string, usual: HybridProfile): HybridProfile | undefined {
  // EXTENDED-CTC-FR is an extension of its own, with rules that EXTENDED does not have.
  if (specification.includes('extended-ctc-fr')) return undefined
  const level = specification === EN_16931 ? 'EN 16931' : facturXLevel(specification)
  return level === undefined ? usual : { ...FACTUR_X, conformanceLevel: level }
}
