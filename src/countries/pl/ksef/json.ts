import { isObject } from '../../../domain/json.js'

/** A JSON object from outside: its fields are unknown. */
export type Json = Readonly<Record<string, unknown>>

/** The value as an object; null: no object. */
export function objectIn(value: unknown): Json | null {
  return isObject(value) ? value : null
}

/** The objects of a list; none of any other value. */
export function objectsIn(value: unknown): readonly Json[] {
  if (!Array.isArray(value)) return []
  return value.map(objectIn).filter((item) => item !== null)
}

/** A text that is not blank; null: there is none. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The texts of a list. */
export function textsIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.map(textIn).filter((item) => item !== null)
}

/** A whole number; null: no whole number. */
export function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** A moment in ISO 8601; null: no moment. */
export function timeIn(value: unknown): Date | null {
  const time = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(time) ? null : new Date(time)
}

const REFERENCE = /^[0-9A-Za-z-]{8,64}$/

/** A reference number of KSeF that is safe in an address; null: no reference number. */
export function referenceIn(value: unknown): string | null {
  return typeof value === 'string' && REFERENCE.test(value) ? value : null
}
