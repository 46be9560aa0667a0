import { Type } from '@sinclair/typebox'
import { COUNTRY_CODES } from '../../countries/registry.js'
import { formatted, oneOf, strictObject, text } from './fields.js'

/** A country that the service can submit to: an ISO 3166-1 alpha-2 code. */
export const supportedCountry = (description: string) => oneOf(COUNTRY_CODES, { description, examples: ['RO'] })

/** A postal address as it is posted. */
export const AddressInput = strictObject(
  {
    street: Type.Optional(text(200, { description: 'Street and number', examples: ['Strada Lipscani 12'] })),
    city: Type.Optional(text(100, { description: 'City; a sector for Bucharest', examples: ['Cluj-Napoca'] })),
    postalCode: Type.Optional(text(20, { description: 'Postal code', examples: ['400001'] })),
    country: formatted('country-code', { description: 'ISO 3166-1 alpha-2', examples: ['RO'] }),
    stateOrProvince: Type.Optional(text(100, { description: 'State, county or province', examples: ['CJ'] })),
  },
  { title: 'Address', description: 'Postal address' },
)
