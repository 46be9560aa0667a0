import pg from 'pg'
import type { Test } from 'tap'
import type { EventStore } from '../../../src/eventstore/port.js'
import { PostgresEventStore } from '../../../src/eventstore/postgres/postgres.js'
import { migratedDatabase } from '../../support/database.js'
import type { StoreUnderTest } from '../contract/store-under-test.js'
import { Proxy } from '../proxy.js'

/** How another process opens the store under test. */
export function openStore(connectionString: string): EventStore {
  return new PostgresEventStore({ connectionString, answerWithin: 5_000, retryFor: 3_000, pollInterval: 200 })
}

/** A database of its own, reached through a proxy that can cut, lose and refuse. */
export async function openPostgres(t: Test): Promise<StoreUnderTest> {
  const { url, proxiedUrl, proxy } = await proxiedDatabase(t)
  const store = openStore(proxiedUrl)
  return {
    store,
    gapless: true,
    reopen: () => openStore(proxiedUrl),
    elsewhere: { module: import.meta.url, argument: proxiedUrl },
    cutConnections: () => terminateBackends(url),
    loseNextAnswer: () => proxy.loseNextAnswer('eventstore.append'),
    goAway: () => proxy.goAway(),
    comeBack: () => proxy.comeBack(),
    close: async () => {
      proxy.comeBack()
      await store.close()
      await proxy.close()
    },
  }
}

/** Close the proxy when all that use it are closed. */
export async function proxiedDatabase(t: Test): Promise<{ url: string; proxiedUrl: string; proxy: Proxy }> {
  const { url } = await migratedDatabase(t)
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const proxy = await Proxy.start(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const proxied = new URL(`postgresql://127.0.0.1:${proxy.port}/${database ?? ''}`)
  proxied.username = user ?? ''
  proxied.password = password ?? ''
  return { url, proxiedUrl: proxied.href, proxy }
}

/** As an administrator, or a server that shuts down, would. */
async function terminateBackends(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await client.end()
}
