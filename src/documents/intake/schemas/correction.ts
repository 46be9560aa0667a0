import { Type } from '@sinclair/typebox'
import { MOST_LINES } from '../../../domain/request/line-count.js'
import { CORRECTION_METHODS } from '../../../domain/request/correction.js'
import { InvoiceAddressInput } from './address.js'
import { decimal, oneOf, strictObject, text } from './fields.js'
import { LineInput } from './line.js'

const PARTY_BEFORE = {
  name: text(512, { description: 'Its name there', examples: ['Księgarnia Pod Kasztanem Sp. z o.o.'] }),
  address: Type.Optional(InvoiceAddressInput),
}

/** Poland: a credit or debit note in detail. */
export const correction = strictObject(
  {
    reason: text(256, { description: 'Why it is issued (PrzyczynaKorekty)', examples: ['Obniżka ceny po reklamacji'] }),
    effect: Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        'When it counts for VAT (TypKorekty): 1 on the date of the corrected invoice, 2 on its own issue date, 3 on ' +
        'another date, or its lines on different ones',
      examples: [2],
    }),
    period: Type.Optional(
      text(256, {
        description: 'The period of a discount on all sales to the customer, in words (OkresFaKorygowanej)',
        examples: ['pierwsze półrocze 2026'],
      }),
    ),
    method: oneOf(CORRECTION_METHODS, {
      description:
        'What the document shows: `difference`, only what changes; `before_after`, each line before and after it (StanPrzed)',
      examples: ['before_after'],
    }),
    before: Type.Optional(
      Type.Array(LineInput, {
        minItems: 1,
        maxItems: MOST_LINES,
        description:
          'The lines as they were; then `lines` are the lines as they should be, and the service computes the difference, a ' +
          'lower price as 1 at a negative price. A line is the one with the same `id`, else the one at the same position. ' +
          'Required with `before_after`; without it `lines` are the differences',
      }),
    ),
    amountBefore: Type.Optional(
      decimal({
        description:
          'What the corrected advance invoice was over, or what the corrected final invoice left to pay, with VAT (P_15ZK)',
        examples: [3500],
      }),
    ),
    exchangeRateBefore: Type.Optional(
      decimal({
        description: 'The exchange rate of the VAT before the correction: PLN for one unit (KursWalutyZK)',
        examples: [4.25],
        exclusiveMinimum: 0,
      }),
    ),
    correctNumber: Type.Optional(
      text(256, {
        description:
          'The right number of the corrected invoice, where its number was wrong (NrFaKorygowany); `precedingInvoice.number` is the wrong one',
        examples: ['FV/2026/10/0094'],
      }),
    ),
    supplierBefore: Type.Optional(
      strictObject(PARTY_BEFORE, {
        title: 'SupplierBefore',
        description: 'The supplier as the corrected invoice has it, with its address, where that was wrong (Podmiot1K)',
      }),
    ),
    customerBefore: Type.Optional(
      strictObject(
        {
          ...PARTY_BEFORE,
          vatNumber: Type.Optional(
            text(50, {
              description: "VAT number with country prefix; default: the customer's, which no correction can change",
              examples: ['PL7831643201'],
            }),
          ),
          nationalId: Type.Optional(text(50, { description: 'Another number, as of the customer' })),
        },
        {
          title: 'CustomerBefore',
          description: 'The customer as the corrected invoice has it, where that was wrong (Podmiot2K)',
        },
      ),
    ),
  },
  { title: 'Correction', description: 'How a credit or debit note corrects earlier invoices' },
)
