import fc from 'fast-check'
import type { Party } from '../../../src/domain/request/invoice-request.js'
import { frenchExtension } from '../../support/random/extensions.js'
import { address, digits, type LawfulCountry, text } from '../../support/random/invoice.js'

/**
 * A company in France: SIREN in the VAT number, perhaps with SIRET and an address in the
 * directory.
 */
const french: fc.Arbitrary<Party> = fc
  .record({
    key: fc.constantFrom('40', '0A', 'ZZ', '07'),
    // Those that begin with 1 or 2 belong to the public sector, whose invoices have another form.
    siren: fc.stringMatching(/^[03-9]\d{8}$/),
    establishment: digits(5),
    name: text(80),
    address: address('FR'),
    has: fc.integer({ min: 0, max: 15 }),
    phone: digits(5, 15),
    suffix: fc.constantFrom('', '_COMPTA', '_12345678900012', '_A-1.b+c'),
  })
  .map(({ key, siren, establishment, name, address: at, has, phone, suffix }) => ({
    vatNumber: `FR${key}${siren}`,
    name,
    address: at,
    ...((has & 1) === 0 ? {} : { siret: siren + establishment }),
    ...((has & 2) === 0 ? {} : { peppolId: `0225:${siren}${suffix}` }),
    ...((has & 4) === 0 ? {} : { email: 'factures@exemple.example' }),
    ...((has & 8) === 0 ? {} : { phone }),
  }))

const FOREIGN = [
  ['DE', 'DE136695976', undefined],
  ['BE', 'BE0403170701', '0208:0403170701'],
  ['GR', 'EL094259216', undefined],
  ['IT', 'IT00743110157', undefined],
  ['SE', 'SE556036079301', '0007:5560360793'],
  ['CH', 'CHE116281710', undefined],
  ['US', 'US362167060', undefined],
] as const

/** French invoices that obey every rule. */
export const FRENCH: LawfulCountry = {
  country: 'FR',
  extended: frenchExtension,
  supplier: french,
  customer: french,
  customerAbroad: fc.constantFrom(...FOREIGN).chain(([country, vatNumber, peppolId]) =>
    fc.tuple(text(80), address(country)).map(([name, at]) => ({
      vatNumber,
      name,
      address: at,
      email: 'ap@customer.example',
      ...(peppolId === undefined ? {} : { peppolId }),
    })),
  ),
  number: fc.stringMatching(/^[A-Za-z0-9+\-_/]{1,35}$/),
  // BR-FR-DEC: six decimals in a price, four in a quantity.
  edges: { prices: [0, 0.000001, 0.005, 9999999999.99], quantities: [0, 0.0001, 1000] },
  rates: [20, 10, 5.5, 2.1, 8.5, 1.05, 1.75, 13, 7, 19.6, 20.6, 9.2, 9.6],
  currency: (isAbroad) => (isAbroad ? fc.constantFrom('EUR', 'USD') : fc.constant('EUR')),
  exchange: { into: 'EUR', rate: 0.8631, always: true },
  note: fc.oneof(
    text(300),
    fc.constantFrom(
      "Merci !#PMD#Pénalités : 12 % l'an",
      '#BAR#B2BINT#AAB#Escompte de 1 % à 8 jours#REG#SAS au capital de 1 000 €',
      '#PMT#40 €#PMD#12 %#AAB#Néant',
    ),
  ),
  paymentMeans: fc.record(
    {
      bankAccount: fc.constant('FR76 3000 6000 0112 3456 7890 189'),
      bic: fc.constant('AGRIFRPP'),
      paymentTerms: fc.oneof(text(300), fc.constant('Escompte de 2 % sous 8 jours')),
    },
    { requiredKeys: ['bankAccount'] },
  ),
}
