import type { Environment } from '../../../src/domain/event.js'
import { BEHIND_GATE } from '../../../src/processors/work/connection-gates.js'
import type { Claim, Rest, FreeLane, Share, WorkList, WorkSource } from '../../../src/processors/work/work-list.js'
import type { MemoryDatabase, MemoryWork } from './database.js'

/** Work as a read model shows it: what `WorkSource.work` selects. */
export interface ShownWork {
  readonly key: string
  readonly account: string
  readonly environment: Environment
  readonly lane: string
  readonly dueAt: Date
  readonly position: bigint
}

/**
 * What the read model of a source shows, of its rows behind a position (null: all), in the order
 * of their positions.
 */
export type Shown = (source: WorkSource, after: bigint | null) => readonly ShownWork[]

/** So many pieces of one account are taken in a turn. */
const IN_A_TURN = 4
const PROBE_MS = 60_000
/** A claim that ran out so long ago has no holder. */
const FORGOTTEN_MS = 3_600_000

/** The work list in memory, with what PostgreSQL does by statements. */
export class MemoryWorkList implements WorkList {
  readonly claimSeconds: number
  readonly #database: MemoryDatabase
  readonly #shown: Shown

  constructor(database: MemoryDatabase, shown: Shown, claimSeconds: number) {
    this.#database = database
    this.#shown = shown
    this.claimSeconds = claimSeconds
  }

  async admit(source: WorkSource): Promise<void> {
    const { kind } = source
    const { watermarks, work } = this.#database
    const mark = watermarks.get(kind) ?? 0n
    const fresh = this.#shown(source, mark)
    for (const shown of fresh) {
      const known = work.get(nameOf(kind, shown.key))
      if (known === undefined) this.#add(source, shown)
      else if (shown.position > greater(known.position, known.seen)) {
        const dueAt = Math.min(known.dueAt, shown.dueAt.getTime())
        this.#put({ ...known, position: shown.position, dueAt, lane: shown.lane, waitsFor: null })
      }
    }
    const newest = fresh.reduce((highest, { position }) => greater(highest, position), mark)
    if (fresh.length > 0) watermarks.set(kind, newest)
  }

  async hasten(kind: WorkSource['kind'], key: string, position: bigint, dueAt: Date): Promise<void> {
    const known = this.#database.work.get(nameOf(kind, key))
    if (known === undefined || known.seen >= position) return
    const soonest = Math.min(known.dueAt, dueAt.getTime())
    this.#put({ ...known, position: greater(known.position, position), dueAt: soonest })
  }

  async wake(waitsFor: string, dueAt: Date): Promise<void> {
    for (const known of this.#database.work.values()) {
      if (known.waitsFor !== waitsFor) continue
      this.#put({ ...known, waitsFor: null, dueAt: Math.min(known.dueAt, dueAt.getTime()) })
    }
  }

  async claim({ kind }: WorkSource, now: Date, rooms: readonly FreeLane[]): Promise<readonly Claim[]> {
    const { gates } = this.#database
    return rooms.flatMap(({ name, government, wanted, after, share }) => {
      const due = [...this.#database.work.values()]
        .filter((work) => work.kind === kind && work.lane === name && work.dueAt <= now.getTime())
        .sort((a, b) => a.dueAt - b.dueAt)
      if (due.length === 0) return []
      const barred = [gates.get(name), government === null ? undefined : gates.get(government)]
      if (barred.some((gate) => (gate?.closedUntil ?? -Infinity) > now.getTime())) return []
      const atOnce = barred.flatMap((gate) => gate?.atOnce ?? [])
      const free = due.filter(({ heldUntil }) => heldUntil === null || heldUntil < this.#database.now())
      const taken = withinShare(inTurns(free, after), share).slice(0, Math.min(wanted, ...atOnce))
      const gate = government === null ? undefined : gates.get(government)
      if (atOnce.length > 0 && taken.length > 0 && government !== null && gate !== undefined) {
        gates.set(government, { ...gate, closedUntil: now.getTime() + PROBE_MS })
      }
      return taken.map((work) => this.#take(work))
    })
  }

  async renew(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const now = this.#database.now()
    return claims.filter((claim) => {
      const known = this.#heldBy(claim)
      if (known?.heldUntil == null || known.heldUntil <= now) return false
      this.#put({ ...known, heldUntil: now + this.claimSeconds * 1000 })
      return true
    })
  }

  async release(claim: Claim, rest: Rest): Promise<void> {
    const known = this.#heldBy(claim)
    if (known === null) return
    const { seen, outages, faults, lane = known.lane, waitsFor = null } = rest
    const dueAt = rest.dueAt?.getTime() ?? null
    const isBehind = known.position > seen
    const isOpen =
      waitsFor?.startsWith(BEHIND_GATE) === true && !this.#database.gates.has(waitsFor.slice(BEHIND_GATE.length))
    if (dueAt === null && !isBehind) {
      this.#database.work.delete(nameOf(known.kind, known.key))
      return
    }
    this.#put({
      ...known,
      heldUntil: null,
      seen: greater(known.seen, seen),
      outages,
      faults,
      lane,
      waitsFor: isBehind || isOpen ? null : waitsFor,
      dueAt: isBehind ? Math.min(known.dueAt, dueAt ?? Infinity) : isOpen ? known.dueAt : (dueAt ?? known.dueAt),
    })
  }

  async reconcile(source: WorkSource): Promise<void> {
    const { kind, projection } = source
    const { watermarks, work, tables, now } = this.#database
    const head = tables.get(projection)?.checkpoint.position ?? 0n
    const mark = watermarks.get(kind)
    if (mark !== undefined && mark > head) watermarks.set(kind, head)
    const shown = new Map(this.#shown(source, null).map((each) => [each.key, each]))
    for (const known of work.values()) {
      const isFree = known.heldUntil === null || known.heldUntil < now() - FORGOTTEN_MS
      if (known.kind === kind && isFree && !shown.has(known.key)) work.delete(nameOf(kind, known.key))
    }
    for (const each of shown.values()) {
      const known = work.get(nameOf(kind, each.key))
      if (known === undefined) this.#add(source, each)
      else if (known.position > each.position) {
        // What a restored store has taken back gives nothing to do.
        const seen = known.seen < each.position ? known.seen : each.position - 1n
        this.#put({ ...known, position: each.position, seen })
      }
    }
    this.#followRestores(source, shown)
  }

  #followRestores(source: WorkSource, shown: ReadonlyMap<string, ShownWork>): void {
    const restores = this.#followed(source)
    for (const known of this.#database.work.values()) {
      const each = shown.get(known.key)
      const isOld = known.kind === source.kind && known.heldUntil === null && known.restores < restores
      if (!isOld || each === undefined) continue
      const seen = known.seen < each.position ? known.seen : each.position - 1n
      const dueAt = Math.min(known.dueAt, each.dueAt.getTime())
      this.#put({ ...known, position: each.position, seen, dueAt, waitsFor: null, restores })
    }
  }

  #followed({ projection }: WorkSource): number {
    return this.#database.tables.get(projection)?.checkpoint.restores ?? 0
  }

  async releaseAll(): Promise<void> {
    for (const known of this.#database.work.values()) this.#put({ ...known, heldUntil: null })
  }

  #add(source: WorkSource, { dueAt, ...shown }: ShownWork): void {
    const untouched = { seen: 0n, token: 0n, heldUntil: null, outages: 0, faults: 0, waitsFor: null }
    const restores = this.#followed(source)
    this.#put({ kind: source.kind, ...shown, ...untouched, dueAt: dueAt.getTime(), restores })
  }

  #take(work: MemoryWork): Claim {
    this.#database.claims += 1n
    const token = this.#database.claims
    const heldUntil = this.#database.now() + this.claimSeconds * 1000
    this.#put({ ...work, token, heldUntil, waitsFor: null })
    const { kind, key, account, environment, lane, position, outages, faults } = work
    return { kind, key, account, environment, lane, position, outages, faults, token: token.toString() }
  }

  #heldBy({ kind, key, token }: Claim): MemoryWork | null {
    const known = this.#database.work.get(nameOf(kind, key))
    return known?.token.toString() === token ? known : null
  }

  #put(work: MemoryWork): void {
    this.#database.work.set(nameOf(work.kind, work.key), work)
  }
}

function nameOf(kind: WorkSource['kind'], key: string): string {
  return `${kind} ${key}`
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** In turns between accounts, beginning with the one behind `after`. */
function inTurns(due: readonly MemoryWork[], after: string): readonly MemoryWork[] {
  const queues = new Map<string, MemoryWork[]>()
  for (const work of due) {
    const queue = queues.get(work.account)
    if (queue === undefined) queues.set(work.account, [work])
    else queue.push(work)
  }
  const accounts = [...queues.keys()].sort()
  const turns = [...accounts.filter((each) => each > after), ...accounts.filter((each) => each <= after)]
  const taken: MemoryWork[] = []
  while (queues.size > 0) {
    for (const account of turns) {
      const queue = queues.get(account)
      taken.push(...(queue?.splice(0, IN_A_TURN) ?? []))
      if (queue?.length === 0) queues.delete(account)
    }
  }
  return taken
}

/** Of each account as much as its share has room for. */
function withinShare<T extends { readonly account: string }>(
  work: readonly T[],
  share: Share | undefined,
): readonly T[] {
  if (share === undefined) return work
  const held = new Map(share.held)
  return work.filter(({ account }) => {
    const count = (held.get(account) ?? 0) + 1
    if (count <= share.most) held.set(account, count)
    return count <= share.most
  })
}
