import type { CommandContext } from '../../commands/handle.js'
import type { StreamsErased } from '../../domain/erasure.js'
import type { Scope } from '../../domain/event.js'
import { receiverMemory } from '../../domain/receiver-memory.js'
import { receiverStream, streamPrefix, webhookStream } from '../../domain/streams.js'
import { type ErasureRecord, eraseRows } from '../../projections/engine/erasing.js'
import { documentUses } from '../../projections/document-uses.js'
import { PROJECTIONS } from '../../projections/registry.js'
import type { LogStreams } from './log-streams.js'
import { type ObeyDeps, whyNotObeyed } from './obeying.js'
import { type ErasedBytes, eraseDocuments, eraseTraces } from './traces.js'

/** Dependencies of finishing an erasure. */
export interface FinishDeps extends ObeyDeps {
  readonly logs: LogStreams
}

/** What was erased. */
interface Finished extends ErasedBytes {
  /** Why the record is not obeyed, and nothing was erased; null: it was carried out. */
  readonly fault: string | null
}

const STREAMS_AT_ONCE = 8

/**
 * Carries out a recorded erasure, if it is one that data retention can have made. Events first:
 * from then on nothing can be added, nothing can restore rows, and a reader finds nothing rather
 * than a part. Each step can be repeated, so a process that dies in between, or two that do the
 * same, do no harm.
 */
export async function finishErasure(deps: FinishDeps, record: ErasureRecord): Promise<Finished> {
  const { store, pool } = deps
  const { data } = record
  const fault = await whyNotObeyed(deps, record)
  if (fault !== null) return { documents: 0, bytes: 0, fault }
  const streams = data.streams.map(({ stream }) => stream)
  const left = streams.values()
  const eraseNext = async (): Promise<void> => {
    for (const stream of left) await store.erase(stream)
  }
  await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, eraseNext))
  for (const projection of PROJECTIONS) {
    const heard = projection.streamPrefixes.some((prefix) => streams.some((stream) => stream.startsWith(prefix)))
    if (heard || projection.name === 'outbox') await eraseRows(pool, projection, streams)
  }
  for (const scope of scopesOfDeliveries(data)) await carryOver(deps, scope)
  await eraseTraces(pool, data)
  if (data.documents.length > 0) await mustKnowUses(deps)
  return { ...(await eraseDocuments(pool, data.documents)), fault: null }
}

function scopesOfDeliveries({ streams }: StreamsErased['data']): readonly Scope[] {
  const scopes = new Map<string, Scope>()
  for (const { stream, account, environment } of streams) {
    const isOfDelivery = stream.startsWith(streamPrefix(environment, 'Delivery'))
    if (isOfDelivery) scopes.set(`${account} ${environment}`, { account, environment })
  }
  return [...scopes.values()]
}

interface KnownReceiver {
  readonly failing_since: string | null
  readonly last_error: string | null
  readonly used_up: boolean
  readonly heard_at: string
}

/**
 * Records the state of the receiver from the erased deliveries: otherwise a rebuild would derive
 * it from the remaining ones.
 */
async function carryOver({ pool, clock, logs }: FinishDeps, scope: Scope): Promise<void> {
  const { rows } = await pool.query<KnownReceiver>(
    'SELECT failing_since, last_error, used_up, heard_at FROM read.receivers WHERE webhook = $1',
    [webhookStream(scope)],
  )
  const [row] = rows
  if (row === undefined) return
  const stream = receiverStream(scope, clock.now().toISOString().slice(0, 10))
  const context: CommandContext = { ...scope, actor: RETENTION, correlationId: stream, causationId: stream }
  await logs.append(context, receiverMemory, stream, {
    type: 'ReceiverCarriedOver',
    data: {
      asOf: new Date(row.heard_at).toISOString(),
      failingSince: row.failing_since === null ? null : new Date(row.failing_since).toISOString(),
      lastError: row.last_error,
      usedUp: row.used_up,
    },
  })
}

const UP_TO_DATE_MS = 12 * 3_600_000

/**
 * A read model shows whether another invoice names a document. Events it lacks must be younger
 * than the documents that are spared anyway. Throws `ReadModelBehind`.
 */
async function mustKnowUses({ store, pool, clock }: FinishDeps): Promise<void> {
  const { rows } = await pool.query<{ position: string | null }>(
    'SELECT position FROM projections.checkpoints WHERE name = $1',
    [documentUses.name],
  )
  const position = rows[0]?.position ?? null
  const after = position === null ? null : BigInt(position)
  const stop = new AbortController()
  const { streamPrefixes } = documentUses
  for await (const message of store.subscribe({ after, streamPrefixes, maxBatch: 1, signal: stop.signal })) {
    stop.abort()
    const [unseen] = message.kind === 'events' ? message.events : []
    if (unseen === undefined) return
    if (clock.now().getTime() - new Date(unseen.metadata.occurredAt).getTime() > UP_TO_DATE_MS)
      throw new ReadModelBehind()
    return
  }
}

/** The read model of documents lags: documents still in use might be erased. */
export class ReadModelBehind extends Error {
  override readonly name = 'ReadModelBehind'

  constructor() {
    super(
      'the read model document_uses is behind, so documents are not erased yet; the erasure continues when it has caught up',
    )
  }
}

/** The actor of erasures. */
export const RETENTION = 'processor:retention'
