import type { Invoice } from '../model.js'
import { normalised } from './rule.js'

export const PEPPOL_BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** The business processes that Peppol BIS Billing 3.0 approves, France's own included. */
export const PEPPOL_PROCESSES: ReadonlySet<string> = new Set([
  PEPPOL_BILLING_PROCESS,
  'urn:peppol:france:billing:regulated',
  'urn:peppol:france:billing:non-regulated',
  'urn:peppol:bis:billing_with_response',
])

/** `$supplierCountryIsDE and $customerCountryIsDE`: both parties have a German address. */
export function isInGermany({ seller, buyer }: Invoice): boolean {
  return isGerman(seller) && isGerman(buyer)
}

function isGerman({ address }: Invoice['buyer']): boolean {
  return normalised(address?.country ?? '').toUpperCase() === 'DE'
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isCalendarDay(date: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** `$profile` is 01 or 02: a process that Peppol BIS Billing knows. */
export function isBillingProcess({ businessProcess }: Invoice): boolean {
  return PEPPOL_PROCESSES.has(normalised(businessProcess ?? ''))
}

/**
 * `$supplierCountry`: the first two letters of the seller's VAT number, else of its tax representative's, else of its address. A VAT number
 * of spaces alone gives the empty string.
 */
export function supplierCountry({ seller, taxRepresentative }: Invoice): string {
  const numbers = [seller.vatIdentifier, taxRepresentative?.vatIdentifier]
  return countryOf(
    numbers.find((number) => number !== undefined && number !== ''),
    seller.address?.country,
  )
}

/** `$accountingSupplierCountry`, which leaves the tax representative out. */
export function accountingSupplierCountry({ seller }: Invoice): string {
  return countryOf(seller.vatIdentifier, seller.address?.country)
}

/** `$customerCountry`. */
export function customerCountry({ buyer }: Invoice): string {
  return countryOf(buyer.vatIdentifier, buyer.address?.country)
}

function countryOf(vatNumber: string | undefined, address: string | undefined): string {
  const country = vatNumber === undefined || vatNumber === '' ? (address ?? 'XX') : vatNumber.slice(0, 2)
  return normalised(country).toUpperCase()
}

/** Where the seller, or both, have their address, compared as written. */
export function sellerIsIn({ seller }: Invoice, country: string): boolean {
  return seller.address?.country === country
}

export function bothAreIn(invoice: Invoice, country: string): boolean {
  return sellerIsIn(invoice, country) && invoice.buyer.address?.country === country
}
