import type { RecordedEvent } from '../../domain/event.js'
import { orAborted } from '../or-aborted.js'
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
  /** One of our events, or a place where one was; it ends the history. */
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
 * is a subscription, since only that tells how far it is where nothing matches; at its end the
 * server drops a consumer that is slow, or falls silent where nothing matches. So the last event
 * is asked for too, and what is dropped is taken up again. Throws `EventStoreUnavailable` after
 * `retryFor` milliseconds without any progress.
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
   * Our last event that is left up to a place: the one there may have been scavenged meanwhile,
   * and would be waited for in vain.
   */
  async function lastUntil(place: LogPosition): Promise<{ readonly end: LogPosition | null }> {
    return { end: (await logEnd.stands(place)) ? place : await logEnd.oursBefore(place.position) }
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
      const told = inbox.take()
      if (told === null) {
        try {
          const outcome = await inbox.more(server.answerWithin)
          if (outcome === 'something') continue
          if (outcome !== 'aborted') {
            const how = outcome === 'late' ? 'is silent' : 'ended the subscription'
            broken = { error: new EventStoreUnavailable(`The event store ${how}`) }
          }
        } catch (error) {
          broken = { error }
        }
        break
      }
      if (told.kind === 'confirmation') continue
      // What is live has sent all that stood when it began, and so the end of our history.
      const at = told.kind === 'record' ? positionOf(told.record) : told.kind === 'caughtUp' ? end : told.position
      if (at <= reached) continue
      reached = at
      if (told.kind !== 'record') continue
      const stream = naming.ours(told.record)
      if (stream === null || !hasPrefix(stream, streamPrefixes) || erasures.has(stream)) continue
      bytes += told.record.size
      events.push(recorded(told.record, stream))
    }
    // Between the last of ours that is left and the one that ended the history there is nothing of
    // ours.
    return { events, position: reached >= end ? until.position : reached, broken }
  }
}

/**
 * Events that the server looks at for one page of matching ones; by default 32, which makes a rare
 * kind of stream slow to read.
 */
const SEARCH_WINDOW = 1_000
/** What ended a stretch, as it was caught. */
interface Broken {
  readonly error: unknown
}

/** In search windows: how far a broken call is taken up again behind, where nothing matches. */
const CHECKPOINT_EVERY = 10
/** A stretch holds at least one event and little more than this. */
const MAX_BYTES = 4_000_000
