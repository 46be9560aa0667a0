import { orAborted } from '../or-aborted.js'
import type { SubscribeOptions, SubscriptionMessage } from '../port.js'
import { readHistory } from './history.js'
import { beyond, type FeedSources, type LiveFeed } from './live-feed.js'

/** What a subscription reads from: the server's history, then the live feed. */
interface FollowSources extends FeedSources {
  /** The live feed of this process, begun at the latest now. */
  readonly feed: () => Promise<LiveFeed>
}

/**
 * Follows all events after a position: history up to where the live feed begins, then the feed;
 * history again for whoever falls behind the feed's memory.
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
  let toldPosition: bigint | null = null
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
      // A position that the message has told needs no tick, once the subscriber has got all
      // history.
      if (toldPosition !== null) toldPosition = position
    }
    if (!page.atEnd || signal.aborted) continue
    // The event that was the newest may have been scavenged before it came: the feed has passed it
    // all the same.
    if (feed.reached >= present && present > position) position = present
    if (position >= present && toldPosition !== position) {
      yield { kind: 'caughtUp', position: position === 0n ? null : position }
      toldPosition = position
    }
    await feed.changedSince(mark, signal)
  }
}
