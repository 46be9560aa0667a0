import type pg from 'pg'
import type { Clock } from '../../domain/clock.js'
import type { RecordedEvent, Scope } from '../../domain/event.js'
import { isId } from '../../domain/ids.js'
import type { Seal, SealTimeStamp } from '../../domain/seal.js'
import { streamName } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { canonicalJson } from '../canonical.js'
import { type RecordedSeal, sealHash, withTimeStamps } from './seals.js'
import { type Leaf, leavesOfStream, TreeReader } from './tree.js'

/** Dependencies of proofs. */
interface ProofDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly clock: Clock
  /** Minutes between seals; 0: they are made manually. */
  readonly everyMinutes: number
}

/** An event of the invoice, with everything its owner needs to compute its hash and its leaf. */
interface ProvenEvent {
  readonly revision: number
  readonly type: string
  readonly occurredAt: string
  /** `hash` of the previous event; 64 zeros for the first one. */
  readonly prevHash: string
  /** SHA-256 (hex) of `prevHash` (as text) and `content`. */
  readonly hash: string
  /**
   * Canonical JSON (RFC 8785) of stream, revision, id, type, data and metadata without the hash.
   */
  readonly content: string
  readonly sealed: boolean
  /** Its place in the seal's tree; null: not sealed yet. */
  readonly leafIndex: number | null
  /** The inclusion proof (RFC 9162), from the leaf upwards, hex; null: not sealed yet. */
  readonly path: readonly string[] | null
}

/** Proof that a seal covers an invoice's events. */
export interface InvoiceProof {
  readonly invoiceId: string
  readonly stream: string
  /** Whether all events are sealed. */
  readonly sealed: boolean
  /** Why not; null: they are. */
  readonly reason: string | null
  /** When the others will be sealed; null: all are sealed, or the time is unknown. */
  readonly nextSealAt: string | null
  /** The newest seal, which covers every sealed event; null: none is sealed. */
  readonly seal: Seal | null
  readonly timeStamp: SealTimeStamp | null
  readonly events: readonly ProvenEvent[]
}

/** Longest wait of events for a due seal. */
const LOOK_MS = 60_000

/**
 * The proof for an invoice; null: this account and environment have no such invoice, or its events
 * were erased. Reads some hundred rows for each event, independently of the number of sealed
 * events. Throws `EventStoreUnavailable`.
 */
export async function inclusionProof(deps: ProofDeps, scope: Scope, invoiceId: string): Promise<InvoiceProof | null> {
  if (!isId(invoiceId)) return null
  const stream = streamName(scope.environment, 'Invoice', invoiceId)
  // As stored: the hash covers this form, and no later shape.
  const events = await deps.store.readStream(stream)
  if (events[0]?.metadata.account !== scope.account) return null
  if (scope.environment === 'test') {
    const reason = 'Events of the test environment are not sealed; they are linked by hashes'
    return proofOf(invoiceId, stream, { events: events.map((event) => proven(event, null)), reason })
  }
  const recorded = await newestKnownSeal(deps)
  const leaves = new Map((await leavesOfStream(deps.pool, stream)).map((leaf) => [leaf.revision, leaf]))
  const tree = new TreeReader(deps.pool)
  const size = recorded?.seal.size ?? 0
  const listed: ProvenEvent[] = []
  for (const event of events) listed.push(proven(event, await placeOf(tree, leaves.get(event.revision), size)))
  const isSealed = listed.every(({ sealed }) => sealed)
  return proofOf(invoiceId, stream, {
    events: listed,
    reason: isSealed ? null : 'Events after the newest seal are not sealed yet',
    recorded: listed.some(({ sealed }) => sealed) ? recorded : null,
    nextSealAt: isSealed ? null : nextSealAt(deps, recorded),
  })
}

interface Found {
  readonly events: readonly ProvenEvent[]
  readonly reason: string | null
  readonly recorded?: RecordedSeal | null
  readonly nextSealAt?: string | null
}

function proofOf(invoiceId: string, stream: string, found: Found): InvoiceProof {
  const { events, reason, recorded = null, nextSealAt = null } = found
  return {
    invoiceId,
    stream,
    sealed: reason === null,
    reason,
    nextSealAt,
    seal: recorded?.seal ?? null,
    timeStamp: recorded?.timeStamp ?? null,
    events,
  }
}

/** The newest seal in the database; null: there is none, or the store does not contain it. */
async function newestKnownSeal({ store, pool }: ProofDeps): Promise<RecordedSeal | null> {
  const { rows } = await pool.query<{ stream: string; revision: number; hash: string }>(
    'SELECT stream, revision, hash FROM audit.seal WHERE revision IS NOT NULL ORDER BY sequence DESC LIMIT 1',
  )
  const [row] = rows
  if (row === undefined) return null
  const [found] = withTimeStamps(await store.readStream(row.stream, row.revision))
  return found !== undefined && sealHash(found.seal) === row.hash ? found : null
}

interface LeafPath {
  readonly leafIndex: number
  readonly path: readonly string[]
}

async function placeOf(tree: TreeReader, leaf: Leaf | undefined, size: number): Promise<LeafPath | null> {
  if (leaf === undefined || leaf.index >= size) return null
  const path = await tree.inclusionPath(leaf.index, size)
  return { leafIndex: leaf.index, path: path.map((hash) => hash.toString('hex')) }
}

function proven({ stream, revision, id, type, data, metadata }: RecordedEvent, place: LeafPath | null): ProvenEvent {
  const { hash, ...unhashed } = metadata
  return {
    revision,
    type,
    occurredAt: metadata.occurredAt,
    prevHash: metadata.prevHash,
    hash,
    content: canonicalJson({ stream, revision, id, type, data, metadata: unhashed }),
    sealed: place !== null,
    leafIndex: place?.leafIndex ?? null,
    path: place?.path ?? null,
  }
}

function nextSealAt({ clock, everyMinutes }: ProofDeps, newest: RecordedSeal | null): string | null {
  if (everyMinutes === 0 || newest === null) return null
  const due = Date.parse(newest.seal.sealedAt) + everyMinutes * 60_000
  return new Date(Math.max(due, clock.now().getTime() + LOOK_MS)).toISOString()
}
