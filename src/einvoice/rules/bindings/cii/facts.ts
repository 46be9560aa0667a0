import type { XmlElement } from '../../../xml/element.js'
import { type Context, everywhere, once } from '../binding.js'
import { all, indicates, text } from '../xpath.js'

/** The group below the root that contains the invoice. */
export const TRANSACTION = 'rsm:SupplyChainTradeTransaction'
/** Seller, buyer and references, below the root. */
export const AGREEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeAgreement`
/** The delivery, below the root. */
export const DELIVERY = `${TRANSACTION}/ram:ApplicableHeaderTradeDelivery`
/** Payment, VAT and totals, below the root. */
export const SETTLEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeSettlement`
/** BT-131, below a line. */
export const LINE_TOTAL =
  'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'

/** Lines, anywhere. */
export const LINES = everywhere('ram:IncludedSupplyChainTradeLineItem')

/** Whether an allowance or charge is a charge, below it. */
export const CHARGE_INDICATOR = 'ram:ChargeIndicator/udt:Indicator'

/** Whether an allowance or charge is a charge, or is an allowance. */
export function isCharge(each: XmlElement, charge: boolean): boolean {
  return indicates(each, CHARGE_INDICATOR, charge)
}

/** Allowances (false) or charges (true) of the document. */
export function reductionsOfDocument(charges: boolean): Context {
  return charges ? DOCUMENT_CHARGES : DOCUMENT_ALLOWANCES
}

const [DOCUMENT_ALLOWANCES, DOCUMENT_CHARGES] = [ofDocument(false), ofDocument(true)]

function ofDocument(charges: boolean): Context {
  return once(({ root }) =>
    all(root, `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`).filter((each) => isCharge(each, charges)),
  )
}

/** `[upper-case(ram:TypeCode) = 'VAT']`. */
export function isOfVat(tax: XmlElement): boolean {
  return text(tax, 'ram:TypeCode').toUpperCase() === 'VAT'
}

/** `ram:SpecifiedTaxRegistration/ram:ID` of these schemes. */
export function taxNumbers(party: XmlElement, ...schemes: readonly string[]): readonly XmlElement[] {
  return all(party, 'ram:SpecifiedTaxRegistration/ram:ID').filter((id) =>
    schemes.includes(id.attribute('schemeID') ?? ''),
  )
}
