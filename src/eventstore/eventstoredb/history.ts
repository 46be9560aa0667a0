import type { RecordedEvent } from '../../domain/event.js'
import { orAborted } from '../../domain/or-aborted.js'
import { EventStoreUnavailable } from '../port.js'
import type { AllStreamMessage } from './all-stream.js'
import { translated } from './errors.js'
import type { Inbox } from './inbox.js'
import type { FeedSources } from './live-feed.js'
import type { LogPosition } from './log-end.js'
import { positionOf, recorded } from './naming.js'
import { pauseBeforeRetry } from './pause-before-retry.js'
import { hasPrefix } from './recent-events.js'
import { subscribeAfter } from './resuming.js'

/**
 * Which part of the history is read: `maxBatch` events at a time, of all streams where
 * `streamPrefixes` is null, until `signal` aborts.
 */
interface HistoryRequest {
  /** Exclusive; 0 for the beginning. */
  readonly after: bigint
  /** One of our events, or the place of a former one; it ends the history. */
  readonly until: LogPosition
  readonly streamPrefixes: readonly string[] | null
  readonly maxBatch: number
  readonly signal: AbortSignal
}

/**
 * `events` may be empty; everything up to `position` is in them and those before, or belongs to
 * other streams.
 */
interface Stretch {
  readonly events: readonly RecordedEvent[]
  readonly position: bigint
}

/**
 * Reads history up to an event that exists already, stretch by stretch, filtered by the server. It
 * is a subscription, since only that reports progress where nothing matches; at its end the server
 * drops a slow consumer, or falls silent where nothing matches. So the last event is requested
 * too, and a dropped subscription is resumed. Throws `EventStoreUnavailable` after `retryFor`
 * milliseconds without any progress.
 */
export async function* readHistory(
  sources: FeedSources,
  { after, until, streamPrefixes, maxBatch, signal }: HistoryRequest,
): AsyncGenerator<Stretch, void, undefined> {
  const { server, naming, erasures, logEnd, retryFor } = sources
  let position = after
  let failures = 0
  let deadline = performance.now() + retryFor
  while (position < until.position && !signal.aborted) {
    let inbox: Inbox<AllStreamMessage> | null = null
    try {
      const last = await orAborted(lastUntil(until), signal)
      if (last === null) return
      const { end } = last
      if (end === null || end.position <= position) {
        yield { events: [], position: until.position }
        return
      }
      const filter = naming.filter(streamPrefixes, end.stream, {
        window: SEARCH_WINDOW,
        checkpointEvery: CHECKPOINT_EVERY,
      })
      inbox = await subscribeAfter(server, position, filter, signal)
      while (inbox !== null && position < until.position && !signal.aborted) {
        const stretch = await nextStretch(inbox, end.position)
        if (stretch.position > position) {
          position = stretch.position
          failures = 0
          yield stretch
          deadline = performance.now() + retryFor
        }
        if (stretch.broken !== null) throw stretch.broken.error
      }
    } catch (error) {
      const reason = translated(error)
      if (!(reason instanceof EventStoreUnavailable) || performance.now() >= deadline) throw reason
      await pauseBeforeRetry(failures, signal)
      failures += 1
    } finally {
      inbox?.close()
    }
  }

  /**
   * Our last remaining event up to a place: the one there may have been scavenged meanwhile, and
   * would never arrive.
   */
  async function lastUntil(place: LogPosition): Promise<{ readonly end: LogPosition | null }> {
    return { end: (await logEnd.exists(place)) ? place : await logEnd.oursBefore(place.position) }
  }

  /**
   * Up to `maxBatch` events or a few megabytes; fewer at the end, and when the call breaks, with
   * the reason.
   */
  async function nextStretch(
    inbox: Inbox<AllStreamMessage>,
    end: bigint,
  ): Promise<Stretch & { readonly broken: Broken | null }> {
    const events: RecordedEvent[] = []
    let reached = position
    let broken: Broken | null = null
    for (let bytes = 0; events.length < maxBatch && bytes < MAX_BYTES && reached < end;) {
      const message = inbox.take()
      if (message === null) {
        try {
          const outcome = await inbox.more(server.answerWithin)
          if (outcome === 'something') continue
          if (outcome !== 'aborted') {
            const how = outcome === 'late' ? 'does not answer' : 'ended the subscription'
            broken = { error: new EventStoreUnavailable(`The event store ${how}`) }
          }
        } catch (error) {
          broken = { error }
        }
        break
      }
      if (message.kind === 'confirmation') continue
      // A live subscription has sent all that existed when it began, and so the end of our
      // history.
      const at =
        message.kind === 'record' ? positionOf(message.record) : message.kind === 'caughtUp' ? end : message.position
      if (at <= reached) continue
      reached = at
      if (message.kind !== 'record') continue
      const stream = naming.ours(message.record)
      if (stream === null || !hasPrefix(stream, streamPrefixes) || erasures.has(stream)) continue
      bytes += message.record.size
      events.push(recorded(message.record, stream))
    }
    // None of our events is between the last remaining one and the one that ended the history.
    return { events, position: reached >= end ? until.position : reached, broken }
  }
}

/**
 * The number of events that the server examines for one page of matching ones; 32 by default,
 * which makes a rare kind of stream slow to read.
 */
const SEARCH_WINDOW = 1_000
/** The error that ended a stretch. */
interface Broken {
  readonly error: unknown
}

/** In search windows: how much a resumed call repeats at most, where nothing matches. */
const CHECKPOINT_EVERY = 10
/** A stretch holds at least one event and little more than this. */
const MAX_BYTES = 4_000_000
