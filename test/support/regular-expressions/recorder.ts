// Runs in a thread of its own, where no module is loaded yet: records the expressions that modules
// make from data. It loads them after RegExp is replaced.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { SchemaType } from '../../../src/einvoice/schema/schema-type.js'
import type { ExpressionOf } from './expressions.js'

const SRC = join(import.meta.dirname, '../../../src')
const COUNTRIES = ['be', 'de', 'fr', 'it', 'pl', 'ro']

const recorded = new Map<string, ExpressionOf>()
const native = RegExp
globalThis.RegExp = new Proxy(native, {
  construct(target, [pattern, flags]: [string | RegExp, string | undefined]) {
    const made = new target(pattern, flags)
    const frame = /\/(src\/[^:]+)\.[jt]s:/.exec(new Error().stack ?? '')?.[1]
    if (typeof pattern === 'string' && frame !== undefined)
      recorded.set(`${frame} ${String(made)}`, { place: `${frame}.ts`, source: made.source, flags: made.flags })
    return made
  },
})

async function load(file: string): Promise<Record<string, unknown>> {
  return (await import(join(SRC, file))) as Record<string, unknown>
}

for (const folder of ['einvoice/rules', 'einvoice/schema', 'documents/intake', 'countries'])
  for (const file of readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.js')) await load(join(folder, file))
await load('audit/categories.js')

/** Schemas parse their types when documents need them, and check the length before the pattern. */
const PATTERNS = 'src/einvoice/schema/schema-type'
type TypeOf = (row: string, rowOf: (at: number) => string) => SchemaType
const { typeOf } = await load('einvoice/schema/schema-type.js')
const tables = ['einvoice/schema/cii-d16b', 'einvoice/schema/cii-d22b', 'einvoice/schema/ubl-2.1']
for (const file of [...tables, 'countries/it/schema-table', 'countries/pl/schema-table'])
  for (const table of Object.values(await load(`${file}.js`))) {
    const rows = (table as string).slice(1, -1).split('\n').slice(2)
    for (const row of rows.filter((each) => !each.startsWith(':'))) {
      const { value, attributes } = (typeOf as TypeOf)(row, (at) => rows[at] ?? '')
      for (const { patterns = [], most } of [...(value === undefined ? [] : [value]), ...attributes.values()])
        for (const { source, flags } of patterns) {
          const key = `${PATTERNS} /${source}/${flags}`
          const longest = Math.max(recorded.get(key)?.longest ?? 0, most)
          recorded.set(key, { place: `${PATTERNS}.ts`, source, flags, longest })
        }
    }
  }

/** Catalogues are made when the first text is explained. */
for (const country of COUNTRIES)
  for (const value of Object.values(await load(`countries/${country}/index.js`))) {
    const { invoicing } = value as { readonly invoicing?: { explain: (text: string) => unknown } }
    invoicing?.explain('BR-01 unknown text')
  }

/** Sentences on the payment are looked for in each language. */
const { readDiscountWords, readPartWords } = await load('einvoice/payment/payment-words.js')
;(readDiscountWords as (line: string, of: object) => unknown)('no % of EUR', { currency: 'EUR', totals: {} })
;(readPartWords as (line: string, index: number, currency: string) => unknown)('no part in EUR', 0, 'EUR')

const { readPackage } = await load('countries/it/sdi/mime.js')
const part = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n'
;(readPackage as (bytes: Uint8Array, type: string) => unknown)(Buffer.from(part), 'multipart/related; boundary=b')

parentPort?.postMessage({ recorded: [...recorded.values()] })
