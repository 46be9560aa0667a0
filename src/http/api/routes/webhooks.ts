import type { ScopedContext } from '../../../commands/handle.js'
import { rotateSecret, setWebhook, unsetWebhook } from '../../../commands/use-cases/webhook.js'
import { troubleInWords } from '../../../domain/receiver.js'
import { webhookStream } from '../../../domain/streams.js'
import { countPending, deliveries } from '../../../projections/deliveries.js'
import { findTrouble } from '../../../projections/receivers.js'
import { isoTime } from '../../../domain/iso-time.js'
import { findWebhook, type WebhookRow, webhooks } from '../../../projections/webhooks.js'
import { commandContext } from '../access.js'
import { loadRow } from '../../load-row.js'
import { answerOnce, RepeatableHeadersOfSecret } from '../idempotency-key.js'
import { responses } from '../schemas/responses.js'
import {
  ConfiguredWebhook,
  ConfigureWebhookBody,
  RemovedWebhook,
  RotatedWebhook,
  WebhookResponse,
} from '../schemas/webhook.js'
import type { App, RouteDeps } from '../../route.js'

const tags = ['Webhooks']
const CHANGES = { of: 'the webhook', perMinute: 20 }
/** Interface specification, "Webhook configuration". */
const MASKED = 'wh_***'

const UNCONFIGURED = { url: null, secret: null, events: null, previousSecretExpiresAt: null, lastErrorMessage: null }
/** Waiting deliveries are counted up to this number. */
const COUNTED = 10_000

/** Configures, returns and removes the webhook of an account and environment. */
export function webhookRoutes(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/webhooks',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'configureWebhook',
        summary: 'Configure the webhook',
        description:
          'Replaces the configuration of this environment and creates a new signing secret each time. Pending ' +
          'deliveries are sent to the new address, signed with the new secret.',
        tags,
        headers: RepeatableHeadersOfSecret,
        body: ConfigureWebhookBody,
        response: responses({ 200: ConfiguredWebhook }, 400, 403, 409, 413, 415),
      },
    },
    (request, reply) => {
      const { url, events: named = [] } = request.body
      const events = named.length === 0 ? null : named
      const configure = async (its: RouteDeps, context: ScopedContext) => {
        const { secret, position } = await setWebhook(its, context, { url, events })
        await deps.freshness.waitFor(position, [webhooks.name])
        return { data: { url, secret, events: events && [...new Set(events)] } }
      }
      return answerOnce(deps, request, reply, configure, 'secret')
    },
  )

  app.post(
    '/v1/webhooks/rotate-secret',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the signing secret',
        description:
          'Creates a new signing secret, shown only this once. For 24 hours the previous secret signs as well: ' +
          '`webhook-signature` contains both signatures, and `X-Service-Signature-Previous` is sent with ' +
          '`X-Service-Signature`. Rotating again ends the overlap of the previous rotation. The request has no ' +
          'body.',
        tags,
        headers: RepeatableHeadersOfSecret,
        response: responses({ 200: RotatedWebhook }, 403, 409),
      },
    },
    (request, reply) => {
      const rotate = async (its: RouteDeps, context: ScopedContext) => {
        const { position, events, ...rotated } = await rotateSecret(its, context)
        await deps.freshness.waitFor(position, [webhooks.name])
        return { data: { ...rotated, events: events && [...events] } }
      }
      return answerOnce(deps, request, reply, rotate, 'secret')
    },
  )

  app.get(
    '/v1/webhooks',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get the webhook configuration',
        description: 'The secret is masked; all fields are null if nothing is configured.',
        tags,
        response: responses({ 200: WebhookResponse }),
      },
    },
    async (request) => {
      const row =
        (await findWebhook(deps.db, request.scope)) ?? (await loadRow(deps, webhooks, webhookStream(request.scope)))
      if (row === null) return { data: UNCONFIGURED }
      const trouble = await findTrouble(deps.db, request.scope)
      const waiting = trouble === null ? 0 : await countPending(deps.db, request.scope, COUNTED + 1)
      return {
        data: {
          url: row.url,
          secret: MASKED,
          events: row.events && [...row.events],
          previousSecretExpiresAt: shownOverlap(row, deps.clock.now()),
          lastErrorMessage: troubleInWords(trouble, deps.clock.now(), inWords(waiting)),
        },
      }
    },
  )

  app.delete(
    '/v1/webhooks',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete the webhook configuration',
        description:
          'Pending deliveries are cancelled and the secret is erased. Deleting a webhook that does not exist is ' +
          'no error.',
        tags,
        response: responses({ 200: RemovedWebhook }, 403),
      },
    },
    async (request) => {
      const position = await unsetWebhook(deps, commandContext(request))
      await deps.freshness.waitFor(position, [webhooks.name, deliveries.name])
      return { data: { deleted: true as const } }
    },
  )
}

/** null: the previous secret no longer signs, or there was none. */
function shownOverlap({ previous_secret_expires_at: at }: WebhookRow, now: Date): string | null {
  const expiresAt = isoTime(at)
  return expiresAt !== null && expiresAt > now.toISOString() ? expiresAt : null
}

function inWords(waiting: number): string {
  if (waiting > COUNTED) return `over ${COUNTED.toLocaleString('en')} deliveries are`
  return waiting === 1 ? '1 delivery is' : `${waiting.toLocaleString('en')} deliveries are`
}
