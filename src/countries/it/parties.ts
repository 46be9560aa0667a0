import { COUNTRIES } from '../../einvoice/codes/countries.js'
import type { InvoiceRequest, Party } from '../../domain/request/invoice-request.js'
import { isSimplified, SIMPLIFIED_FORMAT } from './simplified-types.js'

/** IdPaese and IdCodice: a tax number with the country that issued it. */
interface FiscalId {
  /** ISO 3166-1 alpha-2, Greece as GR, Northern Ireland as XI. */
  readonly country: string
  readonly code: string
}

/**
 * The tax number of a party, split; undefined for a consumer in Italy, who has a codice fiscale
 * instead. Customers abroad always have one, as control 00313 requires: a consumer without a
 * number gets the placeholder of the Agenzia delle Entrate.
 */
export function fiscalId({ vatNumber, address }: Pick<Party, 'vatNumber' | 'address'>): FiscalId | undefined {
  const country = address?.country ?? 'IT'
  if (vatNumber === '')
    return country === 'IT' ? undefined : { country, code: EU.has(country) ? EU_CONSUMER : CONSUMER_OUTSIDE_EU }
  const [, prefix = '', rest = ''] = /^([A-Z]{2})(.+)$/.exec(vatNumber) ?? []
  if (prefix === 'EL') return { country: 'GR', code: rest }
  // CHE is a part of Swiss numbers.
  if (/^CHE\d/.test(vatNumber)) return { country: 'CH', code: vatNumber }
  return prefix === 'XI' || COUNTRIES.has(prefix) ? { country: prefix, code: rest } : { country, code: vatNumber }
}

/**
 * The inverse of `fiscalId`: the VAT number of the API; empty for a consumer's placeholder.
 * @param addressCountry country of the party, ISO 3166-1 alpha-2
 */
export function vatNumberOf({ country, code }: FiscalId, addressCountry: string): string {
  const standIn = fiscalId({ vatNumber: '', address: { country: addressCountry } })
  if (standIn?.country === country && standIn.code === code) return ''
  if (country === 'GR') return `EL${code}`
  return country === 'CH' && /^CHE\d/.test(code) ? code : country + code
}

/** Placeholders for consumers without a number: in the EU, and outside of it. */
const EU_CONSUMER = '0000000'
const CONSUMER_OUTSIDE_EU = 'OO99999999999'
/** The member states by their codes in IdPaese. */
export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** The customer's country, from its address, or else from its tax number. */
export function customerCountry({ customer }: Pick<InvoiceRequest, 'customer'>): string {
  return customer.address?.country ?? fiscalId(customer)?.country ?? 'IT'
}

/** Normalises codes with separators or in lower case: `rss mra 85…`. */
export function upperCode(text: string): string {
  return text.toUpperCase().replaceAll(/[\s.\-/]/g, '')
}

/** The tax office of San Marino, which forwards invoices to businesses there (DM 21 June 2021). */
const SAN_MARINO_OFFICE = '2R4GTO8'

/**
 * CodiceDestinatario: as sent, or else the code for customers abroad, to whom SdI does not deliver
 * except in San Marino, or the code for customers in Italy without their own.
 */
export function recipientCode({ customer }: Pick<InvoiceRequest, 'customer'>): string {
  if (customer.sdiCode !== undefined) return customer.sdiCode.toUpperCase()
  const country = fiscalId(customer)?.country ?? 'IT'
  if (country === 'IT') return '0000000'
  return country === 'SM' && customer.vatNumber !== '' ? SAN_MARINO_OFFICE : 'XXXXXXX'
}

/**
 * FormatoTrasmissione: of a simplified document; for an administration, whose office codes have
 * six characters; or for all others.
 */
export function transmissionFormat(request: InvoiceRequest): 'FPA12' | 'FPR12' | typeof SIMPLIFIED_FORMAT {
  if (isSimplified(request)) return SIMPLIFIED_FORMAT
  return recipientCode(request).length === 6 ? 'FPA12' : 'FPR12'
}

/** TipoDocumento of the documents that the customer issues for or about the supplier. */
const OF_CUSTOMER: ReadonlySet<string> = new Set('TD16 TD17 TD18 TD19 TD20 TD22 TD23 TD28 TD29'.split(' '))

/** Whether the customer issues the document: an integration, or an invoice for the supplier. */
export function isIssuedByCustomer({ documentType = '' }: Pick<InvoiceRequest, 'documentType'>): boolean {
  return OF_CUSTOMER.has(documentType)
}

/**
 * SoggettoEmittente: the customer (CC), or a third party (TZ), which an intermediary is unless it
 * only transmits; undefined: the supplier.
 */
export function issuerCode(
  request: Pick<InvoiceRequest, 'documentType' | 'selfBilled' | 'it'>,
): 'CC' | 'TZ' | undefined {
  if (request.selfBilled === true || isIssuedByCustomer(request)) return 'CC'
  const { intermediary } = request.it ?? {}
  return intermediary !== undefined && intermediary.issues !== false ? 'TZ' : undefined
}

/** The party that transmits: the issuer; if that is not in Italy, the other one, if it is. */
export function transmittingParty(request: InvoiceRequest): 'supplier' | 'customer' {
  const { supplier, customer } = request
  const roles = issuerCode(request) === 'CC' ? (['customer', 'supplier'] as const) : (['supplier', 'customer'] as const)
  return roles.find((role) => fiscalId({ supplier, customer }[role])?.country === 'IT') ?? roles[0]
}

/**
 * IdTrasmittente. SdI expects the codice fiscale there, which equals the VAT number for companies
 * but not for persons.
 */
export function transmitter(request: InvoiceRequest): FiscalId {
  const own = request[transmittingParty(request)]
  const { country, code } = fiscalId(own) ?? { country: 'IT', code: '' }
  return { country, code: own.nationalId === undefined ? code : upperCode(own.nationalId) }
}
