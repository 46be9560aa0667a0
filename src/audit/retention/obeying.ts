import type pg from 'pg'
import { fold } from '../../domain/aggregate.js'
import type { Clock } from '../../domain/clock.js'
import type { ErasedStream } from '../../domain/erasure.js'
import type { RecordedEvent } from '../../domain/event.js'
import { type HoldEvent, holds, isHeld } from '../../domain/hold.js'
import { categoryOfStream, holdStream, streamPrefix } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { upcast } from '../../eventstore/upcast.js'
import type { ErasureRecord } from '../../projections/engine/erasing.js'
import { faultOfRecord, judgeErased, targetsOf } from '../erasure-records.js'
import { readSeals, type RecordedSeal } from '../seals/seals.js'
import type { SealSigner } from '../seals/signing.js'
import { signedFrom } from '../verify/erasure-records.js'

/** Dependencies of the judgement. */
export interface ObeyDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly signer: SealSigner | null
}

/**
 * Why a record of erasures is not obeyed; null: it is. A process that can append events could have
 * made it, so it is judged as an audit judges it: by its signature, its rule, the kinds and ages
 * of its streams, and the legal holds at its place. Also, the streams that are left must be those
 * that it describes.
 */
export async function whyNotObeyed(deps: ObeyDeps, record: ErasureRecord): Promise<string | null> {
  const { data, metadata } = record
  const keys = new TrustedKeys(deps)
  const { signed } = data
  const fault = faultOfRecord(data, {
    now: deps.clock.now(),
    occurredAt: metadata.occurredAt,
    mayBeUnsigned: signed === undefined && (await keys.mayBeUnsigned(record)),
    isTrusted: await keys.trusting(signed?.keyId),
  })
  if (fault !== null) return fault
  for (const each of data.streams) {
    const wrong = judgeErased(data, each).fault ?? (await faultOfStream(deps, record, each))
    if (wrong !== null) return wrong
  }
  return null
}

/** The keys of this store's seals, which sign records too; read only if needed. */
class TrustedKeys {
  readonly #deps: ObeyDeps
  #seals: Promise<readonly RecordedSeal[]> | null = null

  constructor(deps: ObeyDeps) {
    this.#deps = deps
  }

  async trusting(keyId: string | undefined): Promise<(asked: string) => boolean> {
    const { signer } = this.#deps
    if (keyId === undefined || keyId === signer?.keyId) return (asked) => asked === keyId
    const seals = await this.#read()
    if (seals.length === 0 && signer === null) return () => true
    return (asked) => seals.some(({ seal }) => seal.keyId === asked)
  }

  async mayBeUnsigned({ stream, revision }: ErasureRecord): Promise<boolean> {
    const from = signedFrom(await this.#read())
    if (from === null) return true
    const { rows } = await this.#deps.pool.query<{ index: string }>(
      'SELECT index FROM audit.leaf WHERE stream = $1 COLLATE "C" AND revision = $2',
      [stream, revision],
    )
    const index = rows[0]?.index
    return index !== undefined && Number(index) < from
  }

  #read(): Promise<readonly RecordedSeal[]> {
    return (this.#seals ??= readSeals(this.#deps.store, new AbortController().signal))
  }
}

/** A stream that is gone already can't be judged, and nothing of it is lost. */
async function faultOfStream(
  { store }: ObeyDeps,
  { data, position }: ErasureRecord,
  each: ErasedStream,
): Promise<string | null> {
  const { stream, revision, hash } = each
  const events = await store.readStream(stream)
  const [first] = events
  if (first === undefined) return null
  if (events[revision]?.metadata.hash !== hash) return `it names ${stream}, whose event ${revision} is another`
  const { account, environment } = first.metadata
  if (account !== each.account || environment !== each.environment)
    return `it names ${stream} as one of ${each.account}, and it is one of ${account}`
  const lived = events.slice(0, revision + 1).filter((event, index) => index === 0 || !goesWithItsInvoice(event.stream))
  const young = lived.find((event) => !(Date.parse(event.metadata.occurredAt) < Date.parse(data.before)))
  if (young !== undefined && categoryOfStream(stream) !== streamPrefix('test', 'Delivery'))
    return `it names ${stream}, whose event ${young.revision} is not from before ${data.before}`
  const decided = (await store.readStream(holdStream(account))).filter((event) => event.position < position)
  const state = fold(
    holds,
    decided.map((event) => upcast(event as RecordedEvent<HoldEvent>)),
  )
  return isHeld(state, targetsOf(each)) ? `it names ${stream}, which was on hold` : null
}

/** For a test invoice its creation counts alone. */
function goesWithItsInvoice(stream: string): boolean {
  return categoryOfStream(stream) === streamPrefix('test', 'Invoice')
}
