import { generateKeyPairSync } from 'node:crypto'
import pino from 'pino'
import type pg from 'pg'
import { Sealing } from '../../../src/audit/seals/sealing.js'
import { keySigner, type SealSigner } from '../../../src/audit/seals/signing.js'
import { sealedHash } from '../../../src/audit/verify/sealed-hash.js'
import type { RecordedEvent, Scope } from '../../../src/domain/event.js'
import { GENESIS_HASH } from '../../../src/eventstore/hash-chain.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { PostgresEventStore } from '../../../src/eventstore/postgres/postgres.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresDocuments } from '../../../src/storage/documents/postgres-documents.js'
import { migratedDatabase } from '../../support/database.js'
import { acceptedInvoice, History } from '../../support/history.js'

/**
 * A small store with live and test invoices, documents and two seals, that is put
 * back at will.
 */
interface StoreToTamper extends HistoryToTamper {
  readonly pool: pg.Pool
  readonly store: PostgresEventStore
  /** As it was made. */
  restore(): Promise<void>
  /** Runs statements as an intruder with access to the database would. */
  sql(text: string, values?: readonly unknown[]): Promise<void>
  /** Recomputes a stream's chain, as an informed intruder would. */
  rechain(stream: string): Promise<void>
}

/** What was written, in whichever store. */
interface HistoryToTamper {
  readonly documents: PostgresDocuments
  readonly signer: SealSigner
  readonly scope: Scope
  readonly companyId: string
  /** Live ones: the first two under seal 1, the last under seal 2; their streams. */
  readonly invoices: readonly string[]
  readonly ids: readonly string[]
  readonly testInvoice: string
  /** SHA-256 of the first invoice's XML and receipt. */
  readonly xml: string
  readonly receipt: string
  readonly sealStream: string
  /** Makes one more seal. */
  seal(signer?: SealSigner): Promise<void>
}

const TABLES = [
  ...['eventstore.events', 'eventstore.head', 'eventstore.erased', 'documents.document'],
  ...['audit.leaf', 'audit.node', 'audit.seal', 'audit.tree'],
]

/** Makes it; it ends with the test. */
export async function storeToTamper(t: { teardown(handler: () => Promise<void>): void }): Promise<StoreToTamper> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
  const store = new PostgresEventStore({ connectionString: url })
  t.teardown(async () => {
    await store.close()
    await pool.end()
  })
  const history = await historyToTamper(store, pool)

  await pool.query('CREATE SCHEMA kept')
  for (const table of TABLES) await pool.query(`CREATE TABLE kept.${table.replace('.', '_')} AS TABLE ${table}`)

  return {
    ...history,
    pool,
    store,
    async restore() {
      await pool.query(`TRUNCATE ${TABLES.join(', ')}`)
      for (const table of TABLES) await pool.query(`INSERT INTO ${table} SELECT * FROM kept.${table.replace('.', '_')}`)
    },
    async sql(text, values = []) {
      await pool.query(text, [...values])
    },
    async rechain(stream) {
      for (const event of rechained(await store.readStream(stream)))
        await pool.query('UPDATE eventstore.events SET metadata = $3 WHERE stream = $1 AND revision = $2', [
          stream,
          event.revision,
          JSON.stringify(event.metadata),
        ])
    },
  }
}

/** Writes the history into a store, its documents and seals into the database beside it. */
export async function historyToTamper(store: EventStore, pool: pg.Pool): Promise<HistoryToTamper> {
  let minute = Date.UTC(2026, 10, 23, 10)
  const clock = { now: () => new Date((minute += 60_000)) }
  const documents = new PostgresDocuments(pool)
  const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
  const history = new History(store, clock)
  const { account } = await history.account()
  const scope: Scope = { account, environment: 'production' }
  const companyId = await history.company(scope)
  await history.connection(scope, companyId)

  const seal = async (by: SealSigner = signer): Promise<void> => {
    const log = pino({ level: 'silent' })
    const deps = { store, clock, pool, log, signer: by, everyMinutes: 60, timeStamper: null }
    await new Sealing(deps).sealNow('operator', new AbortController().signal)
  }

  async function accepted(number: string, environment: Scope['environment']) {
    const of = { account, environment }
    const { id, stream } = await history.invoice(of, acceptedInvoice(number))
    const document = await documents.put(of, Buffer.from(`<Invoice>${number}</Invoice>`), 'application/xml')
    const receipt = await documents.put(of, Buffer.from(`receipt of ${number}`), 'application/zip')
    await history.findings(
      of,
      stream,
      { type: 'InvoiceValidated', data: { rulesChecked: 300, format: 'UBL 2.1 CIUS-RO' } },
      { type: 'InvoiceConverted', data: { format: 'UBL 2.1 CIUS-RO', document } },
      { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
      {
        type: 'InvoiceSubmitted',
        data: { attemptId: 'a1', uploadId: `u${number}`, govEndpoint: 'https://gov.example' },
      },
      { type: 'InvoiceAccepted', data: { govId: `g${number}`, govMessage: 'ok', receipt } },
    )
    return { id, stream, xml: document.sha256, receipt: receipt.sha256 }
  }
  const first = await accepted('A-1', 'production')
  const second = await accepted('A-2', 'production')
  const other = await accepted('T-1', 'test')
  await seal()
  const third = await accepted('A-3', 'production')
  await seal()
  const { rows } = await pool.query<{ stream: string }>('SELECT stream FROM audit.seal LIMIT 1')

  return {
    documents,
    signer,
    scope,
    companyId,
    invoices: [first.stream, second.stream, third.stream],
    ids: [first.id, second.id, third.id],
    testInvoice: other.stream,
    xml: first.xml,
    receipt: first.receipt,
    sealStream: rows[0]?.stream ?? '',
    seal,
  }
}

/** A stream's events with revisions and a chain as if they had been written so. */
export function rechained(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  let prevHash = GENESIS_HASH
  return events.map((event, revision) => {
    const open = { ...event, revision, metadata: { ...event.metadata, prevHash } }
    const sealed = { ...open, metadata: { ...open.metadata, hash: sealedHash(open, revision) } }
    prevHash = sealed.metadata.hash
    return sealed
  })
}
