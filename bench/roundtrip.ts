// How many valid documents become JSON that the service accepts and come back whole, per country:
//   npm run bench:roundtrip [-- --random N] [--seed N] [--country RO,IT] [--show N] [file.xml …]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { officialExamples } from '../conformance/official-documents.js'
import { randomDocuments } from '../conformance/random-invoices.js'
import { roundTrip, type RoundTrip } from '../conformance/round-trip.js'
import { SHARED } from '../conformance/shared.js'
import { PROFILES } from '../src/countries/judging/profiles.js'
import type { CountryCode } from '../src/domain/request/invoice-request.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: 'string', default: '300' },
    seed: { type: 'string', default: '20261126' },
    country: { type: 'string' },
    show: { type: 'string', default: '5' },
  },
})

interface Document {
  readonly kind: string
  readonly name: string
  readonly xml: Uint8Array
  readonly country?: CountryCode | undefined
}

function* documents(): Generator<Document> {
  if (positionals.length > 0) {
    for (const file of positionals) yield { kind: 'files', name: file, xml: readFileSync(file) }
    return
  }
  for (const { name: profile, country } of PROFILES) {
    const asked = country ?? undefined
    if (values.country !== undefined && !values.country.split(',').includes(country ?? 'EN')) continue
    for (const { name, xml } of officialExamples(profile, ['valid']))
      yield { kind: `${profile} examples`, name, xml: Buffer.from(xml, 'utf8'), country: asked }
    for (const { name, xml } of randomDocuments(profile, Number(values.random), Number(values.seed)))
      yield { kind: `${profile} random`, name, xml: Buffer.from(xml, 'utf8'), country: asked }
  }
  for (const folder of ['business', 'foreign/inputs'])
    for (const name of readdirSync(join(SHARED, 'findings', folder)).filter((each) => each.endsWith('.xml')))
      yield { kind: 'findings', name, xml: readFileSync(join(SHARED, 'findings', folder, name)) }
}

const RESULTS = ['whole', 'reported', 'refused', 'silent'] as const
const table = new Map<string, Record<RoundTrip['result'] | 'invalid', number>>()
const shown = new Map<string, number>()
let faults = 0
for (const { kind, name, xml, country } of documents()) {
  const counts = table.get(kind) ?? { whole: 0, reported: 0, refused: 0, silent: 0, invalid: 0 }
  table.set(kind, counts)
  const made = roundTrip(xml, country)
  counts[made?.result ?? 'invalid'] += 1
  if (made === undefined || made.result === 'whole') continue
  if (made.result !== 'reported') faults += 1
  const key = `${kind} ${made.result}`
  const before = shown.get(key) ?? 0
  shown.set(key, before + 1)
  if (before < Number(values.show))
    console.log(
      `${made.result}: ${name}\n${made.why
        .slice(0, 8)
        .map((each) => `    ${each}\n`)
        .join('')}`,
    )
}

console.log(['documents'.padEnd(18), 'valid', ...RESULTS].join('\t'))
for (const [kind, counts] of table) {
  const valid = RESULTS.reduce((sum, result) => sum + counts[result], 0)
  console.log([kind.padEnd(18), valid, ...RESULTS.map((result) => counts[result])].join('\t'))
}
process.exitCode = faults === 0 ? 0 : 1
