import pg from 'pg'
import t, { type Test } from 'tap'
import { CliRun } from '../../src/cli/cli-run.js'
import { inLines } from '../../src/cli/verdicts.js'
import { invalidField } from '../../src/domain/refusal.js'
import { StartupError } from '../../src/storage/startup-error.js'
import { hearing } from '../support/command-line.js'
import { migratedDatabase } from '../support/database.js'

/** What stands on standard error then. */
async function failure(t: Test, error: unknown, { json = false, verbose = false } = {}): Promise<string> {
  const { host, stdout, stderr } = hearing()
  const run = new CliRun(host)
  await run.printFailure({ json }, error, verbose)
  t.equal(run.status, 1)
  t.equal(stdout(), '')
  return stderr()
}

t.test('an error that the caller can fix is its sentence alone', async (t) => {
  t.equal(await failure(t, new StartupError('PORT is taken.')), 'PORT is taken.\n')
  t.equal(
    await failure(t, invalidField('expiresAt', 'must be in the future'), { json: true }),
    '{"error":"expiresAt must be in the future"}\n',
  )
})

t.test('an unprepared or missing database is no fault of the program', async (t) => {
  const { url } = await migratedDatabase(t)
  const failed = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    client.on('error', () => undefined)
    return client.query(sql).then(
      () => t.fail('it succeeds'),
      (error: unknown) => error,
    )
  }
  t.match(await failure(t, await failed('SELECT FROM read.accounts')), /^This database has no read models yet\. Start/)
  t.match(await failure(t, await failed('SELECT FROM read_accounts')), /^The command failed because of a bug/)
  t.equal(
    await failure(t, await failed('SELECT pg_terminate_backend(pg_backend_pid())')),
    'The database stopped answering. Run the command again when it is back.\n',
  )
})

t.test('a fault is one sentence, and its place on demand', async (t) => {
  const fault = new TypeError('x is not a function\nat all')
  const short = await failure(t, fault)
  t.equal(short, 'The command failed because of a bug: x is not a function. --verbose shows where.\n')
  const long = await failure(t, fault, { verbose: true })
  t.match(long, /^The command failed because of a bug: x is not a function:\n {2}TypeError: .*\n[^]* at .*output\.test/)
  t.match(JSON.parse(await failure(t, fault, { json: true, verbose: true })), { error: String, details: Array })
})

t.test('a fault does not reveal what a customer has sent', async (t) => {
  const quoting = await new Promise<unknown>((resolve) => {
    resolve(JSON.parse('ACME Ltd'))
  }).catch((error: unknown) => error)
  t.match(String(quoting), /ACME/)
  t.notMatch(await failure(t, quoting), /ACME/)
})

t.test('a terminal obeys no field of a file', async (t) => {
  const findings = [{ rule: '', flag: 'fatal' as const, place: 'x\u001b[2J\r', message: 'is unknown', fix: '' }]
  const verdict = { name: 'a.json', valid: false, by: '', findings, findingsTotal: 1, asJson: () => null }
  t.equal(inLines(verdict), String.raw`a.json: invalid${'\n'}  fatal x\u001b[2J\u000d: is unknown`)
})
