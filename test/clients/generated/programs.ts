import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { COUNTRY_CODES } from '../../../src/countries/registry.js'
import { ROOT } from '../../countries/accepted-sample.js'
import type { startReceivingService } from '../../support/receiving-service.js'

/** The folder of this test's programs, which no build copies. */
export const FOLDER = join(ROOT, 'test', 'clients', 'generated')

/**
 * Where programs of others are installed; null: they are not, after a line that says what was left
 * out. With REQUIRE_FOREIGN=1 their absence fails the test.
 */
export function installed(
  t: Test,
  variables: readonly `CLIENTS_${'JAVA' | 'PYTHON' | 'NODE'}`[],
  leftOut: string,
): readonly string[] | null {
  const folders = variables.flatMap((variable) => process.env[variable] ?? [])
  if (folders.length === variables.length) return folders
  if (process.env['REQUIRE_FOREIGN'] === '1') t.fail(`programs of others are not installed, needed for: ${leftOut}`)
  else t.comment(`left out, as programs of others are not installed: ${leftOut}`)
  return null
}

interface Options {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end; `printed` is its standard output, `output` all of it. */
export async function run(
  [program = '', ...args]: readonly string[],
  { cwd, input = '', env = {} }: Options = {},
): Promise<{ readonly code: number | null; readonly printed: string; readonly output: string }> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(program, args, { stdio: 'pipe', cwd, env: { PATH, HOME, TMPDIR, PYTHONUTF8: '1', ...env } })
  // A program that ends before it has read everything; its end is reported below.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, printed, output: printed + complaints }
}

/** Two samples of each country: a plain one, and one with every term. */
const SAMPLES = COUNTRY_CODES.flatMap((country) => {
  const folder = join(ROOT, 'samples', country.toLowerCase())
  return readdirSync(folder)
    .filter((name) => /^01-|-every-term/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly country: string })
})

/** What openapi-generator makes of the document of a service, in a folder of its own. */
export async function generated(
  t: Test,
  { jars, url }: { readonly jars: string; readonly url: string },
  options: readonly string[],
): Promise<string> {
  const folder = t.testdir()
  const jar = readdirSync(jars).find((name) => name.startsWith('openapi-generator-cli-')) ?? ''
  const parts = ['apiTests', 'modelTests', 'apiDocs', 'modelDocs'].map((part) => `${part}=false`)
  const { code, output } = await run(
    [
      ...['java', '-Xmx1g', '-jar', join(jars, jar), 'generate', '-i', `${url}/openapi.json`],
      ...['-o', join(folder, 'client'), '--global-property', parts.join(',')],
      ...options,
    ],
    { cwd: folder },
  )
  t.equal(code, 0, output.slice(-4000))
  // Two groups of operations of one name would be written into one file.
  t.notMatch(output, /Duplicate file path/)
  return folder
}

/**
 * Lets a client of others create the samples on a service, read each, download its PDF and list
 * the deliveries of webhooks; compares what it prints with what the same JSON makes by itself.
 */
export async function walk(
  t: Test,
  { service, receiver }: Awaited<ReturnType<typeof startReceivingService>>,
  command: readonly string[],
  options: Options = {},
): Promise<void> {
  const key = /test key\s+(\S+)/.exec(service.output())?.[1] ?? ''
  const input = JSON.stringify({ api: service.url, key, receiver: receiver.url(), samples: SAMPLES })
  const { code, printed, output } = await run(command, { ...options, input })
  t.equal(code, 0, output.slice(-4000))
  const lines = printed.split('\n').filter((line) => line.startsWith('{'))
  const found = lines.map((line) => JSON.parse(line) as unknown)
  const expected = []
  for (const sample of SAMPLES) {
    const answer = await fetch(new URL('/v1/invoices', service.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(sample),
    })
    const { data } = (await answer.json()) as {
      readonly data?: { readonly number: string; readonly netAmount: string }
    }
    expected.push({ country: sample.country, number: data?.number, net: data?.netAmount, pdf: '%PDF-' })
  }
  t.strictSame(found.slice(0, -1), expected)
  t.match(found.at(-1), { delivered: /^(?:invoice|connection)\./ })
}
