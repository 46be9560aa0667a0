import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import t from 'tap'
import { COUNTRY_CODES, COUNTRIES, countryOf } from '../../../src/countries/registry.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { isObject, itemsOf } from '../../../src/domain/json.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { propertiesOf } from '../../../src/documents/intake/country-fields.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { ROOT } from '../../countries/accepted-sample.js'
import { SEED, triesOf } from '../../support/random/sample.js'

const check = compileCheck(InvoiceBody)

function detailsOf(body: unknown): readonly Detail[] {
  const details: Detail[] = []
  check(body, '', details)
  return details
}

function accept(body: InvoiceBody) {
  return acceptInvoice(body, {
    countryOf,
    now: new Date('2026-11-26T12:00:00Z'),
    invoiceId: 'inv_1',
    environment: null,
    preceding: body.precedingInvoice as InvoiceRequest['precedingInvoice'],
  })
}

const SAMPLES = COUNTRY_CODES.flatMap((country) => {
  const directory = join(ROOT, 'samples', country.toLowerCase())
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: `${country} ${file}`,
      body: JSON.parse(readFileSync(join(directory, file), 'utf8')) as InvoiceBody,
    }))
})

/** A field that a sample leaves out, with a value that says no more. */
interface VoidField {
  readonly path: readonly (string | number)[]
  readonly value: unknown
  readonly isForeign: boolean
}

/** All such fields of a body: lists, and fields with a standard value. */
function voidFieldsOf(schema: TSchema, value: unknown, country: string, path: VoidField['path'] = []): VoidField[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => voidFieldsOf(schema['items'] as TSchema, each, country, [...path, index]))
  if (!isObject(value)) return []
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    const at = [...path, name]
    if (value[name] !== undefined) return voidFieldsOf(field, value[name], country, at)
    const countries = itemsOf(field['x-countries'])
    const isForeign = countries.length > 0 && !countries.includes(country)
    const isList = field['type'] === 'array' && field['minItems'] === undefined
    const values = [
      ...(isList ? [[]] : []),
      ...(field['x-default'] === undefined ? [] : [field['x-default'] as unknown]),
    ]
    return values.map((each) => ({ path: at, value: each, isForeign }))
  })
}

/** A copy of a body with these fields. */
function withFields(body: InvoiceBody, fields: readonly VoidField[]): InvoiceBody {
  const copy = structuredClone(body)
  for (const { path, value } of fields) {
    let holder: unknown = copy
    for (const step of path.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[step]
    ;(holder as Record<string | number, unknown>)[path.at(-1) ?? ''] = structuredClone(value)
  }
  return copy
}

const foreignIn = (body: InvoiceBody) =>
  voidFieldsOf(InvoiceBody, body, body.country).filter(({ isForeign }) => isForeign)

t.test('a field that the country does not have may say that it is empty: the invoice is the same', async (t) => {
  const tried = new Set<string>()
  for (const { name, body } of SAMPLES) {
    const fields = foreignIn(body)
    for (const { path } of fields)
      tried.add(`${body.country} ${path.filter((step) => typeof step === 'string').join('.')}`)
    const filled = withFields(body, fields)
    t.strictSame(detailsOf(filled), [], name)
    t.strictSame(accept(filled), accept(body), name)
  }
  // The six countries, each with the fields of the others: at the top, in a party, in a line.
  for (const country of COUNTRY_CODES.filter((each) => each !== 'IT'))
    for (const path of ['withholdings', 'supplier.taxRegime', 'lines.withholding'])
      t.ok(tried.has(`${country} ${path}`), `${country} ${path}`)
  t.ok(tried.has('IT thirdParties') && tried.has('IT lines.allowances') === false)

  const some = fc
    .constantFrom(...SAMPLES)
    .chain(({ body }) => fc.tuple(fc.constant(body), fc.subarray(foreignIn(body))))
  fc.assert(
    fc.property(some, ([body, fields]) => {
      const filled = withFields(body, fields)
      return detailsOf(filled).length === 0 && JSON.stringify(accept(filled)) === JSON.stringify(accept(body))
    }),
    { seed: SEED, numRuns: triesOf(50) },
  )
})

t.test('a field of another country that says anything is still refused', async (t) => {
  const [sample] = SAMPLES.filter(({ name }) => name === 'RO 01-domestic-services.json')
  if (sample === undefined) throw new Error('there is no such sample')
  const { supplier, ...body } = sample.body
  t.strictSame(
    detailsOf({
      ...body,
      supplier: { ...supplier, taxRegime: 'RF19' },
      vatCollection: 'cash',
      stampDuty: 0,
      de: {},
      withholdings: [{ type: 'RT01', rate: 20, reason: 'A' }],
    }).map(({ path }) => path),
    ['vatCollection', 'withholdings', 'stampDuty', 'de', 'supplier.taxRegime'],
  )
})

t.test('an empty list, or the standard value, of a field that the country has changes no document', async (t) => {
  for (const { name, body } of SAMPLES) {
    const { invoicing } = COUNTRIES[body.country]
    const filled = withFields(
      body,
      // A code of UNTDID 1001 determines the type.
      voidFieldsOf(InvoiceBody, body, body.country).filter(
        ({ path }) => path[0] !== 'invoiceType' || body.typeCode === undefined,
      ),
    )
    t.strictSame(detailsOf(filled), [], name)
    const [one, other] = [accept(filled), accept(body)].map(({ accepted, attachments }) => [
      invoicing?.convert(
        accepted,
        attachments.map(({ bytes }) => bytes),
        new Date(0),
      ).xml,
      invoicing?.validate(accepted, { today: '2026-11-26' }).findings,
    ])
    t.strictSame(one, other, name)
  }
})
