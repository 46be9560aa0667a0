import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { EventStoreDbEventStore } from '../../../src/eventstore/eventstoredb/eventstoredb.js'
import { type Address, parseAddress } from '../../../src/eventstore/eventstoredb/address.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { scavenge } from '../../standins/eventstoredb/for-test.js'
import { startEventStoreDb } from '../../standins/eventstoredb/index.js'
import type { StoreUnderTest } from '../contract/store-under-test.js'
import { writeForeign } from '../foreign.js'
import { Proxy } from '../proxy.js'

/** How another process opens the store under test: prefix and address, with a space between. */
export function openStore(argument: string): EventStore {
  const [streamPrefix = '', url = ''] = argument.split(' ')
  return openAt(parseAddress(url), streamPrefix)
}

/** Time limits that a test can wait for. */
export function openAt(address: Address, streamPrefix = ''): EventStoreDbEventStore {
  return new EventStoreDbEventStore({ address, streamPrefix, answerWithin: 5_000, retryFor: 3_000 })
}

/** On a shared server each test has streams of its own. */
export function randomPrefix(): string {
  return `t${randomBytes(6).toString('hex')}`
}

/**
 * The server of EVENTSTORE_URL, or a stand-in that ends with the test; with so many more events of
 * somebody else.
 */
export async function eventStoreDbUrl(t: Test, foreign = 0): Promise<string> {
  const given = process.env['EVENTSTORE_URL'] ?? ''
  if (given !== '') {
    await writeForeign(given, foreign)
    return given
  }
  const standIn = await startEventStoreDb()
  t.teardown(() => standIn.stop())
  await standIn.fill(foreign)
  return standIn.connectionString
}

/**
 * Streams of its own on a server, reached through a proxy that can cut, lose and refuse where
 * there is one server without TLS.
 */
export async function openEventStoreDb(t: Test, url: string): Promise<StoreUnderTest> {
  const streamPrefix = randomPrefix()
  const address = parseAddress(url)
  const [host] = address.hosts
  if (address.tls || address.discover || address.hosts.length > 1 || host === undefined) {
    const store = openAt(address, streamPrefix)
    t.comment('Without a proxy: faults of the connection are left out')
    return {
      store,
      gapless: false,
      reopen: () => openAt(address, streamPrefix),
      elsewhere: { module: import.meta.url, argument: `${streamPrefix} ${url}` },
      scavenge: () => scavenge(url),
      close: () => store.close(),
    }
  }
  const proxy = await Proxy.start({ host: host.address, port: host.port })
  const proxied = `esdb://127.0.0.1:${proxy.port}?tls=false`
  const open = () => openAt(parseAddress(proxied), streamPrefix)
  const store = open()
  return {
    store,
    gapless: false,
    reopen: open,
    elsewhere: { module: import.meta.url, argument: `${streamPrefix} ${proxied}` },
    scavenge: () => scavenge(url),
    cutConnections: async () => {
      proxy.goAway()
      proxy.comeBack()
    },
    loseNextAnswer: () => {
      proxy.loseNextAnswer('InvoiceCreated')
    },
    goAway: () => {
      proxy.goAway()
    },
    comeBack: () => {
      proxy.comeBack()
    },
    close: async () => {
      proxy.comeBack()
      await store.close()
      await proxy.close()
    },
  }
}
