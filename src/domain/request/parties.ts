// The parties of an accepted invoice.

import type { Person } from './italy.js'
import type { Address, SchemedId } from './terms.js'

/** The seller (BG-4) or the buyer (BG-7). */
export interface Party {
  /** Normalised: upper case, no separators, country prefix. Empty: the party has none. */
  readonly vatNumber: string
  readonly name: string
  readonly address?: Address
  /** BT-28, BT-45. */
  readonly tradingName?: string
  /** BT-29, BT-46, after `siret`. */
  readonly identifiers?: readonly SchemedId[]
  /** BT-30, BT-47. */
  readonly legalRegistration?: SchemedId
  /** BT-34, BT-49; scheme EAS. */
  readonly electronicAddress?: SchemedId
  /** BT-32, of the supplier. */
  readonly taxRegistration?: string
  /** BT-33, of the supplier. */
  readonly legalInformation?: string
  /** BT-41, BT-56. */
  readonly contactName?: string
  readonly email?: string
  readonly phone?: string
  readonly sdiCode?: string
  readonly peppolId?: string
  readonly siret?: string
  readonly leitwegId?: string
  /** Of the customer: a private person, who may have no VAT number. */
  readonly consumer?: true
  /** Number of a person or body in addition to the VAT number: CNP, codice fiscale, PESEL. */
  readonly nationalId?: string
  /** Italy: certified email (PEC) of the customer. */
  readonly pec?: string
  /** Italy: RegimeFiscale of the supplier. */
  readonly taxRegime?: string
  /** Italy: the supplier's entry in the register of companies. */
  readonly rea?: Rea
  /** Italy: a natural person, whose two names the document has instead of `name`. */
  readonly person?: Person
  /** Italy: the permanent establishment of a party whose seat is abroad. */
  readonly permanentEstablishment?: Address
  /** Poland: the customer is a subordinate unit of a local government (JST). */
  readonly localGovernmentUnit?: boolean
  /** France: whether the customer belongs to the public sector, regardless of its SIREN. */
  readonly publicSector?: boolean
  /**
   * France: whether the customer gets the invoice through Chorus Pro, in the format that it
   * demands; absent: if it belongs to the public sector.
   */
  readonly chorusPro?: boolean
  /** Poland: the customer is a member of a VAT group (GV). */
  readonly vatGroupMember?: boolean
}

/** Entry in the Repertorio Economico Amministrativo (Italy, IscrizioneREA). */
export interface Rea {
  /** Province of the office, two letters. */
  readonly office: string
  readonly number: string
  /** EUR. */
  readonly shareCapital?: number
  readonly soleShareholder?: boolean
  readonly inLiquidation?: boolean
}

/** BG-10. */
export interface Payee {
  /** BT-59. */
  readonly name: string
  /** BT-60. */
  readonly identifier?: SchemedId
  /** BT-61. */
  readonly legalRegistration?: SchemedId
}

/** BG-11. */
export interface TaxRepresentative {
  /** BT-62. */
  readonly name: string
  /** BT-63, normalised. */
  readonly vatNumber: string
  /** BG-12. */
  readonly address?: Address
}

/** BG-13 without its date. */
export interface DeliveryParty {
  /** BT-70. */
  readonly name?: string
  /** BT-71. */
  readonly location?: SchemedId
  /** BG-15. */
  readonly address?: Address
}
