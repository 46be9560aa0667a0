/** A JSON object of unknown fields. */
type JsonFields = Readonly<Record<string, unknown>>

/** Whether a JSON value is an object: neither an array nor null. */
export function isObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of a JSON object; any other value has none. */
export function fieldsOf(value: unknown): JsonFields {
  return isObject(value) ? value : {}
}

/** The items of a JSON array; any other value has none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
