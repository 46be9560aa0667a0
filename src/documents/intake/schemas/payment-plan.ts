import { Type } from '@sinclair/typebox'
import { date, decimal, strictObject, text } from './fields.js'
import { term } from './optional-term.js'

/** A discount for early payment. */
export const cashDiscount = strictObject(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 999,
        description: 'Days from the issue date within which the customer pays; or send `until`',
        examples: [14],
      }),
    ),
    until: Type.Optional(date('Instead of `days`: the last day on which the customer pays, YYYY-MM-DD', '2026-04-14')),
    percentage: decimal({ description: 'Percent', examples: [2], exclusiveMinimum: 0, maximum: 100 }),
    baseAmount: Type.Optional(
      decimal({
        description: 'The part of the amount due that the percentage is of; default: the whole amount due',
        examples: [1190],
        exclusiveMinimum: 0,
      }),
    ),
  },
  {
    title: 'CashDiscount',
    description: 'A discount for early payment, by exactly one of `days` and `until`',
  },
)

/** A part of what is to be paid. */
export const paymentPart = strictObject(
  {
    dueDate: date('When the part is due, YYYY-MM-DD', '2026-04-30'),
    amount: Type.Optional(
      decimal({ description: 'Its amount; or send `percentage`', examples: [500], exclusiveMinimum: 0 }),
    ),
    percentage: Type.Optional(
      decimal({
        description: 'Instead of `amount`: percent of the amount due; cents are shared so that the parts come to it',
        examples: [50],
        exclusiveMinimum: 0,
        maximum: 100,
      }),
    ),
    note: term('paymentSchedule.note', text(200, { description: 'What the part is for', examples: ['on delivery'] })),
  },
  { title: 'PaymentPart', description: 'A part of the payment, by exactly one of `amount` and `percentage`' },
)

/** What the customer keeps as security. */
export const retention = strictObject(
  {
    percentage: Type.Optional(
      decimal({
        description: 'Percent of the amount due; or send `amount`',
        examples: [5],
        exclusiveMinimum: 0,
        maximum: 100,
      }),
    ),
    amount: Type.Optional(decimal({ description: 'Instead of `percentage`', examples: [59.5], exclusiveMinimum: 0 })),
    until: Type.Optional(
      date('When it is paid at the latest, YYYY-MM-DD; leave it out if no day is agreed', '2028-04-30'),
    ),
    reason: text(100, { description: 'What it secures', examples: ['warranty'] }),
  },
  {
    title: 'Retention',
    description:
      'A part of the amount due that the customer keeps for a time as security, by exactly one of `percentage` and `amount`',
  },
)
