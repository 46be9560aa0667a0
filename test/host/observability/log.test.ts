import fc from 'fast-check'
import pg from 'pg'
import t from 'tap'
import { createLog } from '../../../src/host/observability/log.js'
import { migratedDatabase } from '../../support/database.js'

const { url } = await migratedDatabase(t)
const client = new pg.Client({ connectionString: url })
await client.connect()
t.teardown(() => client.end())
await client.query(`
  CREATE TABLE invoice (name text CHECK (length(name) < 3), number int, day timestamptz, UNIQUE (name));
  CREATE FUNCTION fail(x text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN x::int; END $$;
  CREATE FUNCTION fail_inside(x text) RETURNS int LANGUAGE plpgsql AS $$
    DECLARE n int; BEGIN EXECUTE 'SELECT ' || quote_literal(x) || '::json' INTO n; RETURN n; END $$`)

/** Each fails for most texts, in another way. */
const STATEMENTS = [
  'SELECT $1::int',
  'SELECT $1::timestamptz',
  'SELECT $1::json',
  'SELECT $1::uuid',
  'SELECT fail($1)',
  'SELECT fail_inside($1)',
  'INSERT INTO invoice (name) VALUES ($1)',
  'INSERT INTO invoice (name) SELECT left($1, 1) FROM generate_series(1, 2)',
  `SELECT * FROM json_populate_recordset(NULL::invoice, json_build_array(json_build_object('number', $1::text)))`,
  `SELECT * FROM json_populate_recordset(NULL::invoice, json_build_array(json_build_object('day', $1::text)))`,
  `SELECT json_populate_recordset(NULL::invoice, ('[{"name":"' || $1 || '", "number": }]')::json)`,
] as const

async function failure(statement: string, text: string): Promise<unknown> {
  try {
    await client.query(statement, [text])
    return null
  } catch (error) {
    return error
  }
}

t.test('no line has the text of what a statement that failed was about', async (t) => {
  const letters = fc.stringMatching(/^[A-Z][a-z]{6,12} [a-z]{4,8}$/)
  const text = fc.oneof(
    letters,
    letters.map((word) => `${word}\n    at ${word}`),
    letters.map((word) => `${word}: "${word}' ${word}`),
    letters.map((word) => `{"name":"${word}"`),
  )
  let failures = 0
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...STATEMENTS), async (text, statement) => {
      const error = await failure(statement, text)
      if (error === null) return
      failures += 1
      const lines: string[] = []
      const log = createLog('info', { write: (line: string) => void lines.push(line) })
      log.error({ err: error }, 'failed')
      log.child({ request: 'r' }).error({ err: new Error('outer', { cause: error }) }, 'failed')
      log.error({ err: new AggregateError([error], 'several') }, 'failed')
      log.error(error)
      log.error({ err: error })
      const words = text.match(/[A-Z][a-z]{6,12}/g) ?? []
      for (const line of lines) {
        for (const word of words) if (line.includes(word)) throw new Error(`${statement}: ${line}`)
      }
      const { err } = JSON.parse(lines[0] ?? '{}') as { err: Record<string, unknown> }
      if (typeof err['code'] !== 'string' || err['message'] === '') throw new Error(`reports nothing: ${lines[0]}`)
    }),
    { numRuns: 300 },
  )
  t.ok(failures > 200, String(failures))
})

t.test('a log line names the place and the cause', async (t) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  log.error({ err: await failure('INSERT INTO invoice (name) VALUES ($1)', 'Consultanta') }, 'failed')
  log.error({ err: new TypeError('x is not a function', { cause: new RangeError('inner') }) }, 'failed')
  log.error({ err: await failure('SELECT $1::int', 'Consultanta') }, 'failed')
  t.match(
    lines.map((line) => JSON.parse(line) as object),
    [
      { err: { code: '23514', table: 'invoice', constraint: 'invoice_name_check', stack: /\n {4}at / } },
      { err: { type: 'TypeError', message: 'x is not a function', stack: /log\.test/, cause: { message: 'inner' } } },
      { err: { code: '22P02', message: 'invalid input syntax for type integer', routine: /./, stack: /\n {4}at / } },
    ],
  )
})

t.test('nor of a document that could not be read', async (t) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  try {
    JSON.parse('Consultanta juridica')
  } catch (error) {
    log.error({ err: error }, 'failed')
  }
  log.error({ err: Object.assign(new Error('refused'), { body: 'Consultanta' }) }, 'failed')
  t.equal(lines.length, 2)
  t.notMatch(lines.join(''), /onsultanta|Consul/)
})
