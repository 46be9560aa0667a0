import type { Identifier } from './basics.js'

/** An address: BG-5 (seller), BG-8 (buyer), BG-12 (tax representative), BG-15 (deliver to). */
export interface Address {
  /** BT-35, BT-50, BT-64, BT-75 Address line 1. */
  readonly line1?: string | undefined
  /** BT-36, BT-51, BT-65, BT-76 Address line 2. */
  readonly line2?: string | undefined
  /** BT-162, BT-163, BT-164, BT-165 Address line 3. */
  readonly line3?: string | undefined
  /** BT-37, BT-52, BT-66, BT-77 City. */
  readonly city?: string | undefined
  /** BT-38, BT-53, BT-67, BT-78 Post code. */
  readonly postCode?: string | undefined
  /** BT-39, BT-54, BT-68, BT-79 Country subdivision. */
  readonly subdivision?: string | undefined
  /** BT-40, BT-55, BT-69, BT-80 Country code, ISO 3166-1 alpha-2. */
  readonly country: string
}

/** BG-6 and BG-9. */
export interface Contact {
  /** BT-41, BT-56 Contact point. */
  readonly name?: string | undefined
  /** BT-42, BT-57 Telephone number. */
  readonly telephone?: string | undefined
  /** BT-43, BT-58 Email address. */
  readonly email?: string | undefined
}

/** Fields that seller (BG-4) and buyer (BG-7) share. */
export interface Party {
  /** BT-27, BT-44 Name. */
  readonly name: string
  /** BT-28, BT-45 Trading name. */
  readonly tradingName?: string | undefined
  /** BT-29 (several), BT-46 (one) Identifier, scheme ISO 6523. */
  readonly identifiers: readonly Identifier[]
  /** BT-30, BT-47 Legal registration identifier, scheme ISO 6523. */
  readonly legalRegistration?: Identifier | undefined
  /** BT-31, BT-48 VAT identifier, with its country prefix. */
  readonly vatIdentifier?: string | undefined
  /** BT-34, BT-49 Electronic address, scheme EAS. */
  readonly electronicAddress?: Identifier | undefined
  /** BG-5, BG-8 Postal address. */
  readonly address?: Address | undefined
  /** BG-6, BG-9 Contact. */
  readonly contact?: Contact | undefined
  /** A private person, according to the caller of the API. EN 16931 has no term for it. */
  readonly isConsumer?: true
}

/** BG-4. */
export interface SellerParty extends Party {
  /** BT-32 Seller tax registration identifier. */
  readonly taxRegistration?: string | undefined
  /** BT-33 Seller additional legal information. */
  readonly legalInformation?: string | undefined
}

/** BG-10. */
export interface Payee {
  /** BT-59 Payee name. */
  readonly name: string
  /** BT-60 Payee identifier. */
  readonly identifier?: Identifier | undefined
  /** BT-61 Payee legal registration identifier. */
  readonly legalRegistration?: Identifier | undefined
}

/** BG-11. */
export interface TaxRepresentative {
  /** BT-62 Seller tax representative name. */
  readonly name: string
  /** BT-63 Seller tax representative VAT identifier. */
  readonly vatIdentifier: string
  /** BG-12 Seller tax representative postal address. */
  readonly address?: Address | undefined
}
