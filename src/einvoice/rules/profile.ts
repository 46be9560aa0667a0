import type { Address as AcceptedAddress, InvoiceType, VatCategory } from '../../domain/request/invoice-request.js'
import type { Language } from '../../domain/language.js'
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
  /**
   * BT-120 of the categories with a single reason if the caller sent neither reason nor code: the
   * words that the country's law requires on the invoice.
   */
  readonly exemptionReasons?: Readonly<Partial<Record<VatCategory, string>>>
  /** Of what BT-20 says in words. */
  readonly language: Language
  /** Whether BT-20 has cash discounts in the form of XRechnung (`#SKONTO#…#`). */
  readonly writesSkonto?: true
  /** Whether the VAT of a rate may be the sum of the rounded VAT of its lines. */
  readonly addsUpVatOfLines?: true
  /** Decimals that its rules allow in prices; 8 where absent. */
  readonly priceDecimals?: number
  /** Whether its format has no place for BT-149, the number of units that a price is for. */
  readonly hasNoBaseQuantity?: true
  /** The extension that it has, by the field of the JSON that holds it; absent: none. */
  readonly extension?: 'de' | 'fr'
  /** Converts an address to the country's codes. Must not change unknown values. */
  address(address: AcceptedAddress): Address
}
