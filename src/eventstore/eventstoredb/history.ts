import type { RecordedEvent } from '../../domain/event.js'
import { EventStoreUnavailable } from '../port.js'
import type { Erasures } from './erasures.js'
import { translated } from './errors.js'
import { Inbox } from './inbox.js'
import type { Place } from './log-end.js'
import { type Naming, positionOf, recorded } from './naming.js'
import { pauseBeforeRetry } from './pause-before-retry.js'
import { hasPrefix } from './recent-events.js'
import { fromPosition, type Server } from './server.js'
import { sizeOf } from './size.js'

export interface HistoryRequest {
  /** Exclusive; 0 for the beginning. */
  readonly after: bigint
  /** One of our events; it ends the history. */
  readonly until: Place
  readonly streamPrefixes: readonly string[] | null
  readonly maxBatch: number
  readonly signal: AbortSignal
}

/** `events` may be empty; everything up to `position` is in them and those before, or belongs to other streams. */
export interface Stretch {
  readonly events: readonly RecordedEvent[]
  readonly position: bigint
}

/**
 * Reads history up to an event that stands already, stretch by stretch, filtered by the server. It is a subscription, since only that can be filtered; at its end the
 * server drops a consumer that is slow, or falls silent where nothing matches. So the last event is asked for too, and what is dropped is taken up again.
 * Throws `EventStoreUnavailable` after `retryFor` milliseconds without any progress.
 */
export async function* readHistory(
  { server, naming, erasures, retryFor }: { server: Server; naming: Naming; erasures: Erasures; retryFor: number },
  { after, until, streamPrefixes, maxBatch, signal }: HistoryRequest,
): AsyncGenerator<Stretch, void, undefined> {
  let position = after
  let failures = 0
  let deadline = performance.now() + retryFor
  while (position < until.position && !signal.aborted) {
    const open = subscribe(server, naming, position, streamPrefixes, until, signal)
    try {
      while (position < until.position && !signal.aborted) {
        const stretch = await nextStretch(open)
        if (stretch.position > position) {
          position = stretch.position
          failures = 0
          yield stretch
          deadline = performance.now() + retryFor
        }
        if (stretch.broken !== null) throw stretch.broken
      }
    } catch (error) {
      const reason = translated(error)
      if (!(reason instanceof EventStoreUnavailable) || performance.now() >= deadline) throw reason
      await pauseBeforeRetry(failures, signal)
      failures += 1
    } finally {
      open.inbox.close()
    }
  }

  /** Up to `maxBatch` events or a few megabytes; fewer at the end, and when the call breaks, with the reason. */
  async function nextStretch({ inbox, isLive }: Open): Promise<Stretch & { readonly broken: unknown }> {
    const events: RecordedEvent[] = []
    let reached = position
    let broken: unknown = null
    for (let bytes = 0; events.length < maxBatch && bytes < MAX_BYTES && reached < until.position;) {
      const resolved = inbox.take()
      if (resolved === null) {
        // Live means that all that stood when it began was sent, and so the end of our history.
        const checkpoint = isLive() ? until.position : (inbox.checkpoint ?? 0n)
        if (checkpoint > reached) reached = checkpoint < until.position ? checkpoint : until.position
        if (reached === until.position || signal.aborted) break
        try {
          const outcome = await inbox.more(server.answerWithin)
          if (outcome === 'something') continue
          broken = new EventStoreUnavailable(
            `The event store ${outcome === 'late' ? 'is silent' : 'ended the subscription'}`,
          )
        } catch (error) {
          broken = error
        }
        break
      }
      const { event } = resolved
      if (event === undefined) continue
      const at = positionOf(event)
      if (at <= reached) continue
      reached = at
      const stream = naming.ours(event)
      if (stream === null || !hasPrefix(stream, streamPrefixes) || erasures.has(stream)) continue
      const shown = recorded(event, stream)
      bytes += sizeOf(shown.data) + sizeOf(shown.metadata)
      events.push(shown)
    }
    return { events, position: reached, broken }
  }
}

interface Open {
  readonly inbox: Inbox
  readonly isLive: () => boolean
}

function subscribe(
  server: Server,
  naming: Naming,
  after: bigint,
  prefixes: readonly string[] | null,
  until: Place,
  signal: AbortSignal,
): Open {
  let live = false
  const subscription = server.subscribeToAll(
    {
      ...server.call,
      fromPosition: fromPosition(after),
      filter: naming.filter(prefixes, until.stream, {
        maxSearchWindow: SEARCH_WINDOW,
        checkpointInterval: CHECKPOINT_EVERY,
        checkpointReached: async (_, { commit }) => {
          inbox.noteCheckpoint(commit)
        },
      }),
    },
    { highWaterMark: READ_AHEAD },
  )
  const inbox = new Inbox(subscription, () => subscription.unsubscribe(), signal)
  subscription.on('caughtUp', () => {
    live = true
    inbox.nudge()
  })
  return { inbox, isLive: () => live && inbox.isEmpty }
}

/** Events that the server looks at for one page of matching ones; by default 32, which makes a rare kind of stream slow to read. */
const SEARCH_WINDOW = 1_000
/** In search windows: how far a broken call is taken up again behind, where nothing matches. */
const CHECKPOINT_EVERY = 10
/** Events held for a consumer besides the stretch that it has. */
const READ_AHEAD = 64
/** A stretch holds at least one event and little more than this. */
const MAX_BYTES = 4_000_000
