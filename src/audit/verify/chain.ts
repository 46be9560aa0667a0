import type { StreamEvent } from '../../domain/event.js'
import { GENESIS_HASH, verifyChain } from '../../eventstore/hash-chain.js'
import { sealedHash } from './sealed-hash.js'
import type { Finding } from './findings.js'

/** Where the chain of a stream stands, as far as it was read. */
export interface Link {
  readonly revision: number
  readonly hash: string
}

/**
 * Whether an event follows the link before it (null: it is the stream's first) and is as it was
 * written. What is wrong with a stream that does not `diagnose` says.
 */
export function follows(before: Link | null, event: StreamEvent): boolean {
  return (
    event.revision === (before?.revision ?? -1) + 1 &&
    event.metadata.prevHash === (before?.hash ?? GENESIS_HASH) &&
    event.metadata.hash === sealedHash(event, event.revision)
  )
}

/** An event moved from elsewhere in its stream is looked for at so many revisions. */
const MOST_PLACES = 2_000

/**
 * What was done to a stream whose chain is broken: which events were edited, deleted, inserted or
 * put into another order. Each event's hash says at which revision it was written and behind which
 * event, so that an event that was only moved is told from one that was changed.
 * @param events as they stand, in the order of their revisions (or of the file)
 */
export function diagnose(stream: string, events: readonly StreamEvent[]): readonly Finding[] {
  if (verifyChain(stream, events) === null) return []
  const written = events.map((event) => ({ event, at: writtenAt(event, events.length) }))
  const genuine = genuineOf(written)
  const findings: Finding[] = []
  const add = (kind: Finding['kind'], revision: number, detail: string): void => {
    findings.push({ kind, stream, revision, detail })
  }

  let highest = -1
  for (const { event, at } of written) {
    if (at === null || genuine.get(at) !== event) continue
    if (at < highest) add('reordered', at, `revision ${at} stands where revision ${event.revision} should`)
    highest = Math.max(highest, at)
  }
  // Where nothing is as it was written any more, the place is all that is left to go by.
  let inserted = 0
  const replaced = new Set<number>()
  for (const [place, { event, at }] of written.entries()) {
    if (at !== null && genuine.get(at) === event) continue
    const slot = place - inserted
    if (genuine.has(slot) || (at !== null && at <= highest && genuine.has(at))) {
      add('inserted', event.revision, `the event ${event.id} (${event.type}) was not written here`)
      inserted += 1
    } else {
      add('edited', event.revision, `the event ${event.id} (${event.type}) is not as it was written`)
      replaced.add(slot)
    }
  }
  for (let revision = 0; revision <= highest; revision += 1)
    if (!genuine.has(revision) && !replaced.has(revision)) add('deleted', revision, `revision ${revision} is missing`)
  findings.push(...rewritten(stream, genuine))
  // A chain that is broken in a way that none of this names must not pass.
  const fault = verifyChain(stream, events)
  if (findings.length === 0 && fault !== null) add('edited', fault.revision, `the chain is broken (${fault.reason})`)
  return findings
}

interface Written {
  readonly event: StreamEvent
  /** The revision at which it was written, by its hash; null: it is not as it was written. */
  readonly at: number | null
}

function writtenAt(event: StreamEvent, count: number): number | null {
  if (event.metadata.hash === sealedHash(event, event.revision)) return event.revision
  const from = Math.max(0, event.revision - MOST_PLACES / 2)
  for (let revision = from; revision < Math.min(from + MOST_PLACES, count + MOST_PLACES / 2); revision += 1)
    if (event.metadata.hash === sealedHash(event, revision)) return revision
  return null
}

/** Of two events for one place, that one counts behind which the next was written. */
function genuineOf(written: readonly Written[]): ReadonlyMap<number, StreamEvent> {
  const previous = new Set(written.map(({ event }) => event.metadata.prevHash))
  const genuine = new Map<number, StreamEvent>()
  for (const { event, at } of written) {
    if (at === null) continue
    const other = genuine.get(at)
    if (other === undefined || (!previous.has(other.metadata.hash) && previous.has(event.metadata.hash)))
      genuine.set(at, event)
  }
  return genuine
}

/** An event that was given a new hash is not the one that the next was written behind. */
function rewritten(stream: string, genuine: ReadonlyMap<number, StreamEvent>): readonly Finding[] {
  return [...genuine].flatMap(([revision, event]) => {
    const before = genuine.get(revision - 1)
    const expected = revision === 0 ? GENESIS_HASH : before?.metadata.hash
    if (expected === undefined || event.metadata.prevHash === expected) return []
    const at = Math.max(0, revision - 1)
    const detail =
      revision === 0
        ? 'the first event was written behind another one'
        : `revision ${revision} was written behind another event than the one that stands there now`
    return [{ kind: 'edited', stream, revision: at, detail } as const]
  })
}
