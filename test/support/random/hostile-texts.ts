import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'

/** A field of a body that accepts free text. */
interface TextField {
  /** As an error names it. */
  readonly path: string
  readonly maxLength: number
  /** Of a field that only the formats of these countries have a place for. */
  readonly countries?: readonly string[]
}

interface Shape {
  readonly type: string
  readonly enum?: readonly string[]
  readonly format?: string
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

/** Every field that accepts free text; in a list, in its first item. */
export function textFields(schema: TSchema, path = '', around?: readonly string[]): readonly TextField[] {
  const { type, enum: values, format, maxLength = 100, properties = {}, items } = schema as unknown as Shape
  const countries = (schema['x-countries'] as readonly string[] | undefined) ?? around
  if (type === 'array' && items) return textFields(items, `${path}[0]`, countries)
  if (type === 'string')
    return values || format !== undefined ? [] : [{ path, maxLength, ...(countries !== undefined && { countries }) }]
  return Object.entries(properties).flatMap(([name, field]) =>
    textFields(field, path === '' ? name : `${path}.${name}`, countries),
  )
}

/** A copy of the body with this text in the field. Groups on the way are made. */
export function withText(body: unknown, path: string, text: string): unknown {
  const copy = structuredClone(body) as Record<string, unknown>
  const steps = path.replaceAll('[0]', '.0').split('.')
  let place: Record<string, unknown> = copy
  steps.forEach((step, index) => {
    if (index === steps.length - 1) place[step] = text
    else place = (place[step] ??= steps[index + 1] === '0' ? [] : {}) as Record<string, unknown>
  })
  return copy
}

/**
 * Beyond U+FFFF, of several characters each, running backwards, in need of escapes, or refused by
 * this or that library in other texts.
 */
const LETTERS = [
  ...[
    '😀',
    '\u{10FFFF}',
    '𝒜',
    '👩‍👩‍👧',
    'e\u0301\u0323',
    'נ\u202E',
    '\u200F',
    '\u2066',
    '\uFEFF',
    '\uE000',
    '\u{1F1F7}\u{1F1F4}',
  ],
  ...[
    '漢',
    'ș',
    '&',
    '<',
    '>',
    '"',
    "'",
    ']]>',
    '\\',
    '\\u0000',
    '\\ud83d',
    '%00',
    '{}',
    '#',
    '\u0085',
    '\u2028',
    '\u007F',
  ],
]

/**
 * Text of up to this many characters, often of exactly as many, that everything on the way can
 * hold.
 */
export function hostileText(maxLength: number): fc.Arbitrary<string> {
  const length = fc.oneof(fc.constant(maxLength), fc.integer({ min: 1, max: Math.min(maxLength, 70) }))
  return fc
    .tuple(length, fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 8 }))
    .map(([length, letters]) => {
      const characters = [...letters.join('')]
      return Array.from({ length }, (_, index) => (index === 0 ? 'x' : characters[index % characters.length])).join('')
    })
}

/** Texts that no invoice can contain. */
export const UNHOLDABLE = ['\ud83d', '\ude00', '\ude00\ud83d', '\0', '\u0001', '\u001F', '\uFFFE', '\uFFFF'] as const
