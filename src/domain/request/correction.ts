// The correction of an earlier invoice, as Poland's format has it.

import type { Party } from './parties.js'

/**
 * How a correction is shown: the difference alone, or each line before and after it.
 */
export const CORRECTION_METHODS = ['difference', 'before_after'] as const

/** Poland: the facts of a credit or debit note beyond the invoices that it corrects. */
export interface CorrectionOf<Line> {
  /** PrzyczynaKorekty. */
  readonly reason: string
  /**
   * TypKorekty, when the correction counts for VAT: 1 as the corrected invoice did, 2 when it is
   * issued itself, 3 otherwise.
   */
  readonly effect: number
  /** OkresFaKorygowanej, in words: the period of a discount on all sales to one customer. */
  readonly period?: string
  readonly method: (typeof CORRECTION_METHODS)[number]
  /** The lines before the correction; `lines` are those after it. */
  readonly before?: readonly Line[]
  /**
   * P_15ZK: what the corrected advance was over, or what the corrected final invoice left to pay.
   */
  readonly amountBefore?: number
  /** KursWalutyZK: PLN for one unit of the currency, before the correction. */
  readonly exchangeRateBefore?: number
  /** NrFaKorygowany: the right number of the corrected invoice, whose number was wrong. */
  readonly correctNumber?: string
  /** Podmiot1K. */
  readonly supplierBefore?: PartyBefore
  /** Podmiot2K. */
  readonly customerBefore?: CustomerBefore
}

/** A party as the corrected invoice has it. */
export type PartyBefore = Pick<Party, 'name' | 'address'>

/** The customer as the corrected invoice has it; without a number, with that of the customer. */
export interface CustomerBefore extends PartyBefore {
  readonly vatNumber?: string
  readonly nationalId?: string
}
