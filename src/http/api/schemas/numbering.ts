import { Type } from '@sinclair/typebox'
import { NumberingBody } from '../../../documents/intake/schemas/numbering.js'
import { enveloped } from './responses.js'

const { pattern, creditNotePattern } = NumberingBody.properties

/** The answer of every request about the number series of a company. */
export const NumberingResponse = enveloped(
  Type.Object(
    {
      companyId: Type.String({ description: 'The company', examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'] }),
      pattern: Type.Optional(pattern),
      next: Type.Optional(
        Type.String({
          description: 'The number that an invoice of today would get next; it is not reserved',
          examples: ['RE-2026-0001'],
        }),
      ),
      creditNotePattern,
      nextCreditNote: Type.Optional(
        Type.String({
          description: 'The same for a credit note, where these have a series of their own',
          examples: ['GS-2026-0001'],
        }),
      ),
      pausedSince: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'Since then no numbers are assigned: the event store was restored, and later numbers may have been used. ' +
            'Set the series again, with `start` after the last number that was sent',
          examples: ['2026-03-31T09:30:00.000Z'],
        }),
      ),
    },
    { title: 'NumberingOfCompany' },
  ),
  'The number series; without `pattern` there is none',
)
