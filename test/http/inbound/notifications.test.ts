import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import pino from 'pino'
import t, { type Test } from 'tap'
import { PLATFORM_NOTIFICATIONS } from '../../../src/countries/fr/notifications.js'
import { connectionSecret } from '../../../src/domain/connection.js'
import type { Scope } from '../../../src/domain/event.js'
import type { Happening } from '../../../src/domain/observer.js'
import { random } from '../../../src/domain/random.js'
import { startInboundServer } from '../../../src/http/inbound/server.js'
import { MemoryHints } from '../../standins/memory/hints.js'
import { MemoryMailbox } from '../../standins/memory/mailbox.js'
import { signedHeaders } from '../../standins/signed-request.js'
import { RawClient } from '../../support/raw-client.js'
import { waitFor } from '../../support/wait-for.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const CREATED = NOW.getTime() / 1000
const PUBLIC = 'https://in.example/clearway'
const SCOPE: Scope = { account: 'acc_1', environment: 'production' }
const CONNECTION = 'conn_1BvHt8qXk5NzR3wLc9YdSm'
const KEYLESS = 'conn_2BvHt8qXk5NzR3wLc9YdSm'
const UNKNOWN = 'conn_3BvHt8qXk5NzR3wLc9YdSm'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const BODY = Buffer.from(JSON.stringify({ flowInfo: { flowId: 'f-1', trackingId: 'track-1' } }))

interface Sent {
  readonly to?: string
  readonly body?: Buffer
  readonly key?: KeyObject
  readonly created?: number
  readonly parameters?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

/** A port with a connection that has a key, and one that has none. */
async function started(t: Test) {
  const mailbox = new MemoryMailbox()
  const hints = new MemoryHints()
  const steps: string[] = []
  const outcomes: string[] = []
  const log: string[] = []
  /** A database that is away. */
  const database = { isAway: false }
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  const secrets = new Map([
    [connectionSecret(CONNECTION), { url: 'https://pa.example', apiKey: 'k', notificationKeys: pem }],
    [connectionSecret(KEYLESS), { url: 'https://pa.example', apiKey: 'k' }],
  ])
  const server = await startInboundServer('127.0.0.1', 0, {
    doors: [],
    access: { tls: null, token: 'a-token' },
    mailbox,
    notifications: {
      publicUrl: PUBLIC,
      notifications: [PLATFORM_NOTIFICATIONS],
      connectionOf: async (country, id) => {
        steps.push(`connection ${country}`)
        if (database.isAway) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
        return id === UNKNOWN ? null : SCOPE
      },
      vault: {
        get: async (scope, name) => {
          steps.push('secret')
          const secret = scope.account === SCOPE.account ? secrets.get(name) : undefined
          return secret === undefined ? null : Buffer.from(JSON.stringify(secret))
        },
      },
      hints,
      mailbox,
    },
    clock: { now: () => NOW },
    random,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    observer: {
      happened: (happening: Happening) => {
        if (happening.kind === 'notification') outcomes.push(`${happening.channel} ${happening.outcome}`)
      },
    },
  })
  t.teardown(() => server.close())
  const address = `http://127.0.0.1:${server.port}`
  const send = async (sent: Sent = {}): Promise<{ readonly status: number; readonly text: string }> => {
    const { to = CONNECTION, body = BODY, key = privateKey, created = CREATED, parameters = '', headers, method } = sent
    const given = signedHeaders(`${PUBLIC}/afnor/${to}`, body, { key, created, parameters })
    const init = { method: method ?? 'POST', headers: { ...given, ...headers }, ...(method !== 'GET' && { body }) }
    const answer = await fetch(`${address}/afnor/${to}`, init)
    return { status: answer.status, text: await answer.text() }
  }
  return { send, server, address, mailbox, hints, steps, outcomes, log, database }
}

t.test('a signed notification is a hint to collect, and to poll the invoice that it may be about', async (t) => {
  const { send, mailbox, hints, outcomes, log } = await started(t)
  t.same(await send(), { status: 200, text: '' })
  t.same(hints.heard.at(-1), [`hint for liveConnection-${CONNECTION}`])
  const expected = { channel: 'afnor', reference: 'tracking track-1', country: 'FR' } as const
  await mailbox.expect({ ...expected, scope: { ...SCOPE, account: 'acc_2' }, invoiceId: 'inv_of_others' })
  await mailbox.expect({ ...expected, scope: SCOPE, invoiceId: 'inv_1' })
  hints.answer = 'delayed'
  t.equal((await send({ created: CREATED - 1 })).status, 200)
  t.same(
    hints.heard.at(-1),
    [`hint for liveConnection-${CONNECTION}`, 'messages of liveInvoice-inv_1'],
    'that of another account is left alone',
  )
  const arrival = Buffer.from(JSON.stringify({ flowInfo: { flowId: 'f-2', flowType: 'SupplierInvoice' } }))
  t.equal((await send({ body: arrival })).status, 200)
  t.same(hints.heard.at(-1), [`arrival for liveConnection-${CONNECTION}`], 'what a supplier sent')
  t.same(mailbox.messages, [], 'nothing of it is believed')
  t.same(outcomes, ['afnor woken', 'afnor delayed', 'afnor delayed'])
  t.match(log[0], new RegExp(`"door":"/afnor","connectionId":"${CONNECTION}","status":200`))
  t.notMatch(log.join(), /track-1|PUBLIC KEY/)
})

t.test('a body that is none of the norm is still a hint', async (t) => {
  const { send, hints } = await started(t)
  for (const [n, text] of [
    '',
    '{',
    '[]',
    'null',
    '{"flowInfo":7}',
    '{"flowInfo":{"flowId":1,"trackingId":{}}}',
    '\xff',
  ].entries())
    t.equal((await send({ body: Buffer.from(text, 'latin1'), created: CREATED - n })).status, 200, text)
  t.ok(hints.heard.every((keys) => keys.length === 1))
})

t.test('the same notification again is refused, also with another signature of it', async (t) => {
  const { send, hints, outcomes } = await started(t)
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  t.equal((await send()).status, 200)
  t.match(await send(), { status: 409, text: /received before/ })
  t.equal((await send({ parameters: ';nonce="2"' })).status, 200)
  t.equal(hints.heard.length, 2)
  t.same(outcomes, ['afnor woken', 'afnor repeated', 'afnor woken'])
  t.equal((await send({ key: key.privateKey })).status, 401)
})

t.test('a wrong key, a connection without one and no connection get one answer, after the same work', async (t) => {
  const { send, steps, hints, outcomes } = await started(t)
  const { privateKey: wrong } = generateKeyPairSync('ed25519')
  const seen = new Set<string>()
  for (const [to, key] of [
    [CONNECTION, wrong],
    [KEYLESS, privateKey],
    [UNKNOWN, privateKey],
  ] as const) {
    steps.length = 0
    seen.add(JSON.stringify([await send({ to, key }), steps]))
  }
  t.equal(seen.size, 1)
  t.match([...seen][0], /401.*No key of an active connection at this address made the signature/)
  t.same(hints.heard, [])
  t.same(outcomes, ['afnor refused', 'afnor refused', 'afnor refused'])
})

t.test('faults of the request itself are named before anything is looked up', async (t) => {
  const { send, steps, address, outcomes } = await started(t)
  t.match(await send({ created: CREATED - 301 }), { status: 401, text: /older than 300 seconds/ })
  t.match(await send({ headers: { 'content-digest': 'sha-256=:AAAA:' } }), {
    status: 401,
    text: /not that of the body/,
  })
  t.match(await send({ method: 'GET' }), { status: 405 })
  t.match(await send({ headers: { 'content-encoding': 'gzip' } }), { status: 415 })
  t.match(await send({ body: Buffer.alloc(64 * 1024 + 1) }), { status: 413 })
  const unsigned = await fetch(`${address}/afnor/${CONNECTION}`, { method: 'POST', body: 'x' })
  t.equal(unsigned.status, 401)
  t.match(await unsigned.text(), /header signature-input is missing; sign the request by RFC 9421/)
  t.same(steps, [])
  t.same(new Set(outcomes), new Set(['afnor refused']))
  for (const path of [
    '/afnor',
    '/afnor/',
    '/afnor/x',
    `/afnor/${CONNECTION}/`,
    `/afnor/${CONNECTION}?x`,
    `/sdi/${CONNECTION}`,
  ])
    t.equal((await fetch(address + path, { method: 'POST', body: 'x' })).status, 401, path)
  t.equal(outcomes.length, 6, 'at other paths there are no notifications')
})

t.test('without the database the sender is asked to repeat it', async (t) => {
  const { send, database, hints, outcomes } = await started(t)
  database.isAway = true
  t.match(await send(), { status: 503, text: 'Not now; send it again.\n' })
  database.isAway = false
  t.equal((await send()).status, 200, 'it is not known from before')
  t.equal(hints.heard.length, 1)
  t.same(outcomes, ['afnor failed', 'afnor woken'])
})

t.test('senders that do not finish occupy a few places, for some seconds', async (t) => {
  const { send, server, outcomes } = await started(t)
  const signed = signedHeaders(`${PUBLIC}/afnor/${CONNECTION}`, BODY, { key: privateKey, created: CREATED })
  const head = Object.entries(signed).map(([name, value]) => `${name}: ${value}\r\n`)
  const slow = await Promise.all(Array.from({ length: 16 }, () => RawClient.connect(t, server.port)))
  for (const client of slow)
    client.send(
      `POST /afnor/${CONNECTION} HTTP/1.1\r\nhost: in.example\r\ncontent-length: ${BODY.length}\r\n${head.join('')}\r\n{`,
    )
  await waitFor('all places are taken', async () => (await send()).status === 503)
  await waitFor('they are free again', async () => (await send({ parameters: ';nonce="2"' })).status === 200, 20_000)
  await waitFor('the slow ones are cut off', () =>
    Promise.resolve(outcomes.filter((each) => each === 'afnor failed').length >= 17),
  )
})
