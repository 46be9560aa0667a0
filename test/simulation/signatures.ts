import type { RecordedEvent } from '../../src/domain/event.js'
import {
  secretsOf,
  serviceSignature,
  signingSecrets,
  standardSignature,
  webhook,
  type WebhookEvent,
  type WebhookState,
} from '../../src/domain/webhook.js'
import type { DeliveryRequest } from '../../src/processors/deliveries/sender.js'
import { WEBHOOKS } from './names.js'
import type { Scene } from './scene.js'

/** A configuration, and since when it is in force, in milliseconds since 1970. */
interface InForce {
  readonly since: number
  readonly state: WebhookState
}

/** A request may be signed so many milliseconds before it arrives: its process may stand still. */
const LAG_MS = 10_000
/** Clocks are wrong by so much at most. */
const CLOCKS_MS = 70_000

/**
 * Whether each request to a receiver is signed by all secrets that are in force, and by no other:
 * a receiver that does not know a new secret yet has to be able to check it, too.
 */
export class Signatures {
  readonly #scene: Scene
  /** By account, the oldest first. */
  readonly #inForce = new Map<string, InForce[]>()
  /** What was sent before a restore may be signed by what it has undone. */
  #certainFrom = 0

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** An event was appended, `now` by the time of the story. */
  appended(event: RecordedEvent, now: number): void {
    if (!event.stream.startsWith(WEBHOOKS)) return
    const { account } = event.metadata
    const known = this.#inForce.get(account) ?? []
    const before = known.at(-1)?.state ?? webhook.initialState
    known.push({ since: now, state: webhook.evolve(before, event as RecordedEvent<WebhookEvent>) })
    this.#inForce.set(account, known)
  }

  /** The store was restored: these are its events now. */
  restored(log: readonly RecordedEvent[], now: number): void {
    this.#inForce.clear()
    this.vaultRestored(now)
    for (const event of log) this.appended(event, now)
  }

  /** The vault was restored: secrets are missing, or erased ones are back. */
  vaultRestored(now: number): void {
    this.#certainFrom = now + LAG_MS
  }

  /** A receiver got a request. Returns what is wrong with its signatures; null: nothing. */
  wrongWith(account: number, { headers, body }: DeliveryRequest): string | null {
    const { now } = this.#scene.timeline
    if (now < this.#certainFrom) return null
    const scope = this.#scene.scopeOf(account)
    const all = this.#inForce.get(scope.account) ?? []
    const recent = all.filter((_, place) => (all[place + 1]?.since ?? Infinity) > now - LAG_MS)
    const states = recent.flatMap(({ state }) => (state.status === 'configured' ? [state] : []))
    const secretOf = (name: string): string => this.#scene.vault.everHeld(scope, name) ?? ''
    const id = headers['webhook-id'] ?? ''
    const signature = (name: string): string =>
      standardSignature(secretOf(name), id, Number(headers['webhook-timestamp']), body)
    const signatures = headers['webhook-signature']?.split(' ') ?? []
    const allowed = new Set(states.flatMap(secretsOf).map(signature))
    if (signatures.some((each) => !allowed.has(each))) {
      return `${headers['x-service-event']} to account ${account} is signed by a secret that is not in force`
    }
    const signing = recent.flatMap(({ state }) =>
      [-CLOCKS_MS, CLOCKS_MS].map((off) =>
        state.status === 'configured' ? signingSecrets(state, new Date(now + off)) : [],
      ),
    )
    const inForce = (signing[0] ?? []).filter((name) => signing.every((names) => names.includes(name)))
    // A restore may bring back a configuration whose secret is erased, but for a shown copy.
    const isThere = (name: string): boolean => this.#scene.vault.holds(scope, name)
    const required = inForce.filter((name) => this.#certainFrom === 0 || isThere(name))
    if (required.some((name) => !signatures.includes(signature(name)))) {
      return `${headers['x-service-event']} to account ${account} is not signed by a secret that is in force`
    }
    const current = states.map(({ secretName }) => serviceSignature(secretOf(secretName), body))
    if (current.includes(headers['x-service-signature'] ?? '')) return null
    return `${headers['x-service-event']} to account ${account} is not signed by the newest secret`
  }
}
