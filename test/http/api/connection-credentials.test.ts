import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { handle } from '../../../src/commands/handle.js'
import { connection, type ConnectionEvent } from '../../../src/domain/connection.js'
import { sampleCompany } from './samples.js'
import { type Answer, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)
const account = await service.account('unlimited')
const { live } = account
const scope = { account: account.id, environment: 'production' } as const

/** A live connection of a company of its own. */
async function connect(countryCode: string): Promise<string> {
  const company = await live.post('/v1/companies', sampleCompany())
  const body = { companyId: company.body['data']?.['id'], countryCode }
  return String((await live.post('/v1/connections', body)).body['data']?.['id'])
}

function put(id: string, body: unknown): Promise<Answer> {
  return live.send('PUT', `/v1/connections/${id}/credentials`, body)
}

function paths(answer: Answer): string[] {
  return [...(answer.body['error']?.['details'] as Json)].map(({ path }) => String(path))
}

async function stored(id: string): Promise<unknown> {
  const secret = await service.deps.vault.get(scope, `connection/${id}`)
  return secret && JSON.parse(Buffer.from(secret).toString('utf8'))
}

const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] })

/** A self-signed client certificate, in both forms. */
function clientCertificate() {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-certificate-'))
  const file = (name: string): string => join(directory, name)
  const files = ['-keyout', file('key.pem'), '-out', file('cert.pem')]
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '36500', '-subj', '/CN=exemplu', ...files)
  const p12 = ['-inkey', file('key.pem'), '-in', file('cert.pem'), '-passout', 'pass:horse', '-out', file('all.p12')]
  openssl('pkcs12', '-export', ...p12)
  const read = (name: string): Buffer => readFileSync(file(name))
  const result = {
    certificate: read('cert.pem').toString('utf8'),
    privateKey: read('key.pem').toString('utf8'),
    pkcs12: read('all.p12').toString('base64'),
  }
  rmSync(directory, { recursive: true })
  return result
}

t.test('a Polish connection becomes active by its KSeF token, which is never shown again', async (t) => {
  const id = await connect('PL')
  const answer = await put(id, { token: 'ksef-token-1' })
  t.equal(answer.status, 200)
  t.match(answer.body['data'], { id, status: 'active', tokenExpiresAt: null, lastErrorMessage: null })
  t.same((await live.get(`/v1/connections/${id}`)).body, answer.body)
  t.same(await stored(id), { token: 'ksef-token-1' })

  t.match((await put(id, { token: 'ksef-token-2' })).body['data'], { status: 'active' })
  t.same(await stored(id), { token: 'ksef-token-2' })

  const events = await service.deps.store.readStream(`liveConnection-${id}`)
  t.same(
    events.map(({ type }) => type),
    ['ConnectionRequested', 'ConnectionActivated', 'CredentialsReplaced'],
  )
  const everything = JSON.stringify([events, service.log, answer.body], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  t.notMatch(everything, /ksef-token/)

  await live.delete(`/v1/connections/${id}`)
  t.equal(await stored(id), null)
  t.equal((await put(id, { token: 'ksef-token-3' })).status, 404)
  t.equal(await stored(id), null)
})

t.test('an expired connection is set up again by new credentials', async (t) => {
  const id = await connect('PL')
  const expired: ConnectionEvent = { type: 'ConnectionExpired', data: { errorMessage: 'token revoked' } }
  const context = { ...scope, actor: 'operator', correlationId: id, causationId: id } as const
  await put(id, { token: 'a' })
  await handle(service.deps, context, connection, `liveConnection-${id}`, () => ({ kind: 'accept', events: [expired] }))
  t.match((await put(id, { token: 'b' })).body['data'], { status: 'active', lastErrorMessage: null })
})

t.test('Italy takes a certificate with its key, or a PKCS#12 file', async (t) => {
  const { certificate, privateKey, pkcs12 } = clientCertificate()
  const other = clientCertificate()
  const id = await connect('IT')
  for (const [body, path] of [
    [{}, 'certificate'],
    [{ certificate }, 'privateKey'],
    [{ privateKey }, 'certificate'],
    [{ certificate: 'x', privateKey }, 'certificate'],
    [{ certificate, privateKey: 'x' }, 'privateKey'],
    [{ certificate, privateKey: other.privateKey }, 'privateKey'],
    [{ certificate, privateKey, pkcs12 }, 'pkcs12'],
    [{ pkcs12, passphrase: 'cow' }, 'pkcs12'],
    [{ pkcs12: 'AAAA', passphrase: 'horse' }, 'pkcs12'],
    [{ token: 'x' }, 'token'],
  ] as const) {
    const answer = await put(id, body)
    t.same([answer.status, paths(answer)], [400, [path]], Object.keys(body).join())
  }
  t.match((await live.get(`/v1/connections/${id}`)).body['data'], { status: 'pending_setup' })
  t.match((await put(id, { certificate, privateKey })).body['data'], { status: 'active' })
  t.match((await put(id, { pkcs12, passphrase: 'horse' })).body['data'], { status: 'active' })
  t.same(await stored(id), { pkcs12, passphrase: 'horse' })

  service.clock.set('2200-01-01T00:00:00.000Z')
  const expired = await put(id, { certificate, privateKey })
  service.clock.set('2026-03-31T09:30:00.000Z')
  t.same([expired.status, paths(expired)], [400, ['certificate']])
})

t.test('Belgium and Germany take the address of an access point with its key', async (t) => {
  const url = 'https://api.provider.example/v1'
  for (const country of ['BE', 'DE']) {
    const id = await connect(country)
    for (const [body, expected] of [
      [{}, ['url', 'apiKey']],
      [{ url }, ['apiKey']],
      [{ url: 'http://provider.example', apiKey: 'a' }, ['url']],
      [{ url: 'https://user:pass@provider.example', apiKey: 'a' }, ['url']],
      [{ url, apiKey: 'a', clientId: 'b' }, ['clientId']],
      [{ url, apiKey: 'a b' }, ['apiKey']],
      [{ url, apiKey: 7 }, ['apiKey']],
    ] as const) {
      const answer = await put(id, body)
      t.same([answer.status, paths(answer)], [400, [...expected]], JSON.stringify(body))
    }
    t.match((await put(id, { url, apiKey: 'a' })).body['data'], { status: 'active' })
  }
})

t.test('Romania authorises by OAuth, and other requests find no place', async (t) => {
  const romanian = await connect('RO')
  const answer = await put(romanian, { token: 'x' })
  t.same([answer.status, answer.body['error']?.['type']], [409, 'conflict_error'])
  t.match((await live.get(`/v1/connections/${romanian}`)).body['data'], { status: 'pending_setup' })
  t.equal((await put('conn_0000000000000000000000', { token: 'x' })).status, 404)
  const polish = await connect('PL')
  t.same(paths(await put(polish, undefined)), [''])
  t.same(paths(await put(polish, [])), [''])
  t.same(paths(await put(polish, '{"token":"a","token":"b"}')), ['token'])
  t.equal((await account.test.send('PUT', `/v1/connections/${polish}/credentials`, { token: 'x' })).status, 404)
})

t.test('a test connection, which is active already, takes credentials too', async (t) => {
  const company = await account.test.post('/v1/companies', sampleCompany())
  const body = { companyId: company.body['data']?.['id'], countryCode: 'PL' }
  const id = String((await account.test.post('/v1/connections', body)).body['data']?.['id'])
  const answer = await account.test.send('PUT', `/v1/connections/${id}/credentials`, { token: 'x' })
  t.match(answer, { status: 200, body: { data: { id, status: 'active' } } })
})
