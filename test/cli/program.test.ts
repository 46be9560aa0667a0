import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Help } from 'commander'
import t from 'tap'
import { createProgram, runProgram } from '../../src/cli/program.js'
import { ROOT } from '../countries/accepted-sample.js'
import { hearing, idleRun, runCli } from '../support/command-line.js'
import { migratedDatabase } from '../support/database.js'

const SAMPLE = readFileSync(join(ROOT, 'samples', 'ro', '01-domestic-services.json'), 'utf8')
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

t.test('runs beside each other keep their settings, output and status apart', async (t) => {
  const envs = await Promise.all(
    [0, 1, 2].map(async () => ({ DATABASE_URL: (await migratedDatabase(t)).url, SECRETS_KEY })),
  )
  const before = { ...process.env }
  const migrated = await Promise.all(envs.map((env) => runCli(['database', 'migrate', '--json'], env)))
  t.match(migrated, [{ status: 0 }, { status: 0 }, { status: 0 }])
  const numbered = (number: string) => runCli(['convert', '--json', '--number', number, '-'], {}, SAMPLE)
  const [created, converted, wrong] = await Promise.all([
    Promise.all(envs.map((env, n) => runCli(['accounts', 'create', '--name', `A-${n}`, '--json'], env))),
    Promise.all(['N-1', 'N-2'].map(numbered)),
    runCli(['convert', '--to', 'pdf', '-'], {}, SAMPLE),
  ])
  const logged = await Promise.all(envs.map((env) => runCli(['operators', 'log', '--json'], env)))
  for (const [n, { status, stdout, stderr }] of created.entries()) {
    t.equal(status, 0)
    t.match(JSON.parse(stderr), { note: /^No service is running/ })
    const { accountId } = JSON.parse(stdout) as { readonly accountId: string }
    const { actions } = JSON.parse(logged[n]?.stdout ?? '') as { readonly actions: readonly object[] }
    t.match(actions.at(-1), { action: 'accounts create', target: accountId, details: { name: `A-${n}` } })
    t.equal(actions.length, 4, 'begin and end of two actions')
  }
  t.strictSame(
    converted.map(({ stdout }) => /<cbc:ID>(N-\d)</.exec((JSON.parse(stdout) as { readonly xml: string }).xml)?.[1]),
    ['N-1', 'N-2'],
  )
  t.match(wrong, { status: 2, stdout: '', stderr: /Allowed choices are json, ubl, cii/ })
  t.same(process.env, before)
  t.equal(process.exitCode, undefined, 'the status of this process is its own')
})

t.test('settings come from what is given, not from the process', async (t) => {
  const before = process.env['LOG_LEVEL']
  process.env['LOG_LEVEL'] = 'nonsense'
  t.teardown(() => {
    if (before === undefined) delete process.env['LOG_LEVEL']
    else process.env['LOG_LEVEL'] = before
  })
  const { url } = await migratedDatabase(t)
  const env = { DATABASE_URL: url, SECRETS_KEY }
  t.equal((await runCli(['work', '--json'], env)).status, 0)
  t.match(await runCli(['work', '--json'], { ...env, LOG_LEVEL: 'nonsense' }), { status: 1, stderr: /LOG_LEVEL/ })
})

t.test('help is as wide as the terminal', async (t) => {
  const { host, stdout } = hearing()
  Object.assign(host.stdout, { isTTY: true, columns: 40 })
  t.equal(await runProgram(['validate', '--help'], host), 0)
  const [, description = ''] = stdout().split('\n\n')
  const longest = Math.max(...description.split('\n').map((line) => line.length))
  t.ok(longest > 20 && longest <= 40, description)
})

t.test('a reader that is gone ends the command in order', async (t) => {
  const { host, stderr } = hearing({}, `${JSON.stringify(JSON.parse(SAMPLE))}\n`.repeat(50))
  let lines = 0
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      lines += 1
      done(lines === 3 ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null)
    },
  })
  t.equal(await runProgram(['validate', '--ndjson', '-'], { ...host, stdout }), 0)
  t.equal(stderr(), '')
  t.equal(lines, 3)
})

t.test('the list of commands shows each as the command itself does', async (t) => {
  const whole = (await createProgram(idleRun(), {})).commands
  t.ok(whole.length > 15)
  const { stdout } = await runCli(['--help'])
  for (const command of whole) t.match(stdout, `\n  ${new Help().subcommandTerm(command)}  `)
})
