import type { InvoiceStatus } from '../../../domain/invoice.js'

/** The texts on the page besides the invoice's own, in one language. */
export interface Labels {
  /** BCP 47 tag for amounts and dates. */
  readonly locale: string
  readonly headings: {
    readonly seller: string
    readonly buyer: string
    readonly payee: string
    readonly taxRepresentative: string
    readonly delivery: string
    readonly lines: string
    readonly vat: string
    readonly totals: string
    readonly payment: string
    readonly notes: string
    readonly attachments: string
    readonly further: string
    readonly allowancesAndCharges: string
  }
  readonly terms: Readonly<Record<Term, string>>
  /** The columns of the table of lines. */
  readonly columns: {
    readonly item: string
    readonly quantity: string
    readonly price: string
    readonly discount: string
    readonly vat: string
    readonly net: string
    /** Instead of `net`, where prices include VAT. */
    readonly gross: string
  }
  /** Under the lines, where prices include VAT. */
  readonly pricesIncludeVat: string
  readonly allowance: string
  readonly charge: string
  /** Between a price and the quantity it is for: `per` in "12.00 per 100 kg". */
  readonly per: string
  /** Between a percentage and its base: `of` in "10 % of 200.00". */
  readonly of: string
  readonly totals: {
    readonly lineNet: string
    readonly allowances: string
    readonly charges: string
    readonly withoutVat: string
    readonly vat: string
    readonly withVat: string
    readonly paid: string
    readonly rounding: string
    readonly due: string
    /** Before the amount of VAT in the accounting currency (BT-111). */
    readonly vatIn: (currency: string) => string
    readonly exchangeRate: string
  }
  readonly breakdown: {
    readonly category: string
    readonly rate: string
    readonly taxable: string
    readonly tax: string
  }
  /** VAT categories by UNTDID 5305 code, without S, whose rate says it. */
  readonly vatCategories: Readonly<Record<string, string>>
  /** Payment means by UNTDID 4461 code. */
  readonly paymentMeans: Readonly<Record<string, string>>
  readonly statuses: Readonly<Record<InvoiceStatus, string>>
  /** Caption of the QR code that starts a credit transfer. */
  readonly scanToPay: string
  /** `page` of `pages`. */
  readonly page: (page: number, pages: number) => string
  /** Description of an attached file for screen readers. */
  readonly attachedXml: string
}

/** The terms of EN 16931 that are shown as a label with a value. */
export type Term =
  | 'issueDate'
  | 'dueDate'
  | 'taxPointDate'
  | 'deliveryDate'
  | 'period'
  | 'currency'
  | 'precedingInvoice'
  | 'status'
  | 'governmentNumber'
  | 'tradingName'
  | 'vatNumber'
  | 'taxNumber'
  | 'legalRegistration'
  | 'identifier'
  | 'electronicAddress'
  | 'contact'
  | 'telephone'
  | 'email'
  | 'buyerReference'
  | 'projectReference'
  | 'contractReference'
  | 'orderReference'
  | 'salesOrderReference'
  | 'receivingAdvice'
  | 'despatchAdvice'
  | 'tenderReference'
  | 'invoicedObject'
  | 'buyerAccountingReference'
  | 'itemNumber'
  | 'buyersItemNumber'
  | 'standardItemNumber'
  | 'classification'
  | 'origin'
  | 'orderLine'
  | 'netPrice'
  | 'priceAfterDiscount'
  | 'partOf'
  | 'paymentMeans'
  | 'paymentTerms'
  | 'cashDiscount'
  | 'instalment'
  | 'retention'
  | 'remittance'
  | 'account'
  | 'accountName'
  | 'bic'
  | 'card'
  | 'cardHolder'
  | 'mandate'
  | 'creditor'
  | 'debitedAccount'
  | 'thirdPartyPayment'
  | 'prepayment'
