import fc from 'fast-check'
import type { Identifier } from '../../../src/einvoice/model/invoice-model.js'
import type { Address, Contact, Party, SellerParty } from '../../../src/einvoice/model/parties.js'

/** A value, or undefined. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined })
}

/**
 * Text of any script, with characters that XML must escape and white space inside; without `#`,
 * which is markup in notes and terms.
 */
export function text(max: number): fc.Arbitrary<string> {
  const characters = fc.constantFrom(...'abc ABC 019 ăâîșț éüß ąęż Ωλ Жя 漢字 ﷺ 😀🧾 &<>"\'/.,;:-+()%€]')
  return fc
    .array(characters, { minLength: 1, maxLength: max })
    .map((found) => `x${found.join('')}`.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''))
}

/** An address in that country (ISO 3166-1 alpha-2), each part of which may be missing. */
export function address(country: string): fc.Arbitrary<Address> {
  return fc.record({
    line1: maybe(text(30)),
    line2: maybe(text(30)),
    line3: maybe(text(30)),
    city: text(20),
    postCode: text(8),
    subdivision: maybe(text(20)),
    country: fc.constant(country),
  })
}

const contact: fc.Arbitrary<Contact> = fc.record({
  name: text(30),
  telephone: fc.constantFrom('+49 30 12345', '0049-89-1234567'),
  email: fc.constantFrom('billing@example.org', 'rechnung@beispiel.example'),
})

function base(hasVat: boolean, country: string, vat: string) {
  return {
    name: text(40),
    tradingName: maybe(text(30)),
    legalRegistration: maybe(
      fc.constantFrom({ value: 'HRB 12', scheme: undefined }, { value: '303265045', scheme: '0002' }),
    ),
    vatIdentifier: hasVat ? fc.constant(vat) : fc.constant(undefined),
    electronicAddress: fc.constantFrom(
      { value: 'a&b@example.org', scheme: 'EM' },
      { value: '5798009811578', scheme: '0088' },
    ),
    address: address(country),
    contact,
  }
}

const PLAIN: Identifier = { value: 'SUP-1', scheme: undefined }
const GLN: Identifier = { value: '5798009811639', scheme: '0088' }

/** BG-4. Identifiers without a scheme come first, as the schema of CII has them. */
export function seller(hasVat: boolean): fc.Arbitrary<SellerParty> {
  const number = hasVat ? maybe(fc.constant('123/456/7890')) : fc.constant(undefined)
  return fc.record({
    ...base(hasVat, 'DE', 'DE136695976'),
    identifiers: fc.constantFrom([PLAIN], [GLN], [PLAIN, GLN]),
    taxRegistration: number,
    legalInformation: maybe(text(60)),
  })
}

/** BG-7. */
export function buyer(hasVat: boolean): fc.Arbitrary<Party> {
  return fc.record({
    ...base(hasVat, 'FR', 'FR40303265045'),
    identifiers: fc.constantFrom([], [PLAIN], [GLN]),
  })
}
