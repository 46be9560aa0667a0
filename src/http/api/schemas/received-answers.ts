import { Type } from '@sinclair/typebox'
import { date, decimal, strictObject, text } from '../../../documents/intake/schemas/fields.js'
import { ANSWER_CODES } from '../../../domain/received.js'
import { AnswerToReceived } from './received.js'
import { enveloped } from './responses.js'

/** The body of `POST /v1/received/:id/responses`. */
export const AnswerBody = strictObject(
  {
    // Not an `enum`: the error about another code names those that the country has.
    code: text(50, {
      description: `What the company says; one of ${ANSWER_CODES.join(', ')}, of which each country has some`,
      examples: ['disputed'],
    }),
    reason: Type.Optional(
      text(5000, {
        description: 'Why, for the sender; needed with `rejected`, in Romania with `disputed` as well',
        examples: ['The delivery was not complete'],
      }),
    ),
    reasonCode: Type.Optional(
      text(50, {
        description:
          'Why, as a code: in the Peppol network of the list OPStatusReason (default `OTH`), in France of the list of ' +
          'reasons of the life cycle (default `AUTRE`); other countries have none',
        examples: ['DEL'],
      }),
    ),
    amount: Type.Optional(
      decimal({
        description: "The amount that it is about, such as the paid one, in the invoice's currency; two decimals",
        exclusiveMinimum: 0,
        examples: [250],
      }),
    ),
    date: Type.Optional(date('The day that it is about, such as that of the payment, YYYY-MM-DD', '2026-03-31')),
  },
  { title: 'RespondToReceived' },
)

/** The answer of `POST /v1/received/:id/responses`. */
export const AnswerResponse = enveloped(AnswerToReceived, 'The response')

/** The answer of `GET /v1/received/:id/responses`. */
export const AnswersResponse = enveloped(Type.Array(AnswerToReceived), 'The responses, oldest first')
