// Fields that the national extensions add to an invoice and to a line.

import { Type } from '@sinclair/typebox'
import { LINE_SUBTYPES } from '../../../domain/request/extensions.js'
import { InvoiceAddressInput } from './address.js'
import { decimal, formatted, onlyAs, oneOf, strictObject, text } from './fields.js'
import { registered, schemedId } from './terms.js'

const thirdPartyPayment = strictObject(
  {
    type: text(200, { description: 'Purpose of the amount', examples: ['Disposal deposit'] }),
    amount: decimal({ description: 'Amount, which is added to the amount due', examples: [12.5] }),
    description: text(1_000, {
      description: 'The party it is collected for',
      examples: ['Return system of the state'],
    }),
  },
  { title: 'ThirdPartyPayment', description: 'An amount collected for a third party (BG-DEX-09)' },
)

/** The extension of XRechnung for the whole invoice. */
export const germanInvoice = strictObject(
  {
    thirdPartyPayments: Type.Optional(
      onlyAs(
        ['ubl'],
        Type.Array(thirdPartyPayment, {
          minItems: 1,
          maxItems: 1_000,
          description: 'Amounts collected for third parties; available for an invoice in UBL, not for a credit note',
        }),
      ),
    ),
  },
  { title: 'GermanInvoice', description: 'XRechnung extension' },
)

/** EXTENDED-CTC-FR, for a line. */
export const frenchLine = strictObject(
  {
    parentLine: Type.Optional(text(50, { description: '`id` of the parent line', examples: ['1'] })),
    subtype: Type.Optional(
      oneOf(LINE_SUBTYPES, {
        description:
          'DETAIL is counted. GROUP has the net amount of the lines DETAIL and GROUP under it, and is not counted; INFORMATION is not counted either. ' +
          'For these two a `unitPrice` and a `vatRate` of 0 are omitted. Default: DETAIL if there is a `parentLine`',
        examples: ['DETAIL'],
      }),
    ),
  },
  { title: 'FrenchLine', description: 'EXTENDED-CTC-FR: a hierarchy of lines' },
)

const party = strictObject(
  {
    name: text(200, { description: 'Legal name', examples: ['Agence Lumière SARL'] }),
    roleCode: Type.Optional(text(3, { description: 'Role, UNTDID 3035', examples: ['II'] })),
    tradingName: Type.Optional(text(200, { description: 'Trading name', examples: ['Lumière'] })),
    identifiers: Type.Optional(
      Type.Array(registered('Identifier', '73282932000074', '0009'), { maxItems: 20, description: 'Identifiers' }),
    ),
    legalRegistration: Type.Optional(registered('Company registration number', '732829320', '0002')),
    vatNumber: Type.Optional(text(50, { description: 'VAT number with country prefix', examples: ['FR44732829320'] })),
    electronicAddress: Type.Optional(schemedId('Electronic address', { id: '732829320', scheme: '0225' }, 'EAS')),
    address: Type.Optional(InvoiceAddressInput),
    contactName: Type.Optional(text(200, { description: 'Contact person or department', examples: ['Comptabilité'] })),
    phone: Type.Optional(text(50, { description: 'Contact phone', examples: ['+33 1 55 01 72 00'] })),
    email: Type.Optional(formatted('email', { description: 'Contact email', examples: ['office@example.com'] }, 254)),
  },
  { title: 'FrenchParty' },
)

const beside = (description: string) => Type.Optional({ ...party, description })

/** EXTENDED-CTC-FR, for the whole invoice. */
export const frenchInvoice = strictObject(
  {
    buyerAgent: beside("The customer's agent"),
    payer: beside('The payer, if not the customer'),
    salesAgent: beside("The supplier's agent"),
    invoicee: beside('The addressee of the invoice, if not the customer'),
    invoicer: beside('The party that issues the invoice for the supplier'),
  },
  { title: 'FrenchInvoice', description: 'EXTENDED-CTC-FR: parties other than supplier and customer' },
)
