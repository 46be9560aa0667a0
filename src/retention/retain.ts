import type { Logger } from 'pino'
import { load } from '../commands/handle.js'
import {
  endedBefore,
  type ErasedDocument,
  type ErasedStream,
  erasures,
  type RetentionTimes,
  ruleOf,
  type StreamsErased,
} from '../domain/erasure.js'
import { ENVIRONMENTS, type Scope } from '../domain/event.js'
import { holds, type HoldState, type HoldTarget, isHeld } from '../domain/hold.js'
import { DEPLOYMENT, erasureStream, holdStream } from '../domain/streams.js'
import { isOutage } from '../eventstore/outage.js'
import { ERASING_MARK, recordsAfter } from '../projections/engine/erasing.js'
import {
  accountsWithOld,
  countOldInvoices,
  hasQueue,
  oldDeliveries,
  oldInvoices,
  type Place,
  revokedKeys,
  unusedCompanies,
} from './candidates.js'
import { type FinishDeps, finishErasure, ReadModelBehind, RETENTION } from './finish.js'
import {
  judgeApiKey,
  judgeCompany,
  type JudgeDeps,
  judgeDelivery,
  judgeInvoice,
  type Limit,
  type Verdict,
} from './judge.js'
import type { ErasedKind, RetentionReport } from './report.js'
import { areSealed } from './sealed.js'
import { superseded } from './superseded.js'
import { sweepAll } from './sweeps.js'

/** What the end of retention works with. */
export interface RetentionDeps extends JudgeDeps, FinishDeps {
  readonly log: Logger
  readonly times: RetentionTimes
  /**
   * Whether live data waits until a seal covers it: it would go without a trace in the tree of
   * seals. false: seals are not made by themselves, and it might wait for ever.
   */
  readonly waitsForSeals: boolean
}

/** How a run goes about it. */
export interface RetentionOptions {
  /** Only reports what would be erased. */
  readonly dryRun: boolean
  /** Asked between two things: nothing new is begun, and the run ends with `Stopped`. */
  readonly isStopped: () => boolean
}

/** So many things are judged between two pauses. */
const AT_ONCE = 25
/** Of one record, so that its event stays small. */
const MOST_STREAMS = 300
const MOST_DOCUMENTS = 300

/** A record in the making. */
interface Batch {
  readonly streams: ErasedStream[]
  readonly documents: ErasedDocument[]
}

/**
 * Erases what has been kept for long enough, account by account, in small parts: after each of
 * them the caller may pause, or stop for good; the next run goes on. What a run before has
 * recorded and not finished is finished first.
 */
export async function* retain(
  deps: RetentionDeps,
  report: RetentionReport,
  options: RetentionOptions,
): AsyncGenerator<undefined, void, undefined> {
  const run = new Run(deps, report, options)
  if (!options.dryRun) {
    await run.finishOpen()
    yield
  }
  for (const environment of ENVIRONMENTS) {
    const rule = ruleOf(environment, deps.times)
    const limit = { rule, before: endedBefore(rule, deps.clock.now()) }
    for (const account of await accountsWithOld(deps.pool, environment, limit.before)) {
      yield* run.ofAccount({ account, environment }, limit)
    }
    if (!options.dryRun) yield* sweepAll(deps, report, limit)
  }
}

/** A run was asked to stop. Nothing is half done: the next one goes on. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

class Run {
  readonly #deps: RetentionDeps
  readonly #report: RetentionReport
  readonly #options: RetentionOptions

  constructor(deps: RetentionDeps, report: RetentionReport, options: RetentionOptions) {
    this.#deps = deps
    this.#report = report
    this.#options = options
  }

  /** Does what was recorded and not finished: by a process that has died, or was stopped. */
  async finishOpen(): Promise<void> {
    const { store, pool } = this.#deps
    const { rows } = await pool.query<{ position: string | null }>(
      'SELECT position FROM processing.checkpoints WHERE name = $1',
      [ERASING_MARK],
    )
    const mark = rows[0]?.position ?? null
    await recordsAfter(
      store,
      mark === null ? null : BigInt(mark),
      new AbortController().signal,
      async (record, position) => {
        if (this.#options.isStopped()) throw new Stopped()
        await this.#finish(record.data, position)
        this.#report.finished += 1
      },
    )
  }

  async *ofAccount(scope: Scope, limit: Limit): AsyncGenerator<undefined, void, undefined> {
    const { store, pool } = this.#deps
    const { environment, account } = scope
    const held = (await load(store, holds, holdStream(account))).state
    if (isHeld(held, { kind: 'account', id: account })) {
      // All of it at once, however much it is.
      const count = await countOldInvoices(pool, scope, limit.before)
      if (count > 0) this.#report.keep({ environment, account, kind: 'invoices', id: '*', because: 'hold' }, count)
      return
    }
    yield* this.#invoices(scope, limit)
    yield* this.#deliveries(scope, limit)
    yield* this.#few(scope, limit, 'companies', await unusedCompanies(pool, scope, limit.before), (id) => [
      { kind: 'company', id },
    ])
    yield* this.#few(scope, limit, 'apiKeys', await revokedKeys(pool, scope, limit.before), () => [])
  }

  async *#invoices(scope: Scope, limit: Limit): AsyncGenerator<undefined, void, undefined> {
    const { pool } = this.#deps
    let after: Place | null = null
    for (;;) {
      const found: Awaited<ReturnType<typeof oldInvoices>> = await oldInvoices(
        pool,
        scope,
        limit.before,
        after,
        AT_ONCE,
      )
      const held = await this.#holds(scope)
      const batch = empty()
      for (const { id, company_id, waits } of found) {
        const targets: HoldTarget[] = [
          { kind: 'invoice', id },
          { kind: 'company', id: company_id },
        ]
        await this.#take(scope, 'invoices', id, batch, held, targets, limit, () =>
          judgeInvoice(this.#deps, scope, id, limit, waits),
        )
      }
      await this.#erase(scope, batch, limit)
      yield
      const last = found.at(-1)
      if (last === undefined || found.length < AT_ONCE) return
      after = last
    }
  }

  async *#deliveries(scope: Scope, limit: Limit): AsyncGenerator<undefined, void, undefined> {
    const { pool, store } = this.#deps
    let after: Place | null = null
    for (;;) {
      const found: Awaited<ReturnType<typeof oldDeliveries>> = await oldDeliveries(
        pool,
        scope,
        limit.before,
        after,
        AT_ONCE,
      )
      const held = await this.#holds(scope)
      const batch = empty()
      for (const { id, ofInvoice } of found) {
        await this.#take(scope, 'deliveries', id, batch, held, [], limit, async () => {
          const { verdict, subject } = await judgeDelivery(this.#deps, scope, id, limit)
          // The read model may lack an invoice that exists; its deliveries go with it, if it goes.
          if (ofInvoice && subject !== null && (await store.readStream(subject)).length > 0) return { kind: 'in_use' }
          const isAlone = ofInvoice || subject === null || subject.endsWith(`-${id}`)
          // What is left of the queue would look as if the delivery had never been.
          return isAlone || !(await hasQueue(pool, subject)) ? verdict : { kind: 'in_use' }
        })
      }
      await this.#erase(scope, batch, limit)
      yield
      const last = found.at(-1)
      if (last === undefined || found.length < AT_ONCE) return
      after = last
    }
  }

  async *#few(
    scope: Scope,
    limit: Limit,
    kind: 'companies' | 'apiKeys',
    ids: readonly string[],
    targets: (id: string) => readonly HoldTarget[],
  ): AsyncGenerator<undefined, void, undefined> {
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const held = await this.#holds(scope)
      const batch = empty()
      for (const id of ids.slice(from, from + AT_ONCE)) {
        await this.#take(scope, kind, id, batch, held, targets(id), limit, () =>
          JUDGES[kind](this.#deps, scope, id, limit),
        )
      }
      await this.#erase(scope, batch, limit)
      yield
    }
  }

  async #holds({ account }: Scope): Promise<HoldState> {
    return (await load(this.#deps.store, holds, holdStream(account))).state
  }

  /** Judges one thing, and puts into the batch what goes with it. */
  async #take(
    scope: Scope,
    kind: ErasedKind,
    id: string,
    batch: Batch,
    held: HoldState,
    targets: readonly HoldTarget[],
    limit: Limit,
    judge: () => Promise<Verdict | { readonly kind: 'in_use' }>,
  ): Promise<void> {
    const { log, pool, waitsForSeals } = this.#deps
    const about = { ...scope, kind, id }
    if (this.#options.isStopped()) throw new Stopped()
    const account: HoldTarget = { kind: 'account', id: scope.account }
    if (isHeld(held, account, ...targets)) {
      this.#report.keep({ ...about, because: 'hold' })
      return
    }
    try {
      const verdict = await judge()
      if (verdict.kind === 'undecided' || verdict.kind === 'in_use') {
        this.#report.keep({ ...about, because: verdict.kind })
      }
      if (verdict.kind !== 'goes') return
      if (waitsForSeals && !(await areSealed(pool, verdict.streams))) {
        this.#report.keep({ ...about, because: 'unsealed' })
        return
      }
      for (const { stream } of verdict.streams) this.#report.erased[scope.environment][kindOf(stream, kind)] += 1
      batch.streams.push(...verdict.streams)
      batch.documents.push(...verdict.documents)
      if (isFull(batch)) await this.#erase(scope, batch, limit)
    } catch (error) {
      if (isOutage(error) || error instanceof Stopped || error instanceof ReadModelBehind) throw error
      // Nobody else's data waits for it.
      log.error({ err: error, ...about }, 'what has been kept for long enough can not be read, and is not erased')
      this.#report.keep({ ...about, because: 'unreadable' })
    }
  }

  /** Records the batch, then erases it. */
  async #erase(scope: Scope, batch: Batch, { rule, before }: Limit): Promise<void> {
    const { store, pool, clock, logs } = this.#deps
    if (batch.streams.length === 0) return
    const documents = unique(batch.documents)
    const streams = [...batch.streams]
    batch.streams.length = 0
    batch.documents.length = 0
    if (this.#options.dryRun) {
      this.#report.documents += documents.length
      return
    }
    streams.push(...(await superseded(store, pool, scope, streams, clock.now())))
    for (let from = 0; from < Math.max(streams.length, documents.length); from += MOST_STREAMS) {
      const data: StreamsErased['data'] = {
        rule,
        before: before.toISOString(),
        streams: streams.slice(from, from + MOST_STREAMS),
        documents: documents.slice(from, from + MOST_STREAMS),
      }
      const stream = erasureStream(clock.now().toISOString().slice(0, 10))
      const context = { account: DEPLOYMENT, environment: null, actor: RETENTION, correlationId: stream } as const
      const position = await logs.append({ ...context, causationId: stream }, erasures, stream, {
        type: 'StreamsErased',
        data,
      })
      await this.#finish(data, position)
    }
  }

  /** The mark says up to which record everything is done. */
  async #finish(data: StreamsErased['data'], position: bigint): Promise<void> {
    const { documents, bytes } = await finishErasure(this.#deps, data)
    this.#report.documents += documents
    this.#report.documentBytes += bytes
    await this.#deps.pool.query(
      `INSERT INTO processing.checkpoints AS known (name, position) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET position = greatest(known.position, excluded.position)`,
      [ERASING_MARK, position.toString()],
    )
  }
}

const JUDGES = { companies: judgeCompany, apiKeys: judgeApiKey }

const KINDS: readonly (readonly [string, ErasedKind])[] = [
  ['Delivery-', 'deliveries'],
  ['Connection-', 'connections'],
]

/** What goes with something is of another kind than it. */
function kindOf(stream: string, kind: ErasedKind): ErasedKind {
  const category = stream.slice(0, stream.indexOf('-') + 1)
  return KINDS.find(([name]) => category.endsWith(name))?.[1] ?? kind
}

function empty(): Batch {
  return { streams: [], documents: [] }
}

function isFull({ streams, documents }: Batch): boolean {
  return streams.length >= MOST_STREAMS || documents.length >= MOST_DOCUMENTS
}

function unique(documents: readonly ErasedDocument[]): readonly ErasedDocument[] {
  return [...new Map(documents.map((each) => [`${each.account} ${each.environment} ${each.sha256}`, each])).values()]
}
