import { Type } from '@sinclair/typebox'
import { COUNTRY_CODES } from '../../../countries/registry.js'
import { formatted, oneOf, strictObject, text } from './fields.js'
import { term } from './optional-term.js'

/** A country that the service can submit to: an ISO 3166-1 alpha-2 code. */
export const supportedCountry = (description: string) => oneOf(COUNTRY_CODES, { description, examples: ['RO'] })

const FIELDS = {
  street: Type.Optional(text(200, { description: 'Street and number', examples: ['Strada Lipscani 12'] })),
  city: Type.Optional(text(100, { description: 'City; a sector for Bucharest', examples: ['Cluj-Napoca'] })),
  postalCode: Type.Optional(text(20, { description: 'Postal code', examples: ['400001'] })),
  country: formatted('country-code', { description: 'ISO 3166-1 alpha-2', examples: ['RO'] }),
  stateOrProvince: Type.Optional(text(100, { description: 'State, county or province', examples: ['CJ'] })),
}

/** The postal address of a company; every country's format contains it. */
export const AddressInput = strictObject(FIELDS, { title: 'Address', description: 'Postal address' })

/** A postal address in an invoice. */
export const InvoiceAddressInput = strictObject(
  {
    ...FIELDS,
    line2: term(
      'address.line2',
      text(200, { description: 'Further street details: building, floor', examples: ['Bloc 4, ap. 12'] }),
    ),
    line3: term(
      'address.line3',
      text(200, { description: 'Further street details, second part', examples: ['Curtea B'] }),
    ),
  },
  { title: 'InvoiceAddress', description: 'Postal address' },
)
