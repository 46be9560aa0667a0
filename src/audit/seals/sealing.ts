import type { Logger } from 'pino'
import type pg from 'pg'
import { type CommandContext, type CommandDeps, handle } from '../../commands/handle.js'
import { addSeal } from '../../commands/seal.js'
import type { Actor, RecordedEvent } from '../../domain/event.js'
import { seals, type UnsignedSeal } from '../../domain/seal.js'
import { DEPLOYMENT } from '../../domain/streams.js'
import { type Timers, systemTimers } from '../../domain/timers.js'
import { anchorAt, anchorAtPosition, mustHold } from '../../eventstore/anchor.js'
import { isOutage } from '../../eventstore/outage.js'
import { PositionBeyondEnd, type SubscriptionMessage } from '../../eventstore/port.js'
import { notingRestore } from '../../eventstore/restores.js'
import { PostgresRestores } from '../../eventstore/postgres-restores.js'
import type { Chore } from '../../processors/work/chore.js'
import { NO_PROGRESS, type Place, type Progress } from '../../processors/work/marks.js'
import { claimSeal, HistoryDiffers, newestSeal, noteSeals } from './ledger.js'
import { SEALED_PREFIXES } from './prefixes.js'
import { type RecordedSeal, sealHash, sealStreamAt, signedBytes } from './seals.js'
import type { SealSigner } from './signing.js'
import { stampSeal, type TimeStamper } from './stamping.js'
import {
  followRestores,
  growTree,
  type Leaf,
  readLeaves,
  treeEnd,
  type TreeEnd,
  TreeHasGrown,
  TreeReader,
} from './tree.js'
import { messageOf } from '../../domain/caught.js'

/** The name of the chore and its lock. */
export const SEALING = 'seals'

/** Dependencies of sealing. */
export interface SealingDeps extends CommandDeps {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly signer: SealSigner
  /** Minutes between seals, if there are new events. */
  readonly everyMinutes: number
  /** null: seals have no time stamp. */
  readonly timeStamper: TimeStamper | null
  /** Absent: those of the machine. */
  readonly timers?: Pick<Timers, 'instant'>
}

/**
 * Longest interval between two checks for a due seal, so that many processes seal as often as one.
 */
const LOOK_EVERY_MS = 60_000
/** Events in one part of the chore. */
const EVENTS_PER_RUN = 10_000
/** An event's hash, as every version of the program has written it. */
const HASH = /^[0-9a-f]{64}$/

const REMEDY =
  'Nothing is sealed until this is fixed: compare with the seals that the auditor keeps ("clearway audit verify"), and restore the event store or the database from a backup of the same time'

/**
 * Adds the events of live streams to the Merkle tree, and appends a seal of it at the configured
 * interval. The cost depends on the new events only. It refuses if the store, the tree and the
 * last seal do not match: a seal must never hide a loss.
 */
export class Sealing implements Chore {
  readonly name = SEALING
  readonly everyMs: number
  readonly #deps: SealingDeps

  constructor(deps: SealingDeps) {
    this.#deps = deps
    this.everyMs = Math.min(LOOK_EVERY_MS, deps.everyMinutes * 60_000)
  }

  /** Adds a limited number of events; seals once all are added and a seal is due. */
  async run(signal: AbortSignal): Promise<'more' | 'done'> {
    const { clock, everyMinutes } = this.#deps
    return await this.#guarded(signal, async () => {
      const grown = await this.#grow(signal)
      if (grown === 'more') return 'more'
      const { newest, end } = grown
      const sealedAt = newest === null ? 0 : Date.parse(newest.seal.sealedAt)
      const isDue = clock.now().getTime() - sealedAt >= everyMinutes * 60_000
      const hasChanged = end.size > (newest?.seal.size ?? 0)
      const last = isDue && hasChanged ? await this.#seal(newest, end, `processor:${SEALING}`) : newest
      if (last !== null) await this.#stamp(last, signal)
      return 'done'
    })
  }

  /** Seals now, even without new events. null: there is nothing to seal. */
  async sealNow(actor: Actor, signal: AbortSignal): Promise<RecordedSeal | null> {
    return await this.#guarded(signal, async () => {
      for (;;) {
        const grown = await this.#grow(signal)
        if (grown === 'more') continue
        if (grown.end.size === 0) return null
        const sealed = await this.#seal(grown.newest, grown.end, actor)
        return (await this.#stamp(sealed, signal)) ?? sealed
      }
    })
  }

  /**
   * Records why nothing is sealed, for GET /ready; outages are reported elsewhere, and the end of
   * the process is no trouble.
   */
  async #guarded<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const { pool } = this.#deps
    try {
      const result = await work()
      await pool.query('UPDATE audit.tree SET trouble = NULL WHERE trouble IS NOT NULL')
      return result
    } catch (error) {
      const failure =
        error instanceof PositionBeyondEnd
          ? new HistoryDiffers(`the event store ends before the sealed events: ${error.message}`, { cause: error })
          : error
      if (failure instanceof HistoryDiffers) failure.message = `${failure.message}. ${REMEDY}.`
      if (!signal.aborted && !isOutage(failure) && !(failure instanceof TreeHasGrown))
        await pool.query('UPDATE audit.tree SET trouble = $1', [messageOf(failure)])
      throw failure
    }
  }

  /** Reads the events since the last time. `more`: there are more than fit one part. */
  async #grow(signal: AbortSignal): Promise<'more' | { readonly newest: RecordedSeal | null; readonly end: TreeEnd }> {
    const { store, pool, clock } = this.#deps
    const newest = await newestSeal(this.#deps, clock.now(), signal)
    let end = await treeEnd(pool)
    const last = await this.#mustFit(end, newest)
    const isBack = end.restores !== end.restoresFound
    if (isBack) end = await followRestores(pool, end, last)
    let left = EVENTS_PER_RUN
    const read = async (): Promise<'more' | null> => {
      await mustHold(store, end.anchor)
      for await (const message of store.subscribe({ after: end.position, streamPrefixes: SEALED_PREFIXES, signal })) {
        const { position } = message
        if (position === null) break
        const leaves = message.kind === 'events' ? message.events.map(leafOf) : []
        const reached = await this.#reached(message, end)
        if (reached !== null) end = await growTree(pool, end, leaves, reached)
        left -= leaves.length
        if (message.kind === 'caughtUp') break
        if (left <= 0) return 'more'
      }
      return null
    }
    const restores = new PostgresRestores(pool)
    try {
      if ((await notingRestore(restores, end.restoresFound, 'the sealing', read)) === 'more') return 'more'
    } catch (error) {
      // Noted. The store still has the newest leaf, so the next part begins again from there.
      if (error instanceof PositionBeyondEnd && !isBack) return 'more'
      throw error
    }
    signal.throwIfAborted()
    if (newest !== null && end.size < newest.seal.size) {
      throw new HistoryDiffers(
        `the seal ${newest.seal.sequence} covers ${newest.seal.size} events, but only ${end.size} were found: sealed streams were erased and the table audit.leaf was lost since, or the store was changed`,
      )
    }
    await this.#mustHaveRoot(newest)
    return { newest, end }
  }

  /** The place after a message; null: it is `end`, or what the message shows proves nothing. */
  async #reached(message: SubscriptionMessage, end: TreeEnd): Promise<Place | null> {
    const { store, timers = systemTimers } = this.#deps
    const reportedAt = timers.instant().monotonic
    const last = message.kind === 'events' ? message.events.at(-1) : undefined
    const position = last?.position ?? message.position
    if (position === null || (position === end.position && end.anchor !== null)) return null
    const anchor = last === undefined ? await anchorAtPosition(store, position, timers, reportedAt) : anchorAt([last])
    return anchor && { position, anchor }
  }

  /**
   * Checks that the tree's newest event is still there. Returns its place; an erased stream has no
   * anchor.
   */
  async #mustFit(end: TreeEnd, newest: RecordedSeal | null): Promise<Progress> {
    const { store, pool } = this.#deps
    const [leaf] = await readLeaves(pool, { from: end.size - 1, to: end.size })
    if (leaf === undefined) {
      if (end.size > 0) throw new HistoryDiffers(`the table audit.leaf has lost its leaf ${end.size - 1}`)
      return NO_PROGRESS
    }
    const [event] = await store.readStream(leaf.stream, leaf.revision)
    if (event?.metadata.hash === leaf.hash.toString('hex'))
      return { position: event.position, anchor: anchorAt([event]) }
    // A stream that was sealed may be erased at the end of its retention.
    if (
      event === undefined &&
      end.size <= (newest?.seal.size ?? 0) &&
      (await store.readStream(leaf.stream)).length === 0
    )
      return { position: leaf.position, anchor: null }
    throw new HistoryDiffers(
      `${leaf.stream}@${leaf.revision} is no longer the event that was read there: the event store was restored to an older point, or changed`,
    )
  }

  /** Checks that the tree still has the sealed root. */
  async #mustHaveRoot(newest: RecordedSeal | null): Promise<void> {
    if (newest === null) return
    const { sequence, size, root } = newest.seal
    const found = await new TreeReader(this.#deps.pool).root(size)
    if (found.toString('hex') === root) return
    throw new HistoryDiffers(
      `the first ${size} events do not have the root of the seal ${sequence}: the event store or the table audit.leaf was changed`,
    )
  }

  async #seal(before: RecordedSeal | null, end: TreeEnd, actor: Actor): Promise<RecordedSeal> {
    const { pool, clock, signer } = this.#deps
    const [root, [first], [last]] = [
      await new TreeReader(pool).root(end.size),
      await readLeaves(pool, { from: 0, to: 1 }),
      await readLeaves(pool, { from: end.size - 1, to: end.size }),
    ]
    if (first === undefined || last === undefined) throw new HistoryDiffers('the table audit.leaf has lost leaves')
    const now = clock.now()
    const unsigned: UnsignedSeal = {
      sequence: (before?.seal.sequence ?? 0) + 1,
      size: end.size,
      root: root.toString('hex'),
      firstPosition: String(first.position),
      lastPosition: String(last.position),
      streams: end.streams,
      previousSeal: before && sealHash(before.seal),
      previousKeyId: before && before.seal.keyId,
      erasuresSignedFrom: before?.seal.erasuresSignedFrom ?? end.size,
      sealedAt: now.toISOString(),
      algorithm: 'Ed25519',
      keyId: signer.keyId,
      publicKey: signer.publicKey,
    }
    const signature = await signer.sign(signedBytes(unsigned))
    const seal = { ...unsigned, signature: signature.toString('base64') }
    const stream = await claimSeal(pool, seal.sequence, sealStreamAt(now))
    const outcome = await handle(this.#deps, contextOf(actor), seals, stream, addSeal(seal))
    const [appended] = outcome.kind === 'done' ? outcome.appended : []
    // Another process was faster: the next run continues from its seal.
    if (appended === undefined) throw new TreeHasGrown()
    const recorded = { seal, stream, revision: appended.revision, timeStamp: null }
    await noteSeals(pool, [recorded])
    this.#deps.log.info(
      { sequence: seal.sequence, size: seal.size, root: seal.root, keyId: seal.keyId },
      before !== null && before.seal.keyId !== seal.keyId
        ? 'events sealed, with another key than before'
        : 'events sealed',
    )
    return recorded
  }

  /** An unreachable authority delays nothing: the next run asks it again. */
  async #stamp(sealed: RecordedSeal, signal: AbortSignal): Promise<RecordedSeal | null> {
    const { timeStamper, log } = this.#deps
    if (timeStamper === null || sealed.timeStamp !== null) return null
    try {
      const timeStamp = await stampSeal(this.#deps, timeStamper, sealed, contextOf(`processor:${SEALING}`), signal)
      return { ...sealed, timeStamp }
    } catch (error) {
      if (isOutage(error) || signal.aborted) throw error
      log.warn({ err: error, sequence: sealed.seal.sequence }, 'the seal has no time stamp yet; retrying later')
      return null
    }
  }
}

/** Seals cover the whole deployment. */
function contextOf(actor: Actor): CommandContext {
  return { account: DEPLOYMENT, environment: null, actor, correlationId: SEALING, causationId: SEALING }
}

function leafOf({ stream, revision, position, metadata }: RecordedEvent): Omit<Leaf, 'index'> {
  // Stored data may have any shape, regardless of its type.
  const hash: unknown = metadata.hash
  if (typeof hash !== 'string' || !HASH.test(hash))
    throw new HistoryDiffers(
      `${stream}@${revision} has no hash in its metadata, unlike all events written by this service`,
    )
  return { position, stream, revision, hash: Buffer.from(hash, 'hex') }
}
