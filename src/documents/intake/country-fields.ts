import type { TSchema } from '@sinclair/typebox'
import { type DocumentFormat, GERMAN_PROFILES } from '../../domain/request/invoice-request.js'
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
  /** The requested profile of the format; undefined: its default. */
  readonly profile: string | undefined
}

/** A field that a destination can't express, as it was sent. */
interface ForeignField {
  readonly holder: Readonly<Record<string, unknown>>
  readonly name: string
  readonly path: string
  readonly message: string
  /** Whether the value says no more than the absence of the field. */
  readonly isVoid: boolean
}

/** An own field of a schema that has limits. */
interface LimitedField {
  readonly name: string
  readonly countries: ReadonlySet<string> | null
  readonly formats: ReadonlySet<DocumentFormat> | null
  /** The profile of another format that has the field too; undefined: none. */
  readonly profile: string | undefined
  /** The value that the field has where it is absent; undefined: none. */
  readonly standard: unknown
}

/**
 * Fields of a schema that only some countries (keyword `x-countries`) or formats (`x-formats`) can
 * express. No invoice data may be lost silently: any other country or format refuses them.
 */
class CountryFields {
  readonly #own: readonly LimitedField[]
  readonly #inner: readonly { readonly name: string; readonly fields: CountryFields; readonly isArray: boolean }[]

  constructor(schema: TSchema) {
    const properties = Object.entries(propertiesOf(schema))
    this.#own = properties.flatMap(([name, property]) => {
      const countries = property['x-countries'] as readonly string[] | undefined
      const formats = property['x-formats'] as readonly DocumentFormat[] | undefined
      if (countries === undefined && formats === undefined) return []
      return [
        {
          name,
          countries: countries ? new Set(countries) : null,
          formats: formats ? new Set(formats) : null,
          profile: property['x-profile'] as string | undefined,
          standard: property['x-default'] as unknown,
        },
      ]
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

  /** Calls `found` for every field that the document can't express. */
  find(value: unknown, destination: Destination, path: string, found: (field: ForeignField) => void): void {
    if (!isObject(value)) return
    for (const field of this.#own) {
      const { name, standard } = field
      const given = value[name]
      if (given === undefined) continue
      const isVoid = isVoidValue(given, standard)
      for (const message of reasonsAgainst(field, destination))
        found({ holder: value, name, path: fieldPath(path, name), message, isVoid })
    }
    for (const { name, fields, isArray } of this.#inner) {
      const inner = value[name]
      if (inner === undefined) continue
      const at = fieldPath(path, name)
      if (!isArray) fields.find(inner, destination, at, found)
      else if (Array.isArray(inner))
        inner.forEach((each, index) => {
          fields.find(each, destination, `${at}[${index}]`, found)
        })
    }
  }
}

/**
 * Programs that were generated from the OpenAPI document send an empty list for a list that was
 * not set, and the standard value of a field.
 */
function isVoidValue(given: unknown, standard: unknown): boolean {
  return Array.isArray(given) ? given.length === 0 : standard !== undefined && given === standard
}

function reasonsAgainst(
  { countries, formats, profile }: LimitedField,
  { country, format, profile: asked }: Destination,
): readonly string[] {
  const reasons: string[] = []
  if (countries !== null && !countries.has(country))
    reasons.push(
      `is only for ${listed([...countries])}: the format for ${shortened(country)} has no such field; leave it out`,
    )
  if (formats !== null && format !== undefined && !formats.has(documentFormat(format))) {
    if (profile !== undefined && profile === asked) return reasons
    const otherwise = profile === undefined ? '' : `, or send profile: "${profile}"`
    reasons.push(
      `is only available in the format ${[...formats].join(' and ')}, but format is ${format}; leave one of them out${otherwise}`,
    )
  }
  return reasons
}

/** The fields of a body that its destination can't express. */
export class DestinationFields {
  readonly #fields: CountryFields
  readonly #codes: readonly unknown[]
  readonly #countryField: string
  readonly #formatField: string

  /**
   * @param countryField the field that names the country
   * @param formatField the one that names the format
   */
  constructor(schema: TSchema, countryField: string, formatField = '') {
    this.#fields = new CountryFields(schema)
    this.#codes = itemsOf(propertiesOf(schema)[countryField]?.['enum'])
    this.#countryField = countryField
    this.#formatField = formatField
  }

  /** Adds an error for each of them, unless its value says no more than its absence. */
  refuse(value: unknown, path: string, details: Detail[]): void {
    this.#find(value, path, ({ isVoid, path: at, message }) => {
      if (!isVoid && isListed(details)) details.push({ path: at, message })
    })
  }

  /** Their paths, in order. */
  pathsIn(value: unknown): readonly string[] {
    const paths = new Set<string>()
    this.#find(value, '', ({ path }) => paths.add(path))
    return [...paths]
  }

  /** A copy without those whose value says no more than their absence; without any: the same. */
  withoutVoid<Body extends object>(body: Body): Body {
    const names = new Map<object, Set<string>>()
    this.#find(body, '', ({ isVoid, holder, name }) => {
      if (isVoid) names.set(holder, (names.get(holder) ?? new Set()).add(name))
    })
    // What it copies has the fields of the original.
    return names.size === 0 ? body : (copyWithout(body, names) as Body)
  }

  #find(value: unknown, path: string, found: (field: ForeignField) => void): void {
    const given = fieldsOf(value)
    const country = given[this.#countryField]
    const format = ASKED_FORMATS.find((each) => each === given[this.#formatField])
    // The fields of an unknown country can't be checked.
    if (typeof country === 'string' && this.#codes.includes(country))
      this.#fields.find(
        value,
        { country, format, profile: GERMAN_PROFILES.find((each) => each === given['profile']) },
        path,
        found,
      )
  }
}

function copyWithout(value: unknown, names: ReadonlyMap<object, ReadonlySet<string>>): unknown {
  if (Array.isArray(value)) return value.map((each) => copyWithout(each, names))
  if (!isObject(value)) return value
  const left = names.get(value)
  const kept = Object.entries(value).filter(([name]) => left?.has(name) !== true)
  return Object.fromEntries(kept.map(([name, inner]) => [name, copyWithout(inner, names)]))
}

/** `RO, BE and FR`. */
function listed(countries: readonly string[]): string {
  const last = countries.at(-1) ?? ''
  return countries.length < 2 ? last : `${countries.slice(0, -1).join(', ')} and ${last}`
}
