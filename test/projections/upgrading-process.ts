/**
 * A process of the next release that takes over a read model, on the database of its first
 * argument, and kills itself like kill -9 when it is about to send a statement that holds the text
 * of its second argument.
 */
import type pg from 'pg'
import pino from 'pino'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { prepareProjection } from '../../src/projections/engine/runner.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { newerInvoices } from './newer-invoices.js'

const [url = '', fatal = ''] = process.argv.slice(2)

function killable<T extends pg.Pool | pg.PoolClient>(of: T): T {
  const query = of.query.bind(of) as (...args: unknown[]) => unknown
  return Object.assign(Object.create(of) as T, {
    query: (text: unknown, ...rest: unknown[]) => {
      const statement = typeof text === 'string' ? text : (text as { text: string }).text
      if (statement.includes(fatal)) process.kill(process.pid, 'SIGKILL')
      return query(text, ...rest)
    },
  })
}

const pool = createPool({ connectionString: url, applicationName: 'upgrading' })
const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
const killablePool = Object.assign(killable(pool), {
  connect: async () => {
    const client = await connect()
    return Object.assign(killable(client), { release: client.release.bind(client) })
  },
})
const store = new PostgresEventStore({ connectionString: url })
const deps = { store, pool: killablePool, log: pino({ level: 'silent' }) }
await prepareProjection(deps, newerInvoices, new AbortController().signal)
process.stdout.write('survived\n')
process.exit(1)
