/**
 * The business terms of EN 16931 that an accepted invoice may have in addition to the fields of
 * the interface specification. Names are the standard's own in camel case.
 */

import type { VatCategory } from '../vat-category.js'

/** A postal address (BG-5, BG-8, BG-12, BG-15). */
export interface Address {
  readonly street?: string
  /** BT-36 and its sisters. */
  readonly line2?: string
  /** BT-162 and its sisters. */
  readonly line3?: string
  readonly city?: string
  readonly postalCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly stateOrProvince?: string
}

/** An identifier, with the code of its scheme. */
export interface SchemedId {
  readonly id: string
  /** ISO 6523 (parties, items, locations), EAS (electronic addresses) or UNTDID 1153 (objects). */
  readonly scheme?: string
}

/** BG-14, BG-26: first and last day. */
export interface RequestPeriod {
  readonly start?: string
  readonly end?: string
}

/** Bases of a percentage besides an amount: what the allowances before it have left. */
export const PERCENTAGE_BASES = ['rest'] as const

/** An allowance (BG-27) of a line, which may be one of a cascade ("10+5"). */
export interface RequestPriceAllowance extends RequestLineAllowance {
  /** What the percentage is of, if not of the price of the line or of `baseAmount`. */
  readonly of?: (typeof PERCENTAGE_BASES)[number]
}

/** An allowance (BG-27) or a charge (BG-28) of a line: an amount, or a percentage of a base. */
export interface RequestLineAllowance {
  /** BT-136, BT-141; computed from the percentage where absent. */
  readonly amount?: number
  /** BT-138, BT-143. */
  readonly percentage?: number
  /** BT-137, BT-142; if absent, the price of the line without allowances and charges. */
  readonly baseAmount?: number
  /** BT-139, BT-144. */
  readonly reason?: string
  /** BT-140 (UNTDID 5189), BT-145 (UNTDID 7161). */
  readonly reasonCode?: string
}

/** An allowance (BG-20) or a charge (BG-21) of the document; the base is the sum of the lines. */
export interface RequestAllowance extends RequestLineAllowance {
  /** BT-96, BT-103, percent. */
  readonly vatRate: number
  /** BT-95, BT-102. */
  readonly vatCategory?: VatCategory
  /** BT-120. */
  readonly exemptionReason?: string
  /** BT-121, VATEX. */
  readonly exemptionReasonCode?: string
}

/** BG-1. */
export interface RequestNote {
  readonly text: string
  /** BT-21, UNTDID 4451. */
  readonly subjectCode?: string
}

/** The references of the invoice, apart from orders and contracts. */
export interface References {
  /** BT-14. */
  readonly salesOrder?: string
  /** BT-15. */
  readonly receivingAdvice?: string
  /** BT-16. */
  readonly despatchAdvice?: string
  /** BT-18, scheme UNTDID 1153. */
  readonly invoicedObject?: SchemedId
  /** BT-19. */
  readonly buyerAccounting?: string
}

/** BG-24 without an attached file: a document by its address. */
export interface SupportingDocumentLink {
  /** BT-122. */
  readonly reference: string
  /** BT-123. */
  readonly description?: string
  /** BT-124. */
  readonly location?: string
}

/** BG-17 beyond the first. */
export interface FurtherAccount {
  /** BT-84. */
  readonly bankAccount?: string
  /** BT-85. */
  readonly accountName?: string
  /** BT-86. */
  readonly bic?: string
}

/** BG-18. */
export interface RequestCard {
  /** BT-87: the last four to six digits. */
  readonly accountNumber: string
  /** BT-88. */
  readonly holderName?: string
}

/** BG-19. */
export interface RequestDirectDebit {
  /** BT-89. */
  readonly mandate?: string
  /** BT-90. */
  readonly creditorId?: string
  /** BT-91. */
  readonly debitedAccount?: string
}

/** BG-31, beyond its name and `itemCode`. */
export interface RequestItem {
  /** BT-154. */
  readonly description?: string
  /** BT-155. */
  readonly sellersIdentifier?: string
  /** BT-156. */
  readonly buyersIdentifier?: string
  /** BT-157, scheme ISO 6523. */
  readonly standardIdentifier?: SchemedId
  /** BT-158. */
  readonly classifications?: readonly RequestClassification[]
  /** BT-159, ISO 3166-1 alpha-2. */
  readonly originCountry?: string
  /** BG-32. */
  readonly attributes?: readonly { readonly name: string; readonly value: string }[]
}

/** BT-158. */
export interface RequestClassification {
  readonly code: string
  /** UNTDID 7143; derived from the form of the code if absent. */
  readonly scheme?: string
  readonly schemeVersion?: string
}

/** The caller's own totals: compared with those that the service computes, and not used. */
export interface GivenTotals {
  /** BT-106. */
  readonly lineNetAmount?: number
  /** BT-107. */
  readonly allowanceAmount?: number
  /** BT-108. */
  readonly chargeAmount?: number
  /** BT-109. */
  readonly netAmount?: number
  /** BT-110. */
  readonly vatAmount?: number
  /** BT-112. */
  readonly grossAmount?: number
  /** BT-115. */
  readonly dueAmount?: number
  /** BG-23. */
  readonly vatBreakdown?: readonly GivenVatBreakdown[]
}

/** An entry of BG-23, by its category and rate. */
interface GivenVatBreakdown {
  readonly vatCategory?: VatCategory
  readonly vatRate: number
  /** BT-116. */
  readonly taxableAmount?: number
  /** BT-117. */
  readonly taxAmount?: number
}
