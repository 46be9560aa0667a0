import type { InvoiceType, Address as AcceptedAddress } from '../../domain/request/invoice-request.js'
import type { Address } from '../model/parties.js'

/**
 * The data of a national usage specification (CIUS) that a semantic invoice needs, so that one
 * mapping serves all countries.
 */
export interface Profile {
  /** BT-24. */
  readonly specification: string
  /** BT-23. */
  readonly businessProcess?: string
  /** BT-3 for each type of the API. */
  readonly typeCodes: Readonly<Record<InvoiceType, string>>
  /** BT-6 of every invoice in another currency, which then needs BT-111; null: not required. */
  readonly accountingCurrency: string | null
  /**
   * BT-6 and BT-111 only if the caller sent the exchange rate: the country's law requires them,
   * its artefacts do not.
   */
  readonly accountingCurrencyIfKnown?: true
  /**
   * BT-20 if the caller sent neither due date nor terms and the country requires one of them; null
   * if it does not.
   */
  readonly defaultPaymentTerms: string | null
  /** Whether the VAT of a rate may be the sum of the rounded VAT of its lines. */
  readonly addsUpVatOfLines?: true
  /** The extension that it has, by the field of the JSON that holds it; absent: none. */
  readonly extension?: 'de' | 'fr'
  /** Converts an address to the country's codes. Must not change unknown values. */
  address(address: AcceptedAddress): Address
}
