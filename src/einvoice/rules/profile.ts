import type { InvoiceType, Address as AcceptedAddress } from '../../domain/request/invoice-request.js'
import type { Address } from '../model/parties.js'

/**
 * What a national usage specification (CIUS) adds when an accepted invoice becomes a semantic one:
 * data, so that one mapping serves all.
 */
export interface Profile {
  /** BT-24. */
  readonly specification: string
  /** BT-23. */
  readonly businessProcess?: string
  /** BT-3 for each type of the API. */
  readonly typeCodes: Readonly<Record<InvoiceType, string>>
  /** BT-6 of every invoice in another currency, which then needs BT-111; null: not asked for. */
  readonly accountingCurrency: string | null
  /**
   * BT-6 and BT-111 only where the caller gave the exchange rate: the country's law asks for them,
   * its artefacts do not.
   */
  readonly accountingCurrencyIfKnown?: true
  /**
   * BT-20 where the caller gave neither due date nor terms and the country demands one of them;
   * null where it does not.
   */
  readonly defaultPaymentTerms: string | null
  /** The extension that it has, by the field of the JSON that holds it; absent: none. */
  readonly extension?: 'de' | 'fr'
  /** Brings an address to the country's codes. Must leave alone what it does not know. */
  address(address: AcceptedAddress): Address
}
