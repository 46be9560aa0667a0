import { orAborted } from '../../domain/or-aborted.js'
import type { SubscribeOptions, SubscriptionMessage } from '../port.js'
import { readHistory } from './history.js'
import { beyond, type FeedSources, type LiveFeed } from './live-feed.js'

/** The sources of a subscription: the server's history, then the live feed. */
interface FollowSources extends FeedSources {
  /** The live feed of this process, started no later than now. */
  readonly feed: () => Promise<LiveFeed>
}

/**
 * Follows all events after a position: history up to the start of the live feed, then the feed; a
 * subscriber that falls behind the feed's memory reads history again.
 */
export async function* follow(
  sources: FollowSources,
  {
    after,
    streamPrefixes = null,
    maxBatch = 500,
    signal,
  }: Omit<SubscribeOptions, 'streamPrefixes'> & { streamPrefixes?: readonly string[] | null },
): AsyncGenerator<SubscriptionMessage, void, undefined> {
  const { logEnd, erasures } = sources
  const asked = await orAborted(Promise.all([logEnd.look(), erasures.refresh()]), signal)
  if (asked === null) return
  const [end] = asked
  if (after !== null && after > end.log) throw beyond(after, end)
  const feed = await orAborted(sources.feed(), signal)
  if (feed === null) return
  /** What existed when the store was asked. */
  const present = end.ours?.position ?? 0n
  let position = after ?? 0n
  let reportedPosition: bigint | null = null
  while (!signal.aborted) {
    const { start } = feed
    if (start !== null && position < start.position) {
      const request = { after: position, until: start, streamPrefixes, maxBatch, signal }
      for await (const stretch of readHistory(sources, request)) {
        position = stretch.position
        if (stretch.events.length > 0) yield { kind: 'events', events: stretch.events, position }
        if (signal.aborted) return
      }
      continue
    }
    const mark = feed.mark()
    const page = feed.page(position, streamPrefixes, maxBatch)
    position = page.position
    if (page.events.length > 0) {
      yield { kind: 'events', events: page.events, position }
      // The message has reported this position: no tick is needed, once the subscriber has got all
      // history.
      if (reportedPosition !== null) reportedPosition = position
    }
    if (!page.atEnd || signal.aborted) continue
    // The event that was the newest may have been scavenged before it came: the feed has passed it
    // nevertheless.
    if (feed.reached >= present && present > position) position = present
    if (position >= present && reportedPosition !== position) {
      yield { kind: 'caughtUp', position: position === 0n ? null : position }
      reportedPosition = position
    }
    await feed.changedSince(mark, signal)
  }
}
