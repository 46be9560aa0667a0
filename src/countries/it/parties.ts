import { COUNTRIES } from '../../einvoice/codes/countries.js'
import type { InvoiceRequest, Party } from '../../domain/request/invoice-request.js'

/** IdPaese and IdCodice: a tax number with the country that gave it. */
export interface FiscalId {
  /** ISO 3166-1 alpha-2, Greece as GR, Northern Ireland as XI. */
  readonly country: string
  readonly code: string
}

/**
 * The tax number of a party, taken apart; undefined for a consumer in Italy, whom the codice
 * fiscale identifies. Customers abroad always have one, as control 00313 wants it: where a
 * consumer has no number, the stand-in that the Agenzia delle Entrate names for it.
 */
export function fiscalId({ vatNumber, address }: Pick<Party, 'vatNumber' | 'address'>): FiscalId | undefined {
  const country = address?.country ?? 'IT'
  if (vatNumber === '')
    return country === 'IT' ? undefined : { country, code: EU.has(country) ? EU_CONSUMER : NOBODY_OUTSIDE_EU }
  const [, prefix = '', rest = ''] = /^([A-Z]{2})(.+)$/.exec(vatNumber) ?? []
  if (prefix === 'EL') return { country: 'GR', code: rest }
  // Swiss numbers begin with CHE, which is a part of them.
  if (/^CHE\d/.test(vatNumber)) return { country: 'CH', code: vatNumber }
  return prefix === 'XI' || COUNTRIES.has(prefix) ? { country: prefix, code: rest } : { country, code: vatNumber }
}

/**
 * The VAT number of the API of which `fiscalId` makes these; empty for a stand-in of a consumer.
 * @param addressCountry where the party is, ISO 3166-1 alpha-2
 */
export function vatNumberOf({ country, code }: FiscalId, addressCountry: string): string {
  const standIn = fiscalId({ vatNumber: '', address: { country: addressCountry } })
  if (standIn?.country === country && standIn.code === code) return ''
  if (country === 'GR') return `EL${code}`
  return country === 'CH' && /^CHE\d/.test(code) ? code : country + code
}

/** Stand-ins for consumers without a number: in the EU, and outside of it. */
const EU_CONSUMER = '0000000'
const NOBODY_OUTSIDE_EU = 'OO99999999999'
/** The member states, as IdPaese has them. */
export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Where the customer is: by its address, else by its tax number. */
export function customerCountry({ customer }: Pick<InvoiceRequest, 'customer'>): string {
  return customer.address?.country ?? fiscalId(customer)?.country ?? 'IT'
}

/** Of codes that people write with separators or in lower case: `rss mra 85…`. */
export function upperCode(text: string): string {
  return text.toUpperCase().replaceAll(/[\s.\-/]/g, '')
}

/** The tax office of San Marino, which hands invoices on to businesses there (DM 21 June 2021). */
const SAN_MARINO_OFFICE = '2R4GTO8'

/**
 * CodiceDestinatario: as given; else that of customers abroad, which SdI delivers to nobody but
 * businesses in San Marino, or the one for customers in Italy who have told none.
 */
export function recipientCode({ customer }: Pick<InvoiceRequest, 'customer'>): string {
  if (customer.sdiCode !== undefined) return customer.sdiCode.toUpperCase()
  const country = fiscalId(customer)?.country ?? 'IT'
  if (country === 'IT') return '0000000'
  return country === 'SM' && customer.vatNumber !== '' ? SAN_MARINO_OFFICE : 'XXXXXXX'
}

/**
 * FormatoTrasmissione: to an administration, whose office codes have six characters, or to anybody
 * else.
 */
export function transmissionFormat(request: InvoiceRequest): 'FPA12' | 'FPR12' {
  return recipientCode(request).length === 6 ? 'FPA12' : 'FPR12'
}

/**
 * IdTrasmittente: the supplier, else the customer, who issues invoices for suppliers abroad
 * (TD17 and the like). SdI looks for the codice fiscale there, which companies have in common with
 * the VAT number and persons have not.
 */
export function transmitter({ supplier, customer }: InvoiceRequest): FiscalId {
  const own = [supplier, customer].find((party) => fiscalId(party)?.country === 'IT') ?? supplier
  const { country, code } = fiscalId(own) ?? { country: 'IT', code: '' }
  return { country, code: own.nationalId === undefined ? code : upperCode(own.nationalId) }
}
