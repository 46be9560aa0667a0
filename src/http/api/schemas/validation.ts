import { Type } from '@sinclair/typebox'
import { PROFILE_NAMES, profileOfCountry } from '../../../countries/judging/profiles.js'
import { COUNTRY_CODES } from '../../../countries/registry.js'
import { oneOf, strictObject } from '../../../documents/intake/schemas/fields.js'

/** The rules that a document in XML is validated against. */
export const ValidationQuery = strictObject({
  profile: Type.Optional(
    oneOf(PROFILE_NAMES, {
      description:
        'For a document in XML: the profile to validate it against. Default: the one that its customisation id ' +
        '(BT-24) names; else `fr` if both parties are in France, whose profile has no id, or `fr-chorus` if its ' +
        'business process (BT-23) is one of Chorus Pro; else `en`, EN 16931 alone. `be` is Peppol BIS Billing, `be-sb` its self-billing; `factur-x-…` are the profiles of Factur-X ' +
        'and ZUGFeRD, of which `factur-x-en16931` has no id of its own; `fr-cdar` is for life-cycle messages (CDAR) of the French reform',
    }),
  ),
  country: Type.Optional(
    oneOf(
      COUNTRY_CODES.filter((code) => profileOfCountry(code) !== undefined),
      {
        description:
          'For a document in XML: the country that it is to be sent to. The document is validated against the ' +
          'profile of this country, unless `profile` names one, and against the rules of the service for it',
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
      description: 'The profile that it was validated against; null: a document in XML could not be read',
      examples: ['ro'],
    }),
    valid: Type.Boolean({ description: 'Whether the invoice would pass' }),
    errors: Type.Array(Type.String(), {
      description:
        'The findings that make it fail, each `<rule code>: <message>`, with the field and the remedy; empty when ' +
        'valid. With more than 1,000 findings the last entry is `CW-MORE-FINDINGS`, with the number of those that ' +
        'are not listed',
      examples: [
        ['BR-CL-23: The unit "CS" is not in UN/ECE Recommendations 20 and 21 (lines[0].unitCode). Did you mean XCS?'],
      ],
    }),
    warnings: Type.Array(Type.String(), { description: 'The findings that do not make it fail, in the same form' }),
    findingsTotal: Type.Integer({
      description: 'Number of all findings; `details` lists 1,000 of them at most',
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
            description: 'The field of the request, or the element of a document in XML',
            examples: ['lines[0].vatRate'],
          }),
          term: Type.String({
            description: 'Business term or group of EN 16931; empty: the rule names none',
            examples: ['BT-152'],
          }),
          message: Type.String({ description: 'What is wrong' }),
          fix: Type.String({ description: 'How to fix it; for a document in XML with the place of the term' }),
          sameAs: Type.Optional(
            Type.Unsafe<readonly string[]>({
              type: 'array',
              items: Type.String(),
              description: 'Further rules that report this fault in the same words, as an official validator does',
              examples: [['BR-CO-23']],
            }),
          ),
          docs: Type.Optional(
            Type.String({
              description: 'The page of the rule: why it exists, how to fix a finding, an example',
              examples: ['https://api.example.com/docs/rules/BR-RO-030'],
            }),
          ),
          line: Type.Optional(
            Type.Integer({
              description: 'Line on which the element begins; only for a document in XML',
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
