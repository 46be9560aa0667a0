import { Type, type TSchema } from '@sinclair/typebox'
import type { DocumentFormat, InvoiceRequest } from '../../../domain/request/invoice-request.js'

/**
 * The kinds of fields that all schemas use. Descriptions and examples are product documentation:
 * they appear in the OpenAPI document.
 */

interface About {
  readonly description: string
  readonly examples?: readonly unknown[]
}

/** Free text, not blank, of at most `maxLength` Unicode code points. */
export function text(maxLength: number, about: About) {
  return Type.String({ minLength: 1, maxLength, ...about })
}

/**
 * Text, or null where there is none.
 * @param noneIs when null is right, and what to send instead; for the message about a missing
 *   field
 */
export function textOrNull(maxLength: number, noneIs: string, about: About) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    minLength: 1,
    maxLength,
    ...about,
    'x-null': noneIs,
  })
}

/** Forms that other programs can check where they don't know a format of ours. */
const PATTERNS: Readonly<Record<string, string>> = {
  'currency-code': '^[A-Z]{3}$',
  'country-code': '^[A-Z]{2}$',
  'sdi-code': '^[A-Za-z0-9]{6,7}$',
  siret: '^[0-9]{14}$',
  colour: '^#[0-9A-Fa-f]{6}$',
}

/** Text in a format of `intake/formats.ts`. */
export function formatted(format: string, about: About, maxLength = 100) {
  const pattern = PATTERNS[format]
  return Type.String({ minLength: 1, maxLength, format, ...(pattern !== undefined && { pattern }), ...about })
}

/** A day, YYYY-MM-DD. */
export const date = (description: string, example: string) => formatted('date', { description, examples: [example] })

/** One of these texts, and no other. */
export function oneOf<const Values extends readonly string[]>(values: Values, about: About) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...about })
}

/**
 * A field of a body that has this value where it is absent. In words, not as the keyword
 * `default`: generated clients would send such a value with every request.
 */
export function standing<Schema extends TSchema>(value: string | number | boolean, schema: Schema): Schema {
  return { ...schema, description: `${schema.description ?? ''}; default: ${String(value)}`, 'x-default': value }
}

/** An object with these fields and no others. */
export function strictObject<Properties extends Record<string, TSchema>>(
  properties: Properties,
  about: Partial<About> & { readonly [keyword: string]: unknown } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...about })
}

/** A field that only documents in these formats contain, or in a profile of another format. */
export function onlyAs<Schema extends TSchema>(
  formats: readonly DocumentFormat[],
  schema: Schema,
  profile?: NonNullable<InvoiceRequest['profile']>,
): Schema {
  return { ...schema, 'x-formats': formats, ...(profile !== undefined && { 'x-profile': profile }) }
}

/** Text or null; `format` is one of `intake/formats.ts`. */
export function nullableString(about: About & { readonly format?: string }) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...about })
}

/** A time in a response: ISO 8601, UTC, milliseconds. */
export function time(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-03-31T09:30:00.000Z'] })
}

/** A time in a response, or null: ISO 8601, UTC, milliseconds. */
export function nullableTime(description: string) {
  return nullableString({ format: 'date-time', description, examples: ['2026-03-31T09:30:00.000Z', null] })
}

/** Largest absolute value of an amount, price or quantity. */
export const MAX_MAGNITUDE = 999_999_999_999
/** Maximum decimal places of an amount, price or quantity. */
export const MAX_DECIMALS = 10

/** A decimal as the caller writes it: at most 15 significant digits and 10 decimal places. */
export function decimal(
  about: About & { readonly minimum?: number; readonly maximum?: number; readonly exclusiveMinimum?: number },
) {
  const lower = about.exclusiveMinimum === undefined ? { minimum: -MAX_MAGNITUDE } : {}
  const description = `${about.description}; at most ${MAX_DECIMALS} decimal places`
  return Type.Number({ ...lower, maximum: MAX_MAGNITUDE, 'x-maxDecimals': MAX_DECIMALS, ...about, description })
}
