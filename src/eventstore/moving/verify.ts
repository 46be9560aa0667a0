import { isDeepStrictEqual } from 'node:util'
import type { RecordedEvent } from '../../domain/event.js'
import { type ChainFault, verifyChain } from '../hash-chain.js'
import type { EventStore } from '../port.js'
import type { StreamEnd } from '../postgres/outline.js'
import { isErased } from './is-erased.js'

/** Which streams are verified, in which two stores. */
interface VerifyOptions {
  readonly from: EventStore
  readonly to: EventStore
  /** All streams of the one store, page by page. */
  readonly ends: AsyncIterable<readonly StreamEnd[]>
  /** Whether the other store has been written to since: its streams may be longer, or erased. */
  readonly grown: boolean
  /** Called at intervals with the number of streams verified so far. */
  readonly onProgress: (streams: number) => void
}

/** A stream of the other store that differs from the one here. */
interface StreamFault {
  readonly stream: string
  readonly revision: number
  readonly reason: ChainFault['reason'] | 'too-long'
}

/** The result of a verification, in numbers of streams and by stream. */
export interface Verified {
  readonly streams: number
  /** Those that were erased in the other store since. */
  readonly erasedSince: number
  readonly faults: readonly StreamFault[]
  /** Those whose hash chain is broken here already; they are the same in both stores. */
  readonly brokenBefore: readonly StreamFault[]
}

/**
 * Reads every stream from the other store and computes its hash chain from scratch. A sound chain
 * that ends in the same hash proves that ids, types, data and metadata are unchanged. Throws
 * `EventStoreUnavailable`.
 */
export async function verifyStreams({ from, to, ends, grown, onProgress }: VerifyOptions): Promise<Verified> {
  let streams = 0
  let erasedSince = 0
  const faults: StreamFault[] = []
  const brokenBefore: StreamFault[] = []

  async function verifyStream({ stream, end }: StreamEnd): Promise<void> {
    const events = await to.readStream(stream)
    streams += 1
    if (grown && events.length === 0 && (await isErased(to, stream))) {
      erasedSince += 1
      return
    }
    const fault = verifyChain(stream, events, end)
    if (fault === null && (grown || events.length === end.revision + 1)) return
    if (fault === null) faults.push({ stream, revision: end.revision + 1, reason: 'too-long' })
    else if (isSame(await from.readStream(stream), events)) brokenBefore.push({ stream, ...fault })
    else faults.push({ stream, ...fault })
  }

  for await (const page of ends) {
    const waiting = page.values()
    const verifyNext = async (): Promise<void> => {
      for (const each of waiting) await verifyStream(each)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, verifyNext))
    onProgress(streams)
  }
  return { streams, erasedSince, faults, brokenBefore }
}

function isSame(here: readonly RecordedEvent[], there: readonly RecordedEvent[]): boolean {
  return isDeepStrictEqual(here.map(withoutPosition), there.map(withoutPosition))
}

function withoutPosition({ id, type, data, metadata, revision }: RecordedEvent): object {
  return { id, type, data, metadata, revision }
}

const AT_ONCE = 32
