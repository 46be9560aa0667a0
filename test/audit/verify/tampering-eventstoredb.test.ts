import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { writeExport } from '../../../src/audit/export/write.js'
import { findInvoice, invoiceEvents } from '../../../src/audit/invoice-streams.js'
import { lifeOf, stateAt } from '../../../src/audit/replay.js'
import { readSeals } from '../../../src/audit/seals/seals.js'
import { verifyArchive } from '../../../src/audit/verify/archive/archive.js'
import type { Finding } from '../../../src/audit/verify/findings.js'
import { verifyStore } from '../../../src/audit/verify/live.js'
import type { EventMetadata, RecordedEvent } from '../../../src/domain/event.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { openAt } from '../../eventstore/eventstoredb/store.js'
import { parseAddress } from '../../../src/eventstore/eventstoredb/address.js'
import { startEventStoreDb } from '../../standins/eventstoredb/index.js'
import { Database } from '../../standins/eventstoredb/database.js'
import { type LogEntry, LogFile } from '../../standins/eventstoredb/log-file.js'
import { migratedDatabase } from '../../support/database.js'
import { historyToTamper, rechained } from './store-to-tamper.js'

/** Ours on a server that others use too. */
const PREFIX = 'shop-'

const { url } = await migratedDatabase(t)
const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
t.teardown(() => pool.end())
const folder = mkdtempSync(join(tmpdir(), 'clearway-eventstoredb-'))
t.teardown(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** The store on a server with this log, for as long as `use` takes. */
async function onServer<T>(dataDir: string, use: (store: EventStore) => Promise<T>): Promise<T> {
  const server = await startEventStoreDb({ dataDir })
  const store = openAt(parseAddress(server.connectionString), PREFIX)
  try {
    return await use(store)
  } finally {
    await store.close()
    await server.stop()
  }
}

const sound = join(folder, 'sound')
const made = await onServer(sound, (store) => historyToTamper(store, pool))
const { invoices, ids, testInvoice, sealStream, signer, documents, xml } = made
const [first = '', second = '', third = ''] = invoices

const log = new Database(sound)
const written: readonly LogEntry[] = log.events
log.close()

let logs = 0
/** A log with these records, as who can write to the server's disk would leave it. */
function logOf(entries: readonly LogEntry[]): string {
  const directory = join(folder, String((logs += 1)))
  const file = new LogFile(directory, false)
  for (const entry of entries) file.append([entry])
  file.close()
  return directory
}

function verify(store: EventStore) {
  const trust = { trusted: [], kept: [], ownKeyId: signer.keyId }
  return verifyStore({ store, pool, documents, isInDatabase: false, trust })
}

const isOf =
  (stream: string, revision?: number) =>
  (entry: LogEntry): boolean =>
    entry.stream === PREFIX + stream && (revision === undefined || entry.revision === revision)

function without(is: (entry: LogEntry) => boolean): readonly LogEntry[] {
  return written.filter((entry) => !is(entry))
}

function changed(is: (entry: LogEntry) => boolean, change: (entry: LogEntry) => LogEntry): readonly LogEntry[] {
  return written.map((entry) => (is(entry) ? change(entry) : entry))
}

/** Revisions that have no gaps, as the server gives them. */
function renumbered(entries: readonly LogEntry[]): readonly LogEntry[] {
  const next = new Map<string, number>()
  return entries.map((entry) => {
    const revision = next.get(entry.stream) ?? 0
    next.set(entry.stream, revision + 1)
    return { ...entry, revision }
  })
}

function edited(entry: LogEntry): LogEntry {
  return { ...entry, data: Buffer.from(Buffer.from(entry.data).toString().replace('242.00', '942.00')) }
}

/** The recomputed chain of a stream. */
function rechain(stream: string, entries: readonly LogEntry[]): readonly LogEntry[] {
  const events = entries.filter(isOf(stream)).map((entry): RecordedEvent => ({
    stream,
    revision: entry.revision,
    position: 0n,
    id: entry.id,
    type: entry.type,
    data: JSON.parse(Buffer.from(entry.data).toString()) as object,
    metadata: JSON.parse(Buffer.from(entry.metadata).toString()) as EventMetadata,
  }))
  const metadata = rechained(events).values()
  return entries.map((entry) =>
    isOf(stream)(entry) ? { ...entry, metadata: Buffer.from(JSON.stringify(metadata.next().value?.metadata)) } : entry,
  )
}

function swapped(one: (entry: LogEntry) => boolean, other: (entry: LogEntry) => boolean): readonly LogEntry[] {
  const [at, to] = [written.findIndex(one), written.findIndex(other)]
  return written.map((entry, place) => (place === at ? written[to] : place === to ? written[at] : entry) ?? entry)
}

function inserted(stream: string, revision: number): readonly LogEntry[] {
  return renumbered(
    written.flatMap((entry) =>
      isOf(stream, revision)(entry) ? [{ ...entry, id: 'd9b2d63d-a233-4123-847a-0c1d5b1ff3a1' }, entry] : [entry],
    ),
  )
}

/** What the adapter would write if the stream had been erased. */
function note(stream: string): LogEntry {
  const [some] = written.slice(-1) as [LogEntry]
  const erasures = `${PREFIX}clearway.erasures`
  return { ...some, stream: erasures, revision: 0, type: 'StreamErased', data: Buffer.from(JSON.stringify({ stream })) }
}

type Expected = Partial<Finding> & Pick<Finding, 'kind'>
const cases: readonly {
  readonly name: string
  readonly entries: readonly LogEntry[]
  readonly finds: readonly Expected[]
}[] = [
  {
    name: 'an event’s data edited',
    entries: changed(isOf(first, 0), edited),
    finds: [{ kind: 'edited', stream: first, revision: 0 }],
  },
  {
    name: 'an event’s type edited, in the test environment',
    entries: changed(isOf(testInvoice, 5), (entry) => ({ ...entry, type: 'InvoiceRejected' })),
    finds: [{ kind: 'edited', stream: testInvoice, revision: 5 }],
  },
  {
    name: 'an event edited, and the whole chain recomputed',
    entries: rechain(first, changed(isOf(first, 0), edited)),
    finds: [{ kind: 'edited', stream: first, revision: 0 }],
  },
  {
    name: 'one event deleted, and its followers moved up',
    entries: renumbered(without(isOf(first, 3))),
    finds: [{ kind: 'deleted', stream: first, revision: 3 }],
  },
  {
    name: 'the last event of a stream deleted',
    entries: without(isOf(first, 5)),
    finds: [{ kind: 'truncated', stream: first, revision: 5 }],
  },
  {
    name: 'a whole stream deleted',
    entries: without(isOf(second)),
    finds: [{ kind: 'deleted', stream: second }],
  },
  {
    name: 'a whole stream hidden by a note of its erasure',
    entries: [...written, note(second)],
    finds: [{ kind: 'deleted', stream: second, revision: 0 }],
  },
  {
    name: 'an event inserted',
    entries: inserted(first, 2),
    finds: [{ kind: 'inserted', stream: first, revision: 2 }],
  },
  {
    name: 'an event inserted, and the chain recomputed',
    entries: rechain(first, inserted(first, 2)),
    finds: [{ kind: 'edited', stream: first, revision: 2 }],
  },
  {
    name: 'two events put into another order',
    entries: renumbered(swapped(isOf(first, 1), isOf(first, 2))),
    finds: [{ kind: 'reordered', stream: first }],
  },
  {
    name: 'events of two streams put into another order',
    entries: swapped(isOf(first, 5), isOf(second, 0)),
    finds: [{ kind: 'reordered' }],
  },
  {
    name: 'a seal deleted',
    entries: without(isOf(sealStream, 1)),
    finds: [{ kind: 'seal missing', seal: 2 }],
  },
  {
    name: 'a seal edited',
    entries: changed(isOf(sealStream, 0), (entry) => ({
      ...entry,
      data: Buffer.from(
        Buffer.from(entry.data)
          .toString()
          .replace(/"streams":\d+/, '"streams":99'),
      ),
    })),
    finds: [{ kind: 'seal changed', seal: 1 }],
  },
  {
    name: 'the store cut off, with its newest seal',
    entries: without((entry) => isOf(third)(entry) || isOf(sealStream, 1)(entry)),
    finds: [
      { kind: 'deleted', stream: third },
      { kind: 'seal missing', seal: 2 },
    ],
  },
]

t.test('an untouched store is verified, exported and replayed', async (t) => {
  await onServer(sound, async (store) => {
    const { findings, checked } = await verify(store)
    t.strictSame(findings, [])
    const seals = await readSeals(store, new AbortController().signal)
    t.match(checked, { documents: 8, seals: 2, leaves: seals.at(-1)?.seal.size ?? 0 })
    t.equal(checked.events, written.filter(({ stream }) => stream.startsWith(PREFIX)).length)

    const invoice = await findInvoice(store, ids[0] ?? '')
    if (invoice === null) throw new Error('not found')
    t.equal(lifeOf(await invoiceEvents(store, invoice)).length, 6)
    t.match(stateAt(invoice.events, new Date(8.64e15)), { status: 'accepted' })

    const period = { from: new Date(0), to: new Date(Date.UTC(2100, 0)) }
    const account = { kind: 'account', account: made.scope.account, environment: null, period } as const
    for (const request of [account, { kind: 'invoice', invoice } as const]) {
      const file = join(folder, `${request.kind}.zip`)
      const manifest = await writeExport(
        { store, pool, documents, signer, now: () => new Date(0), version: '1' },
        request,
        file,
      )
      const verified = await verifyArchive(file, [])
      t.strictSame(verified.findings, [])
      t.equal(verified.checked.events, manifest.counts.events)
      t.equal(verified.checked.leaves, manifest.counts.proofs, 'every live event is proven')
    }
  })
})

for (const { name, entries, finds } of cases) {
  t.test(name, async (t) => {
    const { findings } = await onServer(logOf(entries), verify)
    for (const expected of finds)
      t.ok(
        findings.some((finding) =>
          Object.entries(expected).every(([key, value]) => finding[key as keyof Finding] === value),
        ),
        JSON.stringify(expected),
        { findings },
      )
  })
}

t.test('what was done by calls of the server', async (t) => {
  await t.test('a stream erased without a record', async (t) => {
    await onServer(logOf(written), async (store) => {
      await store.erase(second)
      const { findings } = await verify(store)
      t.match(findings, [{ kind: 'deleted', stream: second, detail: /no record of data retention/ }])
      t.equal(findings.length, 1)
    })
  })
  await t.test('a document changed', async (t) => {
    await pool.query('UPDATE documents.document SET content = $2 WHERE sha256 = $1', [xml, Buffer.from('<x/>')])
    const { findings } = await onServer(logOf(written), verify)
    t.match(findings, [{ kind: 'document changed', stream: first, document: xml }])
  })
})
