import { EventStoreUnavailable } from '../port.js'
import type { StreamFilter, AllStreamMessage } from './all-stream.js'
import { type Inbox, readToEnd } from './inbox.js'
import { positionOf } from './naming.js'
import type { Server } from './server.js'

/**
 * Subscribes to `$all` after a position, that of an event that may be gone; 0: from the beginning.
 * May also send records at the position or before it.
 *
 * A server up to 23.10 reads the first record at or after a subscription's start, and sends the
 * records after it. If the record at the start was scavenged, it therefore reads the next one,
 * which is then never sent. So the subscription starts at the last record before the position, and
 * when the server has read its start, that record must still exist: a scavenge may have come
 * between. Throws `EventStoreUnavailable`; null: the signal has aborted.
 */
export async function subscribeAfter(
  server: Server,
  position: bigint,
  filter: StreamFilter,
  signal: AbortSignal,
): Promise<Inbox<AllStreamMessage> | null> {
  for (;;) {
    const start = position === 0n ? null : await recordBefore(server, position, signal)
    if (signal.aborted) return null
    const query = { from: start ?? 'start', direction: 'forwards', filter, count: 'subscription' } as const
    const inbox = server.all(query, signal)
    try {
      if (start === null) return inbox
      await confirmed(inbox, server.answerWithin)
      if ((await recordBefore(server, position, signal)) === start) return inbox
    } catch (error) {
      inbox.close()
      throw error
    }
    inbox.close()
  }
}

/**
 * Position of the last record before this one, ours or not; null: there is none, or the signal has
 * aborted. Throws `EventStoreUnavailable`.
 */
async function recordBefore(server: Server, position: bigint, signal: AbortSignal): Promise<bigint | null> {
  const query = { from: position, direction: 'backwards', filter: null, count: 1 } as const
  for await (const message of readToEnd(server.all(query, signal), server.answerWithin)) {
    if (message.kind === 'record') return positionOf(message.record)
  }
  return null
}

/** Waits until a subscription has begun. */
async function confirmed(inbox: Inbox<AllStreamMessage>, patience: number): Promise<void> {
  for (;;) {
    if (inbox.take()?.kind === 'confirmation') return
    const outcome = await inbox.more(patience)
    if (outcome === 'aborted') return
    if (outcome !== 'something') throw new EventStoreUnavailable('The event store does not begin the subscription')
  }
}
