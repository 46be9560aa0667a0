import { randomBytes, randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { handle } from '../../src/commands/handle.js'
import { recordAttempt, scheduleDelivery } from '../../src/commands/delivery.js'
import { systemClock } from '../../src/domain/clock.js'
import { delivery } from '../../src/domain/delivery.js'
import type { RecordedEvent, Scope } from '../../src/domain/event.js'
import { derivedId, newId } from '../../src/domain/ids.js'
import { streamName } from '../../src/domain/streams.js'
import { EMPTY_CHAIN, seal, type UnsealedEvent } from '../../src/eventstore/hash-chain.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import type { EventStore } from '../../src/eventstore/port.js'
import { acceptedInvoice, History } from '../../test/support/history.js'

const XML = { sha256: 'a'.repeat(64), size: 8_000, mediaType: 'application/xml' }
const ATTEMPT = { url: 'https://example.com/hooks', endedAt: new Date('2026-03-31T09:30:00.000Z') }
/** Invoices whose events are interleaved. */
const AT_ONCE = 100
const ACCOUNTS = 100

/** Whole lives of invoices in many accounts, or all invoices in one, created and no more. */
export type Kind = 'lives of many accounts' | 'created in one account'

/** A stored event as a line of COPY. */
interface StoredEvent {
  readonly stream: string
  readonly revision: number
  readonly event: { readonly id: string; readonly type: string; readonly data: unknown; readonly metadata: unknown }
}

/**
 * Fills an empty event store with at least so many events: accounts with companies and connections
 * by the real commands, then invoices that are created, judged, converted, submitted and accepted,
 * every third with two deliveries; or invoices of one account that are only created. These are
 * copies of one history that the real commands wrote, with new ids and new seals. Returns how many
 * there are.
 */
export async function writeHistory(pool: pg.Pool, store: EventStore, count: number, kind: Kind): Promise<number> {
  const accounts = kind === 'created in one account' ? 1 : ACCOUNTS
  const history = new History(store)
  const scopes: Scope[] = []
  for (let n = 0; n < accounts; n += 1) {
    const scope = await history.account()
    scopes.push(scope)
    await history.connection(scope, await history.company(scope))
  }
  const whole = await templateOf()
  const template =
    kind === 'created in one account'
      ? { ...whole, events: whole.events.filter(({ type }) => type === 'InvoiceCreated') }
      : whole
  let position = Number(await store.head())
  const lines = function* (): Generator<string> {
    let made = 0
    while (position < count) {
      const lives = Array.from({ length: AT_ONCE }, () => {
        made += 1
        return copyOf(template, scopes[made % accounts] as Scope, made)
      })
      for (let step = 0; lives.some((life) => step < life.length); step += 1) {
        for (const life of lives) {
          const stored = life[step]
          if (stored === undefined) continue
          position += 1
          yield lineOf(position, stored)
        }
      }
    }
  }
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await pipeline(
      Readable.from(lines(), { objectMode: true, highWaterMark: 1_000 }),
      client.query(
        from('COPY eventstore.events (position, stream, revision, bytes, id, type, data, metadata) FROM STDIN'),
      ),
    )
    await client.query('UPDATE eventstore.head SET position = $1', [position])
    await client.query('COMMIT')
    await client.query('VACUUM ANALYZE eventstore.events')
  } finally {
    client.release()
  }
  return position
}

/** The events of one invoice and its deliveries, in the order in which they happened. */
interface Template {
  readonly events: readonly RecordedEvent[]
  readonly scope: Scope
  readonly invoiceId: string
  readonly deliveries: readonly string[]
}

async function templateOf(): Promise<Template> {
  const store = new MemoryEventStore()
  const history = new History(store)
  const scope = await history.account()
  const before = await store.head()
  const { stream, id: invoiceId } = await history.invoice(scope, acceptedInvoice('F-TEMPLATE'))
  const attemptId = 'attempt-1'
  await history.findings(
    scope,
    stream,
    { type: 'InvoiceValidated', data: { rulesChecked: 120, format: 'UBL' } },
    { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
    { type: 'SubmissionStarted', data: { attemptId } },
    { type: 'InvoiceSubmitted', data: { attemptId, uploadId: '1', govEndpoint: 'simulated' } },
    { type: 'InvoiceAccepted', data: { govId: '300', govMessage: 'ok', receipt: XML } },
  )
  const deliveries: string[] = []
  for (const kind of ['invoice.created', 'invoice.accepted'] as const) {
    deliveries.push(await writeDelivery(store, scope, stream, invoiceId, kind))
  }
  const events: RecordedEvent[] = []
  const stop = new AbortController()
  for await (const message of store.subscribe({ after: before, signal: stop.signal })) {
    if (message.kind === 'events') events.push(...message.events)
    else stop.abort()
  }
  return { events, scope, invoiceId, deliveries }
}

async function writeDelivery(
  store: EventStore,
  scope: Scope,
  subject: string,
  invoiceId: string,
  kind: 'invoice.created' | 'invoice.accepted',
): Promise<string> {
  const deliveryId = derivedId('dlv', subject, kind)
  const scheduled = scheduleDelivery({
    deliveryId,
    subject,
    invoiceId,
    kind,
    url: ATTEMPT.url,
    revision: kind === 'invoice.created' ? 0 : 5,
    eventId: derivedId('evt', subject, kind),
    connectionId: null,
    epoch: 0,
    nextAttemptAt: ATTEMPT.endedAt.toISOString(),
    body: '{}',
  })
  const attempt = { at: ATTEMPT.endedAt.toISOString(), statusCode: 200, error: null, durationMs: 12 }
  const context = { ...scope, actor: 'operator', correlationId: 'req_bench', causationId: 'req_bench' } as const
  const stream = streamName(scope.environment, 'Delivery', deliveryId)
  for (const step of [scheduled, recordAttempt({ ...ATTEMPT, attempt })]) {
    const outcome = await handle({ store, clock: systemClock }, context, delivery, stream, step)
    if (outcome.kind !== 'done') throw new Error('the delivery was not written')
  }
  return deliveryId
}

/** The same history of another invoice. */
function copyOf({ events, scope, invoiceId, deliveries }: Template, of: Scope, number: number): readonly StoredEvent[] {
  const random = (size: number): Uint8Array => randomBytes(size)
  const names = new Map([
    [scope.account, of.account],
    [invoiceId, newId('inv', random)],
    ['F-TEMPLATE', `F-${number}`],
    ...deliveries.map((id) => [id, newId('dlv', random)] as const),
  ])
  const pattern = new RegExp([...names.keys()].join('|'), 'g')
  const renamed = (text: string): string => text.replace(pattern, (name) => names.get(name) ?? name)
  const ends = new Map<string, typeof EMPTY_CHAIN>()
  const at = new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString()
  const wanted = number % 3 === 0 ? events : events.filter(({ stream }) => stream.includes('Invoice-'))
  return wanted.map((event) => {
    const stream = renamed(event.stream)
    const { type, data, metadata } = event
    const plain = JSON.parse(renamed(JSON.stringify({ type, data, metadata }))) as typeof event
    const unsealed = { ...plain, id: randomUUID(), metadata: { ...plain.metadata, occurredAt: at } }
    Reflect.deleteProperty(unsealed.metadata, 'hash')
    Reflect.deleteProperty(unsealed.metadata, 'prevHash')
    const end = ends.get(stream) ?? EMPTY_CHAIN
    const [sealed] = seal(stream, end, [unsealed as UnsealedEvent])
    if (sealed === undefined) throw new Error('nothing was sealed')
    const revision = end.revision === 'none' ? 0 : end.revision + 1
    ends.set(stream, { revision, hash: sealed.metadata.hash })
    return { stream, revision, event: sealed }
  })
}

function lineOf(position: number, { stream, revision, event }: StoredEvent): string {
  const data = JSON.stringify(event.data)
  const metadata = JSON.stringify(event.metadata)
  const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata)
  const fields = [position, stream, revision, bytes, event.id, event.type, data, metadata]
  return `${fields.map((field) => String(field).replaceAll('\\', '\\\\')).join('\t')}\n`
}
