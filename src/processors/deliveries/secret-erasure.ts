import type { Logger } from 'pino'
import { load } from '../../commands/handle.js'
import type { Clock } from '../../domain/clock.js'
import { connection, connectionSecret } from '../../domain/connection.js'
import { type RecordedEvent, scopeOfEvent } from '../../domain/event.js'
import { idInStream, streamName, webhookStream } from '../../domain/streams.js'
import { secretsOf, signingSecrets, webhook } from '../../domain/webhook.js'
import type { EventStore } from '../../eventstore/port.js'
import type { StoredSecret, Vault } from '../../storage/vault/vault.js'
import { SECRET_SHOWN_AGAIN_MS, SHOWN_SECRET } from '../../commands/use-cases/shown-secret.js'
import type { Chore } from '../work/chore.js'
import { isOfWebhook } from './scheduling.js'
import type { WebhookHistory } from './webhook-history.js'

/** The dependencies of `eraseSecretsOf`. */
interface ErasureDeps {
  readonly vault: Vault
  /** Follows the given events. */
  readonly webhooks: WebhookHistory
}

/**
 * Erases the secrets that are no longer used after this event: those of a webhook configuration
 * that it replaced or removed, the one left by an earlier rotation, those of a connection that it
 * deleted. The caller goes through all events, and repeats an event that it has not finished.
 */
export async function eraseSecretsOf({ vault, webhooks }: ErasureDeps, event: RecordedEvent): Promise<void> {
  const scope = scopeOfEvent(event)
  if (event.type === 'ConnectionDeleted') await vault.delete(scope, connectionSecret(idInStream(event.stream)))
  if (!isOfWebhook(event)) return
  const before = await webhooks.before(scope, event.position)
  const after = await webhooks.before(scope, event.position + 1n)
  for (const name of secretsOf(before)) if (!secretsOf(after).includes(name)) await vault.delete(scope, name)
}

/** The dependencies of the sweep of unused secrets. */
interface SweepDeps {
  readonly store: EventStore
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
}

const EVERY_MS = 3_600_000
const SECRETS_PER_RUN = 500
/**
 * A webhook's secret is stored before the event that names it. A secret that no event has named
 * for this long will never be named.
 */
const UNNAMED_SECONDS = 24 * 3_600
/** Longer than the time for which a secret is shown again, allowing for different clocks. */
const SHOWN_AGAIN_SECONDS = SECRET_SHOWN_AGAIN_MS / 1000 + 300

/**
 * Erases unused secrets: those of deleted connections and of replaced configurations, rotated ones
 * that no longer sign, and those whose process died between storing the secret and appending the
 * event. The events determine which these are. An old secret that no event names is erased only if
 * it is a webhook's; everything else is kept. Secrets that are kept to be shown again are erased
 * when their time is over.
 */
export class SecretSweep implements Chore {
  readonly name = 'secret-sweep'
  readonly everyMs = EVERY_MS
  readonly #deps: SweepDeps
  /** The last secret that was checked. */
  #mark: StoredSecret | null = null

  constructor(deps: SweepDeps) {
    this.#deps = deps
  }

  /** Checks a limited number of secrets, from the end of the last run. */
  async run(signal: AbortSignal): Promise<'more' | 'done'> {
    const { vault, log } = this.#deps
    const secrets = await vault.list(this.#mark, SECRETS_PER_RUN)
    let erased = 0
    for (const secret of secrets) {
      if (signal.aborted) break
      if (isShownSecret(secret)) {
        if (secret.ageSeconds > SHOWN_AGAIN_SECONDS) await vault.delete(secret.scope, secret.name)
        continue
      }
      if (!(await this.#isLeftOver(secret))) continue
      await vault.delete(secret.scope, secret.name)
      erased += 1
    }
    if (erased > 0) log.warn({ erased }, 'unused secrets were left in the vault; they are erased now')
    this.#mark = secrets.length === SECRETS_PER_RUN ? (secrets.at(-1) ?? null) : null
    return this.#mark === null ? 'done' : 'more'
  }

  async #isLeftOver({ scope, name, ageSeconds }: StoredSecret): Promise<boolean> {
    const { store, clock } = this.#deps
    const [kind, id = ''] = name.split('/')
    if (kind === 'connection') {
      const stream = streamName(scope.environment, 'Connection', id)
      return (await load(store, connection, stream)).state.status === 'deleted'
    }
    if (kind !== 'webhook') return false
    const { state, events } = await load(store, webhook, webhookStream(scope))
    if (state.status === 'configured' && signingSecrets(state, clock.now()).includes(name)) return false
    const wasNamed = events.some(({ type, data }) => type !== 'WebhookRemoved' && data.secretName === name)
    return wasNamed || ageSeconds > UNNAMED_SECONDS
  }
}

function isShownSecret({ name }: StoredSecret): boolean {
  return name.startsWith(`${SHOWN_SECRET}/`)
}
