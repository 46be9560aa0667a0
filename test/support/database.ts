import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import tap from 'tap'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres/start.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { migrate } from '../../src/storage/postgres/migrate.js'
import { migrations } from '../../src/storage/migrations/index.js'

/** The part of a tap test that is used here. */
interface Teardown {
  teardown(handler: () => Promise<void>): void
}

/** A database of one test. */
interface TestDatabase {
  /** Connection string. */
  readonly url: string
}

/**
 * A new, empty database, dropped when the test ends. Connections that are still open then are cut.
 */
export async function freshDatabase(t: Teardown): Promise<TestDatabase> {
  return await createDatabase(t, null)
}

/** A new database with all migrations applied, dropped when the test ends. */
export async function migratedDatabase(t: Teardown): Promise<TestDatabase> {
  return await createDatabase(t, await template())
}

/**
 * The same with all read models, empty: what a service has after its start, which then needs a
 * fraction of the time.
 */
export async function preparedDatabase(t: Teardown): Promise<TestDatabase> {
  return await createDatabase(t, await preparedTemplate())
}

/**
 * Kept by the test run (`scripts/test.js`), else started by the first test of this process that
 * needs it.
 */
let server: Promise<string> | null = null

function serverUrl(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL']
  server ??= given === undefined || given === '' ? startServer() : Promise.resolve(given)
  return server
}

async function startServer(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearway-test-'))
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir, log, fsync: false })
  tap.teardown(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return postgres.connectionString
}

async function createDatabase(t: Teardown, templateName: string | null): Promise<TestDatabase> {
  const admin = await serverUrl()
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  // A third of the time of WAL_LOG, on a server without fsync.
  await execute(admin, `CREATE DATABASE ${name} TEMPLATE ${templateName ?? 'template0'} STRATEGY FILE_COPY`)
  t.teardown(async () => {
    await execute(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  return { url: urlOf(admin, name) }
}

const templates = new Map<string, Promise<string>>()

/**
 * Migrating once and copying is several times faster than migrating each. Named after its content,
 * so that it is never stale.
 */
function template(): Promise<string> {
  return templateOf('migrated', JSON.stringify(migrations), 'template0', migrate)
}

/** Preparing twenty read models takes even longer. */
async function preparedTemplate(): Promise<string> {
  // They load the whole domain, which most tests of a database don't need.
  const { PROJECTIONS } = await import('../../src/projections/registry.js')
  const { ensureTable } = await import('../../src/projections/engine/runner.js')
  const tables = PROJECTIONS.map(({ name, version, columns, indexes }) => ({ name, version, columns, indexes }))
  return await templateOf('prepared', JSON.stringify([migrations, tables]), await template(), async (url) => {
    const pool = createPool({ connectionString: url, applicationName: 'test' })
    try {
      for (const projection of PROJECTIONS) await ensureTable(pool, projection)
    } finally {
      await pool.end()
    }
  })
}

function templateOf(
  kind: string,
  content: string,
  from: string,
  make: (url: string) => Promise<unknown>,
): Promise<string> {
  const made = templates.get(kind) ?? makeTemplate(kind, content, from, make)
  templates.set(kind, made)
  return made
}

async function makeTemplate(
  kind: string,
  content: string,
  from: string,
  make: (url: string) => Promise<unknown>,
): Promise<string> {
  const admin = await serverUrl()
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const name = `clearway_${kind}_${digest}`
  const client = await connect(admin)
  try {
    // Test files run in several processes: one of them makes it.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) {
      const draft = `${name}_draft`
      await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`)
      await client.query(`CREATE DATABASE ${draft} TEMPLATE ${from}`)
      await make(urlOf(admin, draft))
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`)
    }
    return name
  } finally {
    await client.end()
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** The same server, another database. */
function urlOf(url: string, database: string): string {
  return url.replace(/^(\w+:\/\/[^/]*)\/[^?]*/, `$1/${database}`)
}
