import { Type } from '@sinclair/typebox'
import { VAT_CATEGORIES } from '../../../domain/request/invoice-request.js'
import { AddressInput } from './address.js'
import { decimal, formatted, oneOf, strictObject, text } from './fields.js'

/** Fields that only one country's format contains. */

const percent = (description: string, example: number) =>
  decimal({ description, examples: [example], minimum: 0, maximum: 100 })

/** Italy, DatiRitenuta. */
export const withholding = strictObject(
  {
    type: text(4, { description: 'TipoRitenuta, RT01 to RT06', examples: ['RT01'] }),
    rate: percent('Percent', 20),
    amount: Type.Optional(
      decimal({
        description: 'EUR; default: the rate applied to the lines and funds with `withholding`; negative if these are',
        examples: [200],
      }),
    ),
    reason: text(2, { description: 'CausalePagamento, as in the CU certificate', examples: ['A'] }),
  },
  { title: 'Withholding', description: 'A tax that the customer withholds' },
)

/** Italy, DatiCassaPrevidenziale. */
export const socialFund = strictObject(
  {
    type: text(4, {
      description:
        'TipoCassa, TC01 to TC22. TC07 (ENASARCO, `vatRate` 0) is no charge: the customer withholds it (`withholdings`, RT04)',
      examples: ['TC01'],
    }),
    rate: percent('Percent', 4),
    base: Type.Optional(
      decimal({ description: 'Base of the contribution; default: the sum of the lines', examples: [1000] }),
    ),
    vatRate: percent('VAT rate on the contribution, percent', 22),
    vatCategory: Type.Optional(oneOf(VAT_CATEGORIES, { description: 'As for a line', examples: ['S'] })),
    exemptionReasonCode: Type.Optional(text(50, { description: 'As for a line', examples: ['N4'] })),
    withholding: Type.Optional(Type.Boolean({ description: 'Whether tax is withheld from it' })),
  },
  { title: 'SocialFund', description: "A contribution to the supplier's social security fund" },
)

/** Italy, DatiDDT. */
export const deliveryNote = strictObject(
  {
    number: text(20, { description: 'Its number', examples: ['DDT-118'] }),
    issueDate: formatted('date', { description: 'Its date, YYYY-MM-DD', examples: ['2026-03-12'] }),
    lines: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 9_998 }), {
        maxItems: 9_999,
        description: 'Indexes of the lines it refers to, from 0; default: all',
      }),
    ),
  },
  { title: 'DeliveryNote' },
)

/** Poland, the roles of a further party (TRolaPodmiotu3). */
const THIRD_PARTY_ROLES = [
  'factor',
  'recipient',
  'original_entity',
  'additional_buyer',
  'issuer',
  'payer',
  'local_government_issuer',
  'local_government_recipient',
  'vat_group_issuer',
  'vat_group_recipient',
  'employee',
] as const

/** Poland, Podmiot3. */
export const thirdParty = strictObject(
  {
    role: oneOf(THIRD_PARTY_ROLES, { description: 'Its role in the invoice', examples: ['recipient'] }),
    name: text(512, { description: 'Name', examples: ['Szkoła Podstawowa nr 1'] }),
    vatNumber: Type.Optional(text(50, { description: 'VAT number with country prefix', examples: ['PL5260250274'] })),
    nationalId: Type.Optional(text(50, { description: 'Other number that identifies it', examples: ['85010112345'] })),
    address: Type.Optional(AddressInput),
    email: Type.Optional(formatted('email', { description: 'Contact email' }, 254)),
    phone: Type.Optional(text(50, { description: 'Contact phone' })),
    share: Type.Optional(percent('Share of an additional buyer, percent', 50)),
  },
  { title: 'ThirdParty' },
)
