import type pg from 'pg'
import type { Logger } from 'pino'
import { type CommandContext, type CommandDeps, handle, StreamErased } from '../commands/handle.js'
import { scheduleDelivery } from '../commands/schedule-delivery.js'
import { delivery } from '../domain/delivery.js'
import type { RecordedEvent, Scope } from '../domain/event.js'
import { pause } from '../domain/pause.js'
import { categoryPrefixes, streamName } from '../domain/streams.js'
import { subscribes } from '../domain/webhook.js'
import { type Anchor, anchorAt, mustHold } from '../eventstore/anchor.js'
import { isOutage } from '../eventstore/outage.js'
import { PositionBeyondEnd } from '../eventstore/port.js'
import { upcast } from '../eventstore/upcast.js'
import { type PublicEvent, publicEvent } from '../projections/event-kinds.js'
import type { Vault } from '../storage/vault.js'
import { deliveryOf } from './delivery-content.js'
import { laneOf } from './delivery-lane.js'
import type { WebhookHistory } from './webhook-history.js'
import type { WorkList } from './work-list.js'

export interface SchedulerDeps extends CommandDeps {
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly webhooks: WebhookHistory
  readonly workList: WorkList
  readonly log: Logger
}

const NAME = 'delivery-scheduler'
const WEBHOOK_PREFIXES = categoryPrefixes('Webhook')
const PREFIXES = [...categoryPrefixes('Invoice'), ...categoryPrefixes('Connection'), ...WEBHOOK_PREFIXES]
/** Progress without events is noted this often, so that a restart needn't scan it all again. */
const NOTE_EVERY_MS = 5_000
const SUBJECTS_AT_ONCE = 16
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
const ASK_AGAIN_MS = 1_000
/** Of the time after which a silent holder loses the lock. */
const PING_EVERY = 1 / 4

/**
 * Follows all events and schedules a delivery for each that its account's webhook was subscribed to when it happened. The checkpoint moves after the appends, and
 * the ids are derived: whoever dies in between, or does the same at the same time, neither misses one nor doubles it. A lock lets one process do
 * it at a time; that only saves work, and a holder that was paused loses it.
 */
export class DeliveryScheduler {
  readonly #deps: SchedulerDeps

  constructor(deps: SchedulerDeps) {
    this.#deps = deps
  }

  /** Works until the signal aborts; a fault is logged and tried again for ever, nothing is skipped. */
  async run(signal: AbortSignal): Promise<void> {
    let wait = FIRST_PAUSE_MS
    while (!signal.aborted) {
      try {
        await this.#whileLocked(signal, async (locked) => {
          await this.#follow(locked, () => (wait = FIRST_PAUSE_MS))
        })
      } catch (error) {
        if (signal.aborted) return
        const level = isOutage(error) ? 'debug' : 'error'
        this.#deps.log[level]({ err: error }, 'scheduling deliveries stopped, will try again')
        await pause(wait, signal)
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  /** A session's lock ends with its process, however that ends, and also when the process says nothing for as long as a claim lasts. */
  async #whileLocked(signal: AbortSignal, work: (locked: AbortSignal) => Promise<void>): Promise<void> {
    const client = await this.#deps.pool.connect()
    const lost = new AbortController()
    const onError = (): void => {
      lost.abort()
    }
    client.on('error', onError).on('end', onError)
    const silentMs = this.#deps.workList.claimSeconds * 1000
    let ping: NodeJS.Timeout | undefined
    try {
      await client.query("SELECT set_config('idle_session_timeout', $1, false)", [`${Math.ceil(silentMs)}ms`])
      const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS locked', [
        NAME,
      ])
      if (rows[0]?.locked === true) {
        ping = setInterval(() => void client.query('SELECT 1').catch(onError), silentMs * PING_EVERY)
        await work(AbortSignal.any([signal, lost.signal]))
      } else await pause(ASK_AGAIN_MS, signal)
    } finally {
      clearInterval(ping)
      client.off('error', onError).off('end', onError)
      client.release(true)
    }
  }

  async #follow(signal: AbortSignal, onProgress: () => void): Promise<void> {
    let { position: checkpoint, anchor } = await this.#checkpoint()
    let notedAt = -Infinity
    try {
      await mustHold(this.#deps.store, anchor)
      for await (const message of this.#deps.store.subscribe({ after: checkpoint, streamPrefixes: PREFIXES, signal })) {
        if (message.kind === 'events') {
          await this.#process(message.events.map(upcast))
          anchor = anchorAt(message.events)
        } else if (message.position === null || message.position === checkpoint) continue
        else if (performance.now() - notedAt < NOTE_EVERY_MS) continue
        notedAt = performance.now()
        // Whoever was paused meanwhile does not set back what another has done in its place.
        if (!(await this.#save(checkpoint, message.position, anchor))) return
        checkpoint = message.position
        onProgress()
      }
    } catch (error) {
      if (!(error instanceof PositionBeyondEnd)) throw error
      // The store was restored to an older point. What was scheduled since then may be lost with it: all of it is gone through again.
      this.#deps.log.warn(
        { checkpoint: String(checkpoint) },
        'the event store was restored; deliveries are scheduled anew',
      )
      this.#deps.webhooks.forget()
      await this.#save(checkpoint, null, null)
    }
  }

  /** One message: several subjects at a time, each one's events in their order. */
  async #process(events: readonly RecordedEvent[]): Promise<void> {
    const ofWebhooks = events.filter(({ stream }) => WEBHOOK_PREFIXES.some((prefix) => stream.startsWith(prefix)))
    for (const event of ofWebhooks) this.#deps.webhooks.changed(scopeOf(event))
    const bySubject = new Map<string, PublicEvent[]>()
    for (const event of events) {
      const happened = publicEvent(event)
      if (happened === null) continue
      const queue = bySubject.get(event.stream)
      if (queue) queue.push(happened)
      else bySubject.set(event.stream, [happened])
    }
    const subjects = bySubject.values()
    const scheduleNext = async (): Promise<void> => {
      for (const subject of subjects) await this.#schedule(subject)
    }
    await Promise.all(Array.from({ length: SUBJECTS_AT_ONCE }, scheduleNext))
    for (const event of ofWebhooks) await this.#onWebhook(event)
  }

  async #schedule(events: readonly PublicEvent[]): Promise<void> {
    const { store, webhooks } = this.#deps
    let stream: readonly RecordedEvent[] | null = null
    for (const happened of events) {
      const { event } = happened
      const scope = scopeOf(event)
      const configured = await webhooks.before(scope, event.position)
      if (configured.status !== 'configured' || !subscribes(configured, happened.kind)) continue
      stream ??= (await store.readStream(event.stream)).map(upcast)
      // Erased at the end of its retention: there is nothing left to tell.
      if (stream.length === 0) continue
      const command = deliveryOf(happened, stream, scope, configured)
      const context: CommandContext = {
        ...scope,
        actor: `processor:${NAME}`,
        correlationId: event.metadata.$correlationId,
        causationId: event.id,
      }
      const name = streamName(scope.environment, 'Delivery', command.deliveryId)
      try {
        await handle(this.#deps, context, delivery, name, scheduleDelivery(command))
      } catch (error) {
        // Delivered, and erased at the end of its retention.
        if (!(error instanceof StreamErased)) throw error
      }
    }
  }

  /** The secret of a configuration that is no longer in force is erased; a removal cancels what is pending. */
  async #onWebhook(event: RecordedEvent): Promise<void> {
    const { vault, webhooks, workList, clock } = this.#deps
    const scope = scopeOf(event)
    const replaced = await webhooks.before(scope, event.position)
    if (replaced.status === 'configured') await vault.delete(scope, replaced.secretName)
    if (event.type === 'WebhookRemoved') await workList.hasten('deliveries', laneOf(scope), event.position, clock.now())
  }

  async #checkpoint(): Promise<{ readonly position: bigint | null; readonly anchor: Anchor | null }> {
    const { rows } = await this.#deps.pool.query<{ position: string | null; anchor: Anchor | null }>(
      'SELECT position, anchor FROM processing.checkpoints WHERE name = $1',
      [NAME],
    )
    const { position = null, anchor = null } = rows[0] ?? {}
    return { position: position === null ? null : BigInt(position), anchor }
  }

  /** Moves the checkpoint; answers whether it still was where this process had put it. */
  async #save(from: bigint | null, position: bigint | null, anchor: Anchor | null): Promise<boolean> {
    const { rowCount } = await this.#deps.pool.query(
      `INSERT INTO processing.checkpoints AS known (name, position, anchor) VALUES ($1, $3, $4)
       ON CONFLICT (name) DO UPDATE SET position = excluded.position, anchor = excluded.anchor
       WHERE known.position IS NOT DISTINCT FROM $2`,
      [NAME, from?.toString() ?? null, position?.toString() ?? null, anchor && JSON.stringify(anchor)],
    )
    return rowCount === 1
  }
}

function scopeOf({ metadata }: RecordedEvent): Scope {
  return { account: metadata.account, environment: metadata.environment ?? 'test' }
}
