import t from 'tap'
import { COUNTRY_CODES, countryOf } from '../../src/countries/registry.js'
import type { CountryCode } from '../../src/domain/request/invoice-request.js'

t.test('every country of the service is registered under its own code', async (t) => {
  for (const code of COUNTRY_CODES) {
    const country = countryOf(code)
    t.equal(country.code, code)
    t.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: country.timeZone }), country.timeZone)
    const example = /for example (\S+)/.exec(country.vat.description)?.[1] ?? ''
    t.equal(country.vat.normalise(example, { checkDigit: true }), example, `the example of ${code} is right`)
  }
})

/** As written, and as it is kept: by its format alone, and with the check digit. */
const CASES: readonly (readonly [CountryCode, string, string | null, string | null])[] = [
  ['RO', 'RO18547290', 'RO18547290', 'RO18547290'],
  ['RO', '18547290', 'RO18547290', 'RO18547290'],
  ['RO', ' ro 18.547-290 ', 'RO18547290', 'RO18547290'],
  ['RO', 'RO19', 'RO19', 'RO19'],
  ['RO', 'RO12', 'RO12', null],
  ['RO', 'RO1', null, null],
  ['RO', 'RO12345674901', null, null],
  ['RO', 'RORO123', null, null],
  ['RO', 'DE136695976', null, null],
  ['RO', '', null, null],
  ['IT', '00743110157', 'IT00743110157', 'IT00743110157'],
  ['IT', 'IT00743110158', 'IT00743110158', null],
  ['IT', 'IT0074311015', null, null],
  ['BE', '0403.170.701', 'BE0403170701', 'BE0403170701'],
  ['BE', 'BE0403170702', 'BE0403170702', null],
  ['BE', 'BE2403170701', null, null],
  ['PL', '526-025-02-74', 'PL5260250274', 'PL5260250274'],
  ['PL', 'PL5260250275', 'PL5260250275', null],
  ['FR', 'FR40303265045', 'FR40303265045', 'FR40303265045'],
  ['FR', '40303265045', 'FR40303265045', 'FR40303265045'],
  ['FR', 'FR41303265045', 'FR41303265045', null],
  ['FR', 'FRFR303265045', 'FRFR303265045', 'FRFR303265045'],
  ['FR', 'FRI0303265045', null, null],
  ['DE', 'DE 136 695 976', 'DE136695976', 'DE136695976'],
  ['DE', 'DE136695977', 'DE136695977', null],
  ['DE', 'DE036695976', null, null],
]

for (const [country, written, byFormat, byCheckDigit] of CASES)
  t.test(`${country}: "${written}" is ${byFormat ?? 'no VAT number'}`, async (t) => {
    const { vat } = countryOf(country)
    t.equal(vat.normalise(written, { checkDigit: false }), byFormat)
    t.equal(vat.normalise(written, { checkDigit: true }), byCheckDigit, 'with the check digit')
  })
