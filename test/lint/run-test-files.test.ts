import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')
const TAP = JSON.stringify(import.meta.resolve('tap'))

interface How {
  readonly jobs: number
  readonly launch: (files: readonly string[]) => ChildProcess
  readonly isOver: () => boolean
  readonly print: (line: string) => void
  readonly longestSeconds?: number
}

const { runTestFiles } = (await import(`${ROOT}/scripts/run-test-files.js`)) as {
  runTestFiles: (groups: readonly (readonly string[])[], how: How) => Promise<boolean>
}

const folder = mkdtempSync(join(tmpdir(), 'clearway-run-test-files-'))
t.teardown(() => {
  rmSync(folder, { recursive: true })
})

const text = {
  good: `t.test('one', async (t) => { t.ok(true); t.ok(true) })
    t.test('other', async (t) => { t.test('inner', async (t) => t.ok(true)) })`,
  bad: "t.test('one', async (t) => { t.ok(true); t.equal(1, 2, 'one is not two') })",
  loud: `t.test('one', async (t) => { for (let n = 0; n < 30_000; n++) t.ok(true, 'x'.repeat(60)) })
    t.test('other', async (t) => { t.equal(1, 2, 'one is not two') })`,
  none: '',
  broken: "throw new Error('at its import')",
  late: "t.test('one', async (t) => { t.ok(true); setTimeout(() => { throw new Error('late') }, 1); await forEver })",
  hangs: "t.test('one', async (t) => { setInterval(() => {}, 1000); await forEver })",
  teardown: "t.teardown(() => { throw new Error('at its teardown') }); t.test('one', async (t) => t.ok(true))",
  open: "t.test('one', async (t) => { t.ok(true) }); setInterval(() => {}, 1000)",
  spoils: "t.test('one', async (t) => { t.ok(true); globalThis.spoilt = true })",
  spoilt: "t.test('one', async (t) => { t.notOk(globalThis.spoilt, 'nothing is spoilt') })",
  environment: "t.test('one', async (t) => { t.ok(true); process.env.SPOILT = '1' })",
  setting: "t.teardown(() => delete process.env.SET); process.env.SET = '1'; t.test('one', async (t) => t.ok(true))",
  root: "t.test('one', async () => { t.ok(true); t.equal(1, 1); await t.rejects(Promise.reject(new Error('no'))) })",
  stray: "t.test('one', async () => { t.ok(true); t.fail('astray') })",
}

type Name = keyof typeof text

const fileOf = (name: Name): string => join(folder, `${name}.test.mjs`)
for (const [name, body] of Object.entries(text)) {
  const forEver = 'const forEver = new Promise(() => {})'
  writeFileSync(fileOf(name as Name), `import t from ${TAP}\n${forEver}\n${body}\n`)
}

/** Runs groups of these files; answers the report, line by line. */
async function run(...groups: readonly (readonly Name[])[]) {
  const lines: string[] = []
  const launch = (files: readonly string[]): ChildProcess => {
    const how = files.length > 1 ? [join(ROOT, 'scripts/import-test-files.js'), ...files] : files
    const env = { ...process.env, TAP_TIMEOUT: '20' }
    const first = `--import=${join(ROOT, 'dist/test/support/without-async-hooks.js')}`
    return spawn(process.execPath, [first, ...how], { stdio: ['ignore', 'pipe', 'ignore'], detached: true, env })
  }
  const good = await runTestFiles(
    groups.map((names) => names.map(fileOf)),
    { jobs: 2, launch, isOver: () => false, print: (text) => lines.push(...text.split('\n')), longestSeconds: 3 },
  )
  const all = lines.map((line) => line.replaceAll(`${folder}/`, ''))
  return { good, sums: all.at(-1), lines: all }
}

/** What the report says of the files, without times. */
const files = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => /^(ok|FAILED) /.test(line)).map((line) => line.replace(/ +[\d.]+ s {2}/, ' '))

t.test('files of one process are reported one by one, with all their assertions', async (t) => {
  const { good, sums, lines } = await run(['good', 'root', 'setting'])
  t.ok(good)
  t.equal(sums, '8 passed, 0 failed')
  t.strictSame(files(lines), ['ok good.test.mjs  (1/3)', 'ok root.test.mjs  (2/3)', 'ok setting.test.mjs  (3/3)'])
  const alone = await run(['good'], ['root'], ['setting'])
  t.match(alone, { good: true, sums })
})

t.test('a file that fails runs again alone, and counts once', async (t) => {
  const { good, sums, lines } = await run(['good', 'bad', 'setting'])
  t.notOk(good)
  t.equal(sums, '5 passed, 1 failed')
  t.strictSame(files(lines).slice(-2), ['ok setting.test.mjs  (3/3)', 'FAILED bad.test.mjs  (again, alone)'])
  t.equal(lines.filter((line) => line.includes('not ok 2 - one is not two')).length, 2)
  t.notOk(lines.some((line) => line.includes('influence')))
})

t.test('a failure belongs to its file, however much the file has to write', async (t) => {
  const { lines } = await run(['loud', 'good'])
  t.match(files(lines), [
    'FAILED loud.test.mjs  (1/2)',
    'ok good.test.mjs  (2/2)',
    'FAILED loud.test.mjs  (again, alone)',
  ])
})

t.test('a file that fails beside others and passes alone is a failure', async (t) => {
  const { good, sums, lines } = await run(['spoils', 'spoilt'])
  t.notOk(good)
  t.equal(sums, '1 passed, 1 failed')
  t.match(lines.join('\n'), /ok +[\d.]+ s {2}spoilt.*again, alone.*\n +passes alone, failed beside others/)
})

t.test('so is one that leaves the environment of its process changed', async (t) => {
  const { good, lines } = await run(['good', 'environment'])
  t.notOk(good)
  t.match(lines.join('\n'), /^ +leaves the environment of its process changed/m)
})

t.test('any fault of a file is reported with its name, and the files after it run', async (t) => {
  for (const [name, said] of [
    ['none', /ran no test/],
    ['broken', /at its import/],
    ['teardown', /at its teardown/],
    ['late', /its process ended with exit code 1/],
    ['hangs', /did not end within 3 s/],
  ] as const) {
    const { good, sums, lines } = await run(['good', name, 'setting'])
    t.notOk(good, name)
    t.match(sums, /^[45] passed, [12] failed$/, name)
    t.match(files(lines), [
      'ok good.test.mjs  (1/3)',
      `FAILED ${name}.test.mjs  (2/3)`,
      'ok setting.test.mjs  (3/3)',
      `FAILED ${name}.test.mjs  (again, alone)`,
    ])
    t.match(lines.join('\n'), said, name)
  }
})

t.test('a failure at the root of tap is one of the file', async (t) => {
  const { good, sums, lines } = await run(['stray', 'good'])
  t.notOk(good)
  t.match(sums, /, 1 failed$/)
  t.match(files(lines)[0], 'FAILED stray.test.mjs')
  t.match(lines.join('\n'), /not ok 2 - astray/)
})

t.test('a process that does not end is a failure, and the file that holds it open is found', async (t) => {
  const { good, lines } = await run(['good', 'open'])
  t.notOk(good)
  t.match(files(lines).slice(-2), ['ok good.test.mjs  (again, alone)', 'FAILED open.test.mjs  (again, alone)'])
})
