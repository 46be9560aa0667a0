import type { Logger } from 'pino'
import type { CommandDeps } from '../../commands/handle.js'
import { allEnded } from '../../domain/all-ended.js'
import { type RecordedEvent, scopeOfEvent } from '../../domain/event.js'
import type { Timers } from '../../domain/timers.js'
import { type Anchor, anchorAt, anchorAtPosition, mustHold } from '../../eventstore/anchor.js'
import { isWatchedOutage } from '../../eventstore/outage.js'
import { PositionBeyondEnd } from '../../eventstore/port.js'
import { notingRestore, type Restores } from '../../eventstore/restores.js'
import { upcast } from '../../eventstore/upcast.js'
import type { Vault } from '../../storage/vault/vault.js'
import { isOfWebhook, ofKnownScope, SCHEDULING_PREFIXES, scheduleDeliveries } from './scheduling.js'
import { laneOf } from './lane.js'
import type { InvoiceMessages } from '../collecting/invoice-messages.js'
import type { Locks } from '../work/locks.js'
import { furthest, type Mark, type Marks, type Place } from '../work/marks.js'
import { TrailingMark } from '../work/trailing-mark.js'
import { eraseSecretsOf } from './secret-erasure.js'
import { hastenMessages, wakeWaiting } from './waking.js'
import type { WebhookHistory } from './webhook-history.js'
import type { WorkList } from '../work/work-list.js'

/** The dependencies of the scheduler of deliveries. */
export interface SchedulerDeps extends CommandDeps {
  readonly locks: Locks
  readonly marks: Marks
  readonly restores: Restores
  readonly timers: Timers
  readonly vault: Vault
  readonly webhooks: WebhookHistory
  readonly workList: WorkList
  readonly messages: Pick<InvoiceMessages, 'hasten' | 'reopen'>
  readonly log: Logger
}

/** The name of the scheduler's mark and lock. */
export const SCHEDULER = 'delivery-scheduler'

/**
 * Progress without events is stored this often, so that a restart need not read everything again.
 */
const NOTE_EVERY_MS = 5_000
/** So long after a step others learn of it, and so much is repeated after a crash. */
const MOVE_EVERY_MS = 100
const LOOK_AT_RESTORES_EVERY_MS = 2_000
const SUBJECTS_AT_ONCE = 16
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
const ASK_AGAIN_MS = 1_000

/**
 * Follows all events and schedules a delivery for each that its account's webhook was subscribed
 * to when it happened. The mark moves after the appends, and the ids are derived from the events.
 * So after a crash, or when two processes do the same at the same time, no delivery is missed or
 * duplicated. One process does it at a time.
 */
export class DeliveryScheduler {
  readonly #deps: SchedulerDeps

  constructor(deps: SchedulerDeps) {
    this.#deps = deps
  }

  /**
   * Works until the signal aborts. After a fault, which is logged, it tries again without end;
   * nothing is skipped.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { locks, timers, workList, log } = this.#deps
    let wait = FIRST_PAUSE_MS
    while (!signal.aborted) {
      try {
        const led = await locks.exclusively(SCHEDULER, workList.claimSeconds, signal, async (locked) => {
          await this.#follow(locked, () => (wait = FIRST_PAUSE_MS))
          return true
        })
        if (led === null) await timers.sleep(ASK_AGAIN_MS, signal)
      } catch (error) {
        if (signal.aborted) return
        const level = isWatchedOutage(error) ? 'debug' : 'error'
        log[level]({ err: error }, 'scheduling deliveries stopped, will try again')
        await timers.sleep(wait, signal)
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  async #follow(signal: AbortSignal, onProgress: () => void): Promise<void> {
    const { marks, restores, webhooks } = this.#deps
    const mark = await marks.read(SCHEDULER)
    if (mark.restores !== mark.restoresFound) {
      await this.#beginAgain(mark)
      return
    }
    webhooks.followFrom(mark.position)
    const found = new AbortController()
    const either = AbortSignal.any([signal, found.signal])
    const watching = this.#watchRestores(mark, either, () => {
      found.abort()
    })
    try {
      await notingRestore(restores, mark.restoresFound, 'the scheduler of deliveries', () =>
        this.#followFrom(mark, either, onProgress),
      )
    } catch (error) {
      // Noted: the next turn begins again.
      if (!(error instanceof PositionBeyondEnd)) throw error
    } finally {
      found.abort()
      await watching
    }
  }

  async #followFrom(mark: Mark, signal: AbortSignal, onProgress: () => void): Promise<void> {
    await mustHold(this.#deps.store, mark.anchor)
    const options = { name: SCHEDULER, everyMs: MOVE_EVERY_MS, onMoved: onProgress }
    const trailing = new TrailingMark(this.#deps, mark, options)
    const overtaken = new AbortController()
    const either = AbortSignal.any([signal, overtaken.signal])
    const end = (): void => {
      overtaken.abort()
    }
    await allEnded([trailing.follow(either).finally(end), this.#schedule(mark, trailing, either).finally(end)])
  }

  /** Schedules from the mark on. */
  async #schedule(mark: Mark, trailing: TrailingMark, signal: AbortSignal): Promise<void> {
    const { store, timers, webhooks } = this.#deps
    let notedAt = -Infinity
    // The mark rests on the deliveries, too: a restore between an event and its delivery loses one
    // that is behind the mark.
    let rests: Place | null = null
    const restsOn = (place: Place | null): Anchor | null => (rests = furthest(rests, place))?.anchor ?? null
    const options = { after: mark.position, streamPrefixes: SCHEDULING_PREFIXES, signal }
    for await (const message of store.subscribe(options)) {
      const { position } = message
      const now = timers.instant().monotonic
      if (message.kind === 'events') {
        const events = ofKnownScope(this.#deps.log, message.events).map(upcast)
        const scheduled = await this.#process(events, message.position, signal)
        if (signal.aborted) return
        const last = message.events.at(-1)
        const anchor = anchorAt(message.events)
        if (last !== undefined && anchor !== null) restsOn({ position: last.position, anchor })
        trailing.reached({ position: last?.position ?? trailing.position, anchor: restsOn(scheduled) })
      } else if (position !== null) webhooks.followed(position, [])
      if (position === null || position === trailing.position || now - notedAt < NOTE_EVERY_MS) continue
      notedAt = now
      const anchor = await anchorAtPosition(store, position, timers, now)
      if (anchor !== null) trailing.reached({ position, anchor: restsOn({ position, anchor }) })
    }
  }

  /**
   * Another reader may find a restore of the event store while no event comes, or none that this
   * one would miss.
   */
  async #watchRestores({ restoresFound }: Mark, signal: AbortSignal, onFound: () => void): Promise<void> {
    const { restores, timers } = this.#deps
    for (;;) {
      await timers.sleep(LOOK_AT_RESTORES_EVERY_MS, signal)
      if (signal.aborted) return
      // The following reports an outage.
      const count = await restores.count().catch(() => restoresFound)
      if (count !== restoresFound) onFound()
    }
  }

  /**
   * The store was restored to an older point. Deliveries scheduled since then may be lost with it,
   * so it begins again with the first event. Buyers' responses may be lost too.
   */
  async #beginAgain(mark: Mark): Promise<void> {
    const { marks, messages, log } = this.#deps
    log.warn({ checkpoint: String(mark.position) }, 'the event store was restored; deliveries are scheduled again')
    await messages.reopen()
    await marks.restart(SCHEDULER, mark)
  }

  /**
   * Handles one message of the subscription. Erases the secrets that its events make obsolete;
   * this is repeated until the mark has passed them. Stops with the signal: a process that was
   * paused may have lost the lock, and the store may have been restored since it read the events.
   * Returns the newest event of the deliveries; null: there are none.
   */
  async #process(events: readonly RecordedEvent[], position: bigint, signal: AbortSignal): Promise<Place | null> {
    const ofWebhooks = events.filter(isOfWebhook)
    this.#deps.webhooks.followed(position, ofWebhooks.map(scopeOfEvent))
    const options = { subjectsAtOnce: SUBJECTS_AT_ONCE, signal }
    const newest = await scheduleDeliveries(this.#deps, `processor:${SCHEDULER}`, events, options)
    if (signal.aborted) return newest
    await hastenMessages(this.#deps, events)
    for (const event of events) {
      await eraseSecretsOf(this.#deps, event)
      await wakeWaiting(this.#deps, event)
      if (event.type === 'WebhookRemoved') await this.#cancelPending(event)
    }
    return newest
  }

  async #cancelPending(event: RecordedEvent): Promise<void> {
    const { workList, clock } = this.#deps
    await workList.hasten('deliveries', laneOf(scopeOfEvent(event)), event.position, clock.now())
  }
}
