/**
 * The additions of the national extensions of EN 16931 to an invoice, in a part that is named
 * after the country: the extension of XRechnung 3.0 (KoSIT) in `de`, EXTENDED-CTC-FR (AFNOR XP
 * Z12-012) in `fr`.
 */

import type { Address, SchemedId } from './terms.js'

/** Of the invoice, in Germany. */
export interface GermanInvoicePart {
  /** BG-DEX-09. */
  readonly thirdPartyPayments?: readonly RequestThirdPartyPayment[]
}

/** BG-DEX-09: an amount that is collected on behalf of a third party. */
interface RequestThirdPartyPayment {
  /** BT-DEX-001. */
  readonly type: string
  /** BT-DEX-002, in the currency of the invoice. */
  readonly amount: number
  /** BT-DEX-003. */
  readonly description: string
}

/**
 * The subtypes of a line (EXT-FR-FE-163). Only lines of the first subtype, or of none, are
 * counted.
 */
export const LINE_SUBTYPES = ['DETAIL', 'GROUP', 'INFORMATION'] as const
/** One of `LINE_SUBTYPES`. */
export type LineSubtype = (typeof LINE_SUBTYPES)[number]

/** Of a line, in France. */
export interface FrenchLinePart {
  /** EXT-FR-FE-162: the identifier (BT-126) of the parent line. */
  readonly parentLine?: string
  /** EXT-FR-FE-163; DETAIL if absent and a parent line is given. */
  readonly subtype?: LineSubtype
}

/** Of the invoice, in France: parties beside supplier and customer. */
export interface FrenchInvoicePart {
  /** EXT-FR-FE-BG-01. */
  readonly buyerAgent?: RequestExtensionParty
  /** EXT-FR-FE-BG-02. */
  readonly payer?: RequestExtensionParty
  /** EXT-FR-FE-BG-03. */
  readonly salesAgent?: RequestExtensionParty
  /** EXT-FR-FE-BG-04. */
  readonly invoicee?: RequestExtensionParty
  /** EXT-FR-FE-BG-05. */
  readonly invoicer?: RequestExtensionParty
}

/** A party that EXTENDED-CTC-FR adds. */
export interface RequestExtensionParty {
  readonly name: string
  /** UNTDID 3035. */
  readonly roleCode?: string
  readonly tradingName?: string
  /** ISO 6523. */
  readonly identifiers?: readonly SchemedId[]
  /** ISO 6523. */
  readonly legalRegistration?: SchemedId
  /** Normalised: upper case, no separators, country prefix. */
  readonly vatNumber?: string
  /** EAS. */
  readonly electronicAddress?: SchemedId
  readonly address?: Address
  readonly contactName?: string
  readonly phone?: string
  readonly email?: string
}
