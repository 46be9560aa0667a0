import { Type } from '@sinclair/typebox'
import { oneOf } from './fields.js'

export const ValidationResult = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether the invoice would pass' }),
    errors: Type.Array(Type.String(), {
      description: 'What makes it fail, each `<rule code>: <message>`; empty when valid',
      examples: [['BR-16: The invoice has no line']],
    }),
    warnings: Type.Array(Type.String(), { description: 'The same of what does not make it fail' }),
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
          line: Type.Optional(
            Type.Integer({
              description: 'Line on which the element begins; of a document in XML only',
              examples: [17],
            }),
          ),
        },
        { title: 'Finding' },
      ),
      { description: 'Every finding in full' },
    ),
  },
  { title: 'ValidationResult', description: 'The verdict; nothing was stored or counted' },
)
