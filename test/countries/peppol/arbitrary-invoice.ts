import fc from 'fast-check'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { germanExtension } from '../../support/random/extensions.js'
import { address, digits, type LawfulCountry, party, text } from '../../support/random/invoice.js'

/** Customers abroad, with the participant id where the VAT number implies none. */
const FOREIGN = [
  ['AT', 'ATU12345675', undefined],
  ['FR', 'FR40303265045', undefined],
  ['GR', 'EL094259216', undefined],
  ['NL', 'NL123456789B12', undefined],
  ['IT', 'IT12345678903', undefined],
  ['FI', 'FI12345678', undefined],
  ['US', 'US123456789', '0060:123456789'],
  ['MD', 'MD1003600012345', '0088:7300010000001'],
] as const

interface PeppolCase {
  readonly country: CountryCode
  readonly rates: readonly number[]
  readonly bankAccount: string
  /** VAT numbers of the country with right check digits. */
  readonly vatNumber: fc.Arbitrary<string>
  /** Whether seller contact and bank account must always be there, as XRechnung has it. */
  readonly isStrict: boolean
}

function overPeppol({ country, rates, bankAccount, vatNumber, isStrict }: PeppolCase): LawfulCountry {
  const at = (where: string) => address(where, ['city', 'postalCode'])
  return {
    country,
    supplier: party(vatNumber, at(country), isStrict ? ['email', 'phone'] : []),
    customer: party(vatNumber, at(country)),
    customerAbroad: fc
      .constantFrom(...FOREIGN)
      .chain(([where, vat, peppolId]) =>
        party(fc.constant(vat), at(where)).map((each) => (peppolId === undefined ? each : { ...each, peppolId })),
      ),
    number: text(20, '#'),
    rates,
    currency: () => fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
    exchange: { into: 'EUR', rate: 0.9276, always: false },
    note: text(300, '#'),
    paymentMeans: fc.record(
      { bankAccount: fc.constant(bankAccount), bic: fc.constant('GEBABEBB'), paymentTerms: text(300, '#') },
      { requiredKeys: ['bankAccount'] },
    ),
    ...(isStrict && { alwaysPaymentMeans: true }),
    issueDates: ['2026-10-16', '2026-11-20', '2026-11-21'],
  }
}

/** Belgian invoices that obey every rule. */
export const BELGIAN = overPeppol({
  country: 'BE',
  rates: [21, 12, 6],
  bankAccount: 'BE68 5390 0754 7034',
  isStrict: false,
  vatNumber: digits(7).map((start) => {
    const body = `0${start}`
    return `BE${body}${String(97 - (Number(body) % 97)).padStart(2, '0')}`
  }),
})

/** German invoices that obey every rule. */
export const GERMAN: LawfulCountry = {
  extended: germanExtension,
  ...overPeppol({
    country: 'DE',
    rates: [19, 7],
    bankAccount: 'DE89 3704 0044 0532 0130 00',
    isStrict: true,
    vatNumber: digits(8).map((number) => `DE1${number}`),
  }),
}
