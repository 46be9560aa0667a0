import { Type } from '@sinclair/typebox'
import { PROFILE_NAMES, profileOfCountry } from '../../../countries/judging/profiles.js'
import { COUNTRY_CODES } from '../../../countries/registry.js'
import { oneOf, strictObject } from '../../../documents/intake/schemas/fields.js'

/** By which rules a document in XML is judged. */
export const ValidationQuery = strictObject({
  profile: Type.Optional(
    oneOf(PROFILE_NAMES, {
      description:
        'Of a document in XML: the profile to judge it by. Without it: the one that its customisation id (BT-24) claims; else `fr` where both parties ' +
        'are in France, whose profile has no id; else `en`, EN 16931 alone. `be` is Peppol BIS Billing, `be-sb` its self-billing',
    }),
  ),
  country: Type.Optional(
    oneOf(
      COUNTRY_CODES.filter((code) => profileOfCountry(code) !== undefined),
      {
        description:
          'Of a document in XML: the country that it is to be sent to, by whose profile, where `profile` does not say it, and by whose rules of the service it is judged',
      },
    ),
  ),
})

/** The answer of a validation. */
export const ValidationResult = Type.Object(
  {
    profile: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...PROFILE_NAMES, null],
      description: 'The profile that it was judged by; null where a document in XML could not be read',
      examples: ['ro'],
    }),
    valid: Type.Boolean({ description: 'Whether the invoice would pass' }),
    errors: Type.Array(Type.String(), {
      description:
        'What makes it fail, each `<rule code>: <message>`; empty when valid. Of more than 1,000 findings the last entry is `CW-MORE-FINDINGS` and says how ' +
        'many are not listed',
      examples: [['BR-16: The invoice has no line']],
    }),
    warnings: Type.Array(Type.String(), { description: 'The same of what does not make it fail' }),
    findingsTotal: Type.Integer({
      description: 'How many findings there are in all; `details` has 1,000 of them at most',
      examples: [1],
    }),
    details: Type.Array(
      Type.Object(
        {
          rule: Type.String({ description: 'Rule code', examples: ['BR-RO-030'] }),
          severity: oneOf(['fatal', 'warning'], {
            description: 'Whether it makes the invoice fail',
            examples: ['fatal'],
          }),
          path: Type.String({
            description: 'The field, in the terms of the request; the element, of a document in XML',
            examples: ['lines[0].vatRate'],
          }),
          term: Type.String({
            description: 'Business term or group of EN 16931; empty where the rule speaks of none',
            examples: ['BT-152'],
          }),
          message: Type.String({ description: 'What is wrong' }),
          fix: Type.String({ description: 'What to do about it; of a document in XML with the place of the term' }),
          docs: Type.Optional(
            Type.String({
              description: 'The page of the rule: why it is there, what to do, an example',
              examples: ['https://api.example.com/docs/rules/BR-RO-030'],
            }),
          ),
          line: Type.Optional(
            Type.Integer({
              description: 'Line on which the element begins; of a document in XML only',
              examples: [17],
            }),
          ),
        },
        { title: 'Finding' },
      ),
      { description: 'The findings in full: 1,000 at most, fatal ones before warnings' },
    ),
  },
  { title: 'ValidationResult', description: 'The verdict; nothing was stored or counted' },
)
