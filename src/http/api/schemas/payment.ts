import { Type } from '@sinclair/typebox'
import { PAYMENT_REPORT_STATUSES } from '../../../domain/payment-report.js'
import { date, decimal, nullableString, oneOf, strictObject, time } from '../../../documents/intake/schemas/fields.js'

const rate = 'VAT rate of lines of the invoice, in percent'

/** The body of `POST /v1/invoices/:id/paid`. */
export const ReportPaymentBody = strictObject(
  {
    paidOn: date('The day on which the payment was received, YYYY-MM-DD; not in the future', '2026-03-31'),
    amounts: Type.Optional(
      Type.Array(
        strictObject(
          {
            vatRate: decimal({ description: rate, examples: [20], minimum: 0, maximum: 100 }),
            amount: decimal({
              description: "Amount paid at this rate, with VAT, in the invoice's currency",
              examples: [600],
            }),
          },
          { title: 'PaidAmountInput' },
        ),
        {
          description: 'The amount paid at each VAT rate; default: all that was not reported yet',
          minItems: 1,
          maxItems: 50,
        },
      ),
    ),
  },
  { title: 'ReportPayment' },
)

/** A payment of an invoice as it is shown. */
export const Payment = Type.Object(
  {
    id: Type.String({ description: 'Identifier', examples: ['5f0d4c52-3f57-8d1e-9a44-1b6e8f2c7a90'] }),
    paidOn: Type.String({
      description: 'The day on which the payment was received, YYYY-MM-DD',
      examples: ['2026-03-31'],
    }),
    amounts: Type.Array(
      Type.Object(
        {
          vatRate: Type.String({ description: rate, examples: ['20'] }),
          amount: Type.String({ description: 'Amount with VAT, two decimals, in `currency`', examples: ['600.00'] }),
        },
        { title: 'PaidAmount' },
      ),
      { description: 'The amounts paid, by VAT rate' },
    ),
    status: oneOf(PAYMENT_REPORT_STATUSES, {
      description:
        '`requested` the report is about to be sent to the government; `reported` the government has the report; ' +
        '`refused` the government rejected it',
      examples: ['reported'],
    }),
    reportId: nullableString({ description: "The government's number of the report", examples: [null] }),
    errorMessage: nullableString({
      description: 'Why the government rejected it, in its own words',
      examples: [null],
    }),
    requestedAt: time('When the report was requested'),
  },
  { title: 'Payment' },
)
