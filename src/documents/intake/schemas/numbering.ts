import { type Static, Type } from '@sinclair/typebox'
import { strictObject, text } from './fields.js'

/** Largest counter with which a series may begin. */
const MOST = 999_999_999

const start = (of: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST,
      description: `The counter of the next ${of} of today's series, where earlier ones were numbered elsewhere; default: 1, or the one after the last`,
      examples: [1],
    }),
  )

/** The body of `PUT /v1/companies/{id}/numbering`. */
export const NumberingBody = strictObject(
  {
    pattern: text(50, {
      description:
        'How the numbers look: text with one counter of as many digits as it has zeros ({0000}), and year and month of ' +
        'the issue date ({YYYY} or {YY}, {MM}). The counter begins again with each year or month that the pattern names',
      examples: ['RE-{YYYY}-{0000}'],
    }),
    start: start('number'),
    creditNotePattern: Type.Optional(
      text(50, {
        description: 'The same for credit notes; default: they are numbered with the invoices',
        examples: ['GS-{YYYY}-{0000}'],
      }),
    ),
    creditNoteStart: start('number of a credit note'),
  },
  { title: 'Numbering', description: 'How the invoices of the company get their numbers' },
)

/** The body of `PUT /v1/companies/{id}/numbering`. */
export type NumberingBody = Static<typeof NumberingBody>
