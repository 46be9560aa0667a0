import type { Country, Invoicing } from '../../../countries/country.js'
import type { CountryExample } from '../../../countries/example.js'
import { COUNTRIES } from '../../../countries/registry.js'

const ALL = Object.values(COUNTRIES)

/** A country that declares an example. */
interface ShownCountry extends Country {
  readonly invoicing: Invoicing
  readonly example: CountryExample
}

/**
 * The country whose example the reference uses to show the path of an invoice: the first that
 * declares one.
 */
export const SHOWN: ShownCountry = shown()

function shown(): ShownCountry {
  const found = ALL.find((country): country is ShownCountry => Boolean(country.example && country.invoicing))
  if (found === undefined) throw new Error('no country declares an example of its invoices')
  return found
}

/** Some countries that have something in common. */
interface Group<Common> {
  /** Their English names, with commas between. */
  readonly names: string
  readonly countries: readonly Country[]
  readonly common: Common
}

/**
 * Groups the countries, in their order, by the values that `commonOf` returns for them; countries
 * without a value are left out.
 */
export function groupsBy<Common>(commonOf: (country: Country) => readonly Common[]): readonly Group<Common>[] {
  const groups = new Map<string, { common: Common; countries: Country[] }>()
  for (const country of ALL) {
    for (const common of commonOf(country)) {
      const key = JSON.stringify(common)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { common, countries: [country] })
      else group.countries.push(country)
    }
  }
  return [...groups.values()].map(({ common, countries }) => ({
    names: countries.map(({ name }) => name).join(', '),
    countries,
    common,
  }))
}
