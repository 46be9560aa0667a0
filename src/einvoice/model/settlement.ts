import type { Decimal } from './decimal.js'
import type { Identifier } from './basics.js'

/** BG-16. */
export interface PaymentInstructions {
  /** BT-81 Payment means type code, UNTDID 4461. */
  readonly meansCode: string
  /** BT-82 Payment means text. */
  readonly meansText?: string | undefined
  /** BT-83 Remittance information. */
  readonly remittance?: string | undefined
  /** BG-17 Credit transfer. */
  readonly transfers: readonly CreditTransfer[]
  /** BG-18 Payment card information. */
  readonly card?: PaymentCard | undefined
  /** BG-19 Direct debit. */
  readonly directDebit?: DirectDebit | undefined
}

/** BG-17. */
export interface CreditTransfer {
  /** BT-84 Payment account identifier: IBAN, or a national account number. */
  readonly account?: string | undefined
  /** BT-85 Payment account name. */
  readonly accountName?: string | undefined
  /** BT-86 Payment service provider identifier: BIC. */
  readonly serviceProvider?: string | undefined
}

/** BG-18. */
export interface PaymentCard {
  /** BT-87 Payment card primary account number: the last four to six digits. */
  readonly accountNumber: string
  /** BT-88 Payment card holder name. */
  readonly holderName?: string | undefined
}

/** BG-19. */
export interface DirectDebit {
  /** BT-89 Mandate reference identifier. */
  readonly mandate?: string | undefined
  /** BT-90 Bank assigned creditor identifier. */
  readonly creditor?: Identifier | undefined
  /** BT-91 Debited account identifier. */
  readonly debitedAccount?: string | undefined
}

/** A document level allowance (BG-20) or charge (BG-21). Amounts are in the invoice currency. */
export interface AllowanceOrCharge {
  /** BT-92, BT-99 Amount, without VAT. */
  readonly amount: Decimal | undefined
  /** BT-93, BT-100 Base amount. */
  readonly baseAmount?: Decimal | undefined
  /** BT-94, BT-101 Percentage. */
  readonly percentage?: Decimal | undefined
  /** BT-95, BT-102 VAT category code, UNTDID 5305. */
  readonly vatCategory: string
  /** BT-96, BT-103 VAT rate, percent. */
  readonly vatRate?: Decimal | undefined
  /** BT-97, BT-104 Reason. */
  readonly reason?: string | undefined
  /** BT-98 (UNTDID 5189), BT-105 (UNTDID 7161) Reason code. */
  readonly reasonCode?: string | undefined
  /** The same amounts with VAT, of an invoice whose prices include it. */
  readonly inclusive?: Pick<AllowanceOrCharge, 'amount' | 'baseAmount'> | undefined
}

/** BG-22, in the invoice currency unless noted. */
export interface DocumentTotals {
  /** BT-106 Sum of invoice line net amount. */
  readonly lineNet: Decimal | undefined
  /** BT-107 Sum of allowances on document level. */
  readonly allowances?: Decimal | undefined
  /** BT-108 Sum of charges on document level. */
  readonly charges?: Decimal | undefined
  /** BT-109 Invoice total amount without VAT. */
  readonly withoutVat: Decimal | undefined
  /** BT-110 Invoice total VAT amount. */
  readonly vat?: Decimal | undefined
  /** BT-111 Invoice total VAT amount in accounting currency (BT-6). */
  readonly vatInTaxCurrency?: Decimal | undefined
  /** BT-112 Invoice total amount with VAT. */
  readonly withVat: Decimal | undefined
  /** BT-113 Paid amount. */
  readonly paid?: Decimal | undefined
  /** BT-114 Rounding amount. */
  readonly rounding?: Decimal | undefined
  /** BT-115 Amount due for payment. */
  readonly due: Decimal | undefined
}

/** BG-23: one for each VAT category and rate of the invoice. */
export interface VatBreakdown {
  /** BT-116 VAT category taxable amount. */
  readonly taxable: Decimal | undefined
  /** BT-117 VAT category tax amount. */
  readonly tax: Decimal | undefined
  /** BT-118 VAT category code, UNTDID 5305. */
  readonly category: string
  /** BT-119 VAT category rate, percent; absent for category O. */
  readonly rate?: Decimal | undefined
  /** BT-120 VAT exemption reason text. */
  readonly exemptionReason?: string | undefined
  /** BT-121 VAT exemption reason code, VATEX. */
  readonly exemptionReasonCode?: string | undefined
}

/**
 * BG-DEX-09 Third party payment, of the extension of XRechnung only: an amount that is collected
 * for a third party (BR-DEX-09).
 */
export interface ThirdPartyPayment {
  /** BT-DEX-001 Third party payment type. */
  readonly type: string
  /** BT-DEX-002 Third party payment amount, in the invoice currency. */
  readonly amount: Decimal | undefined
  /** BT-DEX-003 Third party payment description. */
  readonly description: string
}
