import type { InvoiceRequest } from '../../domain/invoice-request.js'
import type { Invoice } from '../../einvoice/model.js'
import type { Party } from '../../einvoice/model-parties.js'
import { isBlank } from '../../einvoice/rules/rule.js'

/** What ANAF wants in place of the number of a person who gives none. */
const NO_NUMBER = '0000000000000'

/**
 * A consumer has a personal number (CNP), which stands where a company's registration would
 * (BT-47), or thirteen zeros: BR-RO-120 wants some number of every buyer.
 */
export function withConsumer(model: Invoice, { customer }: InvoiceRequest): Invoice {
  const { nationalId } = customer
  if (customer.consumer === true && model.buyer.vatIdentifier === undefined)
    return withBuyer(model, { legalRegistration: { value: isBlank(nationalId) ? NO_NUMBER : nationalId } })
  // Beside a VAT number it identifies the buyer further (BT-46).
  return isBlank(nationalId) ? model : withBuyer(model, { identifiers: [{ value: nationalId }] })
}

function withBuyer(model: Invoice, buyer: Partial<Party>): Invoice {
  return { ...model, buyer: { ...model.buyer, ...buyer } }
}

/** Whether a buyer is identified as a person in Romania is. */
export function isPerson({ vatIdentifier, legalRegistration }: Party): boolean {
  return vatIdentifier === undefined && /^\d{13}$/.test(legalRegistration?.value ?? '')
}

/** Whether a number of thirteen digits is that of nobody, or a CNP with its check digit. */
export function isPersonalNumber(number: string): boolean {
  if (number === NO_NUMBER) return true
  const remainder = WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0) % 11
  return /^[1-9]\d{12}$/.test(number) && Number(number[12]) === (remainder === 10 ? 1 : remainder)
}

/** Of the first twelve digits. */
const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]
