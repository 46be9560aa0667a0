import type { Address } from '../../einvoice/model/parties.js'
import type { Writer } from './amounts.js'

/** Names of Romanian counties by ISO 3166-2:RO code without `RO-`. */
const COUNTIES: ReadonlyMap<string, string> = new Map(
  `AB Alba|AG Argeș|AR Arad|BC Bacău|BH Bihor|BN Bistrița-Năsăud|BR Brăila|BT Botoșani|BV Brașov|BZ Buzău|CJ Cluj|CL Călărași
  |CS Caraș-Severin|CT Constanța|CV Covasna|DB Dâmbovița|DJ Dolj|GJ Gorj|GL Galați|GR Giurgiu|HD Hunedoara|HR Harghita|IF Ilfov
  |IL Ialomița|IS Iași|MH Mehedinți|MM Maramureș|MS Mureș|NT Neamț|OT Olt|PH Prahova|SB Sibiu|SJ Sălaj|SM Satu Mare|SV Suceava
  |TL Tulcea|TM Timiș|TR Teleorman|VL Vâlcea|VN Vrancea|VS Vaslui`
    .split('|')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
)

/** Countries in whose addresses the place comes before the post code. */
const PLACE_FIRST = new Set(['GB', 'US', 'CA', 'AU', 'IE', 'IN'])

/** An address as on a letter in its country, line by line. */
export function addressLines(address: Address | undefined, write: Pick<Writer, 'country'>): readonly string[] {
  if (address === undefined) return []
  const { line1, line2, line3, country } = address
  return [line1, line2, line3, ...places(address), write.country(country)].filter(
    (line): line is string => line !== undefined && line !== '',
  )
}

/** The line of the place, with its province or county. */
function places({ postCode = '', city = '', subdivision = '', country }: Address): readonly string[] {
  if (country === 'RO') return romanianPlace(postCode, city, subdivision)
  if (country === 'IT' && /^[A-Z]{2}$/.test(subdivision)) return [spaced(postCode, city, `(${subdivision})`)]
  const region = subdivision.startsWith(`${country}-`) ? subdivision.slice(country.length + 1) : subdivision
  if (PLACE_FIRST.has(country)) return [spaced(listed(city, region), postCode)]
  return [listed(spaced(postCode, city), region === city ? '' : region)]
}

/** CIUS-RO has `RO-CJ` for the county and `SECTOR3` for the city of Bucharest. */
function romanianPlace(postCode: string, city: string, subdivision: string): readonly string[] {
  const code = subdivision.replace(/^RO-/, '')
  if (code === 'B') {
    const sector = /^SECTOR ?([1-6])$/i.exec(city)?.[1]
    return [spaced(postCode, sector === undefined ? city : `București, sector ${sector}`)]
  }
  const county = COUNTIES.get(code)
  return [listed(spaced(postCode, city), county === undefined ? code : `jud. ${county}`)]
}

function spaced(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function listed(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}
