import { type TSchema, Type } from '@sinclair/typebox'
import type { Country } from '../../../countries/country.js'
import { COUNTRIES } from '../../../countries/registry.js'
import type { OptionalTerm } from '../../../countries/terms.js'
import { isSyntax } from '../../../domain/request/invoice-request.js'

const ALL = Object.values(COUNTRIES)
const writesSyntax = ({ invoicing }: Country): boolean => invoicing?.formats.some(isSyntax) === true

/** Descriptions name the countries that write UBL or CII first. */
const IN_ORDER = [...ALL.filter(writesSyntax), ...ALL.filter((country) => !writesSyntax(country))]

/** An optional field that only some countries' formats have a place for; the others refuse it. */
export function term<Schema extends TSchema>(name: OptionalTerm, schema: Schema) {
  const countries = IN_ORDER.filter(({ invoicing }) => invoicing?.terms.has(name) === true).map(({ code }) => code)
  const { description = '' } = schema
  const narrowed: Schema = {
    ...schema,
    description: `${description} (${countries.join(', ')})`,
    'x-countries': countries,
  }
  return Type.Optional(narrowed)
}
