import type { TSchema } from '@sinclair/typebox'
import type { Detail } from '../domain/refusal.js'
import { shortened } from './messages.js'

/**
 * Fields of a schema that only some countries' formats have a place for, by their keyword
 * `x-countries`. What is invoiced must never get lost in silence: any other country refuses them.
 */
export class CountryFields {
  readonly #own: readonly { readonly name: string; readonly countries: ReadonlySet<string> }[]
  readonly #inner: readonly { readonly name: string; readonly fields: CountryFields; readonly isArray: boolean }[]

  constructor(schema: TSchema) {
    const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>)
    this.#own = properties.flatMap(([name, property]) => {
      const countries = property['x-countries'] as readonly string[] | undefined
      return countries === undefined ? [] : [{ name, countries: new Set(countries) }]
    })
    this.#inner = properties.flatMap(([name, property]) => {
      const isArray = property['type'] === 'array'
      const fields = new CountryFields(isArray ? (property['items'] as TSchema) : property)
      return fields.isEmpty ? [] : [{ name, fields, isArray }]
    })
  }

  get isEmpty(): boolean {
    return this.#own.length === 0 && this.#inner.length === 0
  }

  /** Notes every field that the format of this country has no place for. */
  refuse(value: unknown, country: string, path: string, details: Detail[]): void {
    if (typeof value !== 'object' || value === null) return
    const given = value as Readonly<Record<string, unknown>>
    for (const { name, countries } of this.#own)
      if (given[name] !== undefined && !countries.has(country))
        details.push({
          path: path === '' ? name : `${path}.${name}`,
          message: `is for ${[...countries].join(' and ')} only: the format for ${shortened(country)} has no place for it; leave it out`,
        })
    for (const { name, fields, isArray } of this.#inner) {
      const inner = given[name]
      const at = path === '' ? name : `${path}.${name}`
      if (!isArray) fields.refuse(inner, country, at, details)
      else if (Array.isArray(inner))
        inner.forEach((each, index) => {
          fields.refuse(each, country, `${at}[${index}]`, details)
        })
    }
  }
}
