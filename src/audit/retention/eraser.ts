import type { Logger } from 'pino'
import { load } from '../../commands/handle.js'
import { type ErasedDocument, type ErasedStream, erasures, type StreamsErased } from '../../domain/erasure.js'
import type { Scope } from '../../domain/event.js'
import type { Observer } from '../../domain/observer.js'
import { holds, type HoldState, type HoldTarget, isHeld } from '../../domain/hold.js'
import { categoryOfStream, DEPLOYMENT, erasureStream, holdStream } from '../../domain/streams.js'
import { isOutage } from '../../eventstore/outage.js'
import { erasedBefore, ERASING_MARK, type ErasureRecord, recordsAfter } from '../../projections/engine/erasing.js'
import { signedErasure } from '../erasure-records.js'
import type { SealSigner } from '../seals/signing.js'
import { RESTORES_FOUND } from '../../storage/postgres/restores.js'
import { type FinishDeps, finishErasure, RETENTION } from './finish.js'
import { aloneWithHolds } from './hold-lock.js'
import type { JudgeDeps, Limit, RetentionVerdict } from './judge.js'
import type { ErasedKind, KeptBecause, RetentionReport } from './report.js'
import { areSealed, hasSeals } from './sealed.js'
import { superseded } from './superseded.js'
import { addAll } from '../../domain/lists.js'

/** Dependencies of the eraser. */
export interface EraserDeps extends JudgeDeps, FinishDeps {
  readonly log: Logger
  /**
   * Whether live data waits until a seal covers it: otherwise it would disappear without a trace
   * in the tree of seals. false: seals are not made automatically, so it might wait forever.
   */
  readonly waitsForSeals: boolean
  /** Signs the records; null: there is no key, and then a store with seals keeps its data. */
  readonly signer: SealSigner | null
  /** Counts records that are not obeyed; absent: they are not counted. */
  readonly observer?: Pick<Observer, 'happened'>
}

/** Options of a run. */
export interface RetentionOptions {
  /** Only reports what would be erased. */
  readonly dryRun: boolean
  /**
   * Checked between two items: if true, nothing new is started, and the run ends with `Stopped`.
   */
  readonly isStopped: () => boolean
}

/** A run was asked to stop. Nothing is left half done: the next one continues. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Something whose retention period may be over. */
export interface Candidate {
  readonly id: string
  /** Targets, besides the account, whose hold keeps it. */
  readonly targets: readonly HoldTarget[]
  readonly judge: () => Promise<RetentionVerdict>
}

/** Most streams in one record, so that its event stays small. */
const MOST_STREAMS = 300
const MOST_DOCUMENTS = 300

/** An item to erase, with everything that is erased with it. */
interface Going {
  readonly id: string
  readonly targets: readonly HoldTarget[]
  readonly streams: readonly ErasedStream[]
  readonly documents: readonly ErasedDocument[]
}

/** Erases items that have been judged: records the erasure, then carries it out. */
export class Eraser {
  readonly #deps: EraserDeps
  readonly #report: RetentionReport
  readonly #options: RetentionOptions
  #lacksKey = false

  constructor(deps: EraserDeps, report: RetentionReport, options: RetentionOptions) {
    this.#deps = deps
    this.#report = report
    this.#options = options
  }

  /** Finishes recorded erasures of a process that died or was stopped. */
  async finishOpen(): Promise<void> {
    await this.#finishAll(() => {
      this.#throwIfStopped()
      this.#report.finished += 1
    })
  }

  async #finishAll(before: () => void): Promise<void> {
    const { store, pool } = this.#deps
    const done = await erasedBefore(pool)
    await recordsAfter(store, done, new AbortController().signal, async (record) => {
      before()
      await this.#finish(record)
    })
  }

  /** Judges items of one kind and erases those whose time is over. Throws `Stopped`. */
  async take(scope: Scope, kind: ErasedKind, candidates: readonly Candidate[], limit: Limit): Promise<void> {
    const held = await this.holdsOf(scope)
    if (candidates.length > 0) this.#lacksKey = await this.#mustSignWithoutKey()
    let batch: Going[] = []
    for (const candidate of candidates) {
      this.#throwIfStopped()
      const going = await this.#judge(scope, kind, candidate, held)
      if (going === null) continue
      batch.push(going)
      if (!isFull(batch)) continue
      await this.#erase(scope, kind, batch, limit)
      batch = []
    }
    await this.#erase(scope, kind, batch, limit)
  }

  /** The legal holds in force. */
  async holdsOf({ account }: Scope): Promise<HoldState> {
    return (await load(this.#deps.store, holds, holdStream(account))).state
  }

  /** Without a signature, an audit would report the record as forged. */
  async #mustSignWithoutKey(): Promise<boolean> {
    const { pool, signer, log } = this.#deps
    const lacksKey = signer === null && (await hasSeals(pool))
    if (lacksKey && !this.#lacksKey)
      log.warn(
        'nothing is erased: this store has seals, so records of erasures are signed with their key, and this process has none (SEAL_KEY_FILE or SEAL_COMMAND)',
      )
    return lacksKey
  }

  #throwIfStopped(): void {
    if (this.#options.isStopped()) throw new Stopped()
  }

  /** null: it is kept; if its time is over, the report contains the reason. */
  async #judge(scope: Scope, kind: ErasedKind, candidate: Candidate, held: HoldState): Promise<Going | null> {
    const { log, pool, waitsForSeals } = this.#deps
    const { id, judge } = candidate
    const keep = (because: KeptBecause): null => {
      this.#report.keep({ ...plain(scope), kind, id, because })
      return null
    }
    const targets: HoldTarget[] = [{ kind: 'account', id: scope.account }, ...candidate.targets]
    if (isHeld(held, targets)) return keep('hold')
    try {
      const verdict = await judge()
      if (verdict.kind === 'young' || verdict.kind === 'gone') return null
      if (verdict.kind !== 'goes') return keep(verdict.kind)
      const { streams, documents } = verdict
      addAll(targets, verdict.belongsTo)
      if (isHeld(held, targets)) return keep('hold')
      if (this.#lacksKey || (waitsForSeals && !(await areSealed(pool, streams)))) return keep('unsealed')
      return { id, targets, streams, documents }
    } catch (error) {
      if (isOutage(error)) throw error
      // The data of others must not wait for it.
      const about = { ...plain(scope), kind, id }
      log.error({ err: error, ...about }, 'data past its retention period cannot be read and is not erased')
      return keep('unreadable')
    }
  }

  /** Records the batch, then erases it. */
  async #erase(scope: Scope, kind: ErasedKind, batch: readonly Going[], limit: Limit): Promise<void> {
    if (batch.length === 0) return
    if (this.#options.dryRun) {
      this.#count(scope, kind, batch)
      this.#report.documents += unique(batch.flatMap(({ documents }) => documents)).length
      return
    }
    // A process that died meanwhile may have left a record, and the mark must not pass it.
    await this.finishOpen()
    await aloneWithHolds(this.#deps.pool, scope.account, async () => {
      const held = await this.holdsOf(scope)
      const free = batch.filter(({ targets }) => !isHeld(held, targets))
      for (const { id } of batch.filter((going) => !free.includes(going)))
        this.#report.keep({ ...plain(scope), kind, id, because: 'hold' })
      this.#count(scope, kind, free)
      await this.#record(scope, free, limit)
    })
    await this.#finishAll(() => undefined)
  }

  #count({ environment }: Scope, kind: ErasedKind, batch: readonly Going[]): void {
    for (const { stream } of batch.flatMap(({ streams }) => streams))
      this.#report.erased[environment][kindOf(stream, kind)] += 1
  }

  async #record(scope: Scope, batch: readonly Going[], { rule, before }: Limit): Promise<void> {
    if (batch.length === 0) return
    const { store, pool, clock, logs, signer } = this.#deps
    const documents = unique(batch.flatMap((going) => going.documents))
    const streams = batch.flatMap((going) => going.streams)
    addAll(streams, await superseded(store, pool, scope, streams, clock.now()))
    for (let from = 0; from < Math.max(streams.length, documents.length); from += MOST_STREAMS) {
      const unsigned: StreamsErased['data'] = {
        rule,
        before: before.toISOString(),
        streams: streams.slice(from, from + MOST_STREAMS),
        documents: documents.slice(from, from + MOST_STREAMS),
      }
      const now = clock.now()
      const data = signer === null ? unsigned : await signedErasure(unsigned, signer, now)
      const stream = erasureStream(now.toISOString().slice(0, 10))
      const context = { account: DEPLOYMENT, environment: null, actor: RETENTION, correlationId: stream } as const
      await logs.append({ ...context, causationId: stream }, erasures, stream, {
        type: 'StreamsErased',
        data,
      })
    }
  }

  /** The mark is the position up to which all records are finished. */
  async #finish(record: ErasureRecord): Promise<void> {
    const { log, observer } = this.#deps
    const { stream, revision, id, position } = record
    const { documents, bytes, fault } = await finishErasure(this.#deps, record)
    if (fault !== null) {
      log.error(
        { stream, revision, reason: fault },
        'a record of erasures was not made by data retention and is not obeyed; run `clearway audit verify`',
      )
      observer?.happened({ kind: 'erasure refused' })
    }
    this.#report.documents += documents
    this.#report.documentBytes += bytes
    await this.#deps.pool.query(
      `INSERT INTO processing.checkpoints AS known (name, position, anchor, restores) VALUES ($1, $2, $3, ${RESTORES_FOUND})
       ON CONFLICT (name) DO UPDATE
         SET restores = excluded.restores, position = excluded.position, anchor = excluded.anchor
         WHERE known.restores <> excluded.restores OR known.position <= excluded.position`,
      [ERASING_MARK, position.toString(), JSON.stringify({ stream, revision, id })],
    )
  }
}

const KINDS: readonly (readonly [string, ErasedKind])[] = [
  ['Delivery-', 'deliveries'],
  ['Connection-', 'connections'],
]

/** Items erased with another one have their own kind. */
function kindOf(stream: string, kind: ErasedKind): ErasedKind {
  const category = categoryOfStream(stream)
  return KINDS.find(([name]) => category.endsWith(name))?.[1] ?? kind
}

function isFull(batch: readonly Going[]): boolean {
  const count = (of: 'streams' | 'documents'): number => batch.reduce((sum, going) => sum + going[of].length, 0)
  return count('streams') >= MOST_STREAMS || count('documents') >= MOST_DOCUMENTS
}

function unique(documents: readonly ErasedDocument[]): readonly ErasedDocument[] {
  return [...new Map(documents.map((each) => [`${each.account} ${each.environment} ${each.sha256}`, each])).values()]
}

function plain({ account, environment }: Scope): Scope {
  return { account, environment }
}
