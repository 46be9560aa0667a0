import { isDeepStrictEqual } from 'node:util'

/** JSON of a document under construction. */
export type JsonObject = { [name: string]: unknown }

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object of a name in an object. Throws an `Error` where there is none. */
export function inner(of: JsonObject, name: string): JsonObject {
  const found = of[name]
  if (!isObject(found)) throw new Error(`the document has no object ${name}`)
  return found
}

/** The objects in an object, with their names. Throws an `Error` for anything else in it. */
export function innerObjects(of: JsonObject): readonly (readonly [name: string, object: JsonObject])[] {
  return Object.keys(of).map((name) => [name, inner(of, name)])
}

/**
 * Moves every schema with a title to `components.schemas` and replaces it with a reference:
 * readers see names, and generated clients get types with these names. Changes the document.
 */
export function nameSchemas(document: JsonObject): void {
  const named: JsonObject = {}
  document['paths'] = hoist(document['paths'], named)
  document['webhooks'] = hoist(document['webhooks'], named)
  document['components'] = { ...inner(document, 'components'), schemas: named }
}

function hoist(value: unknown, named: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, named))
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const [name, inner] of Object.entries(value)) {
    // The content of an example is no schema, even if it looks like one.
    copy[name] = name === 'example' || name === 'examples' ? inner : hoist(inner, named)
  }
  const { title, description } = copy
  if (typeof title !== 'string') return copy
  remember(title, copy, named)
  return { $ref: `#/components/schemas/${title}`, ...(typeof description === 'string' && { description }) }
}

/**
 * A shared schema leaves out its description where the places that use it describe it differently,
 * and its countries where these differ; the places keep both.
 */
function remember(title: string, schema: JsonObject, named: JsonObject): void {
  const known = named[title]
  if (!isObject(known)) {
    named[title] = schema
    return
  }
  if (!isDeepStrictEqual(without(known, OF_PLACES), without(schema, OF_PLACES)))
    throw new Error(`two different schemas have the title ${title}`)
  named[title] = without(
    known,
    OF_PLACES.filter((keyword) => !isDeepStrictEqual(known[keyword], schema[keyword])),
  )
}

/** Keywords that may differ from place to place. */
const OF_PLACES = ['description', 'x-countries']

function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}
