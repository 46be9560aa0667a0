import t from 'tap'
import type { Access, Gateway, Submission } from '../../../src/countries/gateway/gateway.js'
import { byWay } from '../../../src/countries/it/ways.js'
import type { GovernmentMessage } from '../../../src/countries/gateway/mailbox.js'
import { sound } from './sound-invoice.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const OURS = '16000000001 IT01879020517_C0000.xml'
const scope = { account: 'acc_1', environment: 'production' } as const

/** A way that answers every call with its name. */
function way(name: string, found: string | null = null): Gateway {
  return {
    submit: async () => ({ kind: 'submitted', uploadId: name, govEndpoint: name }),
    find: async () => (found === null ? { kind: 'unknown' } : { kind: 'known', uploadId: found, govEndpoint: name }),
    poll: async () => ({ kind: 'accepted', govId: name, govMessage: '', receipt: null }),
    check: async () => ({ kind: 'works', detail: name }),
    responseIn: () => ({ at: NOW, code: name, label: '', reason: null }),
  }
}

const access = (credentials: Access['credentials']): Access => ({
  connectionId: 'con_1',
  vatNumber: 'IT1',
  credentials,
})
const KEY = access({ apiKey: 'ik_live_1' })
const CERTIFICATE = access({ certificate: 'c', privateKey: 'k' })
const by = (given: Access): Submission => ({
  scope,
  invoiceId: 'inv_1',
  attemptId: 'a',
  refusals: 0,
  createdAt: NOW,
  invoice: sound,
  xml: new Uint8Array(),
  access: given,
})
const tools = { pace: 0.5, clock: { now: () => NOW } }
const gateway = byWay({ channel: way('channel'), intermediary: way('intermediary') }, tools)

t.test('the credentials choose the way', async (t) => {
  t.match(await gateway.submit(by(KEY)), { uploadId: 'intermediary' })
  t.match(await gateway.submit(by(CERTIFICATE)), { uploadId: 'channel' })
  t.match(await gateway.check?.(KEY), { detail: 'intermediary' })
  t.match(await gateway.check?.(CERTIFICATE), { detail: 'channel' })
})

t.test('what was sent stays with the way by which it went', async (t) => {
  t.match(await gateway.poll(by(KEY), OURS, NOW), { govId: 'channel' })
  t.match(await gateway.poll(by(CERTIFICATE), OURS, NOW), { govId: 'channel' })
  t.match(await gateway.poll(by(KEY), 'invoicetronic 4711', NOW), { govId: 'intermediary' })
  t.match(await gateway.poll(by(CERTIFICATE), 'invoicetronic 4711', NOW), {
    kind: 'unavailable',
    concerns: 'invoice',
    retryAfterSeconds: 1800,
    reason: /Invoicetronic/,
  })
})

t.test('what a certificate has sent is found before a key sends it', async (t) => {
  const intermediary = way('intermediary', 'invoicetronic 4711')
  const known = byWay({ channel: way('channel', OURS), intermediary }, tools)
  t.match(await known.find(by(KEY)), { uploadId: OURS, govEndpoint: 'channel' })
  const other = byWay({ channel: way('channel'), intermediary }, tools)
  t.match(await other.find(by(KEY)), { govEndpoint: 'intermediary' })
  t.same(await other.find(by(CERTIFICATE)), { kind: 'unknown' })
})

t.test('messages: fetched by a key, or brought by SdI', async (t) => {
  const message = (from: GovernmentMessage['scope']): GovernmentMessage => ({
    channel: 'sdi',
    scope: from,
    messageId: 'm',
    references: [],
    kind: 'NE',
    receivedAt: NOW,
    bytes: new Uint8Array(),
    mediaType: 'application/xml',
  })
  t.match(gateway.responseIn?.(message(null)), { code: 'channel' })
  t.match(gateway.responseIn?.(message(scope)), { code: 'intermediary' })
  t.same(await gateway.collect?.(scope, CERTIFICATE, null), { kind: 'messages', messages: [], until: NOW })
})
