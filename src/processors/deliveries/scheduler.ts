import type { Logger } from 'pino'
import type { CommandDeps } from '../../commands/handle.js'
import { type RecordedEvent, scopeOfEvent } from '../../domain/event.js'
import type { Timers } from '../../domain/timers.js'
import { anchorAt, mustHold } from '../../eventstore/anchor.js'
import { isWatchedOutage } from '../../eventstore/outage.js'
import { PositionBeyondEnd } from '../../eventstore/port.js'
import { upcast } from '../../eventstore/upcast.js'
import type { Vault } from '../../storage/vault/vault.js'
import { isOfWebhook, ofKnownScope, SCHEDULING_PREFIXES, scheduleDeliveries } from './scheduling.js'
import { laneOf } from './lane.js'
import type { InvoiceMessages } from '../collecting/invoice-messages.js'
import type { Locks } from '../work/locks.js'
import type { Marks } from '../work/marks.js'
import { eraseSecretsOf } from './secret-erasure.js'
import { hastenMessages, wakeWaiting } from './waking.js'
import type { WebhookHistory } from './webhook-history.js'
import type { WorkList } from '../work/work-list.js'

/** The dependencies of the scheduler of deliveries. */
export interface SchedulerDeps extends CommandDeps {
  readonly locks: Locks
  readonly marks: Marks
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
    const { store, marks, timers, webhooks, messages, log } = this.#deps
    let { position: checkpoint, anchor } = await marks.read(SCHEDULER)
    webhooks.followFrom(checkpoint)
    let notedAt = -Infinity
    try {
      await mustHold(store, anchor)
      for await (const message of store.subscribe({ after: checkpoint, streamPrefixes: SCHEDULING_PREFIXES, signal })) {
        const { position } = message
        if (message.kind === 'events') {
          await this.#process(ofKnownScope(log, message.events).map(upcast), message.position)
          anchor = anchorAt(message.events)
        } else if (position === null || position === checkpoint) continue
        else {
          webhooks.followed(position, [])
          if (timers.instant().monotonic - notedAt < NOTE_EVERY_MS) continue
        }
        notedAt = timers.instant().monotonic
        if (!(await marks.move(SCHEDULER, checkpoint, { position, anchor }))) return
        checkpoint = position
        onProgress()
      }
    } catch (error) {
      if (!(error instanceof PositionBeyondEnd)) throw error
      // The store was restored to an older point. Deliveries scheduled since then may be lost with
      // it, so it begins again with the first event. Buyers' responses may be lost too.
      log.warn({ checkpoint: String(checkpoint) }, 'the event store was restored; deliveries are scheduled again')
      await messages.reopen()
      await marks.move(SCHEDULER, checkpoint)
    }
  }

  /**
   * Handles one message of the subscription. Erases the secrets that its events make obsolete;
   * this is repeated until the mark has passed them.
   */
  async #process(events: readonly RecordedEvent[], position: bigint): Promise<void> {
    const ofWebhooks = events.filter(isOfWebhook)
    this.#deps.webhooks.followed(position, ofWebhooks.map(scopeOfEvent))
    await scheduleDeliveries(this.#deps, `processor:${SCHEDULER}`, events, { subjectsAtOnce: SUBJECTS_AT_ONCE })
    await hastenMessages(this.#deps, events)
    for (const event of events) {
      await eraseSecretsOf(this.#deps, event)
      await wakeWaiting(this.#deps, event)
      if (event.type === 'WebhookRemoved') await this.#cancelPending(event)
    }
  }

  async #cancelPending(event: RecordedEvent): Promise<void> {
    const { workList, clock } = this.#deps
    await workList.hasten('deliveries', laneOf(scopeOfEvent(event)), event.position, clock.now())
  }
}
