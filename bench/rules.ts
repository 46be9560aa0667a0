// How long the engine needs: validation of an invoice from the API's JSON and from XML, and
// conversion, for 1, 10, 100 and 1,000 lines; in the same run the official artefacts on a warm
// JVM, and the time to load the engine from the bundle, as users do.
//   npm run bench:rules [-- --json] [-- --no-official]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { romania } from '../src/countries/ro/index.js'
import { judgeXml } from '../src/countries/judging/judge-xml.js'
import type { InvoiceRequest } from '../src/domain/request/invoice-request.js'
import { acceptedSamples } from '../test/countries/accepted-sample.js'
import { isJudgeInstalled } from '../test/support/judge/java-judge.js'
import { SHARED } from '../conformance/shared.js'

const TODAY = '2026-11-21'
const { invoicing } = romania
if (invoicing === null) throw new Error('Romania invoices')

/**
 * Microseconds of one call: the fastest of 40 rounds, since other work on the machine only adds to
 * it.
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

const BUNDLE = join(import.meta.dirname, '..', 'bundle')

/**
 * Milliseconds of processes of Node: one that loads nothing, one that loads what a judging thread
 * does (the engine with XML and all profiles), one that judges a document on the command line. The
 * fastest of nine of each, in turn, since other work on the machine only adds to them.
 */
function processTimes(document: string): { readonly empty: number; readonly engine: number; readonly cli: number } {
  const script = (text: string): readonly string[] => ['--input-type=module', '-e', text]
  const programs = {
    empty: script(''),
    engine: script(`await import(${JSON.stringify(join(BUNDLE, 'worker.js'))})`),
    cli: [join(import.meta.dirname, '..', '..', 'bin', 'clearway.js'), 'validate', '--profile', 'ro', document],
  }
  const fastest = { empty: Infinity, engine: Infinity, cli: Infinity }
  for (let round = 0; round < 9; round += 1) {
    for (const name of ['empty', 'engine', 'cli'] as const) {
      const start = performance.now()
      execFileSync(process.execPath, programs[name])
      fastest[name] = Math.min(fastest[name], performance.now() - start)
    }
  }
  return fastest
}

/**
 * Milliseconds that the official artefacts of ANAF need for a document in a warm process, the
 * schema included.
 */
function official(file: string): number | null {
  if (!isJudgeInstalled() || process.argv.includes('--no-official')) return null
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
  const load = processTimes(join(folder, '1.xml'))
  if (process.argv.includes('--json')) console.log(JSON.stringify({ load, rows }))
  else {
    const { empty, engine, cli } = load
    console.log(
      [
        `node ${process.version}; ${execFileSync('nproc').toString().trim()} cores`,
        `an empty process takes ${empty.toFixed(0)} ms`,
        `the engine with XML and all profiles loads in ${ratio(engine - empty, empty)}`,
        `clearway validate takes ${ratio(cli, empty)}`,
      ].join('; '),
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

/** Milliseconds, and how many times as long as an empty process they are. */
function ratio(time: number, empty: number): string {
  return `${time.toFixed(0)} ms (${(time / empty).toFixed(1)} times that)`
}

function us(time: number, width: number): string {
  return `${time.toFixed(0)} µs`.padStart(width)
}
