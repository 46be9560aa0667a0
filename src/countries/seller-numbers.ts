import type { Invoice } from '../einvoice/model/invoice-model.js'
import type { SellerParty } from '../einvoice/model/parties.js'

/**
 * A seller without a VAT identifier has `number` for taxes (BT-32), unless the caller sent one:
 * BR-E-02 and its like require it. Outside the scope of VAT, which excludes VAT identifiers, it
 * has one only beside another registration, in whose place the number would be.
 * @param number its number with the tax office; undefined: not known
 */
export function withTaxNumber({ vatBreakdown }: Invoice, seller: SellerParty, number: string | undefined): SellerParty {
  const { vatIdentifier, legalRegistration, taxRegistration } = seller
  if (vatIdentifier !== undefined || taxRegistration !== undefined || number === undefined) return seller
  const isTaxed = vatBreakdown.some(({ category }) => category !== 'O')
  return isTaxed || legalRegistration?.value !== number ? { ...seller, taxRegistration: number } : seller
}

/**
 * A seller with a number for taxes alone (a small business in Germany) has it as its identifier
 * (BT-29) too: BR-CO-26 requires another number beside it.
 */
export function withIdentifier(seller: SellerParty): SellerParty {
  const { vatIdentifier, legalRegistration, identifiers, taxRegistration } = seller
  const isIdentified = vatIdentifier !== undefined || legalRegistration !== undefined || identifiers.length > 0
  return isIdentified || taxRegistration === undefined
    ? seller
    : { ...seller, identifiers: [{ value: taxRegistration }] }
}
