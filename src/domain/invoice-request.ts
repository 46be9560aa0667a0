/**
 * The invoice as accepted: the JSON of POST /v1/invoices with every default filled in and VAT
 * numbers normalised. It stands in `InvoiceCreated` (or, over 200 KB, in the document store) and
 * is what countries judge and convert.
 *
 * Numbers are JSON numbers of at most 15 significant digits, so `String(n)` is the decimal the
 * caller wrote; all arithmetic goes through `einvoice/decimal.ts`. Dates are `YYYY-MM-DD`. Absent
 * fields are absent, never null.
 */

/**
 * The countries of the service, by ISO 3166-1 alpha-2 code: each declares its own in its folder,
 * by declaration merging.
 */
export interface CountryCodes {} // eslint-disable-line @typescript-eslint/no-empty-object-type

/**
 * ISO 3166-1 alpha-2 code of a country of the service; `COUNTRY_CODES` of the registry lists them.
 */
export type CountryCode = keyof CountryCodes

/** What can be asked for; each country says which code of UNTDID 1001 that is (BT-3). */
export const INVOICE_TYPES = ['invoice', 'credit_note', 'debit_note'] as const
/** One of `INVOICE_TYPES`. */
export type InvoiceType = (typeof INVOICE_TYPES)[number]

/** UNCL 5305 codes of EN 16931 (BT-118, BT-151) that the API takes. */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
/** One of `VAT_CATEGORIES`. */
export type VatCategory = (typeof VAT_CATEGORIES)[number]

/**
 * The syntaxes that EN 16931 is bound to: UBL 2.1, and the Cross Industry Invoice of UN/CEFACT.
 */
export const SYNTAXES = ['ubl', 'cii'] as const
/** One of `SYNTAXES`. */
export type Syntax = (typeof SYNTAXES)[number]

/** The invoice as accepted; see the top of this file. */
export interface InvoiceRequest {
  readonly country: CountryCode
  readonly invoiceType: InvoiceType
  /** In which syntax the document is made; the country's own where absent. */
  readonly format?: Syntax
  /** BT-1: `number` if given, else `externalId`, else made from the invoice's id. */
  readonly number: string
  readonly externalId?: string
  readonly supplier: Party
  readonly customer: Party
  readonly lines: readonly Line[]
  /** ISO 4217, BT-5. */
  readonly currency: string
  /** BT-2. */
  readonly issueDate: string
  /** BT-9. */
  readonly dueDate?: string
  /** BT-22. */
  readonly note?: string
  readonly paymentMeans?: PaymentMeans
  readonly attachments?: readonly AttachmentReference[]
  /** BG-3. */
  readonly precedingInvoice?: { readonly number: string; readonly issueDate?: string }
  /** BT-72. */
  readonly deliveryDate?: string
  /** BT-10. */
  readonly buyerReference?: string
  /** BT-13. */
  readonly orderReference?: string
  /** BT-12. */
  readonly contractReference?: string
  /** Units of the country's own currency for one unit of `currency`; needed for BT-111. */
  readonly exchangeRate?: number
}

/** The seller (BG-4) or the buyer (BG-7). */
export interface Party {
  /** Normalised: upper case, no separators, country prefix. */
  readonly vatNumber: string
  readonly name: string
  readonly address?: Address
  readonly email?: string
  readonly phone?: string
  readonly sdiCode?: string
  readonly peppolId?: string
  readonly siret?: string
  readonly leitwegId?: string
}

/** The postal address of a party (BG-5, BG-8). */
export interface Address {
  readonly street?: string
  readonly city?: string
  readonly postalCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly stateOrProvince?: string
}

/** A line (BG-25). Amounts and prices are in the currency of the invoice. */
export interface Line {
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
  readonly period?: { readonly start?: string; readonly end?: string }
}

/** How and when to pay (BG-16, BT-20, BT-9). */
export interface PaymentMeans {
  readonly bankAccount?: string
  readonly bic?: string
  readonly paymentTerms?: string
  readonly dueDate?: string
}

/** An attachment after its content has gone to the document store. */
export interface AttachmentReference {
  readonly filename: string
  readonly mimeType: string
  /** SHA-256 (hex) of the decoded content. */
  readonly sha256: string
  /** Bytes, decoded. */
  readonly size: number
}
