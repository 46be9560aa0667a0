import fc from 'fast-check'
import { countryOf } from '../src/countries/registry.js'
import { lawful, RANDOM_COUNTRIES, type RandomCountry } from '../test/support/random/countries.js'
import { lawfulItalian } from '../test/countries/it/arbitrary-invoice.js'
import { lawfulPolish } from '../test/countries/pl/arbitrary-invoice.js'
import type { RandomInvoice } from '../test/support/random/invoice.js'
import type { Case } from './official-documents.js'

const MOST_LINES = 12

/** Lawful invoices by the profile that judges them. */
const INVOICES: Readonly<Record<string, fc.Arbitrary<RandomInvoice>>> = {
  ...Object.fromEntries(
    (Object.keys(RANDOM_COUNTRIES) as RandomCountry[]).map((country) => [
      RANDOM_COUNTRIES[country][2],
      lawful(country, MOST_LINES),
    ]),
  ),
  it: lawfulItalian(MOST_LINES),
  pl: lawfulPolish(MOST_LINES),
}

/**
 * So many documents of a country that are converted from random lawful invoices, in every syntax
 * that the country accepts; the same for the same seed.
 */
export function* randomDocuments(profile: string, wanted: number, seed: number): Generator<Case> {
  const invoices = INVOICES[profile]
  if (invoices === undefined) return
  let made = 0
  for (const { invoice, attachments } of fc.sample(invoices, { seed, numRuns: wanted })) {
    const { invoicing } = countryOf(invoice.country)
    if (invoicing === null) return
    const format = invoicing.formats[made % invoicing.formats.length]
    made += 1
    const { xml } = invoicing.convert(format === undefined ? invoice : { ...invoice, format }, attachments)
    yield { profile, name: `${profile} random invoice ${made}`, xml }
  }
}
