import type { Country } from '../../countries/country.js'
import { COUNTRY_CODES } from '../../countries/registry.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { isOneOf } from '../../domain/keys.js'

/** Prefixes of VAT numbers in and around the EU. Greece's is not its country code. */
const PREFIXES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI GB CH NO IS LI RS UA TR'.split(
    ' ',
  ),
)

/**
 * A party's VAT number as countries expect it: upper case, without separators, with the prefix of
 * the party's country if it has none. The rules judge the rest: an invalid number is only cleaned.
 */
export function normalisePartyVat(
  vatNumber: string,
  partyCountry: string,
  countryOf: (code: CountryCode) => Country,
): string {
  const cleaned = vatNumber
    .toUpperCase()
    .replaceAll(/[\s.\-\u2010-\u2015]/g, '')
    // Many write Greece's country code, which its VAT numbers do not have.
    .replace(/^GR(?=\d{9}$)/, 'EL')
  if (PREFIXES.has(cleaned.slice(0, 2))) return cleaned
  if (isSupported(partyCountry)) return countryOf(partyCountry).vat.normalise(cleaned, { checkDigit: false }) ?? cleaned
  const prefix = partyCountry === 'GR' ? 'EL' : partyCountry
  return PREFIXES.has(prefix) && /^[0-9A-Z+*]{2,14}$/.test(cleaned) ? prefix + cleaned : cleaned
}

function isSupported(country: string): country is CountryCode {
  return isOneOf(COUNTRY_CODES, country)
}
