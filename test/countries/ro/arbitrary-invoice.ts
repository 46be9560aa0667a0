import fc from 'fast-check'
import { COUNTIES } from '../../../src/countries/ro/counties.js'
import type { Address } from '../../../src/domain/request/invoice-request.js'
import { address, digits, type LawfulCountry, party, text } from '../../support/random/invoice.js'

const romanianAddress: fc.Arbitrary<Address> = fc
  .tuple(fc.constantFrom(...COUNTIES), text(60), text(40), digits(4), fc.integer({ min: 0, max: 4 }))
  .map(([county, street, city, postal, spelling]) => {
    const postalCode = (county.postalPrefixes[0] ?? '') + postal
    const base = { street: `Str. ${street}`, city: `Loc. ${city}`, postalCode, country: 'RO' }
    if (county.code === 'B')
      return (
        [
          { ...base, city: 'București' },
          { ...base, city: 'Sector 4', stateOrProvince: 'B' },
        ][spelling % 2] ?? base
      )
    const spellings = [county.name, county.code, `RO-${county.code}`, `Județul ${county.name}`, undefined]
    const stateOrProvince = spellings[spelling]
    return stateOrProvince === undefined ? base : { ...base, stateOrProvince }
  })

const romanian = party(
  digits(2, 10).map((number) => `RO${number}`),
  romanianAddress,
)

const FOREIGN = [
  ['DE', 'DE136695976'],
  ['FR', 'FR40303265045'],
  ['GR', 'EL094259216'],
  ['HU', 'HU10773381'],
  ['US', 'US123456789'],
  ['MD', 'MD1003600012345'],
] as const

/** Romanian invoices that obey every rule. */
export const ROMANIAN: LawfulCountry = {
  country: 'RO',
  supplier: romanian,
  customer: romanian,
  customerAbroad: fc
    .constantFrom(...FOREIGN)
    .chain(([country, vat]) =>
      party(fc.constant(vat), address(country, ['street', 'city', 'postalCode', 'stateOrProvince'])),
    ),
  number: fc.tuple(text(20), digits(1, 8)).map(([prefix, number]) => `${prefix}-${number}`),
  rates: [21, 11, 19, 9, 5],
  currency: (isAbroad) => (isAbroad ? fc.constantFrom('EUR', 'USD') : fc.constant('RON')),
  exchange: { into: 'RON', rate: 4.9763, always: true },
  note: text(300),
  paymentMeans: fc.record(
    {
      bankAccount: fc.constant('RO49 AAAA 1B31 0075 9384 0000'),
      bic: fc.constant('AAAAROBU'),
      paymentTerms: text(300),
    },
    { requiredKeys: ['bankAccount'] },
  ),
}
