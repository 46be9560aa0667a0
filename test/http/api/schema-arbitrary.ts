import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'

/** What our schemas consist of. */
interface Shape {
  /** With null where a field may say that there is none. */
  readonly type: string | readonly string[]
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly 'x-requiredUnless'?: Readonly<Record<string, string>>
  readonly 'x-requiredWithout'?: Readonly<Record<string, string>>
}

/** Texts of each format that our schemas name. */
export const FORMAT_VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc
    .date({ min: new Date('1950-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('2027-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  'currency-code': fc.constantFrom('EUR', 'RON', 'USD', 'PLN'),
  'country-code': fc.constantFrom('RO', 'IT', 'GR', 'US', 'CN'),
  email: fc.constantFrom('a@b.ro', 'ünï@example.com'),
  base64: fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  filename: fc.constantFrom('a.pdf', 'ä b.xml'),
  'media-type': fc.constantFrom('application/pdf', 'text/csv'),
  'sdi-code': fc.constantFrom('0000000', 'ABC1234'),
  siret: fc.constant('73282932000074'),
}

/** Letters of every kind that XML can hold. */
const character = fc.constantFrom('a', 'Z', '7', ' ', 'ș', 'ß', '漢', '🧾', '"', '<', '&', '\n', '\t')

/**
 * A field that only some countries take is mostly left out, so that other countries' bodies are
 * refused for more than that.
 */
export function seldomIfNational(
  schema: Readonly<Record<string, unknown>>,
  values: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return schema['x-countries'] === undefined
    ? values
    : fc.oneof({ weight: 19, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
}

/** A schema without the fields that other countries alone take. */
export function schemaFor(country: string, schema: TSchema): TSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>)
  const taken = properties.filter(
    ([, field]) => (field['x-countries'] as string[] | undefined)?.includes(country) ?? true,
  )
  const items = schema['items'] as TSchema | undefined
  return {
    ...schema,
    ...(properties.length > 0 && {
      properties: Object.fromEntries(taken.map(([name, field]) => [name, schemaFor(country, field)])),
    }),
    ...(items !== undefined && { items: schemaFor(country, items) }),
  }
}

/**
 * Values that the schema takes; `known` gives those of fields that mean more than their schema
 * says, by their path without indices.
 */
export function valuesOf(
  schema: TSchema,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
  path = '',
): fc.Arbitrary<unknown> {
  const given = known[path]
  if (given) return given
  const shape = schema as unknown as Shape
  switch (shape.type) {
    case 'object': {
      const fields = Object.entries(shape.properties ?? {}).map(
        ([name, field]) =>
          [name, seldomIfNational(field, valuesOf(field, known, path === '' ? name : `${path}.${name}`))] as const,
      )
      const requiredKeys = [
        ...(shape.required ?? []),
        ...Object.keys(shape['x-requiredUnless'] ?? {}),
        ...Object.keys(shape['x-requiredWithout'] ?? {}),
      ]
      return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
    }
    case 'array':
      return fc.array(valuesOf(shape.items as TSchema, known, path), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? 3, 3),
      })
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc
        .integer({
          min: Math.max((shape.minimum ?? 0.01) * 100, -1e8),
          max: Math.min((shape.maximum ?? 1e8) * 100, 1e8),
        })
        .map((cents) => cents / 100)
    case 'integer':
      return fc.integer({ min: shape.minimum ?? 0, max: Math.min(shape.maximum ?? 1e6, 1e6) })
    default:
      if (shape.enum) return fc.constantFrom(...shape.enum)
      if (shape.format !== undefined) return FORMAT_VALUES[shape.format] ?? fc.constant('x')
      return fc
        .array(character, { minLength: 0, maxLength: Math.min((shape.maxLength ?? 20) - 1, 20) })
        .map((characters) => `x${characters.join('')}`)
  }
}

/** A wrong version of a valid body, and the field that a 400 must name. */
interface Mutation {
  readonly body: unknown
  readonly path: string
  readonly what: string
}

/** Every single mutation of a valid body that makes one field wrong. */
export function mutationsOf(schema: TSchema, body: unknown, refused: readonly string[] = []): Mutation[] {
  return mutate(schema as unknown as Shape, body, '')
    .map(({ value, path, what }) => ({ body: value, path, what }))
    .concat(
      refused.map((name) => ({
        body: { ...(body as object), [name]: 'x' },
        path: name,
        what: 'a field that is refused',
      })),
    )
}

interface Change {
  readonly value: unknown
  readonly path: string
  readonly what: string
}

function mutate(shape: Shape, value: unknown, path: string): Change[] {
  const here = wrongValues(shape).map(([wrong, what]) => ({ value: wrong, path, what }))
  if (shape.type === 'array') {
    const items = value as readonly unknown[]
    const inner = items.flatMap((item, index) =>
      mutate(shape.items as unknown as Shape, item, `${path}[${index}]`).map((change) => ({
        ...change,
        value: items.map((other, at) => (at === index ? change.value : other)),
      })),
    )
    return [...here, ...inner]
  }
  if (shape.type !== 'object') return here
  const fields = value as Readonly<Record<string, unknown>>
  const join = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const unknown = { value: { ...fields, qqqqq: 1 }, path: join('qqqqq'), what: 'an unknown field' }
  const missing = (shape.required ?? []).map((name) => ({
    value: Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)),
    path: join(name),
    what: 'a missing field',
  }))
  const inner = Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
    fields[name] === undefined
      ? []
      : mutate(field as unknown as Shape, fields[name], join(name)).map((change) => ({
          ...change,
          value: { ...fields, [name]: change.value },
        })),
  )
  return [...here, unknown, ...missing, ...inner]
}

function wrongValues(shape: Shape): [unknown, string][] {
  const others: [unknown, string][] = [
    [null, 'null'],
    ['text', 'a text'],
    [4, 'a number'],
    [true, 'true'],
    [[], 'an array'],
    [{}, 'an object'],
  ]
  const types = [shape.type].flat()
  const own = types.map((type) => ['null', 'string', 'number', 'boolean', 'array', 'object'].indexOf(type))
  const wrong = others.filter((_, index) => !own.includes(index) && !(index === 2 && types.includes('integer')))
  if (shape.type === 'array' && (shape.minItems ?? 0) > 0) wrong.push([[], 'too few items'])
  if (types.includes('string')) {
    wrong.push([
      'x'.repeat((shape.maxLength ?? 0) + 1 || 1),
      shape.maxLength ? 'a text that is too long' : 'a wrong form',
    ])
    if (!shape.enum && shape.format === undefined)
      wrong.push(['', 'an empty text'], ['a\u0001b', 'a character XML lacks'])
    if (shape.enum || shape.format !== undefined) wrong.push(['~', 'a wrong form'])
  }
  if (shape.type === 'number') {
    wrong.push([1e300, 'too large'], [0.12345678912, 'too many decimals'])
    if (shape.minimum !== undefined) wrong.push([shape.minimum - 1, 'too small'])
  }
  return wrong
}
