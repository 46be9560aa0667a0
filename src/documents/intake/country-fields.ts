import type { TSchema } from '@sinclair/typebox'
import type { DocumentFormat } from '../../domain/request/invoice-request.js'
import type { Detail } from '../../domain/refusal.js'
import { ASKED_FORMATS, type AskedFormat, documentFormat } from './asked-format.js'
import { isListed } from './listed-details.js'
import { shortened } from './messages.js'
import { fieldPath } from './path.js'
import { fieldsOf, isObject, itemsOf } from '../../domain/json.js'

/** The schemas of an object's fields; any other schema has none. */
export function propertiesOf(schema: unknown): Readonly<Record<string, TSchema>> {
  // TypeBox keeps the keywords of any schema as `any`.
  return fieldsOf(fieldsOf(schema)['properties']) as Readonly<Record<string, TSchema>>
}

/** The country of an invoice and the requested format; undefined: the country's default. */
interface Destination {
  readonly country: string
  readonly format: AskedFormat | undefined
}

/**
 * Fields of a schema that only some countries (keyword `x-countries`) or formats (`x-formats`) can
 * express. No invoice data may be lost silently: any other country or format refuses them.
 */
class CountryFields {
  readonly #own: readonly {
    readonly name: string
    readonly countries: ReadonlySet<string> | null
    readonly formats: ReadonlySet<DocumentFormat> | null
  }[]
  readonly #inner: readonly { readonly name: string; readonly fields: CountryFields; readonly isArray: boolean }[]

  constructor(schema: TSchema) {
    const properties = Object.entries(propertiesOf(schema))
    this.#own = properties.flatMap(([name, property]) => {
      const countries = property['x-countries'] as readonly string[] | undefined
      const formats = property['x-formats'] as readonly DocumentFormat[] | undefined
      if (countries === undefined && formats === undefined) return []
      return [{ name, countries: countries ? new Set(countries) : null, formats: formats ? new Set(formats) : null }]
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

  /** Adds an error for every field that the document can't express. */
  refuse(value: unknown, destination: Destination, path: string, details: Detail[]): void {
    if (!isObject(value)) return
    const { country, format } = destination
    for (const { name, countries, formats } of this.#own) {
      if (value[name] === undefined) continue
      if (countries !== null && !countries.has(country) && isListed(details))
        details.push({
          path: fieldPath(path, name),
          message: `is only for ${listed([...countries])}: the format for ${shortened(country)} has no such field; leave it out`,
        })
      if (formats !== null && format !== undefined && !formats.has(documentFormat(format)) && isListed(details))
        details.push({
          path: fieldPath(path, name),
          message: `is only available in the format ${[...formats].join(' and ')}, but format is ${format}; leave one of them out`,
        })
    }
    for (const { name, fields, isArray } of this.#inner) {
      const inner = value[name]
      const at = fieldPath(path, name)
      if (!isArray) fields.refuse(inner, destination, at, details)
      else if (Array.isArray(inner))
        inner.forEach((each, index) => {
          fields.refuse(each, destination, `${at}[${index}]`, details)
        })
    }
  }
}

/**
 * Refuses fields that the country's format or the requested format can't express.
 * @param countryField the field that names the country
 * @param formatField the one that names the format
 */
export function destinationCheck(schema: TSchema, countryField: string, formatField = '') {
  const fields = new CountryFields(schema)
  const codes = itemsOf(propertiesOf(schema)[countryField]?.['enum'])
  return (value: unknown, path: string, details: Detail[]): void => {
    const given = fieldsOf(value)
    const country = given[countryField]
    const format = ASKED_FORMATS.find((each) => each === given[formatField])
    // The fields of an unknown country can't be checked.
    if (typeof country === 'string' && codes.includes(country)) fields.refuse(value, { country, format }, path, details)
  }
}

/** `RO, BE and FR`. */
function listed(countries: readonly string[]): string {
  const last = countries.at(-1) ?? ''
  return countries.length < 2 ? last : `${countries.slice(0, -1).join(', ')} and ${last}`
}
