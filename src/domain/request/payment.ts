// How an accepted invoice is to be paid.

import type { FurtherAccount, RequestCard, RequestDirectDebit } from './terms.js'

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
