import type { VatCategory } from '../vat-category.js'

/** An advance invoice that a final invoice settles. Amounts are in the currency of the invoice. */
export interface Prepayment {
  /** The invoice of the account that it is; absent: it was given by its number. */
  readonly id?: string
  /** Number of the advance invoice. */
  readonly number: string
  /** Its issue date. */
  readonly issueDate: string
  /** Its total with VAT. */
  readonly amount: number
  /** The day on which it was paid. */
  readonly paidAt?: string
  /** The number that KSeF assigned to it (Poland). */
  readonly ksefNumber?: string
  /** Its VAT by category and rate. */
  readonly vat: readonly PrepaymentVat[]
}

/** The part of an advance with one VAT category and rate. */
export interface PrepaymentVat {
  /** Percent. */
  readonly vatRate: number
  readonly vatCategory?: VatCategory
  /** Without VAT. */
  readonly taxableAmount: number
  readonly taxAmount: number
}
