import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { FATTURAPA_SCHEMA } from '../../src/countries/it/schema.js'
import { FA3_SCHEMA } from '../../src/countries/pl/schema.js'
import type { Schema } from '../../src/einvoice/schema/schema.js'
import { parseXml } from '../../src/einvoice/xml/parse.js'
import { ARTEFACTS } from '../support/official-artefacts.js'
import { officialSchema } from '../support/official-schema.js'
import { SEED, triesOf } from '../support/random/sample.js'

// Each verdict of libxml2 takes some milliseconds.
t.setTimeout(240_000)

const SCHEMAS: Readonly<Record<'it' | 'pl', Schema>> = { it: FATTURAPA_SCHEMA, pl: FA3_SCHEMA }

/** The official examples of a country, valid and invalid, by their file names. */
function examplesOf(country: 'it' | 'pl'): ReadonlyMap<string, string> {
  const folder = join(ARTEFACTS, 'examples', country)
  const files = readdirSync(folder).flatMap((kind) => readdirSync(join(folder, kind)).map((file) => join(kind, file)))
  return new Map(
    files
      .filter((file) => file.endsWith('.xml'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '')]),
  )
}

function ours(schema: Schema, xml: string): readonly string[] {
  return schema.faults(parseXml(Buffer.from(xml)).root).map(({ message }) => message)
}

for (const country of ['it', 'pl'] as const) {
  const schema = SCHEMAS[country]
  const official = officialSchema(country)
  const examples = examplesOf(country)

  t.test(`the schema of ${country} judges the official examples as libxml2 does`, async (t) => {
    t.ok(examples.size > 10)
    for (const [file, xml] of examples) {
      const [theirs, own] = [official.faults(xml), ours(schema, xml)]
      t.equal(own.length > 0, theirs.length > 0, file, { theirs, own })
    }
  })

  t.test(`the schema of ${country} judges changed documents as libxml2 does`, async (t) => {
    const sources = [...examples.values()].filter((xml) => official.faults(xml).length === 0)
    const numRuns = triesOf(600)
    let invalid = 0
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.array(change, { minLength: 1, maxLength: 2 }), (xml, changes) => {
        const changed = changes.reduce((text, each) => apply(text, each), xml)
        const [theirs, own] = [official.faults(changed), ours(schema, changed)]
        if (theirs.length > 0) invalid += 1
        if (theirs.length > 0 !== own.length > 0)
          throw new Error(`${JSON.stringify(changes)}; official: ${theirs.join('; ')}; ours: ${own.join('; ')}`)
      }),
      { seed: SEED, numRuns },
    )
    t.ok(invalid > (2 / 3) * numRuns, `${invalid} of ${numRuns} changed documents are invalid`)
  })
}

type Kind = 'drop' | 'double' | 'swap' | 'value' | 'attribute' | 'rename' | 'unattribute'
interface Change {
  readonly kind: Kind
  /** Which element, counted through and begun again. */
  readonly at: number
  readonly value: string
}

const VALUES = [
  ...[
    '',
    '',
    ' ',
    '0',
    '1',
    '-1',
    '12',
    '03',
    '12.5',
    '12.50',
    '12.500',
    '0.00',
    '100.00',
    '100.01',
    '999999999999.99',
  ],
  ...[
    '2026-02-29',
    '2026-11-21',
    '2026-11-21Z',
    '1899-12-31',
    '2051-01-01',
    '2026-11-21T10:00:00Z',
    '2026-11-21T25:00:00',
  ],
  ...['IT', 'PL', 'it', 'XX', 'N1', 'N2.1', '22.00', '00100', 'ABC123', 'ABC1234', 'RSSMRA85T10A562S', 'x@y.it', 'x@y'],
  ...['é', 'ș', '𝒳', 'a b', ' a', 'a  b', '\n', 'x'.repeat(21), 'x'.repeat(61), 'x'.repeat(201), 'x'.repeat(513)],
  ...['IT60X0542811101000000123456', '5265877635', '1265877635', '٣٢٣٢٣٢٣٢٣٢', '+1', '1e3', '.5', '5.', '-0', 'true'],
  ...['5265877635-20250826-0100001AF629-AF', 'https://a.pl/?IPKSeF=123abcdefghij', '85528.24', 'oo', 'zw', 'np I'],
]

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom<Kind>(
    'drop',
    'double',
    'swap',
    'value',
    'value',
    'value',
    'attribute',
    'rename',
    'unattribute',
  ),
  at: fc.nat(),
  value: fc.constantFrom(...VALUES),
})

/** Changes one of a document's elements, in its text. */
function apply(xml: string, { kind, at, value }: Change): string {
  const leaves = [...xml.matchAll(/<([A-Za-z_][\w.:-]*)((?:\s+[\w:.-]+="[^"]*")*)\s*>([^<]*)<\/\1>/g)]
  const groups = [...xml.matchAll(/<([A-Za-z_][\w.:-]*)>\s*(?:<([A-Za-z_][\w.-]*)[^<>]*>[^<]*<\/\2>\s*)+<\/\1>/g)]
  const all = kind === 'value' || kind === 'unattribute' ? leaves : [...leaves, ...groups]
  const found = all[at % all.length]
  if (found === undefined) return xml
  const [whole, name = '', attributes = '', text = ''] = found
  const [before, after] = [xml.slice(0, found.index), xml.slice(found.index + whole.length)]
  switch (kind) {
    case 'drop':
      return before + after
    case 'double':
      return before + whole + whole + after
    case 'value':
      return `${before}<${name}${attributes}>${value}</${name}>${after}`
    case 'attribute':
      return whole.includes(' odd=')
        ? xml
        : `${before}${whole.replace(`<${name}`, `<${name} odd="${value.trim()}"`)}${after}`
    case 'unattribute':
      return `${before}<${name}>${text}</${name}>${after}`
    case 'rename':
      return `${before}${whole.replaceAll(name, 'Odd')}${after}`
    case 'swap': {
      const next = /^\s*<([A-Za-z_][\w.-]*)[^<>]*>[^<]*<\/\1>/.exec(after)?.[0]
      return next === undefined ? xml : before + next + whole + after.slice(next.length)
    }
  }
}
