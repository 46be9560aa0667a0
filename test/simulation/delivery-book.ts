import type { DeliveryEvent } from '../../src/domain/delivery.js'
import { type RecordedEvent, type Scope, scopeOfEvent } from '../../src/domain/event.js'
import { eventId } from '../../src/domain/ids.js'
import { idInStream } from '../../src/domain/streams.js'
import type { WebhookEvent } from '../../src/domain/webhook.js'
import { eventToPublish, USUAL_KINDS } from '../../src/domain/public-events/event-kinds.js'
import { DELIVERIES, WEBHOOKS } from './names.js'

/** A public event that its account's webhook was to hear of when it happened. */
interface Due {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly kind: string
  readonly account: string
  readonly epoch: number
  /** When its client last asked to have it sent again, in milliseconds since 1970; null: never. */
  askedAgainAt: number | null
  /** Of the webhook when it was scheduled, or asked for again. */
  epochSent: number
  /** The delivery that was scheduled for it. */
  deliveryId: string | null
  heard: boolean
  /** How its delivery ended; null: it has not. */
  settled: 'succeeded' | 'failed' | 'cancelled' | null
}

/** What an account's webhook is at the moment. */
interface Webhook {
  readonly kinds: readonly string[] | null
  readonly isConfigured: boolean
  readonly secretName: string
  readonly epoch: number
  readonly removedAt: number
}

const NO_WEBHOOK: Webhook = { kinds: null, isConfigured: false, secretName: '', epoch: 0, removedAt: -Infinity }

/**
 * So long after a removal, in milliseconds, a request may still come: it was under way, or its
 * process had not heard of the removal.
 */
const MAY_STILL_COME_MS = 30_000

/**
 * What webhooks are to hear, by the events alone, and what they have heard: each public event in
 * the order of its stream, none left out, none late. Each method gives what is wrong, or null.
 */
export class DeliveryBook {
  readonly #webhooks = new Map<string, Webhook>()
  readonly #byEvent = new Map<string, Due>()
  readonly #byStream = new Map<string, Due[]>()
  readonly #byDelivery = new Map<string, Due>()
  /** Events that a restore has undone: a request about one may still be under way. */
  readonly #undone = new Set<string>()
  /** What receivers have heard of, ever: no restore of ours makes them forget it. */
  readonly #sent = new Set<string>()

  /** An event was appended, `now` by the time of the story. */
  appended(event: RecordedEvent, now: number): string | null {
    if (event.stream.startsWith(WEBHOOKS)) this.#configure(event as unknown as Heard<WebhookEvent>, now)
    if (event.stream.startsWith(DELIVERIES)) return this.#delivered(event as unknown as Heard<DeliveryEvent>, now)
    this.#expect(event)
    return null
  }

  /** A receiver heard of an event. */
  heard({ id, type }: { readonly id: string; readonly type: string }, now: number): string | null {
    const due = this.#byEvent.get(id)
    if (due === undefined) {
      return this.#undone.has(id)
        ? null
        : `a webhook heard of ${type} ${id}, which never happened or which it did not choose`
    }
    const { epoch, removedAt } = this.#webhooks.get(due.account) ?? NO_WEBHOOK
    if (due.epochSent < epoch && now - removedAt > MAY_STILL_COME_MS) {
      return `${nameOf(due)} was sent to a webhook that had been removed ${Math.round((now - removedAt) / 1000)} s before`
    }
    for (const other of this.#byStream.get(due.stream) ?? []) {
      if (other.revision < due.revision && waits(other, this.#sent, now)) {
        return `${nameOf(due)} was delivered before ${nameOf(other)}`
      }
      // What its client asks for comes again, in its order.
      if (other.revision > due.revision && other.heard && due.askedAgainAt === null)
        return `${nameOf(due)} was delivered again after ${nameOf(other)}`
    }
    due.heard = true
    this.#sent.add(id)
    return null
  }

  /** The store was restored: these are its events now. */
  restored(log: readonly RecordedEvent[], now: number): void {
    for (const id of this.#byEvent.keys()) this.#undone.add(id)
    for (const known of [this.#webhooks, this.#byEvent, this.#byStream, this.#byDelivery]) known.clear()
    for (const event of log) this.appended(event, now)
    for (const [id, due] of this.#byEvent) {
      this.#undone.delete(id)
      // It may be delivered again, in its order: what the restore has undone of that is unknown.
      due.heard = false
    }
  }

  /** What is missing when all is done. */
  unfinished(): string | null {
    for (const due of this.#byEvent.values()) {
      if (due.deliveryId === null) return `${nameOf(due)} has no delivery`
      if (due.settled === null) return `the delivery of ${nameOf(due)} was never settled`
    }
    return null
  }

  /** The secret of each account's webhook, by the account's id. */
  secrets(): readonly (readonly [account: string, secretName: string])[] {
    return [...this.#webhooks].flatMap(([account, { isConfigured, secretName }]) =>
      isConfigured ? [[account, secretName] as const] : [],
    )
  }

  /** How many have been settled, of all. */
  progress(account: string): { readonly settled: number; readonly all: number } {
    const own = [...this.#byEvent.values()].filter((due) => due.account === account)
    return { settled: own.filter(({ settled }) => settled !== null).length, all: own.length }
  }

  #configure(event: Heard<WebhookEvent>, now: number): void {
    const { account } = scopeOf(event)
    const before = this.#webhooks.get(account) ?? NO_WEBHOOK
    if (event.type === 'WebhookConfigured') {
      this.#webhooks.set(account, {
        ...before,
        isConfigured: true,
        kinds: event.data.events,
        secretName: event.data.secretName,
      })
    } else if (event.type === 'WebhookSecretRotated') {
      this.#webhooks.set(account, { ...before, secretName: event.data.secretName })
    } else {
      this.#webhooks.set(account, { ...before, isConfigured: false, epoch: before.epoch + 1, removedAt: now })
    }
  }

  #expect(event: RecordedEvent): void {
    const happened = eventToPublish(event)
    if (happened === null) return
    const { account } = scopeOfEvent(event)
    const { kinds, isConfigured, epoch } = this.#webhooks.get(account) ?? NO_WEBHOOK
    const { kind } = happened
    if (!isConfigured || !(kinds ?? USUAL_KINDS).includes(kind)) return
    const { stream, revision } = event
    const id = eventId(event.id)
    this.#add({ id, stream, revision, kind, account, epoch, epochSent: epoch }, null)
  }

  #add(
    of: Pick<Due, 'id' | 'stream' | 'revision' | 'kind' | 'account' | 'epoch' | 'epochSent'>,
    askedAgainAt: number | null,
  ): void {
    const due: Due = { ...of, askedAgainAt, deliveryId: null, heard: false, settled: null }
    this.#byEvent.set(due.id, due)
    const queue = this.#byStream.get(due.stream)
    if (queue === undefined) this.#byStream.set(due.stream, [due])
    else queue.push(due)
  }

  #delivered(event: Heard<DeliveryEvent>, now: number): string | null {
    const id = idInStream(event.stream)
    if (event.type === 'DeliveryScheduled') {
      const { eventId: of, subject, revision, kind, epoch } = event.data
      // A client may have events sent that no webhook was to hear when they happened.
      const isAsked = !event.metadata.actor.startsWith('processor:') && revision !== null
      if (isAsked && !this.#byEvent.has(of)) {
        const { account } = scopeOf(event)
        this.#add({ id: of, stream: subject, revision, kind, account, epoch, epochSent: epoch }, now)
      }
      const due = this.#byEvent.get(of)
      if (due === undefined) return `a delivery was scheduled for ${event.data.kind}, which the webhook was not to hear`
      if (due.deliveryId !== null) return `${nameOf(due)} has two deliveries`
      due.deliveryId = id
      this.#byDelivery.set(id, due)
      if (isAsked) {
        // It goes to the webhook of now.
        due.epochSent = epoch
        due.askedAgainAt = now
        return null
      }
      return due.epoch === event.data.epoch ? null : `${nameOf(due)} was scheduled for another epoch of the webhook`
    }
    const due = this.#byDelivery.get(id)
    if (due === undefined) return `${event.type} of a delivery that was not scheduled`
    switch (event.type) {
      case 'DeliverySucceeded':
        due.settled = 'succeeded'
        return due.heard ? null : `${nameOf(due)} counts as delivered, and no webhook has heard of it`
      case 'DeliveryFailed':
        due.settled = 'failed'
        return null
      case 'DeliveryCancelled': {
        due.settled = 'cancelled'
        const { epoch } = this.#webhooks.get(due.account) ?? NO_WEBHOOK
        return due.epochSent < epoch ? null : `the delivery of ${nameOf(due)} was cancelled though the webhook is there`
      }
      case 'RedeliveryRequested':
        due.settled = null
        due.heard = false
        due.askedAgainAt = now
        due.epochSent = event.data.epoch
        return null
      default:
        return null
    }
  }
}

/**
 * Whether it has to be sent before later events: it never was, or it was asked for again so long
 * ago that everyone knows.
 */
function waits({ id, settled, heard, askedAgainAt }: Due, sent: ReadonlySet<string>, now: number): boolean {
  if (settled !== null) return false
  return askedAgainAt === null ? !sent.has(id) : !heard && now - askedAgainAt > MAY_STILL_COME_MS
}

type Heard<E> = E & Pick<RecordedEvent, 'stream' | 'metadata' | 'revision'>

function scopeOf(event: Pick<RecordedEvent, 'stream' | 'metadata' | 'revision'>): Scope {
  return scopeOfEvent(event as RecordedEvent)
}

function nameOf({ stream, revision, kind }: Due): string {
  return `${kind} (${stream}@${revision})`
}
