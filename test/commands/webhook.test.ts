import t from 'tap'
import { configureWebhook } from '../../src/commands/configure-webhook.js'
import { removeWebhook } from '../../src/commands/remove-webhook.js'
import { fold } from '../../src/domain/aggregate.js'
import { newWebhookSecret, subscribes, webhook, type WebhookEvent } from '../../src/domain/webhook.js'
import { given } from '../spec.js'

const data = { url: 'https://example.com/hooks', events: null, secretName: 'webhook/1' }
const configured: WebhookEvent = { type: 'WebhookConfigured', data }
const removed: WebhookEvent = { type: 'WebhookRemoved', data: {} }

t.test('each configuration replaces the one before, even an equal one: its secret is new', async () => {
  given(webhook).when(configureWebhook(data)).then(configured)
  given(webhook, configured).when(configureWebhook(data)).then(configured)
  given(webhook, configured, removed).when(configureWebhook(data)).then(configured)
})

t.test('duplicate kinds are folded', async () => {
  const events = ['invoice.created', 'invoice.error', 'invoice.created']
  given(webhook)
    .when(configureWebhook({ ...data, events }))
    .then({ type: 'WebhookConfigured', data: { ...data, events: ['invoice.created', 'invoice.error'] } })
})

t.test('removing what is not there is nothing to do', async () => {
  given(webhook).when(removeWebhook()).thenNothing()
  given(webhook, configured).when(removeWebhook()).then(removed)
  given(webhook, configured, removed).when(removeWebhook()).thenNothing()
})

t.test('each removal begins a new epoch, a replacement does not', async (t) => {
  t.match(fold(webhook, [configured, configured]), { status: 'configured', epoch: 0 })
  t.match(fold(webhook, [configured, removed]), { status: 'none', epoch: 1 })
  t.match(fold(webhook, [configured, removed, configured]), { status: 'configured', epoch: 1 })
})

t.test('a list names what is subscribed to; without one it is everything', async (t) => {
  const state = { ...data, status: 'configured', epoch: 0 } as const
  t.ok(subscribes(state, 'connection.active'))
  t.ok(subscribes({ ...state, events: ['invoice.created'] }, 'invoice.created'))
  t.notOk(subscribes({ ...state, events: ['invoice.created'] }, 'invoice.error'))
})

t.test('a secret has 32 random bytes in the form of Standard Webhooks', async (t) => {
  const secret = newWebhookSecret((size) => new Uint8Array(size).fill(1))
  t.equal(secret, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)
})
