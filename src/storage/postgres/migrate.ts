import { createHash } from 'node:crypto'
import type pg from 'pg'
import { migrations as released } from '../migrations/index.js'
import type { Migration } from '../migrations/migration.js'
import { isMissingRight } from './missing-right.js'
import { withStartupConnection } from './pool.js'
import { StartupError } from '../startup-error.js'

/** Any fixed number: services that start at the same time take turns with it. */
const migrationLock = 7_302_114_051

/**
 * Migrates a database to the schema that this code needs and returns the names of the migrations
 * applied now. Each runs in its own transaction and is recorded with a checksum; simultaneous
 * starts take turns. If all are applied, it only reads, so that a role without the right to
 * migrate can start.
 *
 * Throws `StartupError` when the database can't be reached, was migrated by a newer release, an
 * applied migration has changed since, or the role may not apply a missing one.
 */
export async function migrate(
  connectionString: string,
  migrations: readonly Migration[] = released,
): Promise<readonly string[]> {
  checkNames(migrations)
  return await withStartupConnection(connectionString, async (client) => {
    if ((await readMissing(client, migrations)).length === 0) return []
    // The lock ends with the connection, however this process ends.
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    const missing = await readMissing(client, migrations)
    try {
      if (missing.length > 0) await client.query(HISTORY)
      for (const migration of missing) await apply(client, migration)
    } catch (error) {
      const cause = error instanceof StartupError ? error.cause : error
      throw isMissingRight(cause) ? mayNotMigrate(missing, cause) : error
    }
    return missing.map(({ name }) => name)
  })
}

function mayNotMigrate(missing: readonly Migration[], cause: unknown): StartupError {
  const [first] = missing
  return new StartupError(
    `The role in DATABASE_URL may not migrate the database, which lacks ${first?.name ?? ''}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}; run "clearway database migrate" as the owner first.`,
    { cause },
  )
}

function checkNames(migrations: readonly Migration[]): void {
  migrations.forEach(({ name }, index) => {
    const before = migrations[index - 1]
    if (!/^\d{4}-[a-z0-9-]+$/.test(name) || (before && before.name >= name)) {
      throw new Error(`migration ${name} is not named NNNN-name, or is not in the order of the names`)
    }
  })
}

const HISTORY = `
  CREATE SCHEMA IF NOT EXISTS storage;
  CREATE TABLE IF NOT EXISTS storage.migration (
    name       text        PRIMARY KEY,
    checksum   text        NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`

/** The migrations that were not applied yet. Writes nothing. */
async function readMissing(client: pg.Client, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = await readApplied(client)
  checkHistory(migrations, applied)
  return migrations.filter(({ name }) => !applied.has(name))
}

async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  // Not by its name, which a role without rights in the schema may not even look up.
  const { rowCount } = await client.query(
    `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'storage' AND c.relname = 'migration'`,
  )
  if (rowCount === 0) return new Map()
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM storage.migration',
    )
    return new Map(rows.map(({ name, checksum }) => [name, checksum]))
  } catch (error) {
    if (!isMissingRight(error)) throw error
    throw new StartupError(
      'The role in DATABASE_URL has no rights in this database; run "clearway database roles --apply" as the owner, to grant them to the roles of the service.',
      { cause: error },
    )
  }
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [name, checksum] of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new StartupError(
        `The database was migrated by a newer release (it has ${name}, which this one doesn't know); start that release, or restore a backup from before it.`,
      )
    }
    if (checksumOf(migration) !== checksum) {
      throw new StartupError(
        `The migration ${name} was edited after this database had applied it; restore the released file and put the change into a new migration.`,
      )
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(migration.sql)
    await client.query('INSERT INTO storage.migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      checksumOf(migration),
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The migration ${migration.name} failed and was undone: ${reason}`, { cause: error })
  }
}

function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
