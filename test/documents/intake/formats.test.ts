import fc from 'fast-check'
import t from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import { FORMATS, parseInstant } from '../../../src/documents/intake/formats.js'
import { normalisePartyVat } from '../../../src/documents/intake/vat-numbers.js'

t.test('an instant is ISO 8601 and nothing else', async (t) => {
  for (const [text, instant] of [
    ['2026-03-31', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31T10:00Z', '2026-03-31T10:00:00.000Z'],
    ['2026-03-31T10:00:00+02:00', '2026-03-31T08:00:00.000Z'],
    ['2026-03-31T10:00:00-0530', '2026-03-31T15:30:00.000Z'],
    ['2026-03-31t10:00:00.123456z', '2026-03-31T10:00:00.123Z'],
    ['2026-03-31T10:00:00', '2026-03-31T10:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-03-31T24:00:00Z', undefined],
    ['2026-03-31 10:00', undefined],
    ['2026-03-31T10:00:00+99:00', undefined],
    ['0001-01-01', undefined],
    ['1774951800000', undefined],
    ['', undefined],
  ] as const) {
    t.equal(parseInstant(text)?.toISOString(), instant, text)
  }
})

t.test('Base64 is padded, of the standard alphabet, and of one spelling', async (t) => {
  const base64 = FORMATS['base64']
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1 }),
      (bytes) => base64?.test(Buffer.from(bytes).toString('base64')) === true,
    ),
  )
  for (const text of ['', 'a', 'ab', 'abc', 'ab=', 'a===', 'ab\n=', 'a-_=', 'ab=c', 'QR==', ' QQ=='])
    t.notOk(base64?.test(text), text)
})

t.test("a party's VAT number gets the prefix of its country, and keeps the one it has", async (t) => {
  for (const [vatNumber, country, expected] of [
    ['ro 12.345-674', 'RO', 'RO12345674'],
    ['12345674', 'RO', 'RO12345674'],
    ['DE136695976', 'RO', 'DE136695976'],
    ['123456789', 'GR', 'EL123456789'],
    ['U12345678', 'AT', 'ATU12345678'],
    ['123456789', 'US', '123456789'],
    ['x', 'RO', 'X'],
  ] as const) {
    t.equal(normalisePartyVat(vatNumber, country, countryOf), expected)
  }
})
