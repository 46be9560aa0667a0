import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { Party } from '../../einvoice/model/parties.js'
import { withIdentifier, withTaxNumber } from '../seller-numbers.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import type { SaidInJson } from '../../einvoice/request/to-request/invoice.js'

/** A fiscal code as the VAT number of a registered taxpayer. */
const WITH_PREFIX = /^RO(\d{2,10})$/

/** ANAF's placeholder for the number of a person who states none. */
const NO_NUMBER = '0000000000000'

/**
 * A consumer has a personal number (CNP) in the place of a company's registration (BT-47), or
 * thirteen zeros: BR-RO-120 requires a number of every buyer.
 */
export function withConsumer(model: Invoice, { customer }: InvoiceRequest): Invoice {
  const { nationalId } = customer
  const { identifiers, vatIdentifier, legalRegistration } = model.buyer
  if (customer.consumer === true && vatIdentifier === undefined && legalRegistration === undefined)
    return withBuyer(model, { legalRegistration: { value: isBlank(nationalId) ? NO_NUMBER : nationalId } })
  // Beside another number it identifies the buyer further (BT-46).
  return isBlank(nationalId) ? model : withBuyer(model, { identifiers: [{ value: nationalId }, ...identifiers] })
}

/**
 * The registration of a party that may show no VAT number (`fromRequest`) is the fiscal code,
 * which has no RO.
 */
export function withFiscalCodes(model: Invoice, { supplier, customer }: InvoiceRequest): Invoice {
  const seller = supplier.legalRegistration === undefined ? withoutPrefix(model.seller) : model.seller
  const [, code] = WITH_PREFIX.exec(supplier.vatNumber) ?? []
  const registered = model.seller.legalRegistration?.value ?? ''
  return {
    ...model,
    seller: withIdentifier(
      withTaxNumber(model, seller, code ?? (/^\d{2,10}$/.test(registered) ? registered : undefined)),
    ),
    buyer: customer.legalRegistration === undefined ? withoutPrefix(model.buyer) : model.buyer,
  }
}

function withoutPrefix<Kind extends Party>(party: Kind): Kind {
  const [, code] = WITH_PREFIX.exec(party.legalRegistration?.value ?? '') ?? []
  return code === undefined ? party : { ...party, legalRegistration: { value: code } }
}

/**
 * The reverse: a buyer with the number of a person and no VAT number is a consumer, whose invoice
 * has another upload path.
 */
export function withConsumerToRequest(said: SaidInJson): SaidInJson {
  const { legalRegistration, ...customer } = said.request.customer
  const { id, scheme } = legalRegistration ?? {}
  if (id === undefined || scheme !== undefined || customer.vatNumber !== '' || !/^[0-9]{13}$/.test(id)) return said
  return {
    ...said,
    request: {
      ...said.request,
      customer: { ...customer, consumer: true, ...(id !== NO_NUMBER && { nationalId: id }) },
    },
  }
}

function withBuyer(model: Invoice, buyer: Partial<Party>): Invoice {
  return { ...model, buyer: { ...model.buyer, ...buyer } }
}

/** Whether a buyer is identified like a person in Romania. */
export function isPerson({ vatIdentifier, isConsumer, legalRegistration }: Party): boolean {
  return vatIdentifier === undefined && (isConsumer === true || /^[0-9]{13}$/.test(legalRegistration?.value ?? ''))
}

/** Whether a number is the placeholder, or a CNP with its check digit. */
export function isPersonalNumber(number: string): boolean {
  if (number === NO_NUMBER) return true
  const remainder = WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0) % 11
  return /^[1-9]\d{12}$/.test(number) && Number(number[12]) === (remainder === 10 ? 1 : remainder)
}

/** Of the first twelve digits. */
const WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]
