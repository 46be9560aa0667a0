import type { Identifier, Period } from './basics.js'
import type { Party, Payee, SellerParty, TaxRepresentative, Address } from './parties.js'
import type {
  AllowanceOrCharge,
  DocumentTotals,
  PaymentInstructions,
  ThirdPartyPayment,
  VatBreakdown,
} from './settlement.js'
import type { PaymentPlan } from './payment-plan.js'
import type { FrenchParties } from './extensions.js'
import type { InvoiceLine } from './lines.js'

export type { Identifier, Period }

/**
 * The semantic model of EN 16931-1:2017, the common form between input (the API's JSON, UBL, CII)
 * and output. Each field is documented with the number of its business term (BT) or group (BG).
 *
 * A document read from XML may lack mandatory terms; the rules report them, not the types: a
 * missing mandatory text is the empty string, a missing mandatory number is undefined. Dates are
 * `YYYY-MM-DD`.
 */
export interface Invoice {
  /**
   * One of the two document types of the syntaxes, derived from BT-3 (381, 396 and the like are
   * credit notes).
   */
  readonly kind: 'invoice' | 'creditNote'
  /** BT-1 Invoice number. */
  readonly number: string
  /** BT-2 Invoice issue date. */
  readonly issueDate: string
  /** BT-3 Invoice type code, UNTDID 1001. */
  readonly typeCode: string
  /** BT-5 Invoice currency code, ISO 4217. */
  readonly currency: string
  /** BT-6 VAT accounting currency code, ISO 4217. */
  readonly taxCurrency?: string | undefined
  /** BT-7 Value added tax point date. */
  readonly taxPointDate?: string | undefined
  /** BT-8 Value added tax point date code, UNTDID 2005. */
  readonly taxPointDateCode?: string | undefined
  /** BT-9 Payment due date. */
  readonly paymentDueDate?: string | undefined
  /** BT-10 Buyer reference. */
  readonly buyerReference?: string | undefined
  /** BT-11 Project reference. */
  readonly projectReference?: string | undefined
  /** BT-12 Contract reference. */
  readonly contractReference?: string | undefined
  /** BT-13 Purchase order reference. */
  readonly purchaseOrderReference?: string | undefined
  /** BT-14 Sales order reference. */
  readonly salesOrderReference?: string | undefined
  /** BT-15 Receiving advice reference. */
  readonly receivingAdviceReference?: string | undefined
  /** BT-16 Despatch advice reference. */
  readonly despatchAdviceReference?: string | undefined
  /** BT-17 Tender or lot reference. */
  readonly tenderReference?: string | undefined
  /** BT-18 Invoiced object identifier, scheme UNTDID 1153. */
  readonly invoicedObject?: Identifier | undefined
  /** BT-19 Buyer accounting reference. */
  readonly buyerAccountingReference?: string | undefined
  /** BT-20 Payment terms. */
  readonly paymentTerms?: string | undefined
  /** What BT-20 says of cash discounts, in figures; absent: nothing that is known. */
  readonly paymentPlan?: PaymentPlan | undefined
  /** BG-1 Invoice note. */
  readonly notes: readonly Note[]
  /** BT-23 Business process type (BG-2). */
  readonly businessProcess?: string | undefined
  /** BT-24 Specification identifier (BG-2). */
  readonly specification: string
  /** BG-3 Preceding invoice reference. */
  readonly precedingInvoices: readonly PrecedingInvoiceReference[]
  /** BG-4 Seller. */
  readonly seller: SellerParty
  /** BG-7 Buyer. */
  readonly buyer: Party
  /** BG-10 Payee. */
  readonly payee?: Payee | undefined
  /** BG-11 Seller tax representative party. */
  readonly taxRepresentative?: TaxRepresentative | undefined
  /** BG-13 Delivery information. */
  readonly delivery?: Delivery | undefined
  /** BG-14 Invoicing period. */
  readonly period?: Period | undefined
  /** BG-16 Payment instructions. */
  readonly payment?: PaymentInstructions | undefined
  /** BG-20 Document level allowances. */
  readonly allowances: readonly AllowanceOrCharge[]
  /** BG-21 Document level charges. */
  readonly charges: readonly AllowanceOrCharge[]
  /** BG-22 Document totals. */
  readonly totals: DocumentTotals
  /** BG-23 VAT breakdown. */
  readonly vatBreakdown: readonly VatBreakdown[]
  /** BG-24 Additional supporting documents. */
  readonly supportingDocuments: readonly SupportingDocument[]
  /** BG-25 Invoice line. */
  readonly lines: readonly InvoiceLine[]
  /** BG-DEX-09 Third party payment, of the extension of XRechnung only. */
  readonly thirdPartyPayments?: readonly ThirdPartyPayment[] | undefined
  /** Parties besides seller and buyer, only in the French EXTENDED-CTC-FR. */
  readonly frenchParties?: FrenchParties | undefined
}

/** BG-1. */
export interface Note {
  /** BT-21 Invoice note subject code, UNTDID 4451. */
  readonly subjectCode?: string | undefined
  /** BT-22 Invoice note. */
  readonly text: string
}

/** BG-3. */
export interface PrecedingInvoiceReference {
  /** BT-25 Preceding invoice reference. */
  readonly number: string
  /** BT-26 Preceding invoice issue date. */
  readonly issueDate?: string | undefined
}

/** BG-13. */
export interface Delivery {
  /** BT-70 Deliver to party name. */
  readonly partyName?: string | undefined
  /** BT-71 Deliver to location identifier. */
  readonly location?: Identifier | undefined
  /** BT-72 Actual delivery date. */
  readonly date?: string | undefined
  /** BG-15 Deliver to address: BT-75 to BT-80, BT-165. */
  readonly address?: Address | undefined
}

/** BG-24. */
export interface SupportingDocument {
  /** BT-122 Supporting document reference. */
  readonly reference: string
  /** BT-123 Supporting document description. */
  readonly description?: string | undefined
  /** BT-124 External document location. */
  readonly location?: string | undefined
  /** BT-125 Attached document. */
  readonly attachment?: Attachment | undefined
}

/** BT-125. */
export interface Attachment {
  /** BT-125-1 Attached document Mime code. */
  readonly mimeType: string
  /** BT-125-2 Attached document Filename. */
  readonly filename: string
  /** Decoded bytes; undefined if only rules are judged, which never read them. */
  readonly content?: Uint8Array | undefined
  /** Size of the decoded content; known even without the content. */
  readonly size?: number | undefined
}
