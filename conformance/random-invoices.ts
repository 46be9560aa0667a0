import fc from 'fast-check'
import { countryOf } from '../src/countries/registry.js'
import { lawful, RANDOM_COUNTRIES, type RandomCountry } from '../test/support/random/countries.js'
import type { Case } from './official-documents.js'

const MOST_LINES = 12

/**
 * So many documents of a country that are converted from random lawful invoices, in every syntax
 * that the country accepts; the same for the same seed.
 */
export function* randomDocuments(profile: string, wanted: number, seed: number): Generator<Case> {
  const countries = Object.keys(RANDOM_COUNTRIES) as RandomCountry[]
  const country = countries.find((each) => RANDOM_COUNTRIES[each][2] === profile)
  const invoicing = country && countryOf(country).invoicing
  if (country === undefined || invoicing == null) return
  let made = 0
  for (const { invoice, attachments } of fc.sample(lawful(country, MOST_LINES), { seed, numRuns: wanted })) {
    const format = invoicing.formats[made % invoicing.formats.length]
    made += 1
    const { xml } = invoicing.convert(format === undefined ? invoice : { ...invoice, format }, attachments)
    yield { profile, name: `${profile} random invoice ${made}`, xml }
  }
}
