import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import { fieldsDocument } from '../../conformance/fields-table.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'

const COUNTRIES = join(import.meta.dirname, '..', '..', '..', 'docs', 'countries')

t.test('docs/countries/fields.md says which field becomes which element, as the tables are today', async (t) => {
  t.equal(readFileSync(join(COUNTRIES, 'fields.md'), 'utf8'), fieldsDocument(), 'npm run docs:fields rewrites it')
})

/** Every path of the body: `lines[].period.start`. */
function pathsOf(schema: TSchema, before = ''): string[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>)
  return properties.flatMap(([name, property]) => {
    const isArray = property['type'] === 'array'
    const path = `${before}${name}${isArray ? '[]' : ''}`
    return [`${before}${name}`, path, ...pathsOf(isArray ? (property['items'] as TSchema) : property, `${path}.`)]
  })
}

t.test('the pages of the countries name no field that the API does not have', async (t) => {
  const known = new Set(pathsOf(InvoiceBody))
  for (const file of readdirSync(COUNTRIES)) {
    const text = readFileSync(join(COUNTRIES, file), 'utf8')
    const named = [
      ...text.matchAll(/`((?:supplier|customer|lines\[\]|paymentMeans|precedingInvoice|attachments\[\])\.[\w.]+)`/g),
    ]
    const unknown = named.map(([, path = '']) => path).filter((path) => !known.has(path))
    t.same([...new Set(unknown)], [], file)
  }
})
