import type { Party } from './parties.js'

/** A party of EXTENDED-CTC-FR besides seller and buyer. */
export interface FrenchParty extends Party {
  /** Role, UNTDID 3035. */
  readonly roleCode?: string | undefined
}

/** The parties of the French EXTENDED-CTC-FR. */
export interface FrenchParties {
  /** EXT-FR-FE-BG-01 Buyer agent. */
  readonly buyerAgent?: FrenchParty | undefined
  /** EXT-FR-FE-BG-02 Payer. */
  readonly payer?: FrenchParty | undefined
  /** EXT-FR-FE-BG-03 Sales agent. */
  readonly salesAgent?: FrenchParty | undefined
  /** EXT-FR-FE-BG-04 Invoicee: the addressee of the invoice. */
  readonly invoicee?: FrenchParty | undefined
  /** EXT-FR-FE-BG-05 Invoicer: the issuer of the invoice. */
  readonly invoicer?: FrenchParty | undefined
}
