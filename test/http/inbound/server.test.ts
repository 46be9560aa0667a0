import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import t, { type Test } from 'tap'
import type { InboundDoor } from '../../../src/countries/gateway/inbound-door.js'
import { type InboundAccess, readInboundAccess } from '../../../src/http/inbound/access.js'
import { type InboundServer, startInboundServer } from '../../../src/http/inbound/server.js'
import { JudgingLimit } from '../../../src/documents/judging/port.js'
import type { Happening } from '../../../src/domain/observer.js'
import { random } from '../../../src/domain/random.js'
import { MemoryMailbox } from '../../standins/memory/mailbox.js'
import { selfSigned } from '../../support/certificate.js'
import { RawClient } from '../../support/raw-client.js'
import { waitFor } from '../../support/wait-for.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const TOKEN = 'a-token-of-the-proxy'

/** Stores every body as one message; a body `later` meets a mailbox that is away. */
const door: InboundDoor = {
  path: '/sdi',
  channel: 'sdi',
  maxBytes: 1_000,
  async receive({ body, contentType, headers }, mailbox, now) {
    const text = Buffer.from(body).toString()
    if (text === 'later') throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    if (text === 'fault') throw new Error('a fault of ours')
    const references = [`soap ${headers['soapaction'] ?? ''}`, `secret ${headers['authorization'] ?? 'none'}`]
    const message = { channel: 'sdi', scope: null, messageId: text, references, kind: contentType } as const
    await mailbox.put({ ...message, receivedAt: now, bytes: body, mediaType: contentType })
    return { status: 200, contentType: 'text/xml', body: '<ok/>' }
  },
}

interface World {
  readonly server: InboundServer
  readonly mailbox: MemoryMailbox
  readonly log: string[]
  /** The counted messages. */
  readonly counted: readonly string[]
}

async function started(t: Test, access: InboundAccess, its: InboundDoor = door): Promise<World> {
  const mailbox = new MemoryMailbox()
  const log: string[] = []
  const counted: string[] = []
  const observer = {
    happened: (happening: Happening): void => {
      if (happening.kind === 'inbound message') counted.push(`${happening.message}: ${happening.outcome}`)
    },
  }
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) })
  const clock = { now: () => NOW }
  const deps = { access, mailbox, notifications: null, clock, random, log: logger, observer }
  const server = await startInboundServer('127.0.0.1', 0, { doors: [its], ...deps })
  t.teardown(() => server.close())
  return { server, mailbox, log, counted }
}

const BY_TOKEN: InboundAccess = { tls: null, token: TOKEN }
const authorization = `Bearer ${TOKEN}`

function post(world: World, body: string, init: RequestInit & { path?: string } = {}): Promise<Response> {
  const headers = { authorization, 'content-type': 'text/xml', ...init.headers }
  return fetch(`http://127.0.0.1:${world.server.port}${init.path ?? '/sdi'}`, {
    method: 'POST',
    body,
    ...init,
    headers,
  })
}

t.test('a message is kept before it is answered, and the log reports it without its content', async (t) => {
  const world = await started(t, BY_TOKEN)
  const answer = await post(world, '<Notifica/>', { headers: { SOAPAction: '"ricevi"' } })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'text/xml')
  t.equal(await answer.text(), '<ok/>')
  t.match(world.mailbox.messages, [
    { messageId: '<Notifica/>', references: ['soap "ricevi"', 'secret none'], kind: 'text/xml', receivedAt: NOW },
  ])
  const [line = '', ...rest] = world.log
  t.same(rest, [])
  t.match(JSON.parse(line), {
    door: '/sdi',
    status: 200,
    bytes: 11,
    requestId: answer.headers.get('x-request-id') ?? '',
  })
  t.notMatch(world.log.join(), new RegExp(`Notifica|${TOKEN}`))
})

t.test('a message that could be about several invoices is logged, without its content', async (t) => {
  const receive: InboundDoor['receive'] = async (request, mailbox, now) => {
    const found = await mailbox.expecting('peppol', ['number 1'])
    return { ...(await door.receive(request, mailbox, now)), body: String(found.length) }
  }
  const world = await started(t, BY_TOKEN, { ...door, receive })
  const scope = { account: 'acc_1', environment: 'production' } as const
  const expected = { channel: 'peppol', reference: 'number 1', scope, country: 'BE' } as const
  for (const [count, invoiceId] of ['inv_1', 'inv_2'].entries()) {
    t.equal(await (await post(world, '<Secret/>')).text(), String(count))
    await world.mailbox.expect({ ...expected, invoiceId })
    t.notMatch(world.log.join(), /matched to none/)
  }
  t.equal(await (await post(world, '<Secret/>')).text(), '2')
  t.match(world.log.join(), /"invoiceIds":\["inv_1","inv_2"\].*matched to none/)
  t.notMatch(world.log.join(), /Secret/)
})

t.test('no request is accepted without the token', async (t) => {
  const world = await started(t, BY_TOKEN)
  for (const given of [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN} ${TOKEN}`,
  ]) {
    for (const path of ['/sdi', '/', '/nowhere']) {
      const answer = await post(world, 'x', { headers: { authorization: given }, path })
      t.equal(answer.status, 401, `${given} at ${path}`)
      t.equal(answer.headers.get('www-authenticate'), 'Bearer')
    }
  }
  t.equal((await post(world, 'x', { headers: { authorization: `bearer  ${TOKEN}` } })).status, 200)
  t.equal(world.mailbox.messages.length, 1)
})

t.test('what is no message is refused', async (t) => {
  const world = await started(t, BY_TOKEN)
  t.equal((await post(world, 'x', { path: '/peppol' })).status, 404)
  t.equal((await post(world, 'x', { path: '/sdi/' })).status, 404)
  const get = await fetch(`http://127.0.0.1:${world.server.port}/sdi?wsdl`, { headers: { authorization } })
  t.equal(get.status, 405)
  t.equal(get.headers.get('allow'), 'POST')
  t.equal((await post(world, 'x', { headers: { 'content-encoding': 'gzip' } })).status, 415)
  t.equal((await post(world, 'x'.repeat(1_000))).status, 200)
  t.equal((await post(world, 'x'.repeat(1_001))).status, 413)
  t.equal(world.mailbox.messages.length, 1)
})

t.test('each message is counted once, by its kind and what became of it', async (t) => {
  const refusing: InboundDoor = {
    ...door,
    receive: async ({ body, ...rest }, ...args) => {
      const text = Buffer.from(body).toString()
      if (text === 'refused') return { status: 500, contentType: 'text/xml', body: '<fault/>' }
      if (text === 'unreadable') throw new JudgingLimit('time', 'too slow')
      return door.receive({ body, ...rest }, ...args)
    },
  }
  const world = await started(t, BY_TOKEN, refusing)
  const expected = { channel: 'sdi', reference: 'soap "mine"', country: 'IT', invoiceId: 'inv_1' } as const
  await world.mailbox.expect({ ...expected, scope: { account: 'acc_1', environment: 'production' } })
  const of = (kind: string, soapaction = '') => ({ headers: { 'content-type': kind, soapaction } })
  for (const [body, init, counted] of [
    ['1', of('RC'), 'sdi RC: unmatched'],
    ['1', of('RC'), 'sdi RC: repeated'],
    ['2', of('NE', '"mine"'), 'sdi NE: stored'],
    ['3', of('text/xml'), 'sdi unknown: unmatched'],
    ['refused', {}, 'sdi unknown: refused'],
    ['unreadable', {}, 'sdi unknown: refused'],
    ['x'.repeat(1_001), {}, 'sdi unknown: refused'],
    ['later', {}, 'sdi unknown: failed'],
    ['fault', {}, 'sdi unknown: failed'],
  ] as const) {
    const before = world.counted.length
    await post(world, body, init)
    t.same(world.counted.slice(before), [counted], body.slice(0, 20))
  }
  const before = world.counted.length
  await post(world, 'x', { headers: { authorization: 'Bearer x' } })
  await post(world, 'x', { path: '/nowhere' })
  t.equal(world.counted.length, before, 'a stranger brings no messages')
})

t.test('a body without a length is bounded all the same', async (t) => {
  const { server, mailbox } = await started(t, BY_TOKEN)
  const client = await RawClient.connect(t, server.port)
  const chunk = `100\r\n${'x'.repeat(256)}\r\n`
  client.send(`POST /sdi HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\ntransfer-encoding: chunked\r\n\r\n`)
  client.send(chunk.repeat(8))
  t.match(await client.answers(), /^HTTP\/1\.1 413 [^]*connection: close/i)
  t.same(mailbox.messages, [])
})

t.test('what can not be kept now is to be sent again', async (t) => {
  const world = await started(t, BY_TOKEN)
  const later = await post(world, 'later')
  t.equal(later.status, 503)
  t.equal(later.headers.get('retry-after'), '30')
  t.equal((await post(world, 'fault')).status, 500)
  const levels = world.log.map((line) => (JSON.parse(line) as { level: number }).level)
  t.same(levels, [20, 30, 50, 30], 'an outage is logged by those who watch over it')
})

t.test('so many are handled at a time, and more are to come again', async (t) => {
  let go = (): void => undefined
  const gone = new Promise<void>((resolve) => (go = resolve))
  let entered = 0
  const slow: InboundDoor = {
    path: '/sdi',
    channel: 'sdi',
    maxBytes: 30_000_000,
    async receive() {
      entered += 1
      await gone
      return { status: 200, contentType: 'text/plain', body: 'ok' }
    },
  }
  const world = await started(t, BY_TOKEN, slow)
  const waiting = Array.from({ length: 64 }, () => post(world, 'x'))
  await waitFor('all are in', () => entered === 64)
  t.equal((await post(world, 'x')).status, 503)
  go()
  t.ok((await Promise.all(waiting)).every(({ status }) => status === 200))
  t.equal((await post(world, 'x')).status, 200)
})

t.test('who sends slowly, or nothing, does not keep others out, nor the process from ending', async (t) => {
  const { server, mailbox, ...world } = await started(t, BY_TOKEN)
  const holding: RawClient[] = []
  for (let n = 0; n < 250; n++) {
    holding.push((await RawClient.connect(t, server.port)).send('POST /sdi HTTP/1.1\r\nhost: a\r\n'))
  }
  t.equal((await post({ server, mailbox, ...world }, 'in')).status, 200)
  const half = await RawClient.connect(t, server.port)
  half.send(`POST /sdi HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\ncontent-length: 10\r\n\r\nhalf`)
  await server.close()
  await waitFor('all are closed', () => half.closed && holding.every(({ closed }) => closed))
  t.equal(mailbox.messages.length, 1, 'half a message is none')
})

t.test('what is being handled when the process is to end is answered', async (t) => {
  let go = (): void => undefined
  let isIn = false
  const slow: InboundDoor = {
    ...door,
    async receive(...args) {
      isIn = true
      await new Promise<void>((resolve) => (go = resolve))
      return door.receive(...args)
    },
  }
  const world = await started(t, BY_TOKEN, slow)
  const answer = post(world, 'last')
  await waitFor('it is in', () => isIn)
  const closed = world.server.close()
  go()
  t.equal((await answer).status, 200)
  await closed
  t.equal(world.mailbox.messages.length, 1)
})

/** Sends with node's own client; a broken connection is `refused`. */
async function sent(port: number, options: RequestOptions, isTls = true): Promise<number | 'refused'> {
  const headers = { ...options.headers, 'content-type': 'text/xml' }
  const request = (isTls ? httpsRequest : httpRequest)({
    host: '127.0.0.1',
    port,
    path: '/sdi',
    method: 'POST',
    agent: false,
    ...options,
    headers,
  })
  request.end(String(Math.random()))
  try {
    const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
    response.resume()
    return response.statusCode
  } catch {
    return 'refused'
  }
}

t.test('with an authority for clients a certificate of it is needed, or the token where there is one', async (t) => {
  const [own, client, stranger] = [selfSigned(), selfSigned(), selfSigned()]
  const tls = { cert: own.cert, key: own.key, clientCa: client.cert }
  const trusting = { ca: own.cert }
  const alone = await started(t, { tls, token: null })
  const { port } = alone.server
  t.equal(await sent(port, { ...trusting, cert: client.cert, key: client.key }), 200)
  t.equal(await sent(port, trusting), 401)
  t.equal(await sent(port, { ...trusting, headers: { authorization: 'Bearer undefined' } }), 401)
  t.equal(await sent(port, { ...trusting, headers: { authorization: 'Bearer null' } }), 401)
  t.equal(await sent(port, { ...trusting, cert: stranger.cert, key: stranger.key }), 401)
  t.equal(await sent(port, {}, false), 'refused')
  t.equal(alone.mailbox.messages.length, 1)
  const both = await started(t, { tls, token: TOKEN })
  t.equal(await sent(both.server.port, { ...trusting, headers: { authorization } }), 200)
  t.equal(await sent(both.server.port, { ...trusting, cert: client.cert, key: client.key }), 200)
  t.equal(await sent(both.server.port, { ...trusting, cert: stranger.cert, key: stranger.key }), 401)
  const byToken = await started(t, { tls: { cert: own.cert, key: own.key }, token: TOKEN })
  t.equal(await sent(byToken.server.port, { ...trusting, headers: { authorization } }), 200)
  t.equal(await sent(byToken.server.port, { ...trusting, cert: client.cert, key: client.key }), 401)
})

t.test('settings that let anybody in, or name nothing usable, are refused in a sentence', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'clearway-inbound-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true })
  })
  const [own, other] = [selfSigned(), selfSigned()]
  const file = (name: string, content: string): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const cert = file('cert.pem', own.cert)
  const key = file('key.pem', own.key)
  const ca = file('ca.pem', `${own.cert}${other.cert}`)
  const wrong = file('wrong.pem', 'nothing')
  const token = { INBOUND_TOKEN: TOKEN }
  const pair = { INBOUND_TLS_CERT: cert, INBOUND_TLS_KEY: key }
  t.same(readInboundAccess(token), { tls: null, token: TOKEN })
  t.same(readInboundAccess({ ...pair, INBOUND_TLS_CLIENT_CA: ca }), {
    tls: { cert: own.cert, key: own.key, clientCa: `${own.cert}${other.cert}` },
    token: null,
  })
  for (const [settings, message] of [
    [{}, /^INBOUND_PORT is set without authentication/],
    [pair, /^INBOUND_PORT is set without authentication/],
    [{ INBOUND_TLS_CLIENT_CA: ca }, /INBOUND_TLS_CERT and INBOUND_TLS_KEY/],
    [{ ...token, INBOUND_TLS_CERT: cert }, /INBOUND_TLS_CERT and INBOUND_TLS_KEY/],
    [{ ...token, ...pair, INBOUND_TLS_KEY: join(folder, 'none') }, /^INBOUND_TLS_KEY must name .*ENOENT/],
    [{ ...token, ...pair, INBOUND_TLS_CERT: wrong }, /^INBOUND_TLS_CERT must name a file with certificates/],
    [{ ...pair, INBOUND_TLS_CLIENT_CA: wrong }, /^INBOUND_TLS_CLIENT_CA must name a file/],
    [{ ...token, ...pair, INBOUND_TLS_KEY: file('other.pem', other.key) }, /^INBOUND_TLS_KEY is not the key/],
  ] as const) {
    t.throws(() => readInboundAccess(settings), { name: 'StartupError', message }, JSON.stringify(settings))
  }
})
