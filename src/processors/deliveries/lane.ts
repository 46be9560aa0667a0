import type { Logger } from 'pino'
import { cancelDelivery, recordAttempt } from '../../commands/delivery.js'
import { type CommandContext, type CommandDeps, handle, load, type Loaded } from '../../commands/handle.js'
import { delivery, type DeliveryEvent, type DeliveryState } from '../../domain/delivery.js'
import type { Scope } from '../../domain/event.js'
import { type Observer, UNOBSERVED } from '../../domain/observer.js'
import { isGone } from '../../domain/receiver.js'
import { streamName } from '../../domain/streams.js'
import type { Timers } from '../../domain/timers.js'
import { LastLook, type Restores } from '../../eventstore/restores.js'
import type { Vault } from '../../storage/vault/vault.js'
import { WakeUpSignal } from '../work/wake-up-signal.js'
import { correlated, correlationOf } from '../work/correlation.js'
import { requestOf } from './request.js'
import { findSigningSecrets } from './secrets.js'
import type { Sender, SendOutcome } from './sender.js'
import type { Job, JobResult, Lease } from '../work/job.js'
import type { HeadOfQueue, Outbox } from './outbox.js'
import type { Receivers } from './receivers.js'
import type { WebhookHistory } from './webhook-history.js'
import { AT_HOME, type Claim, scopeOf, type WorkSource } from '../work/work-list.js'

/** The dependencies of the job of deliveries. */
interface DeliveryDeps extends CommandDeps {
  readonly outbox: Outbox
  readonly restores: Restores
  readonly timers: Timers
  readonly vault: Vault
  readonly webhooks: WebhookHistory
  readonly sender: Sender
  readonly receivers: Receivers
  readonly log: Logger
  /** Observes every attempt; absent: attempts are not observed. */
  readonly observer?: Observer
}

/**
 * The work of deliveries: one piece for each account and environment that has deliveries in the
 * outbox, due when the first of them is.
 */
export const DELIVERIES: WorkSource = {
  kind: 'deliveries',
  projection: 'outbox',
  // One piece of work per account and environment, however many deliveries wait there.
  work: (candidate) =>
    `SELECT account || ' ' || environment AS key, account, environment, '' AS lane, min(due_at) AS due_at, max(position) AS position
     FROM (SELECT account, environment, due_at, position FROM read.outbox WHERE ${candidate}) waiting
     GROUP BY account, environment`,
}

/** The key of an account's deliveries in the work list. */
export function laneOf({ account, environment }: Scope): string {
  return `${account} ${environment}`
}

/** Requests under way to one receiver that is not gone. */
const AT_ONCE = 4
const CANCELLED_AT_ONCE = 16
/** Milliseconds after which a lane that still has work yields to others that wait. */
const SLICE_MS = 10_000
const LOOK_EVERY_MS = 500
/** The first pause for the outbox to show a new record; each further one is twice as long. */
const LAG_MS = 20
/** An outbox that does not show it by then has a fault: the event may have been set aside. */
const MAX_LAG_MS = 5_000
/** Milliseconds until a retry after a fault of the service. */
const FAULT_PAUSE_MS = 30_000
/** Milliseconds between two looks at an outbox that waits for its rebuild. */
const REBUILD_PAUSE_MS = 5_000
/**
 * When the process ends, requests under way get this long to be answered; the others are sent
 * again at the next start.
 */
const GRACE_MS = 5_000

/**
 * Sends the waiting deliveries of one account: a few requests at a time, and those of one invoice
 * or connection one after another. A slow receiver delays its own account only, since each account
 * has its own lane.
 */
export class DeliveryLanes implements Job {
  readonly source = DELIVERIES
  readonly lanes = [AT_HOME]
  readonly concurrency = 256
  readonly giveUp = null
  readonly #deps: DeliveryDeps
  readonly #lastLook: LastLook

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
    this.#lastLook = new LastLook(deps, 'the sending of webhooks')
  }

  async advance(claim: Claim, lease: Lease): Promise<JobResult> {
    return new Lane(this.#deps, scopeOf(claim), lease, this.#lastLook).run()
  }
}

class Lane {
  readonly #deps: DeliveryDeps
  readonly #scope: Scope
  readonly #lease: Lease
  readonly #lastLook: LastLook
  readonly #underWay = new Map<string, Promise<void>>()
  /**
   * Position of the newest event of each subject in this run: a row of the outbox with an older
   * one lags behind.
   */
  readonly #known = new Map<string, bigint>()
  /** Since when each subject's row lags, in milliseconds of the process's clock. */
  readonly #laggingSince = new Map<string, number>()
  /** Subjects that met a fault of the service in this run. */
  readonly #faulty = new Set<string>()
  readonly #hangUp = new AbortController()
  /**
   * Aborts the requests under way: their answers are no longer needed, or another worker may be
   * sending the same.
   */
  readonly #cut: AbortSignal
  /** Sent when a request is over. */
  readonly #requestEnded: WakeUpSignal
  #lost = false

  constructor(deps: DeliveryDeps, scope: Scope, lease: Lease, lastLook: LastLook) {
    this.#deps = deps
    this.#scope = scope
    this.#lease = lease
    this.#lastLook = lastLook
    this.#requestEnded = new WakeUpSignal(deps.timers)
    this.#cut = AbortSignal.any([this.#hangUp.signal, lease.lost])
  }

  async run(): Promise<JobResult> {
    const { webhooks, timers } = this.#deps
    const { signal } = this.#lease
    const until = timers.instant().monotonic + SLICE_MS
    let lagPause = LAG_MS
    let keepOn = (): void => undefined
    const hangUpSoon = (): void => {
      keepOn = timers.after(GRACE_MS, () => {
        this.#hangUp.abort()
      })
    }
    signal.addEventListener('abort', hangUpSoon, { once: true })
    try {
      for (;;) {
        const mark = this.#requestEnded.mark()
        const { epoch } = await webhooks.current(this.#scope)
        const cancelling = await this.#cancelBefore(epoch)
        const over = signal.aborted || this.#lost || this.#lease.lost.aborted || timers.instant().monotonic > until
        const lagging = over ? false : await this.#startDue()
        if (this.#underWay.size > 0) await this.#requestEnded.sleep(mark, over ? GRACE_MS : LOOK_EVERY_MS)
        else if ((lagging || cancelling) && !over) {
          await this.#requestEnded.sleep(mark, lagPause)
          lagPause = Math.min(2 * lagPause, LOOK_EVERY_MS)
          continue
        } else {
          const result = await this.#result(cancelling)
          // Read after the outbox: a removal that the outbox's position includes is visible here.
          if ((await webhooks.current(this.#scope)).epoch === epoch) return result
        }
        lagPause = LAG_MS
      }
    } finally {
      await Promise.all(this.#underWay.values())
      signal.removeEventListener('abort', hangUpSoon)
      keepOn()
    }
  }

  async #result(cancelling: boolean): Promise<JobResult> {
    const { dueAt, position, isVoid } = await this.#deps.outbox.rest(this.#scope)
    const now = this.#deps.clock.now().getTime()
    if (isVoid) return { seen: 0n, nextLook: new Date(now + REBUILD_PAUSE_MS), outage: false }
    const soonest = this.#faulty.size > 0 ? now + FAULT_PAUSE_MS : now
    const due = cancelling ? now : (dueAt?.getTime() ?? null)
    return { seen: position, nextLook: due === null ? null : new Date(Math.max(due, soonest)), outage: false }
  }

  /**
   * Starts deliveries that are due, as far as there is room. Returns whether the outbox does not
   * yet show what this run has recorded.
   */
  async #startDue(): Promise<boolean> {
    const { receivers, clock } = this.#deps
    // A receiver that is gone gets a probe; a success makes room for the others.
    const atOnce = isGone(await receivers.failingSince(this.#scope), clock.now()) ? 1 : AT_ONCE
    if (this.#underWay.size >= atOnce) return false
    let lagging = false
    const { heads, anchor, restores } = await this.#deps.outbox.due(this.#scope, clock.now())
    // The outbox may take deliveries for settled whose records a restored store has lost.
    if (heads.length === 0 || !(await this.#lastLook.holds(anchor, restores))) return false
    for (const head of heads) {
      if (this.#underWay.has(head.subject) || this.#faulty.has(head.subject)) continue
      if (this.#lags(head)) lagging = this.#waitsForOutbox(head) || lagging
      else if (this.#underWay.size < atOnce) this.#start(head)
    }
    return lagging
  }

  #lags({ subject, position }: { readonly subject: string; readonly position: bigint }): boolean {
    return position < (this.#known.get(subject) ?? 0n)
  }

  /**
   * Whether the outbox may still show the new record; if not, the subject is put off as after a
   * fault.
   */
  #waitsForOutbox({ subject, deliveryId }: HeadOfQueue): boolean {
    const now = this.#deps.timers.instant().monotonic
    const since = this.#laggingSince.get(subject) ?? now
    this.#laggingSince.set(subject, since)
    if (now - since < MAX_LAG_MS) return true
    this.#faulty.add(subject)
    this.#deps.log.warn({ delivery: deliveryId }, 'the outbox does not show the last record of a delivery')
    return false
  }

  #start(head: HeadOfQueue): void {
    this.#laggingSince.delete(head.subject)
    const attempt = this.#attempt(head)
      .catch((error: unknown) => {
        if (this.#cut.aborted) return
        this.#faulty.add(head.subject)
        const about = { err: error, delivery: head.deliveryId, ...correlationOf(error) }
        this.#deps.log.error(about, 'a delivery could not be attempted')
      })
      .finally(() => {
        this.#underWay.delete(head.subject)
        this.#requestEnded.send()
      })
    this.#underWay.set(head.subject, attempt)
  }

  async #attempt({ subject, deliveryId }: HeadOfQueue): Promise<void> {
    const { store } = this.#deps
    const stream = streamName(this.#scope.environment, 'Delivery', deliveryId)
    const loaded = await load(store, delivery, stream)
    const correlationId = loaded.events[0]?.metadata.$correlationId ?? null
    return correlated(correlationId, () => this.#deliver({ subject, deliveryId }, stream, loaded))
  }

  async #deliver(
    { subject, deliveryId }: Pick<HeadOfQueue, 'subject' | 'deliveryId'>,
    stream: string,
    loaded: Loaded<DeliveryState, DeliveryEvent>,
  ): Promise<void> {
    const { sender, clock, timers, webhooks } = this.#deps
    this.#known.set(subject, loaded.position)
    const { state } = loaded
    if (state.status !== 'pending' || new Date(state.nextAttemptAt) > clock.now()) return
    const configured = await webhooks.current(this.#scope)
    // Cancelled in the next round.
    if (configured.status !== 'configured' || configured.epoch !== state.epoch) return
    const secrets = await findSigningSecrets(this.#deps, this.#scope, configured)
    if (secrets === null) return
    if (!(await this.#lease.stillMine())) {
      this.#lost = true
      return
    }
    const at = clock.now()
    const begun = timers.instant().monotonic
    const outcome = await this.#watched(deliveryId, loaded, () =>
      sender.send(requestOf(state, configured.url, secrets, at), this.#cut, () => this.#lease.isHeld()),
    )
    const attempt = { at: at.toISOString(), ...outcome, durationMs: Math.round(timers.instant().monotonic - begun) }
    const command = { url: configured.url, attempt, endedAt: clock.now() }
    const recorded = await handle(this.#deps, this.#context(loaded), delivery, stream, recordAttempt(command), loaded)
    this.#known.set(subject, recorded.loaded.position)
  }

  #watched(
    deliveryId: string,
    { events }: Loaded<DeliveryState, DeliveryEvent>,
    send: () => Promise<SendOutcome>,
  ): Promise<SendOutcome> {
    const { environment } = this.#scope
    const correlationId = events[0]?.metadata.$correlationId ?? null
    const activity = { kind: 'delivery', environment, correlationId, ids: { deliveryId } } as const
    return (this.#deps.observer ?? UNOBSERVED).watch(activity, send, ({ statusCode, error }) =>
      error === null ? 'succeeded' : statusCode === null ? 'no answer' : `${Math.floor(statusCode / 100)}xx`,
    )
  }

  /**
   * Cancels deliveries that were scheduled before the webhook's last removal. Returns whether the
   * outbox still shows any.
   */
  async #cancelBefore(epoch: number): Promise<boolean> {
    const stale = await this.#deps.outbox.before(this.#scope, epoch)
    const queues = stale.filter((queue) => !this.#underWay.has(queue.subject) && !this.#lags(queue)).values()
    const cancelNext = async (): Promise<void> => {
      for (const { subject, deliveryIds } of queues) {
        for (const id of deliveryIds) await this.#cancel(subject, id, epoch)
      }
    }
    await Promise.all(Array.from({ length: CANCELLED_AT_ONCE }, cancelNext))
    return stale.length > 0
  }

  async #cancel(subject: string, id: string, epoch: number): Promise<void> {
    const { store } = this.#deps
    const stream = streamName(this.#scope.environment, 'Delivery', id)
    const loaded = await load(store, delivery, stream)
    const outcome = await handle(this.#deps, this.#context(loaded), delivery, stream, cancelDelivery(epoch), loaded)
    const position = outcome.loaded.position
    if (position > (this.#known.get(subject) ?? 0n)) this.#known.set(subject, position)
  }

  #context(loaded: Loaded<DeliveryState, DeliveryEvent>): CommandContext {
    const [first] = loaded.events
    const last = loaded.events.at(-1)
    return {
      ...this.#scope,
      actor: 'processor:webhooks',
      correlationId: first?.metadata.$correlationId ?? laneOf(this.#scope),
      causationId: last?.id ?? laneOf(this.#scope),
    }
  }
}
