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

/** What can be asked for as the document: a syntax of EN 16931, or a national format. */
export const DOCUMENT_FORMATS = [...SYNTAXES, 'fatturapa', 'fa3'] as const
/** One of `DOCUMENT_FORMATS`. */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/**
 * When the VAT of an invoice is due to the state, and by whom: when it is issued, when the
 * customer pays (cash accounting), or by the customer, who pays the VAT apart (split payment).
 */
export const VAT_COLLECTIONS = ['immediate', 'cash', 'split_payment'] as const
/** One of `VAT_COLLECTIONS`. */
export type VatCollection = (typeof VAT_COLLECTIONS)[number]

/** The invoice as accepted; see the top of this file. */
export interface InvoiceRequest {
  readonly country: CountryCode
  readonly invoiceType: InvoiceType
  /** In which format the document is made; the country's own where absent. */
  readonly format?: DocumentFormat
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
  readonly precedingInvoice?: PrecedingInvoice
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
  /** BT-11; in Italy the CUP. */
  readonly projectReference?: string
  /** BT-17; in Italy the CIG. */
  readonly tenderReference?: string
  /** Italy and Poland; `immediate` where absent. */
  readonly vatCollection?: VatCollection
  /** Italy: TipoDocumento, where it can't be told from `invoiceType`. */
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
}

/** The invoice before (BG-3). */
export interface PrecedingInvoice {
  readonly number: string
  readonly issueDate?: string
  /** Poland: the number that KSeF gave it. */
  readonly ksefNumber?: string
}

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
  /** What it is computed from; the sum of the lines where absent. */
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
  /** The lines that it is about, from 0; all where absent. */
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

/** The seller (BG-4) or the buyer (BG-7). */
export interface Party {
  /** Normalised: upper case, no separators, country prefix. Empty: a consumer without one. */
  readonly vatNumber: string
  readonly name: string
  readonly address?: Address
  readonly email?: string
  readonly phone?: string
  readonly sdiCode?: string
  readonly peppolId?: string
  readonly siret?: string
  readonly leitwegId?: string
  /** Of the customer: a private person, who may have no VAT number. */
  readonly consumer?: true
  /** Number of a person or body beside the VAT number: CNP, codice fiscale, PESEL. */
  readonly nationalId?: string
  /** Italy: certified email (PEC) of the customer. */
  readonly pec?: string
  /** Italy: RegimeFiscale of the supplier. */
  readonly taxRegime?: string
  /** Italy: the supplier's entry in the register of companies. */
  readonly rea?: Rea
  /** Poland: the customer is a subordinate unit of a local government (JST). */
  readonly localGovernmentUnit?: boolean
  /** Poland: the customer is a member of a VAT group (GV). */
  readonly vatGroupMember?: boolean
}

/** Entry in the Repertorio Economico Amministrativo (Italy, IscrizioneREA). */
export interface Rea {
  /** Province of the office, two letters. */
  readonly office: string
  readonly number: string
  /** EUR. */
  readonly shareCapital?: number
  readonly soleShareholder?: boolean
  readonly inLiquidation?: boolean
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
  /** Italy: whether tax is withheld from the line. */
  readonly withholding?: boolean
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
