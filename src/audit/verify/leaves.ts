import type pg from 'pg'
import { Frontier, leafHash } from '../seals/merkle.js'
import type { RecordedSeal } from '../seals/seals.js'
import { type Leaf, readLeaves } from '../seals/tree.js'
import type { StreamLine } from '../export/format.js'
import { type Finding, type Findings, MOST_FINDINGS } from './findings.js'
import type { LiveSource, Outline } from './live-source.js'
import { Peekable } from './archive/peekable.js'
import type { OnProgress } from './report.js'

/** Dependencies of the check of leaves. */
interface LeafCheckDeps {
  readonly pool: pg.Pool
  readonly source: LiveSource
  /** In their order. */
  readonly seals: readonly RecordedSeal[]
  /** The erasures on record, by stream. */
  readonly erased: ReadonlyMap<string, StreamLine>
  readonly findings: Findings
  readonly onProgress: OnProgress
}

/** A leaf whose event has another hash. The next seal decides which of the two was changed. */
interface Difference {
  readonly index: number
  readonly stream: string
  readonly revision: number
}

/**
 * Compares the leaves of the tree with the events, both in their order, and the tree's root with
 * each seal: once from the leaves, and once from the events. So a changed leaf is distinguished
 * from a recomputed chain. Memory: a page of each. Returns the number of leaves, the number of
 * events without a seal, and whether the leaves are the sealed ones.
 */
export async function checkLeaves(
  deps: LeafCheckDeps,
): Promise<{ readonly leaves: number; readonly unsealed: number; readonly areInOrder: boolean }> {
  return await new LeafCheck(deps).run()
}

class LeafCheck {
  readonly #deps: LeafCheckDeps
  readonly #leaves: Peekable<Leaf>
  readonly #events: Peekable<Outline>
  /** The tree computed from the leaves, and from the events. */
  readonly #byLeaves = new Frontier()
  readonly #byEvents = new Frontier()
  #isLeavesBroken = false
  #isEventsBroken = false
  #differences: Difference[] = []
  /** Streams with a recomputed chain: all events after the first such one differ as well. */
  readonly #rewritten = new Set<string>()
  /** Events that are not where they were written, until they are found elsewhere. */
  readonly #moved = new Map<string, { readonly leaf: Leaf; readonly finding: Finding }>()
  #seal = 0
  #index = 0
  #found = 0

  constructor(deps: LeafCheckDeps) {
    this.#deps = deps
    this.#leaves = new Peekable(leavesOf(deps.pool))
    this.#events = new Peekable(deps.source.sealed())
  }

  async run() {
    const { seals, findings, pool } = this.#deps
    const { rows } = await pool.query<{ size: string }>('SELECT size FROM audit.tree')
    const sealed = seals.at(-1)?.seal.size ?? 0
    const size = Math.max(Number(rows[0]?.size ?? 0), sealed)
    this.#sealsReached()
    while (await this.#step(size)) if (this.#index % 10_000 === 0) this.#deps.onProgress('leaves', this.#index)
    if (this.#index < sealed)
      findings.add({
        kind: 'truncated',
        seal: seals.at(-1)?.seal.sequence ?? 0,
        detail: `the seal covers ${sealed} events, but only the first ${this.#index} were found`,
      })
    for (const { index, stream, revision } of this.#differences)
      findings.add({
        kind: 'leaf changed',
        stream,
        revision,
        leaf: index,
        detail: 'the hashes of the leaf and its event differ, and no seal covers it yet',
      })
    const areInOrder = !this.#isLeavesBroken && this.#differences.length === 0 && this.#index >= sealed
    const behind = await this.#behind()
    return { leaves: this.#found, unsealed: Math.max(0, this.#index - sealed) + behind, areInOrder }
  }

  /** Reads the events after the last leaf and returns the number of those without a leaf. */
  async #behind(): Promise<number> {
    let behind = 0
    for (let event = await this.#events.next(); event !== null; event = await this.#events.next())
      if (!this.#isMoved(event)) behind += 1
    for (const { leaf } of this.#moved.values()) {
      const { stream, revision } = leaf
      const detail = 'it is only in its stream: the log of the store, which all readers follow, omits it'
      this.#deps.findings.add({ kind: 'deleted', stream, revision, detail })
    }
    return behind
  }

  /** Whether this event was expected at another place; reports it then. */
  #isMoved(event: Outline): boolean {
    const moved = this.#moved.get(keyOf(event))
    if (moved === undefined) return false
    this.#moved.delete(keyOf(event))
    this.#deps.findings.add(moved.finding)
    return true
  }

  /** Advances by one leaf or event; false: there are no more leaves. `size`: of the tree. */
  async #step(size: number): Promise<boolean> {
    const leaf = await this.#leaves.peek()
    const event = await this.#events.peek()
    if (leaf === null && (event === null || this.#index >= size)) return false
    if (event !== null && this.#isMoved(event)) {
      await this.#events.next()
      return true
    }
    const isGap = leaf === null || leaf.index > this.#index
    if (leaf !== null && event !== null && keyOf(leaf) === keyOf(event)) {
      if (isGap) this.#skipTo(leaf.index)
      await this.#leaves.next()
      await this.#events.next()
      this.#compare(leaf, event.hash)
    } else if (event !== null && !(await this.#hasLeaf(event))) {
      await this.#events.next()
      if (isGap) this.#leafDeleted(event)
      else this.#inserted(event)
    } else if (leaf !== null) {
      if (isGap) this.#skipTo(leaf.index)
      await this.#leaves.next()
      await this.#without(leaf, event)
    } else await this.#events.next() // Its leaf was read before, or was added since.
    return true
  }

  /** The leaf's event is not the next one in the store: it is elsewhere, or missing. */
  async #without(leaf: Leaf, event: Outline | null): Promise<void> {
    const hash = await this.#deps.source.hashOf(leaf.stream, leaf.revision)
    if (hash !== null) {
      const { stream, revision, index } = leaf
      const instead = event === null ? 'the end' : keyOf(event)
      const detail = `it was written as live event ${index}; ${instead} is there now`
      const finding = { kind: 'reordered', stream, revision, detail } as const
      if (this.#moved.size < MOST_FINDINGS) this.#moved.set(keyOf(leaf), { leaf, finding })
      else this.#deps.findings.add(finding)
      this.#compare(leaf, hash)
      return
    }
    await this.#missing(leaf)
    // Only the leaf shows the original hash.
    this.#compare(leaf, leaf.hash.toString('hex'))
  }

  async #missing({ stream, revision, hash }: Leaf): Promise<void> {
    const { source, findings, erased } = this.#deps
    const record = erased.get(stream)
    const end = await source.endOf(stream)
    if (record !== undefined && end === -1) {
      if (revision !== record.revision || hash.toString('hex') === record.hash) return
      findings.add({ kind: 'leaf changed', stream, revision, detail: 'the record of the erasure has a different hash' })
    } else if (end === -1) {
      const how = withoutRecord(await source.isErased(stream))
      findings.add({ kind: 'deleted', stream, detail: `all of its events are missing, and ${how}` })
    } else if (end < revision)
      findings.add({
        kind: 'truncated',
        stream,
        revision: end + 1,
        detail: `it ends at revision ${end}, but more was sealed`,
      })
    else findings.add({ kind: 'deleted', stream, revision, detail: 'the event is missing' })
  }

  #inserted({ stream, revision }: Outline): void {
    const detail = 'the event is not in the tree, although its neighbours are'
    this.#deps.findings.add({ kind: 'inserted', stream, revision, detail })
  }

  #leafDeleted({ stream, revision, hash }: Outline): void {
    this.#deps.findings.add({
      kind: 'leaf changed',
      stream,
      revision,
      leaf: this.#index,
      detail: 'the leaf is missing',
    })
    this.#isLeavesBroken = true
    this.#push(null, hash)
  }

  /** Leaves are missing, and there are no events that they could belong to. */
  #skipTo(index: number): void {
    this.#deps.findings.add({
      kind: 'leaf changed',
      leaf: this.#index,
      detail: `${index - this.#index} leaves are missing, and so are their events`,
    })
    this.#isLeavesBroken = this.#isEventsBroken = true
    while ((this.#deps.seals[this.#seal]?.seal.size ?? Infinity) <= index) this.#seal += 1
    this.#index = index
  }

  #compare({ index, stream, revision, hash }: Leaf, eventHash: string): void {
    this.#found += 1
    if (hash.toString('hex') !== eventHash && this.#differences.length < MOST_FINDINGS)
      this.#differences.push({ index, stream, revision })
    this.#push(hash, eventHash)
  }

  #push(leaf: Buffer | null, event: string): void {
    const eventHash = Buffer.from(event, 'hex')
    if (leaf !== null) this.#byLeaves.push(leafHash(leaf))
    this.#byEvents.push(leafHash(eventHash))
    this.#index += 1
    this.#sealsReached()
  }

  #sealsReached(): void {
    for (;;) {
      const next = this.#deps.seals[this.#seal]
      if (next === undefined || next.seal.size > this.#index) return
      this.#seal += 1
      if (next.seal.size === this.#index) this.#atSeal(next)
    }
  }

  #atSeal({ seal }: RecordedSeal): void {
    const { findings } = this.#deps
    const leavesFit = !this.#isLeavesBroken && this.#byLeaves.root().toString('hex') === seal.root
    const eventsFit = !this.#isEventsBroken && this.#byEvents.root().toString('hex') === seal.root
    const differences = this.#differences
    this.#differences = []
    for (const difference of differences) this.#decide(difference, seal.sequence, leavesFit, eventsFit)
    // Already broken: the roots of later seals prove nothing.
    const couldFit = !this.#isLeavesBroken || !this.#isEventsBroken
    if (!leavesFit && !eventsFit && differences.length === 0 && couldFit)
      findings.add({
        kind: 'edited',
        seal: seal.sequence,
        detail: `the first ${seal.size} events do not have the sealed root: events were changed together with their leaves, or the seal is a forgery`,
      })
    this.#isLeavesBroken ||= !leavesFit
    this.#isEventsBroken ||= !eventsFit
  }

  #decide({ index, stream, revision }: Difference, seal: number, leavesFit: boolean, eventsFit: boolean): void {
    const { findings } = this.#deps
    if (eventsFit) {
      const detail = `the hashes of the leaf and its event differ; seal ${seal} has signed the event’s`
      findings.add({ kind: 'leaf changed', stream, revision, leaf: index, detail })
      return
    }
    if (this.#rewritten.has(stream)) return
    this.#rewritten.add(stream)
    const detail = leavesFit
      ? `its chain was recomputed from here on: seal ${seal} has signed another hash`
      : 'the hashes of the event and its leaf differ: one of them was changed'
    findings.add({ kind: 'edited', stream, revision, detail })
  }

  async #hasLeaf({ stream, revision }: Outline): Promise<boolean> {
    const { rowCount } = await this.#deps.pool.query('SELECT FROM audit.leaf WHERE stream = $1 AND revision = $2', [
      stream,
      revision,
    ])
    return rowCount !== 0
  }
}

async function* leavesOf(pool: pg.Pool): AsyncGenerator<Leaf, void, undefined> {
  const { rows } = await pool.query<{ last: string | null }>('SELECT max(index) AS last FROM audit.leaf')
  const last = Number(rows[0]?.last ?? -1)
  for (let from = 0; from <= last; from += PAGE) yield* await readLeaves(pool, { from, to: from + PAGE })
}

const PAGE = 2_000

/** By whether the store reports it as erased. */
function withoutRecord(isErased: boolean | null): string {
  if (isErased === null) return 'no record of data retention names it'
  return isErased ? 'it was erased without a record of data retention' : 'there is no reason on record'
}

function keyOf({ stream, revision }: { readonly stream: string; readonly revision: number }): string {
  return `${stream}@${revision}`
}
