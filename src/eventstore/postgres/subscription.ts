import { StepsUntilAborted } from '../../domain/or-aborted.js'
import type { SubscribeOptions, SubscriptionMessage } from '../port.js'
import type { Database } from './database.js'
import type { HeadWatch } from './head-watch.js'
import { readPage } from './reading.js'
import type { Tail } from './tail.js'

/**
 * Follows all events after a position: page by page, then whenever the head moves. Nothing is read
 * ahead of the consumer, so a slow one costs one page of memory.
 */
export async function* follow(
  database: Database,
  tail: Tail,
  watch: HeadWatch,
  options: SubscribeOptions,
): AsyncGenerator<SubscriptionMessage, void, undefined> {
  const { streamPrefixes = null, maxBatch = 500, signal } = options
  const steps = new StepsUntilAborted(signal)
  let position = options.after ?? 0n
  let reportedPosition: bigint | null = null
  let caughtUp = false
  try {
    while (!signal.aborted) {
      const mark = watch.mark()
      const request = { after: position, streamPrefixes, maxEvents: maxBatch }
      // History is read from the table, which alone shows what exists now. For later events the
      // shared tail is enough.
      const page = await steps.of(caughtUp ? tail.read(request, mark) : readPage(database, request))
      if (page === null) return
      position = page.position
      if (page.events.length > 0) {
        yield { kind: 'events', events: page.events, position }
        reportedPosition = position
      }
      if (!page.atHead) continue
      if (!caughtUp || reportedPosition !== position) {
        yield { kind: 'caughtUp', position: position === 0n ? null : position }
        caughtUp = true
        reportedPosition = position
      }
      await watch.changedSince(mark, steps)
    }
  } finally {
    steps.close()
  }
}
