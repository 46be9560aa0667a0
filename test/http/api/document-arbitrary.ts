import fc from 'fast-check'
import type { ApiDocument, Schema } from './api-document.js'
import { FORMAT_VALUES, seldomIfNational } from './schema-arbitrary.js'

/**
 * Values of a schema as the document has it, with its references; for most fields its own examples
 * are tried as well.
 */
export function valuesOfSchema(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, anyOf, enum: values, examples, const: constant } = schema
  if (typeof $ref === 'string') {
    const named = document.json.components.schemas[$ref.split('/').at(-1) ?? '']
    if (!named) throw new Error(`no schema ${$ref}`)
    return valuesOfSchema(document, named)
  }
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => valuesOfSchema(document, one as Schema)))
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]))
  if (constant !== undefined) return fc.constant(constant)
  const made = make(document, schema)
  if (!Array.isArray(examples) || examples.length === 0) return made
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(examples as unknown[])) }, { weight: 1, arbitrary: made })
}

function make(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const {
    type,
    properties = {},
    required = [],
    items = {},
    format,
  } = schema as {
    type?: string
    properties?: Readonly<Record<string, Schema>>
    required?: readonly string[]
    items?: Schema
    format?: string
  }
  const bound = (name: string, otherwise: number): number =>
    typeof schema[name] === 'number' ? schema[name] : otherwise
  switch (type) {
    case 'object': {
      const fields = Object.entries(properties).map(
        ([name, field]) => [name, seldomIfNational(field, valuesOfSchema(document, field))] as const,
      )
      const unless = Object.keys(schema['x-requiredUnless'] ?? {})
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...required, ...unless], noNullPrototype: true })
    }
    case 'array': {
      const minLength = bound('minItems', 0)
      return fc.array(valuesOfSchema(document, items), { minLength, maxLength: Math.max(minLength, 2) })
    }
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: bound('minimum', -1000), max: bound('maximum', 1000) })
    case 'number':
      return fc
        .integer({ min: Math.max(bound('minimum', 0), -1e6) * 100, max: Math.min(bound('maximum', 1e6), 1e6) * 100 })
        .map((cents) => cents / 100)
    default:
      if (format !== undefined && FORMAT_VALUES[format]) return FORMAT_VALUES[format]
      return fc.string({ minLength: bound('minLength', 0), maxLength: Math.min(bound('maxLength', 30), 30) })
  }
}
