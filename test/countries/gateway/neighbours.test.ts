import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import fc from 'fast-check'
import t from 'tap'
import { GovernmentHttp } from '../../../src/countries/gateway/government-http.js'
import { ServerClocks } from '../../../src/countries/gateway/server-clocks.js'
import { ROMANIAN_SETUP } from '../../../src/countries/ro/setup.js'
import { selfSigned } from '../../support/certificate.js'
import { credentialsOf, isUnaffected, VERSION } from '../../support/neighbours.js'

t.test('a call shows the certificate of its own connection, also over a connection that is used again', async (t) => {
  const server = selfSigned()
  const identities = { one: [0, 1, 2].map(() => selfSigned()), other: [0, 1, 2].map(() => selfSigned()) }
  const asked = { key: server.key, cert: server.cert, requestCert: true, rejectUnauthorized: false }
  const listening = createServer(asked, ({ socket }, response) => {
    response.end((socket as TLSSocket).getPeerCertificate().fingerprint256)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const all: GovernmentHttp[] = []
  t.teardown(async () => {
    await Promise.all(all.map((http) => http.close()))
    listening.close()
  })
  const url = `https://127.0.0.1:${(listening.address() as AddressInfo).port}/`
  await isUnaffected(
    () => {
      const http = new GovernmentHttp({ connectMs: 10_000, ca: server.cert })
      all.push(http)
      return {
        perform: async (owner, version: number) => {
          const { cert = '', key = '' } = identities[owner][version] ?? {}
          const call = {
            method: 'POST',
            url,
            headers: {},
            body: Buffer.from('x'),
            timeoutMs: 10_000,
            maxBytes: 1_000,
          } as const
          const said = await http.send({ ...call, identity: { certificate: cert, privateKey: key } })
          const shown = said.kind === 'answer' ? Buffer.from(said.bytes).toString() : said.reason
          return shown === new X509Certificate(cert).fingerprint256 ? 'its own' : shown
        },
      }
    },
    VERSION,
    { numRuns: 6 },
  )
  t.pass()
})

t.test('the clock of a server is known by its own answers', async (t) => {
  const ms = fc.integer({ min: -100_000_000, max: 100_000_000 })
  await isUnaffected(
    (now) => {
      const clocks = new ServerClocks({ now })
      return {
        perform: (owner, { ahead, isSaid }: { ahead: number; isSaid: boolean }) => {
          const url = `https://${owner}.example/path`
          const time = new Date(now().getTime() + ahead)
          if (isSaid) clocks.said(url, time)
          else clocks.answered(url, { date: time.toUTCString() }, 100)
          return [clocks.aheadMs(url), clocks.measuredAheadMs(url)]
        },
      }
    },
    fc.record({ ahead: ms, isSaid: fc.boolean() }),
  )
  t.pass()
})

t.test('an authorisation is exchanged for the tokens of its own user', async (t) => {
  const server = createPlainServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const given = new URLSearchParams(body)
      const said = given.get('code') ?? given.get('refresh_token') ?? ''
      const tokens = { access_token: `access ${said}`, refresh_token: `refresh ${said}`, expires_in: 60 }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  const settings = { ANAF_AUTH_URL: url, ANAF_TOKEN_URL: url, ANAF_CLIENT_ID: 'x', ANAF_CLIENT_SECRET: 'y' }
  await isUnaffected(
    () => ({
      perform: async (owner, { version, isNew }: { version: number; isNew: boolean }, at) => {
        const { token } = credentialsOf(owner, version)
        // A client of the same process each time, as the use cases make it.
        const client = ROMANIAN_SETUP.client(settings)
        return isNew ? client?.exchange(token, url, at) : client?.refresh(token, at)
      },
    }),
    fc.record({ version: VERSION, isNew: fc.boolean() }),
    { numRuns: 15 },
  )
  t.pass()
})
