import type { Logger } from 'pino'
import { load } from '../commands/handle.js'
import { connection, connectionSecret } from '../domain/connection.js'
import { type RecordedEvent, scopeOfEvent } from '../domain/event.js'
import { idInStream, streamName, webhookStream } from '../domain/streams.js'
import { webhook } from '../domain/webhook.js'
import type { EventStore } from '../eventstore/port.js'
import type { StoredSecret, Vault } from '../storage/vault.js'
import type { Chore } from './chore.js'
import { isOfWebhook } from './delivery-scheduling.js'
import type { WebhookHistory } from './webhook-history.js'

/** What `eraseSecretsOf` works with. */
export interface ErasureDeps {
  readonly vault: Vault
  /** Follows the events that are given here. */
  readonly webhooks: WebhookHistory
}

/**
 * Erases what by this event nobody uses any more: the secret of a webhook configuration that it
 * replaced or removed, those of a connection that it deleted. For a caller that goes through all
 * events and repeats one that it did not come to the end of.
 */
export async function eraseSecretsOf({ vault, webhooks }: ErasureDeps, event: RecordedEvent): Promise<void> {
  const scope = scopeOfEvent(event)
  if (event.type === 'ConnectionDeleted') await vault.delete(scope, connectionSecret(idInStream(event.stream)))
  if (!isOfWebhook(event)) return
  const replaced = await webhooks.before(scope, event.position)
  if (replaced.status === 'configured') await vault.delete(scope, replaced.secretName)
}

/** What the sweep of unused secrets works with. */
export interface SweepDeps {
  readonly store: EventStore
  readonly vault: Vault
  readonly log: Logger
}

const EVERY_MS = 3_600_000
const SECRETS_PER_RUN = 500
/**
 * A webhook's secret is stored before the event that names it; one that no event has named for so
 * long never will be.
 */
const UNNAMED_SECONDS = 24 * 3_600

/**
 * Erases secrets that nothing names: of connections that are deleted and configurations that were
 * replaced, and those that a process stored and died before the event. Which these are the events
 * say. What no event speaks of, and is not new, can only be a webhook's; anything else is left
 * alone.
 */
export class SecretSweep implements Chore {
  readonly name = 'secret-sweep'
  readonly everyMs = EVERY_MS
  readonly #deps: SweepDeps
  /** The last one that was looked at. */
  #mark: StoredSecret | null = null

  constructor(deps: SweepDeps) {
    this.#deps = deps
  }

  /** So many secrets at most, from where the last run was. */
  async run(signal: AbortSignal): Promise<'more' | 'done'> {
    const { vault, log } = this.#deps
    const secrets = await vault.list(this.#mark, SECRETS_PER_RUN)
    let erased = 0
    for (const secret of secrets) {
      if (signal.aborted) break
      if (!(await this.#isLeftOver(secret))) continue
      await vault.delete(secret.scope, secret.name)
      erased += 1
    }
    if (erased > 0)
      log.warn({ erased }, 'secrets that nothing uses any more were left in the vault; they are erased now')
    this.#mark = secrets.length === SECRETS_PER_RUN ? (secrets.at(-1) ?? null) : null
    return this.#mark === null ? 'done' : 'more'
  }

  async #isLeftOver({ scope, name, ageSeconds }: StoredSecret): Promise<boolean> {
    const { store } = this.#deps
    const [kind, id = ''] = name.split('/')
    if (kind === 'connection') {
      const stream = streamName(scope.environment, 'Connection', id)
      return (await load(store, connection, stream)).state.status === 'deleted'
    }
    if (kind !== 'webhook') return false
    const { state, events } = await load(store, webhook, webhookStream(scope))
    if (state.status === 'configured' && state.secretName === name) return false
    const wasNamed = events.some(({ type, data }) => type === 'WebhookConfigured' && data.secretName === name)
    return wasNamed || ageSeconds > UNNAMED_SECONDS
  }
}
