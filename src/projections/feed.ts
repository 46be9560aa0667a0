import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ConnectionEvent } from '../domain/connection.js'
import { type Environment, type RecordedEvent, type Scope, scopeOfEvent } from '../domain/event.js'
import { eventId } from '../domain/ids.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import type { ReceivedEvent } from '../domain/received.js'
import { categoryPrefixes } from '../domain/streams.js'
import {
  OF_EVENT,
  type PublicEvent,
  type SubjectView,
  publicData,
  type PublicState,
  publicState,
} from '../domain/public-events/public-event.js'
import { EVENT_KINDS, type EventKind, eventToPublish } from '../domain/public-events/event-kinds.js'
import { CHANGING_OF_INVOICE, invoiceAfter } from '../domain/public-events/invoice-view.js'
import { connections } from './connections.js'
import type { Projection } from './engine/projection.js'
import { received } from './received.js'
import { inScope } from './in-scope.js'
import type { ReadModels } from './read-models.js'
import { isoTime } from '../domain/iso-time.js'
import { isOf } from '../domain/event-of.js'

/**
 * An event of an invoice or connection, with its subject right after it. Rows are never changed.
 * Of an invoice, the stored state of the first row is whole; that of a later row has only what has
 * changed since the first, and queries see both together.
 */
type FeedRow = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  /** Among all events of the store: the order of the feed. */
  readonly position: string
  /** The stream of the invoice or connection. */
  readonly subject: string
  readonly revision: number
  /** null: not published to clients; later rows start from its state. */
  readonly type: EventKind | null
  readonly state: PublicState
  readonly created_at: string
}

declare module './read-models.js' {
  interface ReadModels {
    'read.feed': FeedRow
  }
}

type SubjectEvent = InvoiceEvent | ConnectionEvent | ReceivedEvent

/**
 * Steps of the pipeline without a public event: each is followed by one that has one, so their
 * rows would only take space.
 */
const PASSED_OVER: ReadonlySet<SubjectEvent['type']> = new Set([
  'InvoiceConverted',
  'SubmissionStarted',
  'SubmissionDeferred',
  'ConnectionDeleted',
])

/** The first events of their streams. */
const FIRST: ReadonlySet<SubjectEvent['type']> = new Set(['InvoiceCreated', 'ConnectionRequested', 'InvoiceReceived'])

/**
 * Of a field that is in both, readers of JSON take the last one. The text is put together without
 * being parsed, so that any that a `json` may hold is shown.
 */
const MERGED = `CASE WHEN row.revision > 0 AND row.subject ^@ ANY ('{${categoryPrefixes('Invoice').join()}}'::text[]) THEN (
  SELECT left(first.state::text, -1) || ',' || substr(row.state::text, 2)
  FROM $table AS first WHERE first.subject = row.subject ORDER BY first.position LIMIT 1
)::json ELSE row.state END`

/** Every event that clients receive, in the order in which they were committed. */
export const feed: Projection<FeedRow, SubjectEvent> = {
  name: 'feed',
  version: 6,
  streamPrefixes: [...categoryPrefixes('Invoice'), ...categoryPrefixes('Connection'), ...categoryPrefixes('Received')],
  keyColumn: 'id',
  erasing: { column: 'subject', of: (stream) => stream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    position bigint NOT NULL,
    subject text NOT NULL,
    revision integer NOT NULL,
    type text,
    state json NOT NULL,
    created_at timestamptz NOT NULL`,
  shown: { state: MERGED },
  indexes: [
    'CREATE INDEX ON $table (subject, position)',
    'CREATE INDEX ON $table (account, environment, type, position) WHERE type IS NOT NULL',
    'CREATE INDEX ON $table (account, environment, created_at, position) WHERE type IS NOT NULL',
  ],
  key: (event) => (PASSED_OVER.has(event.type) ? null : eventId(event.id)),
  needsRow: (event) => !FIRST.has(event.type),
  line: { column: 'subject', order: 'position', of: (event) => event.stream },
  evolve(before, event) {
    const state = stateAfter(before && subjectOf(before), event)
    if (state === null) return null
    return {
      id: eventId(event.id),
      ...scopeOfEvent(event),
      position: event.position.toString(),
      subject: event.stream,
      revision: event.revision,
      type: eventToPublish(event)?.kind ?? null,
      state: stored(publicState(state, event), event),
      created_at: event.metadata.occurredAt,
    }
  },
}

const CHANGING: ReadonlySet<string> = new Set([...CHANGING_OF_INVOICE, ...OF_EVENT])

/** Without what the first row of an invoice has already. */
function stored(state: PublicState, event: RecordedEvent<SubjectEvent>): PublicState {
  if (!isOf('Invoice', event) || event.revision === 0) return state
  // The view completes it.
  return Object.fromEntries(Object.entries(state).filter(([field]) => CHANGING.has(field))) as PublicState
}

/** The subject without the part that belongs to one event. */
function subjectOf({ state }: FeedRow): SubjectView {
  const subject = { ...state }
  for (const field of OF_EVENT) Reflect.deleteProperty(subject, field)
  return subject
}

/** The same folds as those of the read models that the API shows. */
function stateAfter(before: SubjectView | null, event: RecordedEvent<SubjectEvent>): SubjectView | null {
  // The stream's name shows whose events and rows these are.
  if (isOf('Connection', event)) return connections.evolve(before as never, event)
  return isOf('Received', event) ? received.evolve(before as never, event) : invoiceAfter(before as never, event)
}

/** The events that a reader of the feed wants: those that meet every given condition. */
interface FeedFilter {
  /** Of these kinds. */
  readonly kinds?: readonly EventKind[]
  /** At this time or later. */
  readonly from?: Date
  /** Before this time; null: without end. */
  readonly to?: Date | null
}

/**
 * The order of events is that of their commits. Their times come from the clocks of several
 * processes, which agree within this limit.
 */
const CLOCKS_AGREE = '5 minutes'

/**
 * Oldest first, in the order of their commits; at most `limit` after the position. Events that are
 * committed later come later, so a reader that continues from the last event misses none.
 */
export async function listFeed(
  db: Kysely<ReadModels>,
  scope: Scope,
  { kinds = EVENT_KINDS, from, to }: FeedFilter,
  after: bigint,
  limit: number,
): Promise<readonly (PublicEvent & { readonly position: bigint })[]> {
  const isWanted: RawBuilder<unknown>[] = [sql`position > ${after.toString()}::bigint`]
  if (from) isWanted.push(sql`created_at >= ${from.toISOString()}`, sql`position >= (${firstSince(scope, from)})`)
  if (to) isWanted.push(sql`created_at < ${to.toISOString()}`, sql`position <= (${lastBefore(scope, to)})`)
  // Each kind by its index: a rare one is not searched for among the others.
  const { rows } = await sql<FeedRow>`
    SELECT feed.* FROM (
      SELECT found.* FROM unnest(${[...new Set(kinds)]}::text[]) AS wanted (type) CROSS JOIN LATERAL (
        SELECT id, position FROM read.feed
        WHERE ${inScope(scope)} AND type = wanted.type AND ${sql.join(isWanted, sql` AND `)}
        ORDER BY position LIMIT ${limit}
      ) AS found ORDER BY position LIMIT ${limit}
    ) AS page JOIN read.feed ON feed.id = page.id ORDER BY page.position`.execute(db)
  return rows.map(publicEvent)
}

function publicEvent(row: FeedRow): PublicEvent & { readonly position: bigint } {
  const { id, subject, revision, position } = row
  // Rows without a kind are not part of the feed.
  const kind = row.type as EventKind
  const data = publicData(kind, row.state)
  return { id, kind, createdAt: isoTime(row.created_at), data, stream: subject, revision, position: BigInt(position) }
}

/** The least position of the events from that time on, found without reading all of them. */
function firstSince(scope: Scope, from: Date): RawBuilder<unknown> {
  const since = sql`${inScope(scope)} AND type IS NOT NULL AND created_at >= ${from.toISOString()}`
  return sql`SELECT min(position) FROM read.feed WHERE ${since} AND created_at <=
    (SELECT min(created_at) FROM read.feed WHERE ${since}) + ${CLOCKS_AGREE}::interval`
}

/** The greatest position of the events before that time, in the same way. */
function lastBefore(scope: Scope, to: Date): RawBuilder<unknown> {
  const before = sql`${inScope(scope)} AND type IS NOT NULL AND created_at < ${to.toISOString()}`
  return sql`SELECT max(position) FROM read.feed WHERE ${before} AND created_at >=
    (SELECT max(created_at) FROM read.feed WHERE ${before}) - ${CLOCKS_AGREE}::interval`
}

/** The position of an event of this scope by its id; null: there is none. */
export async function feedPosition(db: Kysely<ReadModels>, scope: Scope, id: string): Promise<bigint | null> {
  const row = await db
    .selectFrom('read.feed')
    .select('position')
    .where(inScope(scope))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? BigInt(row.position) : null
}

/**
 * A position after which all events of this scope from that time on follow; null: it has no
 * earlier events.
 */
export async function feedPositionBefore(db: Kysely<ReadModels>, scope: Scope, time: Date): Promise<bigint | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT (${firstSince(scope, time)}) AS first, (${lastBefore(scope, time)}) AS last`.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  if (first !== null) return BigInt(first) - 1n
  return last === null ? null : BigInt(last)
}
