import { configureWebhook } from '../../commands/configure-webhook.js'
import { handle } from '../../commands/handle.js'
import { removeWebhook } from '../../commands/remove-webhook.js'
import { base62 } from '../../domain/ids.js'
import { webhookStream } from '../../domain/streams.js'
import { newWebhookSecret, webhook } from '../../domain/webhook.js'
import { webhookUrlFault } from '../../domain/webhook-url.js'
import { deliveries } from '../../projections/deliveries.js'
import { findWebhook, webhooks } from '../../projections/webhooks.js'
import { commandContext } from '../access.js'
import { invalidField } from '../errors.js'
import { responses } from '../schemas/responses.js'
import { ConfiguredWebhook, ConfigureWebhookBody, RemovedWebhook, WebhookResponse } from '../schemas/webhook.js'
import type { App, RouteDeps } from './route.js'

const tags = ['Webhooks']
const CHANGES = { of: 'the webhook', perMinute: 20 }
/** Interface specification, "Webhook configuration". */
const MASKED = 'wh_***'

export function webhookRoutes(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/webhooks',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'configureWebhook',
        summary: 'Configure the webhook',
        description:
          'Replaces the configuration of this environment and makes a new signing secret each time. Pending deliveries go to the new address, signed ' +
          'with the new secret.',
        tags,
        body: ConfigureWebhookBody,
        response: responses({ 200: ConfiguredWebhook }, 400, 403, 413, 415),
      },
    },
    async (request) => {
      const { scope } = request
      const { url, events = null } = request.body
      const fault = webhookUrlFault(url, deps.config.webhookAllowPrivateNetwork)
      if (fault !== null) throw invalidField('url', fault)
      // First the secret: whoever dies in between leaves a secret that nothing names, not a webhook that can't sign.
      const secret = newWebhookSecret(deps.random)
      const secretName = `webhook/${base62(deps.random(16), 22)}`
      await deps.vault.put(scope, secretName, Buffer.from(secret, 'utf8'))
      const command = configureWebhook({ url, events, secretName })
      const outcome = await handle(deps, commandContext(request), webhook, webhookStream(scope), command)
      await deps.freshness.waitFor(outcome.loaded.position, [webhooks.name])
      return { data: { url, secret, events: events && [...new Set(events)] } }
    },
  )

  app.get(
    '/v1/webhooks',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get the webhook configuration',
        description: 'The secret is masked; all fields are null where nothing is configured.',
        tags,
        response: responses({ 200: WebhookResponse }),
      },
    },
    async (request) => {
      const row = await findWebhook(deps.db, request.scope)
      if (row === null) return { data: { url: null, secret: null, events: null } }
      return { data: { url: row.url, secret: MASKED, events: row.events && [...row.events] } }
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
          'Pending deliveries are cancelled and the secret is erased. Deleting what is not there is no error.',
        tags,
        response: responses({ 200: RemovedWebhook }, 403),
      },
    },
    async (request) => {
      const { scope } = request
      const outcome = await handle(deps, commandContext(request), webhook, webhookStream(scope), removeWebhook())
      await deps.freshness.waitFor(outcome.loaded.position, [webhooks.name, deliveries.name])
      return { data: { deleted: true as const } }
    },
  )
}
