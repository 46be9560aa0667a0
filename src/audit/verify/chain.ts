import type { StreamEvent } from '../../domain/event.js'
import { GENESIS_HASH, verifyChain } from '../../eventstore/hash-chain.js'
import { sealedHash } from './sealed-hash.js'
import type { Finding } from './findings.js'
import { addAll } from '../../domain/lists.js'

/** The last verified link of a stream's chain. */
export interface Link {
  readonly revision: number
  readonly hash: string
}

/**
 * Whether an event follows the previous link (null: it is the stream's first) and is unchanged.
 * `diagnose` reports what is wrong with a stream.
 */
export function follows(before: Link | null, event: StreamEvent): boolean {
  return (
    event.revision === (before?.revision ?? -1) + 1 &&
    event.metadata.prevHash === (before?.hash ?? GENESIS_HASH) &&
    event.metadata.hash === sealedHash(event, event.revision)
  )
}

/** Number of revisions searched for an event that was moved within its stream. */
const MOST_PLACES = 2_000

/**
 * Diagnoses a stream with a broken chain: which events were edited, deleted, inserted or
 * reordered. Each event's hash contains its original revision and predecessor, so that a moved
 * event can be distinguished from a changed one.
 * @param events as found, in the order of their revisions (or of the file)
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
    if (at < highest) add('reordered', at, `revision ${at} is in the place of revision ${event.revision}`)
    highest = Math.max(highest, at)
  }
  // If nothing is unchanged, only the place remains as evidence.
  let inserted = 0
  const replaced = new Set<number>()
  for (const [place, { event, at }] of written.entries()) {
    if (at !== null && genuine.get(at) === event) continue
    const slot = place - inserted
    if (genuine.has(slot) || (at !== null && at <= highest && genuine.has(at))) {
      add('inserted', event.revision, `the event ${event.id} (${event.type}) was not written here`)
      inserted += 1
    } else {
      add('edited', event.revision, `the event ${event.id} (${event.type}) was changed`)
      replaced.add(slot)
    }
  }
  for (let revision = 0; revision <= highest; revision += 1)
    if (!genuine.has(revision) && !replaced.has(revision)) add('deleted', revision, `revision ${revision} is missing`)
  addAll(findings, rewritten(stream, genuine))
  // A chain that is broken in any other way must not pass.
  const fault = verifyChain(stream, events)
  if (findings.length === 0 && fault !== null) add('edited', fault.revision, `the chain is broken (${fault.reason})`)
  return findings
}

interface Written {
  readonly event: StreamEvent
  /** Its original revision, from its hash; null: the event was changed. */
  readonly at: number | null
}

function writtenAt(event: StreamEvent, count: number): number | null {
  if (event.metadata.hash === sealedHash(event, event.revision)) return event.revision
  const from = Math.max(0, event.revision - MOST_PLACES / 2)
  for (let revision = from; revision < Math.min(from + MOST_PLACES, count + MOST_PLACES / 2); revision += 1)
    if (event.metadata.hash === sealedHash(event, revision)) return revision
  return null
}

/** Of two events for one place, the one that the next event refers to counts. */
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

/** An event with a new hash is not the one that the next event refers to. */
function rewritten(stream: string, genuine: ReadonlyMap<number, StreamEvent>): readonly Finding[] {
  return [...genuine].flatMap(([revision, event]) => {
    const before = genuine.get(revision - 1)
    const expected = revision === 0 ? GENESIS_HASH : before?.metadata.hash
    if (expected === undefined || event.metadata.prevHash === expected) return []
    const at = Math.max(0, revision - 1)
    const detail =
      revision === 0
        ? 'the first event was originally preceded by another one'
        : `revision ${revision} was originally preceded by another event than the one that is there now`
    return [{ kind: 'edited', stream, revision: at, detail } as const]
  })
}
