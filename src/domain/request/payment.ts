// How an accepted invoice is to be paid.

import type { FurtherAccount, RequestCard, RequestDirectDebit } from './terms.js'

/** A discount for early payment, until a day or within days from the issue date. */
export interface RequestCashDiscount {
  readonly days?: number
  readonly until?: string
  /** Percent. */
  readonly percentage: number
  /** The amount that it is of; the whole amount due (BT-115) where absent. */
  readonly baseAmount?: number
}

/** A part of what is to be paid: an amount, or a percentage of the whole. */
export interface RequestPaymentPart {
  readonly dueDate: string
  readonly amount?: number
  /** Percent. */
  readonly percentage?: number
  readonly note?: string
}

/** What the customer keeps for a time as security, by exactly one of amount and percentage. */
export interface RequestRetention {
  readonly amount?: number
  /** Percent of the amount due (BT-115). */
  readonly percentage?: number
  /** When it is paid at the latest. */
  readonly until?: string
  readonly reason: string
}

/** How and when to pay (BG-16, BT-20, BT-9). */
export interface PaymentMeans {
  /** BT-81, UNTDID 4461; derived from the other fields if absent. */
  readonly code?: string
  /** BT-82. */
  readonly text?: string
  /** BT-83. */
  readonly remittance?: string
  readonly bankAccount?: string
  /** BT-85. */
  readonly accountName?: string
  readonly bic?: string
  /** BG-17, further ones. */
  readonly furtherAccounts?: readonly FurtherAccount[]
  /** BG-18. */
  readonly card?: RequestCard
  /** BG-19. */
  readonly directDebit?: RequestDirectDebit
  readonly paymentTerms?: string
  readonly dueDate?: string
}
