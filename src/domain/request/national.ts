// The additions of the national formats of Italy and Poland to an accepted invoice.

import type { Party } from './parties.js'
import type { VatCategory } from '../vat-category.js'

/** A tax that the customer withholds and pays for the supplier (Italy, DatiRitenuta). */
export interface Withholding {
  /** RT01 to RT06. */
  readonly type: string
  /** Percent. */
  readonly rate: number
  /** Computed from the lines with `withholding` where absent. */
  readonly amount?: number
  /** CausalePagamento: the letter of the certificate CU. */
  readonly reason: string
}

/** A contribution to a social security fund (Italy, DatiCassaPrevidenziale). */
export interface SocialFund {
  /** TC01 to TC22. */
  readonly type: string
  /** Percent. */
  readonly rate: number
  /** The base of the computation; the sum of the lines if absent. */
  readonly base?: number
  /** Percent. */
  readonly vatRate: number
  readonly vatCategory?: VatCategory
  readonly exemptionReasonCode?: string
  /** Whether tax is withheld from it. */
  readonly withholding?: boolean
}

/** A delivery note (Italy, DatiDDT). */
export interface DeliveryNote {
  readonly number: string
  readonly issueDate: string
  /** The lines that it covers, from 0; all if absent. */
  readonly lines?: readonly number[]
}

/** A further party (Poland, Podmiot3). */
export interface ThirdParty extends Pick<Party, 'name' | 'address' | 'email' | 'phone'> {
  /** `factor`, `recipient` and so on; see the schema. */
  readonly role: string
  readonly vatNumber?: string
  readonly nationalId?: string
  /** Percent, of an additional buyer. */
  readonly share?: number
}
