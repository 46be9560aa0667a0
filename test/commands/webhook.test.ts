import t from 'tap'
import { configureWebhook, removeWebhook, rotateWebhookSecret } from '../../src/commands/webhook.js'
import { fold } from '../../src/domain/aggregate.js'
import {
  newWebhookSecret,
  secretsOf,
  signingSecrets,
  subscribes,
  webhook,
  type WebhookEvent,
} from '../../src/domain/webhook.js'
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

t.test('a list names what is subscribed to; without one it is everything usual', async (t) => {
  const state = { ...data, status: 'configured', previousSecret: null, epoch: 0 } as const
  t.ok(subscribes(state, 'connection.active'))
  t.ok(subscribes({ ...state, events: ['invoice.created'] }, 'invoice.created'))
  t.notOk(subscribes({ ...state, events: ['invoice.created'] }, 'invoice.error'))
  t.notOk(subscribes(state, 'invoice.response'), 'what buyers say must be named')
  t.ok(subscribes({ ...state, events: ['invoice.response'] }, 'invoice.response'))
  t.notOk(subscribes(state, 'invoice.payment_reported'), 'so must reports of payments')
  t.ok(subscribes({ ...state, events: ['invoice.payment_reported'] }, 'invoice.payment_reported'))
})

t.test('a secret has 32 random bytes in the form of Standard Webhooks', async (t) => {
  const secret = newWebhookSecret((size) => new Uint8Array(size).fill(1))
  t.equal(secret, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)
})

const NOW = new Date('2026-03-31T09:30:00.000Z')
const rotated = (secretName: string, previousSecretExpiresAt = '2026-04-01T09:30:00.000Z'): WebhookEvent => ({
  type: 'WebhookSecretRotated',
  data: { secretName, previousSecretExpiresAt },
})

t.test('a rotation lets the secret before it sign for 24 hours', async (t) => {
  const rotate = rotateWebhookSecret({ secretName: 'webhook/2', now: NOW })
  given(webhook, configured).when(rotate).then(rotated('webhook/2'))
  given(webhook).when(rotate).thenRejected('unconfigured')
  given(webhook, configured, removed).when(rotate).thenRejected('unconfigured')

  const state = fold(webhook, [configured, rotated('webhook/2')])
  if (state.status !== 'configured') throw new Error('not configured')
  const at = (time: string) => signingSecrets(state, new Date(time))
  t.strictSame(at('2026-04-01T09:29:59.999Z'), ['webhook/2', 'webhook/1'], 'the new one first')
  t.strictSame(at('2026-04-01T09:30:00.000Z'), ['webhook/2'])
})

t.test('there are never more than two secrets, and a new configuration has one', async (t) => {
  const twice = [configured, rotated('webhook/2'), rotated('webhook/3')]
  t.strictSame(secretsOf(fold(webhook, twice)), ['webhook/3', 'webhook/2'])
  t.strictSame(secretsOf(fold(webhook, [...twice, configured])), ['webhook/1'])
  t.strictSame(secretsOf(fold(webhook, [...twice, removed])), [])
})
