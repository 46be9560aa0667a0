import { Type } from '@sinclair/typebox'
import { MOST_LOSSES, TARGETS } from '../../../documents/conversion/conversion.js'
import { CHANGES } from '../../../documents/conversion/loss.js'
import { PROFILE_NAMES } from '../../../countries/judging/profiles.js'
import { COUNTRY_CODES } from '../../../countries/registry.js'
import { oneOf, strictObject } from '../../../documents/intake/schemas/fields.js'
import { enveloped } from './responses.js'
import { ValidationResult } from './validation.js'

const most = MOST_LOSSES.toLocaleString('en')

/** The target format of a conversion, and its options. */
export const ConversionQuery = strictObject({
  to: oneOf(TARGETS, {
    description:
      'The format of the result: `json`, the body of POST /v1/invoices; `ubl`, UBL 2.1; `cii`, Cross Industry Invoice D16B; `fatturapa`, FatturaPA 1.2.3; `fa3`, FA(3)',
    examples: ['cii'],
  }),
  country: Type.Optional(
    oneOf(COUNTRY_CODES, {
      description:
        'The country whose profile the result has, made as POST /v1/invoices would make it. Without it, a UBL or ' +
        'CII document keeps its own profile (BT-24), and the JSON is for the country that the document names',
      examples: ['DE'],
    }),
  ),
  lossless: Type.Optional(Type.Boolean({ description: 'Whether a conversion with losses is a 400', default: false })),
  validate: Type.Optional(
    Type.Boolean({
      description:
        'Whether the answer contains the verdict on the result in any case: `valid`, `profile`, `findingsTotal` ' +
        'and `details`. Without it the answer contains them if the source is valid and the result is not',
      default: false,
    }),
  ),
})

/** When an answer contains the verdict on the result. */
const WITH_VERDICT = 'With `validate=true`, or if only the source is valid'

const { details, findingsTotal } = ValidationResult.properties

/** The answer of a conversion. */
export const ConversionResult = enveloped(
  Type.Object(
    {
      format: oneOf(TARGETS, { description: 'Format of the result', examples: ['cii'] }),
      mediaType: oneOf(['application/json', 'application/xml'], { description: 'Media type of the result' }),
      document: Type.String({ description: 'The document, as text' }),
      losses: Type.Array(
        Type.Object(
          {
            path: Type.String({
              description:
                'Place in the request: the field of the JSON, or the XPath of the element; empty: the invoice as ' +
                'a whole',
              examples: ['/ubl:Invoice/cbc:UBLVersionID'],
            }),
            line: Type.Optional(
              Type.Integer({
                description: 'Line on which the element begins; only for a document in XML',
                examples: [5],
              }),
            ),
            term: Type.String({
              description: 'Business term or group of EN 16931; empty: there is none',
              examples: ['BT-11'],
            }),
            message: Type.String({ description: 'What is lost' }),
            changes: Type.Optional(
              oneOf(CHANGES, {
                description: '`amount`: the loss touches an amount of the invoice; absent: it touches none',
                examples: ['amount'],
              }),
            ),
          },
          { title: 'Loss' },
        ),
        { description: `What the result no longer contains: ${most} entries at most` },
      ),
      lossesTotal: Type.Integer({
        description: `Number of all losses; \`losses\` lists ${most} of them at most`,
        examples: [0],
      }),
      valid: Type.Optional(Type.Boolean({ description: `${WITH_VERDICT}: whether the result passes` })),
      profile: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          enum: [...PROFILE_NAMES, null],
          description: `${WITH_VERDICT}: the profile that the result was validated against`,
          examples: ['en'],
        }),
      ),
      findingsTotal: Type.Optional({
        ...findingsTotal,
        description: `${WITH_VERDICT}: ${findingsTotal.description ?? ''}`,
      }),
      details: Type.Optional({ ...details, description: `${WITH_VERDICT}: ${details.description ?? ''}` }),
    },
    { title: 'Conversion' },
  ),
  'The invoice in its new format; nothing was stored or counted',
)
