import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres/start.js'
import { spawnEventStoreDb } from '../../test/standins/eventstoredb/index.js'

/** Servers that outlive the measured clients. */
export interface Servers {
  /** Creates an empty database; it is dropped at the end. */
  readonly database: () => Promise<string>
  readonly eventStoreDb: string
  /**
   * The stand-in's speed shows only what the adapter adds to the client's work, not a real
   * server's speed.
   */
  readonly isStandIn: boolean
  close(): Promise<void>
}

const log = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * `DATABASE_URL` and `EVENTSTORE_URL` if they are set; else an embedded PostgreSQL with fsync on,
 * and the stand-in, which flushes too.
 */
export async function openServers(): Promise<Servers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
  const [givenDatabase, givenEventStore] = [process.env['DATABASE_URL'], process.env['EVENTSTORE_URL']]
  const postgres = givenDatabase === undefined ? await startEmbeddedPostgres({ dataDir, log }) : null
  const standIn = givenEventStore === undefined ? await spawnEventStoreDb({ fsync: true }) : null
  const admin = givenDatabase ?? postgres?.connectionString ?? ''
  const made: string[] = []
  return {
    eventStoreDb: givenEventStore ?? standIn?.connectionString ?? '',
    isStandIn: standIn !== null,
    database: async () => {
      const name = `bench_${process.pid}_${made.push('')}`
      made[made.length - 1] = name
      await execute(admin, `CREATE DATABASE ${name}`)
      return admin.replace(/^(\w+:\/\/[^/]*)\/[^?]*/, `$1/${name}`)
    },
    close: async () => {
      for (const name of made) await execute(admin, `DROP DATABASE ${name} WITH (FORCE)`)
      await postgres?.stop()
      await standIn?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Streams for one run, on a server that others may use. */
export function freshPrefix(): string {
  return `bench${randomBytes(4).toString('hex')}`
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
