import { each, type Html, html } from '../html/html.js'
import { renderedLine, type Links } from './markdown.js'
import type { ApiReference, Parameter, Schema } from './openapi.js'

/** What the fields need from their page. */
export interface FieldContext {
  readonly reference: ApiReference
  readonly links: Links
}

/** A field of a body, or a parameter. */
interface Field {
  readonly name: string
  readonly anchor: string
  readonly schema: Schema
  /** Whether it is required, in words. */
  readonly demand: string
}

/** From this number on, a limit is not worth showing. */
const UNLIMITED = 999_999_999_999

/**
 * The fields of an object as a nested list; the fields of nested objects are collapsed.
 * @param anchor prefix of its fields' anchors
 */
export function fieldsOf(schema: Schema, anchor: string, context: FieldContext): Html | null {
  const whole = context.reference.schema(schema)
  const inner = objectIn(whole, context.reference)
  if (inner.anyOf) {
    return html`<div class="alternatives">
      ${each(inner.anyOf, (one) => {
        const { title = 'Object' } = context.reference.schema(one)
        return html`<section>
          <h3>${title.replace(/([a-z])([A-Z])/g, '$1 $2')}</h3>
          ${fieldsOf(one, `${anchor}-${title}`, context)}
        </section>`
      })}
    </div>`
  }
  const { properties = {}, required = [] } = inner
  const unless = inner['x-requiredUnless'] ?? {}
  const without = inner['x-requiredWithout'] ?? {}
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    anchor: `${anchor}-${name}`,
    schema: context.reference.schema(property),
    demand: required.includes(name)
      ? 'required'
      : name in unless
        ? `required unless ${String(unless[name])} is true`
        : name in without
          ? `required without ${String(without[name])}`
          : '',
  }))
  const refused = Object.entries(inner['x-refused'] ?? {})
  if (fields.length === 0) return null
  return html`<ul class="fields">
    ${each(fields, (field) => fieldItem(field, context))}${each(
      refused,
      ([name, why]) =>
        html`<li>
          <code class="name">${name}</code>
          <p>${why}</p>
        </li> `,
    )}
  </ul>`
}

/** Parameters as a list of fields. */
export function parametersOf(parameters: readonly Parameter[], anchor: string, context: FieldContext): Html {
  return html`<ul class="fields">
    ${each(parameters, ({ name, description = '', required = false, schema }) =>
      fieldItem(
        {
          name,
          anchor: `${anchor}-${name}`,
          schema: { ...schema, description },
          demand: required ? 'required' : '',
        },
        context,
      ),
    )}
  </ul>`
}

/** The objects in an array, at any depth; any other schema itself. */
function objectIn(schema: Schema, reference: ApiReference): Schema {
  return schema.items === undefined ? schema : objectIn(reference.schema(schema.items), reference)
}

function fieldItem({ name, anchor, schema, demand }: Field, context: FieldContext): Html {
  const countries = schema['x-countries'] ?? []
  const description = (schema.description ?? '').replace(` (${countries.join(', ')})`, '')
  const inner = fieldsOf(schema, anchor, context)
  const limits = limitsOf(schema)
  return html`<li id="${anchor}">
    <code class="name">${name}</code> <span class="type">${typeOf(schema, context.reference)}</span>${
      demand === '' ? null : html` <span class="demand">${demand}</span>`
    }${each(countries, (country) => html` <span class="country">${country}</span>`)}
    ${description === '' ? null : html`<p>${renderedLine(description, context.links)}</p> `}${
      limits.length === 0
        ? null
        : html`<p class="limits">${each(limits, (limit, index) => [index > 0 ? ' · ' : '', limit])}</p> `
    }${
      inner &&
      html`<details>
        <summary>${objectIn(schema, context.reference).title ?? name}: ${countOf(schema, context)}</summary>
        ${inner}
      </details>`
    }
  </li> `
}

function countOf(schema: Schema, { reference }: FieldContext): string {
  const inner = objectIn(schema, reference)
  const count = inner.anyOf?.length ?? Object.keys(inner.properties ?? {}).length
  if (inner.anyOf) return `${String(count)} forms`
  return count === 1 ? '1 field' : `${String(count)} fields`
}

function typeOf(schema: Schema, reference: ApiReference): string {
  if (schema.items !== undefined) {
    const inner = typeOf(reference.schema(schema.items), reference)
    return `array of ${inner.replace(/^(object|string|number|boolean|integer)/, '$1s')}`
  }
  const types = [
    schema.type ?? (schema.anyOf ? 'object' : schema.const === undefined ? 'any' : typeof schema.const),
  ].flat()
  const format = schema.format ?? schema.contentMediaType
  return types.map((type) => (type === 'string' && format ? `string (${format})` : type)).join(' or ')
}

/** The limits of a value, in words; one part for each. */
function limitsOf(schema: Schema): readonly (Html | string)[] {
  const { enum: values, const: constant, default: preset, minLength = 0, maxLength, minItems = 0, maxItems } = schema
  const { minimum, exclusiveMinimum, maximum } = schema
  const decimals = schema['x-maxDecimals']
  const shown = values ?? (constant === undefined ? undefined : [constant])
  return [
    shown &&
      html`${shown.length === 1 ? 'always' : 'one of'} ${each(shown, (value) => html`<code>${String(value)}</code> `)}`,
    maxLength === undefined || schema.format !== undefined ? undefined : range(minLength, maxLength, 'characters'),
    maxItems === undefined ? undefined : range(minItems, maxItems, 'entries'),
    minimum !== undefined && minimum > -UNLIMITED ? `at least ${numeral(minimum)}` : undefined,
    exclusiveMinimum === undefined ? undefined : `more than ${numeral(exclusiveMinimum)}`,
    maximum !== undefined && maximum < UNLIMITED ? `at most ${numeral(maximum)}` : undefined,
    decimals === undefined ? undefined : `up to ${numeral(decimals)} decimals`,
    preset === undefined ? undefined : html`default <code>${JSON.stringify(preset).replaceAll('"', '')}</code>`,
    shown ? undefined : exampleIn(schema),
  ].filter((limit) => limit !== undefined)
}

function exampleIn({ examples }: Schema): Html | undefined {
  const [first] = examples ?? []
  if (typeof first !== 'string' && typeof first !== 'number') return undefined
  return html`for example <code>${first}</code>`
}

function range(least: number, most: number, unit: string): string {
  if (least === most) return `${numeral(most)} ${unit}`
  return least <= 1 ? `up to ${numeral(most)} ${unit}` : `${numeral(least)} to ${numeral(most)} ${unit}`
}

function numeral(value: number): string {
  return value.toLocaleString('en')
}
