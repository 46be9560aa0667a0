import type { Address as AcceptedAddress } from '../../domain/request/invoice-request.js'
import type { Address } from '../../einvoice/model/parties.js'
import { plainAddress } from '../peppol/address.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { BUCHAREST, COUNTIES, type County } from './counties.js'

/**
 * An address in the codes of CIUS-RO: for Romania the subdivision in ISO 3166-2:RO (BR-RO-110,
 * BR-RO-111), and in Bucharest the city as SECTOR1 to SECTOR6 (BR-RO-100, BR-RO-101). The county
 * comes from `stateOrProvince` in any of its usual spellings; without one, from the city if that
 * is Bucharest, else from the postal code, which determines county and sector. An unknown county
 * or city is left unchanged.
 */
export function romanianAddress(address: AcceptedAddress): Address {
  const plain = plainAddress(address)
  const { city, postCode: postalCode, subdivision: stateOrProvince } = plain
  if (address.country !== 'RO') return plain
  const county = countyOf(stateOrProvince, city, postalCode)
  return {
    ...plain,
    // The specification requires a city; a postal code determines the sector, but not the city.
    city: county === BUCHAREST && city !== undefined ? (sectorOf(address) ?? city) : city,
    subdivision: county === undefined ? stateOrProvince : `RO-${county.code}`,
  }
}

function countyOf(
  state: string | undefined,
  city: string | undefined,
  postalCode: string | undefined,
): County | undefined {
  if (isBlank(state)) {
    if (city !== undefined && (isBucharest(city) || sectorIn(city) !== undefined)) return BUCHAREST
    const prefix = /^\s*(\d\d)\d{4}\s*$/.exec(postalCode ?? '')?.[1]
    return prefix === undefined ? undefined : COUNTIES.find((county) => county.postalPrefixes.includes(prefix))
  }
  return isBucharest(state) || sectorIn(state) !== undefined ? BUCHAREST : BY_SPELLING.get(spelling(state))
}

/** The sector named by city or subdivision; else the one of the postal code. */
function sectorOf({ city = '', stateOrProvince = '', postalCode = '' }: AcceptedAddress): string | undefined {
  const sector = sectorIn(city) ?? sectorIn(stateOrProvince) ?? /^\s*0([1-6])\d{4}\s*$/.exec(postalCode)?.[1]
  return sector === undefined ? undefined : `SECTOR${sector}`
}

const SECTOR = /(?<![a-z])(?:s|sect|sector|sectorul)[ .]*([1-6])(?![0-9])/g

/** `Sector 3`, `SECTOR3`, `Sectorul 3`, `București, sect. 3`, `S3`. */
function sectorIn(text: string): string | undefined {
  return /[1-6]/.test(text) ? [...plainLetters(text).matchAll(SECTOR)].at(-1)?.[1] : undefined
}

function isBucharest(text: string): boolean {
  return /^(?:ro-?b|b|(?:mun(?:\.|icipiul)? ?)?(?:bucuresti|bucharest))(?![a-z])/.test(plainLetters(text).trim())
}

/** Lower case without diacritics: `Județul Iași` becomes `judetul iasi`. */
function plainLetters(text: string): string {
  const isPlain = /^[ -~]*$/.test(text)
  return (isPlain ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')).toLowerCase()
}

/**
 * A county's name or code without prefixes and separators: `RO-CJ` becomes `cj`, `Jud. Cluj` and
 * `CLUJ` become `cluj`.
 */
function spelling(text: string): string {
  return plainLetters(text)
    .trim()
    .replace(/^(?:ro(?:\s*[-_]\s*|\s+)(?=[a-z]{1,2}$)|(?:judetul|judet|jud)\b\.?)/, '')
    .replaceAll(/[^a-z]/g, '')
    .replace(/county$/, '')
}

const BY_SPELLING: ReadonlyMap<string, County> = new Map(
  COUNTIES.flatMap((county) => [
    [spelling(county.name), county],
    [county.code.toLowerCase(), county],
  ]),
)
