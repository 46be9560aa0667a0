import { Type, type TSchema } from '@sinclair/typebox'
import { AddressInput, InvoiceAddressInput } from './address.js'
import { decimal, formatted, standing, strictObject, text, textOrNull } from './fields.js'
import { person } from './italy.js'
import { term } from './optional-term.js'
import { registered, schemedId } from './terms.js'

const VAT_NUMBER = 'VAT number with country prefix; spaces, dots and dashes are removed'

/** Fields of both parties. */
const COMMON = {
  name: text(200, { description: 'Legal name', examples: ['Exemplu SRL'] }),
  tradingName: term('party.tradingName', text(200, { description: 'Trading name', examples: ['Exemplu Design'] })),
  identifiers: term(
    'party.identifiers',
    Type.Array(registered('Identifier', '4035811991014'), { maxItems: 20, description: 'Further identifiers' }),
  ),
  legalRegistration: term('party.legalRegistration', registered('Company registration number', '732829320', '0002')),
  electronicAddress: term(
    'party.electronicAddress',
    schemedId('Electronic address: like `peppolId`, but with any scheme', { id: '0123456789', scheme: '0208' }, 'EAS'),
  ),
  address: Type.Optional(InvoiceAddressInput),
  contactName: term(
    'party.contactName',
    text(200, { description: 'Contact person or department', examples: ['Accounts payable'] }),
  ),
  email: Type.Optional(formatted('email', { description: 'Contact email', examples: ['office@example.com'] }, 254)),
  phone: Type.Optional(text(50, { description: 'Contact phone', examples: ['+40 21 000 0000'] })),
  sdiCode: Type.Optional(
    formatted('sdi-code', {
      description: 'Italian recipient code (Codice Destinatario), 7 characters; 6 for a public administration',
      examples: ['0000000'],
    }),
  ),
  peppolId: Type.Optional(text(100, { description: 'Peppol participant id', examples: ['0208:0123456789'] })),
  person: term('party.person', person),
  permanentEstablishment: term('party.permanentEstablishment', {
    ...AddressInput,
    description: 'Permanent establishment in Italy, of a party whose seat is abroad (StabileOrganizzazione)',
  }),
  siret: Type.Optional(formatted('siret', { description: 'French SIRET, 14 digits', examples: ['73282932000074'] })),
  leitwegId: Type.Optional(text(46, { description: 'German Leitweg-ID', examples: ['04011000-12345-03'] })),
}

/** Appended to fields that default to those of the submitting company. */
const FROM_COMPANY = "Default: the company's, if the VAT numbers agree"
const filledIn = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  description: `${schema.description ?? ''}. ${FROM_COMPANY}`,
})

const rea = strictObject(
  {
    office: text(2, { description: 'Province of the office, two letters', examples: ['MI'] }),
    number: text(20, { description: 'Number in the register', examples: ['1234567'] }),
    shareCapital: Type.Optional(decimal({ description: 'Paid-up share capital, EUR', examples: [10000], minimum: 0 })),
    soleShareholder: Type.Optional(Type.Boolean({ description: 'Whether there is a single shareholder' })),
    inLiquidation: Type.Optional(Type.Boolean({ description: 'Whether the company is being wound up' })),
  },
  { description: 'Entry in the register of companies (REA)' },
)

/** BG-4. */
export const SupplierInput = strictObject(
  {
    vatNumber: textOrNull(
      50,
      'where the supplier has none (a small business, an association) and identify it by taxRegistration, legalRegistration or identifiers',
      {
        description: `${VAT_NUMBER}. null: it has none; then \`taxRegistration\`, \`legalRegistration\` or \`identifiers\` identifies it`,
        examples: ['RO12345674'],
      },
    ),
    ...COMMON,
    address: filledIn(COMMON.address),
    email: filledIn(COMMON.email),
    phone: filledIn(COMMON.phone),
    nationalId: term('supplier.nationalId', text(50, { description: 'Codice fiscale', examples: ['01879020517'] })),
    taxRegistration: term(
      'supplier.taxRegistration',
      text(200, { description: 'Tax registration number, other than the VAT number', examples: ['123/456/7890'] }),
    ),
    legalInformation: term(
      'supplier.legalInformation',
      text(1_000, { description: 'Legal form, capital and the like', examples: ['SRL, share capital RON 10,000'] }),
    ),
    taxRegime: term(
      'supplier.taxRegime',
      standing(
        'RF01',
        text(4, {
          description: 'RegimeFiscale, RF01 (ordinary) to RF20; for a supplier abroad RF18 (other) where it is absent',
          examples: ['RF19'],
        }),
      ),
    ),
    rea: term('supplier.rea', rea),
  },
  { title: 'Supplier', description: 'The seller' },
)

/** BG-7. */
export const CustomerInput = strictObject(
  {
    vatNumber: Type.Optional(
      textOrNull(
        50,
        'where the customer has none (an association, an authority, a firm that is abroad or not registered for VAT) and identify it by legalRegistration, nationalId, siret or identifiers; leave it out only for a private person, with consumer: true',
        {
          description: `${VAT_NUMBER}. null: a firm or a body that has none; \`legalRegistration\`, \`nationalId\`, \`siret\` or \`identifiers\` identifies it, as its country requires`,
          examples: ['RO12345674'],
        },
      ),
    ),
    ...COMMON,
    consumer: Type.Optional(
      standing(
        false,
        Type.Boolean({
          description: 'A private person, and no firm or body: `vatNumber` is optional',
          examples: [true],
        }),
      ),
    ),
    nationalId: term(
      'customer.nationalId',
      text(50, {
        description:
          'Number besides the VAT number: codice fiscale in Italy, personal number (CNP) of a consumer in Romania, another number in Poland',
        examples: ['RSSMRA85T10A562S'],
      }),
    ),
    pec: term(
      'customer.pec',
      formatted('email', { description: 'Certified email', examples: ['ditta@pec.example.it'] }, 254),
    ),
    publicSector: term(
      'customer.publicSector',
      Type.Boolean({ description: 'Whether it belongs to the public sector, even if its SIREN does not show it' }),
    ),
    chorusPro: term(
      'customer.chorusPro',
      Type.Boolean({
        description:
          'Whether the invoice goes through Chorus Pro, in the format that it demands, and not through a platform. ' +
          'Default: for a customer of the public sector, unless the connection has only credentials of a platform',
      }),
    ),
    localGovernmentUnit: term(
      'customer.localGovernmentUnit',
      standing(false, Type.Boolean({ description: 'A subordinate unit of a local government (JST)' })),
    ),
    vatGroupMember: term(
      'customer.vatGroupMember',
      standing(false, Type.Boolean({ description: 'A member of a VAT group (GV)' })),
    ),
  },
  { title: 'Customer', description: 'The buyer', 'x-requiredUnless': { vatNumber: 'consumer' } },
)
