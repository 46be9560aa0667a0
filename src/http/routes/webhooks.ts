import { setWebhook, unsetWebhook } from '../../commands/use-cases/webhook.js'
import { deliveries } from '../../projections/deliveries.js'
import { findWebhook, webhooks } from '../../projections/webhooks.js'
import { commandContext } from '../access.js'
import { responses } from '../schemas/responses.js'
import { ConfiguredWebhook, ConfigureWebhookBody, RemovedWebhook, WebhookResponse } from '../schemas/webhook.js'
import type { App, RouteDeps } from './route.js'

const tags = ['Webhooks']
const CHANGES = { of: 'the webhook', perMinute: 20 }
/** Interface specification, "Webhook configuration". */
const MASKED = 'wh_***'

/** Configures, shows and removes the webhook of an account and environment. */
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
      const { url, events = null } = request.body
      const { secret, position } = await setWebhook(deps, commandContext(request), { url, events })
      await deps.freshness.waitFor(position, [webhooks.name])
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
      const position = await unsetWebhook(deps, commandContext(request))
      await deps.freshness.waitFor(position, [webhooks.name, deliveries.name])
      return { data: { deleted: true as const } }
    },
  )
}
