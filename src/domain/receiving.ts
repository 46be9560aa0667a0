import type { Scope } from './event.js'
import type { CountryCode } from './request/invoice-request.js'

/** How a company receives invoices. */
export interface Receiving {
  /** Participants of Peppol that it is, `scheme:value`. */
  readonly peppolIds: readonly string[]
  /** What arrived from then on is fetched; ISO 8601. */
  readonly since: string
}

/** A company that receives. */
export interface ReceivingCompany {
  readonly id: string
  readonly scope: Scope
  readonly country: CountryCode
  /** Of VAT, of taxes, of the register; those that it has. */
  readonly numbers: readonly string[]
}

/** A search in what a company received earlier. */
export interface EarlierSearch {
  /** See `supplierKeyOf`. */
  readonly supplier: string
  /** See `duplicateKeyOf`; null: it has none. */
  readonly duplicate: string | null
  readonly accounts: readonly string[]
  /** The id of a received invoice that does not count. */
  readonly except: string
}

/** What a company received earlier from a supplier. */
export interface EarlierFromSupplier {
  /** Whether there is any invoice of the supplier. */
  readonly isKnown: boolean
  /** Which of the bank accounts that were asked about one of them names. */
  readonly accounts: ReadonlySet<string>
  /** The first with the same duplicate key; null: there is none. */
  readonly first: string | null
}
