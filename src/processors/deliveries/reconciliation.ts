import type { Logger } from 'pino'
import type { CommandDeps } from '../../commands/handle.js'
import { scopeOfEvent } from '../../domain/event.js'
import { anchorAt, mustHold } from '../../eventstore/anchor.js'
import { PositionBeyondEnd } from '../../eventstore/port.js'
import { notingRestore, type Restores } from '../../eventstore/restores.js'
import { upcast } from '../../eventstore/upcast.js'
import type { Chore } from '../work/chore.js'
import { SCHEDULER } from './scheduler.js'
import { isOfWebhook, ofKnownScope, SCHEDULING_PREFIXES, scheduleDeliveries } from './scheduling.js'
import type { Mark, Marks, Progress } from '../work/marks.js'
import { WebhookHistory } from './webhook-history.js'

/** The dependencies of the reconciliation of deliveries. */
interface ReconciliationDeps extends CommandDeps {
  readonly marks: Marks
  readonly restores: Restores
  readonly log: Logger
}

/** The name of its mark and lock. */
const RECONCILIATION = 'delivery-reconciliation'
const EVERY_MS = 10_000
const EVENTS_PER_RUN = 2_000
/** Fewer than the scheduler's: it is not urgent. */
const SUBJECTS_AT_ONCE = 4
/** The most deliveries named in one log line. */
const NAMED = 20

/**
 * Checks that each public event has the delivery that it should have, by the event store alone and
 * independently of the scheduler's memory, and schedules missing ones, under the same id. Goes
 * through all events once, behind the scheduler: up to the scheduler's mark none may be missing.
 * The first run checks all events. Deliveries for a removed webhook are cancelled as usual, and
 * not sent.
 */
export class DeliveryReconciliation implements Chore {
  readonly name = RECONCILIATION
  readonly everyMs = EVERY_MS
  readonly #deps: ReconciliationDeps

  constructor(deps: ReconciliationDeps) {
    this.#deps = deps
  }

  /** Checks a limited number of events, from the mark on. */
  async run(signal: AbortSignal): Promise<'more' | 'done'> {
    const { marks, restores, log } = this.#deps
    const scheduler = await marks.read(SCHEDULER)
    const { position: end } = scheduler
    // The scheduler has passed nothing of a restored store yet.
    if (scheduler.restores !== scheduler.restoresFound) return 'done'
    const mark = await marks.read(RECONCILIATION)
    // Found between the two: what the scheduler's mark rests on may be gone, and that is known.
    if (mark.restoresFound !== scheduler.restoresFound) return 'more'
    if (mark.restores !== mark.restoresFound) {
      await marks.restart(RECONCILIATION, mark)
      return 'more'
    }
    if (end === null || (mark.position !== null && mark.position >= end)) return 'done'
    const repaired: string[] = []
    try {
      return await notingRestore(restores, mark.restoresFound, 'the reconciliation of deliveries', () =>
        this.#check(mark, { position: end, anchor: scheduler.anchor }, repaired, signal),
      )
    } catch (error) {
      if (!(error instanceof PositionBeyondEnd)) throw error
      // Noted: the next run begins again.
      return 'more'
    } finally {
      if (repaired.length > 0) {
        const about = { repaired: repaired.length, deliveries: repaired.slice(0, NAMED) }
        log.error(about, 'events that a webhook subscribes to had no delivery; they were scheduled')
      }
    }
  }

  async #check(
    mark: Mark,
    until: Progress & { readonly position: bigint },
    repaired: string[],
    signal: AbortSignal,
  ): Promise<'more' | 'done'> {
    const { store, marks, log } = this.#deps
    const { position: end } = until
    let known: Progress & Pick<Mark, 'restores'> = mark
    // Used by this run alone, so that an error in another history's memory is not repeated here.
    const webhooks = new WebhookHistory(store)
    webhooks.followFrom(mark.position)
    await mustHold(store, mark.anchor)
    // The deliveries of the events before the mark may be lost although these are not.
    await mustHold(store, until.anchor)
    let left = EVENTS_PER_RUN
    const options = { after: mark.position, streamPrefixes: SCHEDULING_PREFIXES, signal }
    for await (const message of store.subscribe(options)) {
      const { position } = message
      if (position === null) break
      let reached: Progress = known
      if (message.kind === 'events') {
        const events = message.events.filter((event) => event.position <= end)
        const known = ofKnownScope(log, message.events)
        webhooks.followed(position, known.filter(isOfWebhook).map(scopeOfEvent))
        const deps = { ...this.#deps, webhooks }
        const actor = `processor:${RECONCILIATION}` as const
        const due = known.filter((event) => event.position <= end)
        await scheduleDeliveries(deps, actor, due.map(upcast), {
          subjectsAtOnce: SUBJECTS_AT_ONCE,
          signal,
          onScheduled: (id) => repaired.push(id),
        })
        if (signal.aborted) break
        const last = events.at(-1)
        if (last !== undefined) reached = { position: last.position, anchor: anchorAt(events) }
        left -= events.length
      }
      const isLast = position >= end || message.kind === 'caughtUp'
      // What the scheduler's mark rests on proves that the store still has all of them.
      if (isLast && until.anchor !== null) reached = until
      if (reached.position !== known.position) {
        if (!(await marks.move(RECONCILIATION, known, reached))) break
        known = { ...reached, restores: mark.restores }
      }
      if (isLast) break
      if (left <= 0) return 'more'
    }
    return 'done'
  }
}

/** The next run checks all events from the first one on. */
export async function checkAllDeliveries(marks: Marks): Promise<void> {
  await marks.forget(RECONCILIATION)
}
