/**
 * The invoice as accepted: the JSON of POST /v1/invoices with every default filled in and VAT
 * numbers normalised. It is part of `InvoiceCreated` (or, over 200 KB, in the document store);
 * countries judge and convert it.
 *
 * Numbers are JSON numbers of at most 15 significant digits, so `String(n)` is the decimal the
 * caller wrote; all arithmetic goes through `einvoice/decimal.ts`. Dates are `YYYY-MM-DD`. Absent
 * fields are absent, never null.
 */

import type { CorrectionOf } from './correction.js'
import type { OrderOf } from './order.js'
import type { FrenchInvoicePart, FrenchLinePart, GermanInvoicePart } from './extensions.js'
import type { ItalianInvoicePart } from './italy.js'
import type { DeliveryNote, SocialFund, ThirdParty, Withholding } from './national.js'
import type { DeliveryParty, Party, Payee, TaxRepresentative } from './parties.js'
import type { Prepayment } from './prepayment.js'
import type { PaymentMeans, RequestCashDiscount, RequestPaymentPart, RequestRetention } from './payment.js'
import type { OfflineMode, PolishInvoicePart, PolishLinePart } from './polish.js'
import type {
  Address,
  GivenTotals,
  References,
  RequestAllowance,
  RequestItem,
  RequestLineAllowance,
  RequestPriceAllowance,
  RequestNote,
  RequestPeriod,
  SchemedId,
  SupportingDocumentLink,
} from './terms.js'
import type { VatCategory } from '../vat-category.js'

export type { Address }
export type { DeliveryNote, SocialFund, ThirdParty, Withholding } from './national.js'
export type { DeliveryParty, Party, Payee, Rea, TaxRepresentative } from './parties.js'
export type { PaymentMeans } from './payment.js'
export type { Prepayment } from './prepayment.js'
export { VAT_CATEGORIES, type VatCategory } from '../vat-category.js'

/**
 * The countries of the service, by ISO 3166-1 alpha-2 code: each declares its own in its folder,
 * by declaration merging.
 */
export interface CountryCodes {} // eslint-disable-line @typescript-eslint/no-empty-object-type

/**
 * ISO 3166-1 alpha-2 code of a country of the service; `COUNTRY_CODES` of the registry lists them.
 */
export type CountryCode = keyof CountryCodes

/** The types that can be requested; each country maps them to a code of UNTDID 1001 (BT-3). */
export const INVOICE_TYPES = ['invoice', 'credit_note', 'debit_note'] as const
/** One of `INVOICE_TYPES`. */
export type InvoiceType = (typeof INVOICE_TYPES)[number]

/**
 * The syntaxes that EN 16931 is bound to: UBL 2.1, and the Cross Industry Invoice of UN/CEFACT.
 */
export const SYNTAXES = ['ubl', 'cii'] as const
/** One of `SYNTAXES`. */
export type Syntax = (typeof SYNTAXES)[number]

/** Whether it is a syntax of EN 16931, not a national format. */
export function isSyntax(format: string): format is Syntax {
  return SYNTAXES.some((syntax) => syntax === format)
}

/** The document formats that can be requested: a syntax of EN 16931, or a national format. */
export const DOCUMENT_FORMATS = [...SYNTAXES, 'fatturapa', 'fa3'] as const
/** One of `DOCUMENT_FORMATS`. */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/** Whether it is a format of invoices, not of messages about them. */
export function isDocumentFormat(format: string): format is DocumentFormat {
  return DOCUMENT_FORMATS.some((known) => known === format)
}

/**
 * When the VAT of an invoice is due to the state, and by whom: when it is issued, when the
 * customer pays (cash accounting), or by the customer, who pays the VAT separately (split
 * payment).
 */
export const VAT_COLLECTIONS = ['immediate', 'cash', 'split_payment'] as const
/** One of `VAT_COLLECTIONS`. */
export type VatCollection = (typeof VAT_COLLECTIONS)[number]

/** The profiles of a German Cross Industry Invoice, see `InvoiceRequest.profile`. */
export const GERMAN_PROFILES = ['xrechnung', 'en16931', 'extended'] as const
/** One of `GERMAN_PROFILES`. */
type GermanProfile = (typeof GERMAN_PROFILES)[number]

/** The invoice as accepted; see the top of this file. */
export interface InvoiceRequest {
  readonly country: CountryCode
  readonly invoiceType: InvoiceType
  /** BT-3, UNTDID 1001, if `invoiceType` does not determine it. */
  readonly typeCode?: string
  /** Whether the customer issues it: over Peppol, or in Italy. */
  readonly selfBilled?: true
  /** The format of the document; the country's own if absent. */
  readonly format?: DocumentFormat
  /**
   * Whether the document is sent inside a human-readable PDF (Factur-X), where its government
   * takes that; absent: as is usual there.
   */
  readonly hybrid?: true
  /**
   * The profile of a German Cross Industry Invoice (BT-24), only with the format `cii`; absent: an
   * XRechnung, if it has room for the invoice.
   */
  readonly profile?: GermanProfile
  /** BT-1: `number` if given, else `externalId`, else made from the invoice's id. */
  readonly number: string
  readonly externalId?: string
  readonly supplier: Party
  readonly customer: Party
  readonly lines: readonly Line[]
  /**
   * Whether prices, discounts, allowances and charges are with VAT; amounts of the documents never
   * are, except in FA(3).
   */
  readonly pricesIncludeVat?: true
  /** ISO 4217, BT-5. */
  readonly currency: string
  /** BT-2. */
  readonly issueDate: string
  /** BT-9. */
  readonly dueDate?: string
  /** BT-6, where it is not the country's own. */
  readonly vatAccountingCurrency?: string
  /** BT-7. */
  readonly taxPointDate?: string
  /** BT-8, UNTDID 2005. */
  readonly taxPointDateCode?: string
  /** BT-23; the country's usual one where absent. */
  readonly businessProcess?: string
  /** BT-22. */
  readonly note?: string
  /** BG-1, after `note`. */
  readonly notes?: readonly RequestNote[]
  readonly paymentMeans?: PaymentMeans
  /** Discounts for early payment. */
  readonly cashDiscounts?: readonly RequestCashDiscount[]
  /** The parts of what is to be paid, instead of one due date. */
  readonly paymentSchedule?: readonly RequestPaymentPart[]
  /** A part of what is to be paid that the customer keeps for a time as security. */
  readonly retention?: RequestRetention
  readonly attachments?: readonly AttachmentReference[]
  /** BG-3. */
  readonly precedingInvoice?: PrecedingInvoice
  /** BG-3, further ones. */
  readonly precedingInvoices?: readonly PrecedingInvoice[]
  /** Poland: what a credit or debit note says of its correction. */
  readonly correction?: Correction
  /** Poland: the whole order of an advance. */
  readonly order?: OrderOf<Line>
  /** BG-10. */
  readonly payee?: Payee
  /** BG-11. */
  readonly taxRepresentative?: TaxRepresentative
  /** BG-13; its date is `deliveryDate`. */
  readonly delivery?: DeliveryParty
  /** BG-14. */
  readonly period?: RequestPeriod
  /** BG-20. */
  readonly allowances?: readonly RequestAllowance[]
  /** BG-21. */
  readonly charges?: readonly RequestAllowance[]
  /** BT-113. */
  readonly prepaidAmount?: number
  /** The day on which `prepaidAmount` was paid; without it, it is a deduction. */
  readonly paidAt?: string
  /** The advance invoices that this final invoice settles; instead of `prepaidAmount`. */
  readonly prepayments?: readonly Prepayment[]
  /** BT-114. */
  readonly roundingAmount?: number
  /** BG-24 by address. */
  readonly supportingDocuments?: readonly SupportingDocumentLink[]
  /** Compared with the computed totals. */
  readonly totals?: GivenTotals
  /** BT-72. */
  readonly deliveryDate?: string
  /** BT-10. */
  readonly buyerReference?: string
  /** BT-13. */
  readonly orderReference?: string
  /** BT-12. */
  readonly contractReference?: string
  /** BT-14 to BT-16, BT-18, BT-19. */
  readonly references?: References
  /** Units of the VAT accounting currency for one unit of `currency`; needed for BT-111. */
  readonly exchangeRate?: number
  /** BT-11; in Italy the CUP. */
  readonly projectReference?: string
  /** BT-17; in Italy the CIG. */
  readonly tenderReference?: string
  /** Italy and Poland; `immediate` where absent. */
  readonly vatCollection?: VatCollection
  /** Italy: TipoDocumento, if `invoiceType` does not determine it. */
  readonly documentType?: string
  /** Italy: taxes that the customer withholds (ritenuta). */
  readonly withholdings?: readonly Withholding[]
  /** Italy: contributions to the supplier's social security fund (cassa previdenziale). */
  readonly socialFunds?: readonly SocialFund[]
  /** Italy: stamp duty (bollo) in EUR, which the supplier pays. */
  readonly stampDuty?: number
  /** Italy: the delivery notes (DDT) that the invoice sums up. */
  readonly deliveryNotes?: readonly DeliveryNote[]
  /** Poland: parties beside supplier and customer (Podmiot3). */
  readonly thirdParties?: readonly ThirdParty[]
  /** Poland: marks of FA(3). */
  /** Whether it is issued, and handed out, before KSeF has it; absent: KSeF issues it. */
  readonly offline?: OfflineMode
  readonly pl?: PolishInvoicePart
  /** Germany: the extension of XRechnung. */
  readonly de?: GermanInvoicePart
  /** France: EXTENDED-CTC-FR. */
  readonly fr?: FrenchInvoicePart
  /** Italy: what EN 16931 has no term for. */
  readonly it?: ItalianInvoicePart
}

/** Poland: what a credit or debit note says of its correction. */
export type Correction = CorrectionOf<Line>

/** The day on which all parts of a payment are due. */
export function lastDueDate(schedule: readonly RequestPaymentPart[] = []): string | undefined {
  return schedule
    .map(({ dueDate }) => dueDate)
    .reduce<string | undefined>((last, each) => (last === undefined || each > last ? each : last), undefined)
}

/** The facts of an invoice without its content, for lists and events. */
export function listedTerms(invoice: InvoiceRequest) {
  const { country, invoiceType, number, externalId, supplier, customer, currency, issueDate } = invoice
  return {
    country,
    invoiceType,
    number,
    externalId: externalId ?? null,
    supplierVat: supplier.vatNumber,
    customerVat: customer.vatNumber,
    customerName: customer.name,
    currency,
    issueDate,
    dueDate: invoice.dueDate ?? invoice.paymentMeans?.dueDate ?? lastDueDate(invoice.paymentSchedule) ?? null,
  }
}

/** The preceding invoice (BG-3). */
export interface PrecedingInvoice {
  readonly number: string
  readonly issueDate?: string
  /** Poland: the number assigned by KSeF. */
  readonly ksefNumber?: string
}

/** A line (BG-25). Amounts and prices are in the currency of the invoice. */
export interface Line {
  /** BT-126; if absent, its place, from 1, or another number if that is already used. */
  readonly id?: string
  /** BT-153. */
  readonly description: string
  /** BT-129. */
  readonly quantity: number
  /** BT-148, the gross price; BT-146 is this less `discount`. */
  readonly unitPrice: number
  /** BT-152, percent. */
  readonly vatRate: number
  /** BT-130, UN/ECE Recommendation 20 or 21. */
  readonly unitCode: string
  /** BT-147, amount per unit. */
  readonly discount?: number
  /** BT-158. */
  readonly itemCode?: string
  readonly vatCategory?: VatCategory
  /** BT-120. */
  readonly exemptionReason?: string
  /** BT-121, VATEX. */
  readonly exemptionReasonCode?: string
  /** BG-26. */
  readonly period?: RequestPeriod
  /** BT-127. */
  readonly note?: string
  /** BT-128, scheme UNTDID 1153. */
  readonly object?: SchemedId
  /** BT-131: compared with the computed amount. */
  readonly netAmount?: number
  /** BT-132. */
  readonly orderLineReference?: string
  /** BT-133. */
  readonly buyerAccountingReference?: string
  /** BG-27. */
  readonly allowances?: readonly RequestPriceAllowance[]
  /** BG-28. */
  readonly charges?: readonly RequestLineAllowance[]
  /** BT-149: `unitPrice` and `discount` apply to this number of units; 1 if absent. */
  readonly priceBaseQuantity?: number
  /** BT-150. */
  readonly priceBaseQuantityUnit?: string
  /** BG-31. */
  readonly item?: RequestItem
  /** Italy: whether tax is withheld from the line. */
  readonly withholding?: boolean
  /** Poland: marks of FA(3). */
  readonly pl?: PolishLinePart
  /** Germany: the extension of XRechnung. */
  readonly de?: GermanLinePart
  /** France: EXTENDED-CTC-FR. */
  readonly fr?: FrenchLinePart
}

/** Of a line, in Germany. */
export interface GermanLinePart {
  /** BG-DEX-01: the parts of the line. Its net amount is the sum of theirs. */
  readonly subLines?: readonly Line[]
}

/** An attachment after its content has been moved to the document store. */
export interface AttachmentReference {
  /** BT-122; the file's name where absent. */
  readonly reference?: string
  /** BT-123. */
  readonly description?: string
  readonly filename: string
  readonly mimeType: string
  /** SHA-256 (hex) of the decoded content. */
  readonly sha256: string
  /** Bytes, decoded. */
  readonly size: number
}

/** The invoice in another format; undefined: the country's own. Only a CII has a `profile`. */
export function inFormat(request: InvoiceRequest, format: DocumentFormat | undefined): InvoiceRequest {
  const { ...copy } = request
  Reflect.deleteProperty(copy, 'format')
  if (format !== 'cii') Reflect.deleteProperty(copy, 'profile')
  return format === undefined ? copy : { ...copy, format }
}
