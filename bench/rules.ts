// How long the engine takes: validation of an invoice from the API's JSON and from XML, and
// conversion, for 1, 10, 100 and 1,000 lines; in the same run the official artefacts on a warm
// JVM, and the time to load the engine.
//   npm run bench:rules [-- --json]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { romania } from '../src/countries/ro/index.js'
import { judgeXml } from '../src/countries/judge-xml.js'
import type { InvoiceRequest } from '../src/domain/invoice-request.js'
import { acceptedSamples } from '../test/countries/accepted-sample.js'
import { oracleAvailable } from '../test/support/oracle.js'
import { SHARED } from '../conformance/shared.js'

const TODAY = '2026-11-21'
const { invoicing } = romania
if (invoicing === null) throw new Error('Romania invoices')

/**
 * Microseconds that one call takes: the fastest of 40 rounds, since other work on the machine only
 * adds to it.
 */
function microseconds(call: () => unknown): number {
  let calls = 1
  while (timed(call, calls) < 20) calls *= 2
  return Math.min(...Array.from({ length: 40 }, () => (timed(call, calls) * 1000) / calls))
}

function timed(call: () => unknown, calls: number): number {
  const start = performance.now()
  for (let made = 0; made < calls; made += 1) call()
  return performance.now() - start
}

/** Milliseconds of a process that only loads the engine, less those of one that loads nothing. */
function loadTime(module: string): number {
  const run = (script: string): number => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      spawnSync(process.execPath, ['--input-type=module', '-e', script])
      return performance.now() - start
    })
    return Math.min(...times)
  }
  const engine = join(import.meta.dirname, '..', 'src', 'countries', module)
  return run(`await import(${JSON.stringify(engine)})`) - run('')
}

/**
 * Milliseconds that the official artefacts of ANAF take on a document in a warm process, the
 * schema included.
 */
function official(file: string): number | null {
  if (!oracleAvailable()) return null
  const oracle = join(SHARED, 'oracle', 'oracle')
  const { stderr } = spawnSync(oracle, ['-p', 'ro', '--quiet', '--time', '--repeat', '60', file], {
    encoding: 'utf8',
    env: { ...process.env, ORACLE_TIER: '4' },
  })
  return Number(/median of 2nd half ([\d.]+) ms/.exec(stderr)?.[1] ?? Number.NaN)
}

function sized(lines: number): InvoiceRequest {
  const [first] = acceptedSamples('RO', TODAY)
  if (first === undefined) throw new Error('no sample')
  const sample = { ...first.invoice, attachments: [] }
  return {
    ...sample,
    lines: Array.from({ length: lines }, (_, index) => {
      const line = sample.lines[index % sample.lines.length]
      if (line === undefined) throw new Error('a sample without lines')
      return { ...line, unitPrice: 10 + (index % 90) + 0.25 }
    }),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-rules-'))
try {
  const rows = [1, 10, 100, 1000].map((lines) => {
    const invoice = sized(lines)
    const { xml } = invoicing.convert(invoice, [])
    const bytes = Buffer.from(xml)
    const file = join(folder, `${lines}.xml`)
    writeFileSync(file, xml)
    const verdict = invoicing.validate(invoice, { today: TODAY })
    const read = judgeXml(bytes, { profile: 'ro' })
    if (!verdict.valid || !read.valid)
      throw new Error(`${lines} lines are not valid: ${JSON.stringify([verdict.findings, read.findings])}`)
    const fromJson = microseconds(() => invoicing.validate(invoice, { today: TODAY }))
    const fromXml = microseconds(() => judgeXml(bytes, { profile: 'ro' }))
    const conversion = microseconds(() => invoicing.convert(invoice, []))
    return { lines, fromJson, fromXml, conversion, saxon: official(file) }
  })
  const load = { json: loadTime(join('ro', 'index.js')), xml: loadTime('judge-xml.js') }
  if (process.argv.includes('--json')) console.log(JSON.stringify({ load, rows }))
  else {
    console.log(
      `node ${process.version}; ${execFileSync('nproc').toString().trim()} cores; the engine of a country loads in ${load.json.toFixed(0)} ms, with XML and all profiles in ${load.xml.toFixed(0)} ms`,
    )
    console.log('lines   from JSON   from XML   conversion   official (Saxon)   times faster (JSON, XML)')
    for (const { lines, fromJson, fromXml, conversion, saxon } of rows) {
      const faster =
        saxon === null ? '-' : `${((saxon * 1000) / fromJson).toFixed(0)}, ${((saxon * 1000) / fromXml).toFixed(0)}`
      console.log(
        `${String(lines).padStart(5)}${us(fromJson, 12)}${us(fromXml, 11)}${us(conversion, 13)}${(saxon === null ? '-' : `${saxon.toFixed(1)} ms`).padStart(19)}   ${faster}`,
      )
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function us(time: number, width: number): string {
  return `${time.toFixed(0)} µs`.padStart(width)
}
