import { isBlank } from '../../einvoice/xml/white-space.js'

/** The identification of a party in FA(3): one choice of TPodmiot2 and TPodmiot3. */
export type Identity =
  | { readonly kind: 'nip'; readonly nip: string }
  /** A unit of a taxpayer: its NIP, a dash and five digits. */
  | { readonly kind: 'internal'; readonly id: string }
  | { readonly kind: 'eu'; readonly country: string; readonly number: string }
  | { readonly kind: 'other'; readonly country: string | undefined; readonly number: string }
  | { readonly kind: 'none' }

/** TKodyKrajowUE: prefixes of VAT numbers of the EU and Northern Ireland. */
const EU = new Set('AT BE BG CY CZ DK EE FI FR DE EL HR HU IE IT LV LT LU MT NL PT RO SK SI ES SE XI'.split(' '))

/** Identifies a further party, which may be a unit of a taxpayer with an internal id. */
export function identityOfUnit(party: Numbered): Identity {
  const identity = identityOf(party)
  return identity.kind === 'other' && isBlank(party.vatNumber) && /^\d{10}-\d{5}$/.test(identity.number)
    ? { kind: 'internal', id: identity.number }
    : identity
}

/** The numbers of a party in the API. */
interface Numbered {
  readonly vatNumber?: string | undefined
  readonly nationalId?: string | undefined
  /** Of its address. */
  readonly country?: string | undefined
}

/**
 * Identifies supplier or customer. A Polish VAT number is a NIP, one of the EU has its own
 * element, any other number is written with the country of the address. Without a VAT number the
 * other number counts; a consumer needs none.
 */
export function identityOf({ vatNumber, nationalId, country }: Numbered): Identity {
  if (!isBlank(vatNumber)) {
    // Pasted numbers have separators; those of supplier and customer are already removed.
    const number = vatNumber.toUpperCase().replace(/[ .-]/g, '')
    const prefix = number.slice(0, 2)
    if (prefix === 'PL' || /^\d{10}$/.test(number)) return { kind: 'nip', nip: number.replace(/^PL/, '') }
    if (EU.has(prefix)) return { kind: 'eu', country: prefix, number: number.slice(2) }
    return { kind: 'other', country, number: vatNumber }
  }
  if (isBlank(nationalId)) return { kind: 'none' }
  return { kind: 'other', country, number: nationalId }
}

const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]

/**
 * Whether ten digits are a NIP: the weighted sum modulo 11 is the last digit; 10 is never issued.
 */
export function isNip(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return sum % 11 === Number(digits[9])
}
