import fc from 'fast-check'
import { countryOf } from '../src/countries/registry.js'
import type { DocumentProfileName } from '../src/countries/document-profiles.js'
import type { CountryCode } from '../src/domain/accepted-invoice.js'
import { lawfulInvoice as french } from '../test/countries/fr/arbitrary-invoice.js'
import { digits, lawfulInvoice as overPeppol } from '../test/countries/peppol/arbitrary-invoice.js'
import { lawfulInvoice as romanian, type RandomInvoice } from '../test/countries/ro/arbitrary-invoice.js'
import type { Case } from './official-documents.js'

const MOST_LINES = 12

/** Random invoices that obey every rule, as the tests of each country make them. */
const LAWFUL: Readonly<Partial<Record<DocumentProfileName, readonly [CountryCode, fc.Arbitrary<RandomInvoice>]>>> = {
  ro: ['RO', romanian(MOST_LINES)],
  be: [
    'BE',
    overPeppol(
      {
        ...{ country: 'BE', rates: [21, 12, 6], bankAccount: 'BE68 5390 0754 7034', isStrict: false },
        vatNumber: digits(7).map((start) => {
          const body = `0${start}`
          return `BE${body}${String(97 - (Number(body) % 97)).padStart(2, '0')}`
        }),
      },
      MOST_LINES,
    ),
  ],
  de: [
    'DE',
    overPeppol(
      {
        ...{ country: 'DE', rates: [19, 7], bankAccount: 'DE89 3704 0044 0532 0130 00', isStrict: true },
        vatNumber: digits(8).map((number) => `DE1${number}`),
      },
      MOST_LINES,
    ),
  ],
  fr: ['FR', french(MOST_LINES)],
}

/** So many documents of a country that we convert from random lawful invoices; the same for the same seed. */
export function* randomDocuments(profile: DocumentProfileName, wanted: number, seed: number): Generator<Case> {
  const lawful = LAWFUL[profile]
  const invoicing = lawful && countryOf(lawful[0]).invoicing
  if (lawful === undefined || invoicing == null) return
  let made = 0
  for (const { invoice, attachments } of fc.sample(lawful[1], { seed, numRuns: wanted })) {
    made += 1
    yield { profile, name: `${profile} random invoice ${made}`, xml: invoicing.convert(invoice, attachments).xml }
  }
}
