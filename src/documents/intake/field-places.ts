import type { TSchema } from '@sinclair/typebox'
import { fieldCalled } from './other-names.js'

/** More places than this are no help. */
const MOST_PLACES = 2

/** Where a schema has which fields, for those that a caller writes in the wrong place. */
export class FieldPlaces {
  #places: ReadonlyMap<string, readonly string[]> | undefined

  constructor(private readonly schema: TSchema) {}

  /**
   * The paths of the fields of that name, or of the one that another program calls so:
   * `lines[].vatRate`; empty: none, or too many to help.
   */
  of(name: string): readonly string[] {
    this.#places ??= placesIn(this.schema)
    const found = this.#places.get(name.toLowerCase()) ?? this.#places.get(fieldCalled(name)?.toLowerCase() ?? '') ?? []
    return found.length <= MOST_PLACES ? found : []
  }
}

function placesIn(root: TSchema): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  const visit = (schema: TSchema, at: string): void => {
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>)) {
      const path = at === '' ? name : `${at}.${name}`
      const known = places.get(name.toLowerCase())
      if (known === undefined) places.set(name.toLowerCase(), [path])
      else known.push(path)
      visit(property, path)
    }
    const items = schema['items'] as TSchema | undefined
    if (items !== undefined) visit(items, `${at}[]`)
  }
  visit(root, '')
  return places
}
