import { Type } from '@sinclair/typebox'
import { AddressInput, supportedCountry } from '../../../documents/intake/schemas/address.js'
import {
  formatted,
  nullableString,
  standing,
  strictObject,
  text,
  textOrNull,
  time,
} from '../../../documents/intake/schemas/fields.js'
import { CompanyDefaultsBody } from '../../../documents/intake/schemas/company-defaults.js'
import { pageSchema } from './page.js'
import { enveloped } from './responses.js'

const contacts = strictObject(
  {
    email: Type.Optional(formatted('email', { description: 'Contact email', examples: ['billing@example.ro'] }, 254)),
    phone: Type.Optional(text(50, { description: 'Contact phone', examples: ['+40 264 000 000'] })),
  },
  {
    title: 'Contacts',
    description: 'How to reach the company; used for the supplier of its invoices where they leave it out',
  },
)

const name = text(200, { description: 'Legal name', examples: ['Exemplu SRL'] })

/** The body of `POST /v1/companies`. */
export const CreateCompanyBody = strictObject(
  {
    name,
    vatNumber: textOrNull(50, 'where the company has none, with registrationNumber or taxNumber', {
      description:
        "VAT number in the country's format; the country prefix is added where it is missing. null: the company has " +
        'none; then `registrationNumber` or `taxNumber` identifies it in its invoices',
      examples: ['RO12345674'],
    }),
    country: supportedCountry('Where the company is registered for VAT'),
    registrationNumber: Type.Optional(text(100, { description: 'Trade register number', examples: ['J12/1234/2020'] })),
    taxNumber: Type.Optional(
      text(100, { description: 'Tax number other than the VAT number', examples: ['133/8150/8159'] }),
    ),
    address: Type.Optional(AddressInput),
    currency: Type.Optional(
      standing('EUR', formatted('currency-code', { description: 'Default currency, ISO 4217', examples: ['RON'] })),
    ),
    contacts: Type.Optional(contacts),
  },
  { title: 'CreateCompany' },
)

const IMMUTABLE = "can't be changed; create another company instead"

/** The body of `PATCH /v1/companies/{id}`: fields that are left out stay unchanged. */
export const AmendCompanyBody = strictObject(
  {
    name: Type.Optional(name),
    address: Type.Optional(AddressInput),
    currency: Type.Optional(
      formatted('currency-code', { description: 'Default currency, ISO 4217', examples: ['RON'] }),
    ),
    contacts: Type.Optional(contacts),
  },
  {
    title: 'UpdateCompany',
    'x-refused': {
      vatNumber: IMMUTABLE,
      registrationNumber: IMMUTABLE,
      taxNumber: IMMUTABLE,
      country: IMMUTABLE,
    },
  },
)

/** A company as it is shown. */
const Company = Type.Object(
  {
    id: Type.String({ description: 'Identifier', examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'] }),
    name: Type.String({ description: 'Legal name', examples: ['Exemplu SRL'] }),
    vatNumber: nullableString({
      description: 'VAT number with country prefix; immutable; null: none',
      examples: ['RO12345674'],
    }),
    registrationNumber: Type.Optional(
      nullableString({
        description: 'Trade register number of a company without a VAT number; immutable; null: not given',
        examples: ['J12/1234/2020'],
      }),
    ),
    taxNumber: Type.Optional(
      nullableString({
        description: 'Tax number of a company without a VAT number; immutable; null: not given',
        examples: [null],
      }),
    ),
    country: Type.String({ description: 'ISO 3166-1 alpha-2; immutable', examples: ['RO'] }),
    currency: Type.String({ description: 'Default currency, ISO 4217', examples: ['RON'] }),
    isActive: Type.Boolean({ description: 'False after the company was deleted' }),
    createdAt: time('Creation time'),
  },
  { title: 'Company' },
)

/** The answer of every request about one company. */
export const CompanyResponse = enveloped(Company, 'The company')
/** The answer of `POST /v1/companies`. */
export const CreatedCompanyResponse = Type.Object(
  {
    data: Company,
    warnings: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'The field of the body', examples: ['vatNumber'] }),
          message: Type.String({
            description: 'What to check',
            examples: ['"DE136695977" has a wrong check digit: the live environment refuses this number.'],
          }),
        }),
        { description: 'Accepted values that you should check; absent: none' },
      ),
    ),
  },
  { description: 'The company' },
)
/** The answer of `GET /v1/companies`. */
export const CompanyList = pageSchema(Company, 'Companies, deleted ones too, oldest first')

/** The answer of every request about the defaults of a company. */
export const CompanyDefaultsResponse = enveloped(
  Type.Object(
    {
      companyId: Type.String({ description: 'The company', examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'] }),
      ...CompanyDefaultsBody.properties,
    },
    { title: 'DefaultsOfCompany' },
  ),
  'The defaults; a field that is absent has none',
)

/** The answer of every request about the logo of a company. */
export const CompanyLogoResponse = enveloped(
  Type.Object(
    {
      companyId: Type.String({ description: 'The company', examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'] }),
      content: Type.Optional(
        Type.String({ description: 'The cleaned image in Base64', examples: ['PHN2ZyB4bWxucz0…'] }),
      ),
      mimeType: Type.Optional(
        Type.String({ description: '`image/png` or `image/svg+xml`', examples: ['image/svg+xml'] }),
      ),
      size: Type.Optional(Type.Integer({ description: 'Bytes of the cleaned image', examples: [129] })),
      sha256: Type.Optional(
        Type.String({
          description: 'SHA-256 of the cleaned image, hexadecimal',
          examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
        }),
      ),
      accentColor: Type.Optional(
        Type.String({ description: 'Colour of titles and headings, lower case', examples: ['#0b5c4a'] }),
      ),
    },
    { title: 'LogoOfCompany' },
  ),
  'Logo and colour; a field that is absent has none',
)
