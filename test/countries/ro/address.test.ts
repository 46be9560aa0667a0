import t from 'tap'
import { romanianAddress } from '../../../src/countries/ro/address.js'
import { COUNTIES } from '../../../src/countries/ro/counties.js'

/**
 * What the caller writes as stateOrProvince, city and postal code; the county and city of the
 * document.
 */
const CASES: readonly (readonly [
  state: string | undefined,
  city: string,
  postalCode: string,
  county: string | undefined,
  city: string | undefined,
])[] = [
  ['Cluj', 'Cluj-Napoca', '400114', 'RO-CJ', 'Cluj-Napoca'],
  ['CJ', 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['RO-CJ', 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['ro cj', 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['Județul Cluj', 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['judetul CLUJ', 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['Jud. Cluj', 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['Cluj County', 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['Iași', 'Iași', '700001', 'RO-IS', 'Iași'],
  ['Iaşi', 'Iaşi', '700001', 'RO-IS', 'Iaşi'],
  ['IASI', 'Iasi', '700001', 'RO-IS', 'Iasi'],
  ['Bistrița-Năsăud', 'Bistrița', '420001', 'RO-BN', 'Bistrița'],
  ['bistrita nasaud', 'Bistrita', '420001', 'RO-BN', 'Bistrita'],
  ['Satu Mare', 'Carei', '445100', 'RO-SM', 'Carei'],
  ['Caraș Severin', 'Reșița', '320001', 'RO-CS', 'Reșița'],
  [undefined, 'Turda', '401001', 'RO-CJ', 'Turda'],
  ['', 'Slobozia', '920033', 'RO-IL', 'Slobozia'],
  ['  ', 'Buftea', '070000', 'RO-IF', 'Buftea'],
  [undefined, 'București', '030825', 'RO-B', 'SECTOR3'],
  ['București', 'București', '030825', 'RO-B', 'SECTOR3'],
  ['B', 'Sector 3', '', 'RO-B', 'SECTOR3'],
  ['RO-B', 'SECTOR3', '', 'RO-B', 'SECTOR3'],
  ['Bucharest', 'Sectorul 3', '', 'RO-B', 'SECTOR3'],
  ['Sector 6', 'București', '', 'RO-B', 'SECTOR6'],
  ['Municipiul București', 'Bucuresti, sect. 2', '', 'RO-B', 'SECTOR2'],
  ['Mun. Bucuresti', 'Bucuresti S5', '', 'RO-B', 'SECTOR5'],
  [undefined, 'București Sector 1', '', 'RO-B', 'SECTOR1'],
  // The sector may come from the postal code, the city not.
  ['București', '', '030825', 'RO-B', undefined],
  ['Sector 3', '', '030825', 'RO-B', undefined],
  // An unrecognised name stays as written, and the rules find it.
  ['RO-XX', 'Turda', '401001', 'RO-XX', 'Turda'],
  ['București', 'București', '12', 'RO-B', 'București'],
  ['B', 'Sector 7', '', 'RO-B', 'Sector 7'],
  [undefined, 'Turda', '4010', undefined, 'Turda'],
  [undefined, 'Turda', '991234', undefined, 'Turda'],
  ['Brăila', 'Brăila', '810001', 'RO-BR', 'Brăila'],
  ['Buzău', 'Buzău', '120001', 'RO-BZ', 'Buzău'],
  ['Bacău', 'Bacău', '600001', 'RO-BC', 'Bacău'],
]

for (const [stateOrProvince, city, postalCode, county, shown] of CASES)
  t.test(`${city} ${postalCode} in ${stateOrProvince ?? 'no county'} lies in ${county ?? 'no county'}`, async (t) => {
    const written = {
      street: 'Str. Morii 3',
      city,
      postalCode,
      country: 'RO',
      ...(stateOrProvince === undefined ? {} : { stateOrProvince }),
    }
    t.match(romanianAddress(written), { line1: 'Str. Morii 3', city: shown, country: 'RO' })
    t.equal(romanianAddress(written).subdivision, county)
  })

t.test('Romania has 41 counties and Bucharest, each known by code, name and postal code', async (t) => {
  t.equal(COUNTIES.length, 42)
  t.equal(new Set(COUNTIES.flatMap(({ postalPrefixes }) => postalPrefixes)).size, 47)
  for (const { code, name, postalPrefixes } of COUNTIES)
    for (const state of [code, `RO-${code}`, name, `Județul ${name}`, undefined])
      t.equal(
        romanianAddress({
          city: 'x',
          country: 'RO',
          postalCode: `${postalPrefixes[0] ?? ''}0000`,
          ...(state === undefined ? {} : { stateOrProvince: state }),
        }).subdivision,
        `RO-${code}`,
        `${state ?? 'postal code'} is ${code}`,
      )
})

t.test('an address abroad is left alone', async (t) => {
  const abroad = { street: 'a', city: 'București', postalCode: '030825', country: 'DE', stateOrProvince: 'B' }
  t.match(romanianAddress(abroad), {
    line1: 'a',
    city: 'București',
    postCode: '030825',
    subdivision: 'B',
    country: 'DE',
  })
})
