// What the national extensions add to an invoice as a whole, and to a line.

import { Type } from '@sinclair/typebox'
import { LINE_SUBTYPES } from '../../../domain/request/extensions.js'
import { InvoiceAddressInput } from './address.js'
import { decimal, formatted, onlyAs, oneOf, strictObject, text } from './fields.js'
import { registered, schemedId } from './terms.js'

const thirdPartyPayment = strictObject(
  {
    type: text(200, { description: 'What it is for', examples: ['Disposal deposit'] }),
    amount: decimal({ description: 'Amount, which is added to what is due', examples: [12.5] }),
    description: text(1_000, { description: 'Whom it is collected for', examples: ['Return system of the state'] }),
  },
  { title: 'ThirdPartyPayment', description: 'An amount that is collected for somebody else (BG-DEX-09)' },
)

/** The extension of XRechnung, of the whole invoice. */
export const germanInvoice = strictObject(
  {
    thirdPartyPayments: Type.Optional(
      onlyAs(
        ['ubl'],
        Type.Array(thirdPartyPayment, {
          minItems: 1,
          maxItems: 1_000,
          description: 'Amounts collected for others; an invoice in UBL has a place for them, a credit note has none',
        }),
      ),
    ),
  },
  { title: 'GermanInvoice', description: 'The extension of XRechnung' },
)

/** EXTENDED-CTC-FR, of a line. */
export const frenchLine = strictObject(
  {
    parentLine: Type.Optional(
      text(50, { description: '`id` of the line that this one stands under', examples: ['1'] }),
    ),
    subtype: Type.Optional(
      oneOf(LINE_SUBTYPES, {
        description:
          'DETAIL is counted. GROUP has the net amount of the lines DETAIL and GROUP under it, and is not counted; INFORMATION is not counted either. ' +
          'Of these a `unitPrice` and a `vatRate` of 0 are not shown. Without it DETAIL where there is a `parentLine`',
        examples: ['DETAIL'],
      }),
    ),
  },
  { title: 'FrenchLine', description: 'EXTENDED-CTC-FR: lines under lines' },
)

const party = strictObject(
  {
    name: text(200, { description: 'Legal name', examples: ['Agence Lumière SARL'] }),
    roleCode: Type.Optional(text(3, { description: 'Role, UNTDID 3035', examples: ['II'] })),
    tradingName: Type.Optional(text(200, { description: 'Name under which it trades', examples: ['Lumière'] })),
    identifiers: Type.Optional(
      Type.Array(registered('Identifier', '73282932000074', '0009'), { maxItems: 20, description: 'Identifiers' }),
    ),
    legalRegistration: Type.Optional(registered('Number in a register of companies', '732829320', '0002')),
    vatNumber: Type.Optional(text(50, { description: 'VAT number with country prefix', examples: ['FR44732829320'] })),
    electronicAddress: Type.Optional(
      schemedId('Where it receives invoices', { id: '732829320', scheme: '0225' }, 'EAS'),
    ),
    address: Type.Optional(InvoiceAddressInput),
    contactName: Type.Optional(
      text(200, { description: 'Person or department to turn to', examples: ['Comptabilité'] }),
    ),
    phone: Type.Optional(text(50, { description: 'Contact phone', examples: ['+33 1 55 01 72 00'] })),
    email: Type.Optional(formatted('email', { description: 'Contact email', examples: ['office@example.com'] }, 254)),
  },
  { title: 'FrenchParty' },
)

const beside = (description: string) => Type.Optional({ ...party, description })

/** EXTENDED-CTC-FR, of the whole invoice. */
export const frenchInvoice = strictObject(
  {
    buyerAgent: beside('Who acts for the customer'),
    payer: beside('Who pays, where that is not the customer'),
    salesAgent: beside('Who acts for the supplier'),
    invoicee: beside('To whom the invoice is addressed, where that is not the customer'),
    invoicer: beside('Who makes the invoice for the supplier'),
  },
  { title: 'FrenchInvoice', description: 'EXTENDED-CTC-FR: parties beside supplier and customer' },
)
