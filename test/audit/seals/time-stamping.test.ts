import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { readSeals, type RecordedSeal, signedBytes } from '../../../src/audit/seals/seals.js'
import { timeStampAuthority, trustedCertificates, verifyTimeStamp } from '../../../src/audit/seals/time-stamping.js'
import { Findings } from '../../../src/audit/verify/findings.js'
import { checkTimeStamps } from '../../../src/audit/verify/time-stamps.js'
import { sealedHistory } from './sealed-history.js'

const { signal } = new AbortController()
const dir = mkdtempSync(join(tmpdir(), 'clearway-tsa-'))
t.teardown(() => rmSync(dir, { recursive: true }))
const path = (name: string): string => join(dir, name)
const openssl = (...words: readonly string[]): Buffer =>
  execFileSync('openssl', words, { stdio: ['ignore', 'pipe', 'pipe'] })

/** An authority of OpenSSL: a CA, and a certificate with this extension. */
function makeAuthority(name: string, usage: string, days = '30'): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    path(`${name}-ca.key`),
    '-out',
    path(`${name}-ca.pem`),
    '-subj',
    `/CN=${name} CA`,
    '-days',
    '30',
  )
  openssl('req', ...key, '-keyout', path(`${name}.key`), '-out', path(`${name}.csr`), '-subj', `/CN=${name}`)
  writeFileSync(path(`${name}.ext`), `extendedKeyUsage=${usage}\nkeyUsage=critical,digitalSignature\n`)
  const ca = ['-CA', path(`${name}-ca.pem`), '-CAkey', path(`${name}-ca.key`), '-CAcreateserial']
  openssl(
    'x509',
    '-req',
    '-in',
    path(`${name}.csr`),
    ...ca,
    '-extfile',
    path(`${name}.ext`),
    '-out',
    path(`${name}.pem`),
    '-days',
    days,
  )
  writeFileSync(path(`${name}.serial`), '01\n')
  writeFileSync(
    path(`${name}.cnf`),
    `[tsa]\ndefault_tsa=c\n[c]\nserial=${path(`${name}.serial`)}\ncrypto_device=builtin\nsigner_cert=${path(`${name}.pem`)}\nsigner_key=${path(`${name}.key`)}\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256\nordering=yes\ntsa_name=yes\ness_cert_id_chain=no\ness_cert_id_alg=sha256\n`,
  )
}
makeAuthority('good', 'critical,timeStamping')

let answering = 'good'
let changed: (answer: Buffer) => Buffer = (answer) => answer
let [status, seen] = [200, '']
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  seen = `${request.headers['content-type'] ?? ''} ${request.headers.authorization ?? ''}`
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => {
      writeFileSync(path('query'), Buffer.concat(parts))
      try {
        openssl('ts', '-reply', '-config', path(`${answering}.cnf`), '-queryfile', path('query'), '-out', path('reply'))
        response.writeHead(status, { 'content-type': 'application/timestamp-reply' })
        response.end(changed(readFileSync(path('reply'))))
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const { port } = server.address() as AddressInfo
const url = `http://user:p%40ss@127.0.0.1:${port}/tsa?token=secret`
const trusted = trustedCertificates(path('good-ca.pem'))
const authority = timeStampAuthority(url, trusted)
const bytes = Buffer.from('what is stamped')

t.test('a stamp of another maker is verified, and OpenSSL verifies what we keep of it', async (t) => {
  const stamp = await authority.stamp(bytes, signal)
  t.equal(stamp.authority, `http://127.0.0.1:${port}/tsa`, 'without user, password and parameters')
  t.equal(seen, `application/timestamp-query Basic ${Buffer.from('user:p@ss').toString('base64')}`)
  t.ok(Math.abs(Date.parse(stamp.time) - Date.now()) < 60_000)
  const token = Buffer.from(stamp.token, 'base64')
  t.same(await verifyTimeStamp(token, bytes, trusted), { time: new Date(stamp.time) })
  writeFileSync(path('token'), token)
  writeFileSync(path('data'), bytes)
  const verdict = openssl(
    'ts',
    '-verify',
    '-in',
    path('token'),
    '-token_in',
    '-data',
    path('data'),
    '-CAfile',
    path('good-ca.pem'),
  )
  t.match(String(verdict), /OK/)
})

t.test('what stamps something else, comes from elsewhere, or is changed is refused', async (t) => {
  const refused = (message: RegExp) => ({ name: 'NoTimeStamp', message })
  const { token, time } = await authority.stamp(bytes, signal)
  const der = Buffer.from(token, 'base64')
  await t.rejects(verifyTimeStamp(der, Buffer.from('other'), trusted), refused(/something else/))
  await t.rejects(verifyTimeStamp(der, bytes, trusted, Buffer.from([7])), refused(/another request/))
  makeAuthority('other', 'critical,timeStamping')
  await t.rejects(verifyTimeStamp(der, bytes, trustedCertificates(path('other-ca.pem'))), refused(/cannot be trusted/))
  answering = 'other'
  await t.rejects(authority.stamp(bytes, signal), refused(/cannot be trusted/))
  answering = 'good'
  // No change makes another stamp of it, wherever it is.
  for (let place = 60; place < der.length; place += 41) {
    const bent = Buffer.from(der)
    bent[place] = (bent[place] ?? 0) ^ 1
    const outcome = await verifyTimeStamp(bent, bytes, trusted).then(
      (verified) => verified.time.toISOString(),
      (error: unknown) => (error as Error).name,
    )
    t.ok(['NoTimeStamp', time].includes(outcome), `byte ${place}: ${outcome}`)
  }
  for (const answer of [Buffer.alloc(0), Buffer.from('no DER'), der]) {
    changed = () => answer
    await t.rejects(authority.stamp(bytes, signal), refused(/RFC 3161/))
  }
  changed = (answer) => answer
  const once = readFileSync(path('reply'))
  changed = () => once
  await t.rejects(authority.stamp(bytes, signal), refused(/another request/), 'an old answer')
  changed = () => Buffer.alloc(300_000)
  await t.rejects(authority.stamp(bytes, signal), refused(/over 262144 bytes/))
  changed = (answer) => answer
  status = 503
  await t.rejects(authority.stamp(bytes, signal), refused(/answers 503/))
  status = 200
  await t.rejects(timeStampAuthority('http://127.0.0.1:1/', trusted).stamp(bytes, signal), refused(/cannot be reached/))
})

t.test('a certificate that is not for time stamps is none of an authority', async (t) => {
  makeAuthority('web', 'serverAuth')
  await authority.stamp(bytes, signal)
  openssl('ts', '-reply', '-in', path('reply'), '-token_out', '-out', path('token'))
  openssl('cms', '-verify', '-noverify', '-binary', '-inform', 'DER', '-in', path('token'), '-out', path('info'))
  // The same content, signed by a certificate of a web server: OpenSSL's authority would refuse
  // to.
  const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-binary', '-nodetach', '-outform', 'DER']
  for (const name of ['good', 'web']) {
    const signer = ['-signer', path(`${name}.pem`), '-inkey', path(`${name}.key`)]
    openssl('cms', '-sign', ...type, ...signer, '-in', path('info'), '-out', path(`${name}.token`))
  }
  await verifyTimeStamp(readFileSync(path('good.token')), bytes, trusted)
  const web = verifyTimeStamp(readFileSync(path('web.token')), bytes, trustedCertificates(path('web-ca.pem')))
  await t.rejects(web, { name: 'NoTimeStamp', message: /is not for time stamps/ })
})

t.test('a seal gets its stamp behind it; an authority that is down delays no seal', async (t) => {
  const fixture = await sealedHistory(t)
  await fixture.account()
  const down = timeStampAuthority('http://127.0.0.1:1/', trusted)
  await fixture.sealing({ timeStamper: down }).run(signal)
  t.match(await readSeals(fixture.store, signal), [{ seal: { sequence: 1 }, timeStamp: null }])
  t.match(fixture.log.at(-1), /no time stamp yet/)
  const sealing = fixture.sealing({ timeStamper: authority })
  await sealing.run(signal)
  const [sealed] = await readSeals(fixture.store, signal)
  t.match(sealed, { seal: { sequence: 1 }, timeStamp: { sequence: 1, authority: `http://127.0.0.1:${port}/tsa` } })
  const { seal, timeStamp } = sealed as never as { seal: never; timeStamp: { token: string } }
  await verifyTimeStamp(Buffer.from(timeStamp.token, 'base64'), signedBytes(seal), trusted)
  await sealing.run(signal)
  t.equal((await fixture.store.readStream('seal-2026-11')).length, 2, 'once')

  const judged = async (recorded: RecordedSeal | undefined, authorities: readonly string[] | null) => {
    const findings = new Findings()
    const notes = await checkTimeStamps(recorded === undefined ? [] : [recorded], authorities, findings)
    return { notes: notes.join(' '), found: findings.all.map(({ kind, detail }) => `${kind}: ${detail}`) }
  }
  t.match(await judged(sealed, null), { notes: /of 1 seal were not checked/, found: [] })
  // The clock of the test and the authority's differ.
  const now = { seal: { ...sealed?.seal, sealedAt: sealed?.timeStamp?.time }, timeStamp: sealed?.timeStamp } as never
  t.match(await judged(now, trusted), { found: [/^time stamp: the token stamps something else/] })
  const others = trustedCertificates(path('other-ca.pem'))
  t.match(await judged(sealed, others), { found: [/^time stamp: the token cannot be trusted/] })
  const said = { ...sealed, timeStamp: { ...sealed?.timeStamp, time: '2026-11-23T10:00:01.000Z' } } as never
  t.match(await judged(said, trusted), { found: [/^time stamp: its token contains/] })
})
