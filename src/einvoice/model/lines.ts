import type { Decimal } from './decimal.js'
import type { Identifier, Period } from './basics.js'

/** BG-25. Amounts are in the invoice currency, without VAT. */
export interface InvoiceLine {
  /** BT-126 Invoice line identifier. */
  readonly id: string
  /** BT-127 Invoice line note. */
  readonly note?: string | undefined
  /** BT-128 Invoice line object identifier, scheme UNTDID 1153. */
  readonly object?: Identifier | undefined
  /** BT-129 Invoiced quantity. */
  readonly quantity: Decimal | undefined
  /** BT-130 Invoiced quantity unit of measure code, UN/ECE Recommendation 20 or 21. */
  readonly unitCode: string
  /** BT-131 Invoice line net amount. */
  readonly netAmount: Decimal | undefined
  /** BT-132 Referenced purchase order line reference. */
  readonly orderLineReference?: string | undefined
  /** BT-133 Invoice line Buyer accounting reference. */
  readonly buyerAccountingReference?: string | undefined
  /** BG-26 Invoice line period. */
  readonly period?: Period | undefined
  /** BG-27 Invoice line allowances. */
  readonly allowances: readonly LineAllowanceOrCharge[]
  /** BG-28 Invoice line charges. */
  readonly charges: readonly LineAllowanceOrCharge[]
  /** BG-29 Price details. */
  readonly price: Price
  /** BT-151 Invoiced item VAT category code, UNTDID 5305 (BG-30). */
  readonly vatCategory: string
  /** BT-152 Invoiced item VAT rate, percent (BG-30); absent for category O. */
  readonly vatRate?: Decimal | undefined
  /** BG-31 Item information. */
  readonly item: Item
  /**
   * EXT-FR-FE-162 (BT-X-304) Identifier of the parent line, of the French EXTENDED-CTC-FR only.
   */
  readonly parentLine?: string | undefined
  /**
   * EXT-FR-FE-163 (BT-X-8) Subtype of the line (DETAIL, GROUP, INFORMATION), of the French
   * EXTENDED-CTC-FR only.
   */
  readonly subtype?: string | undefined
  /** BG-DEX-01 Sub invoice line, of the extension of XRechnung only. */
  readonly subLines?: readonly InvoiceLine[] | undefined
  /** The same amounts with VAT, of an invoice whose prices include it. */
  readonly inclusive?: AmountsWithVat | undefined
}

/** What a line comes to with VAT, as the customer was shown it. */
interface AmountsWithVat extends Pick<InvoiceLine, 'price' | 'allowances' | 'charges'> {
  /** The amount of the line with VAT. */
  readonly amount: Decimal | undefined
}

/** BG-27 and BG-28. */
export interface LineAllowanceOrCharge {
  /** BT-136, BT-141 Amount. */
  readonly amount: Decimal | undefined
  /** BT-137, BT-142 Base amount. */
  readonly baseAmount?: Decimal | undefined
  /** BT-138, BT-143 Percentage. */
  readonly percentage?: Decimal | undefined
  /** BT-139, BT-144 Reason. */
  readonly reason?: string | undefined
  /** BT-140 (UNTDID 5189), BT-145 (UNTDID 7161) Reason code. */
  readonly reasonCode?: string | undefined
}

/** BG-29. */
export interface Price {
  /** BT-146 Item net price: BT-148 less BT-147. */
  readonly net: Decimal | undefined
  /** BT-147 Item price discount. */
  readonly discount?: Decimal | undefined
  /** BT-148 Item gross price. */
  readonly gross?: Decimal | undefined
  /** BT-149 Item price base quantity. */
  readonly baseQuantity?: Decimal | undefined
  /** BT-150 Item price base quantity unit of measure code. */
  readonly baseQuantityUnit?: string | undefined
}

/** BG-31. */
export interface Item {
  /** BT-153 Item name. */
  readonly name: string
  /** BT-154 Item description. */
  readonly description?: string | undefined
  /** BT-155 Item Seller's identifier. */
  readonly sellersIdentifier?: string | undefined
  /** BT-156 Item Buyer's identifier. */
  readonly buyersIdentifier?: string | undefined
  /** BT-157 Item standard identifier, scheme ISO 6523. */
  readonly standardIdentifier?: Identifier | undefined
  /** BT-158 Item classification identifier. */
  readonly classifications: readonly ItemClassification[]
  /** BT-159 Item country of origin, ISO 3166-1 alpha-2. */
  readonly originCountry?: string | undefined
  /** BG-32 Item attributes. */
  readonly attributes: readonly ItemAttribute[]
}

/** BT-158. */
export interface ItemClassification {
  readonly code: string
  /** BT-158-1 Scheme identifier, UNTDID 7143. */
  readonly scheme: string
  /** BT-158-2 Scheme version identifier. */
  readonly schemeVersion?: string | undefined
}

/** BG-32. */
export interface ItemAttribute {
  /** BT-160 Item attribute name. */
  readonly name: string
  /** BT-161 Item attribute value. */
  readonly value: string
}
