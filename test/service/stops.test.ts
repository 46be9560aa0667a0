import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { codeOf } from '../../src/domain/caught.js'
import { streamName } from '../../src/domain/streams.js'
import { Anaf } from '../standins/anaf/index.js'
import { spawnEventStoreDb } from '../standins/eventstoredb/index.js'
import { call } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { Deployment, Load, type Member } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { liveAccount } from '../support/live-account.js'
import { type Connection, takenTimes } from '../support/romania.js'
import { temporaryDataDir } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

const SELLER = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
const ALL = 'api,projections,processors'
/** Milliseconds in which a process ends if nothing is to be waited for. */
const AT_ONCE_MS = 3_000
/** And the most that an upload's answer, or a database, is waited for. */
const LONGEST_MS = 9_000

/** SIGTERM; the status of the process, and its milliseconds. */
async function stopped(deployment: Deployment, member: Member): Promise<{ status: number | null; ms: number }> {
  const begun = performance.now()
  const status = await deployment.stop(member)
  return { status, ms: Math.round(performance.now() - begun) }
}

/** The whole service in its own process, and an authorised connection to a stand-in for ANAF. */
async function live(t: Test) {
  const anaf = new Anaf({ autoAuthorize: true })
  await anaf.start()
  t.teardown(() => anaf.stop())
  const deployment = await Deployment.create(t, { ...anaf.settings, GOVERNMENT_PACE: '0.002', CLAIM_SECONDS: '15' })
  const member = await deployment.start(ALL)
  const { company, api, invoice, key } = await liveAccount(deployment, member, SELLER)
  const { authorizationUrl, id } = await api<Connection>('POST', '/v1/connections', {
    companyId: company.id,
    countryCode: 'RO',
  })
  t.equal((await fetch(String(authorizationUrl))).status, 200)
  const calls = (name: string): number => anaf.calls.filter((seen) => seen.call === name).length
  return { anaf, deployment, member, api, invoice, key, calls, connectionId: id }
}

t.test('a query that is never answered ends with the process, and is repeated by the next', async (t) => {
  const { anaf, deployment, member, api, invoice, calls } = await live(t)
  anaf.faults({ on: 'state', does: { kind: 'hang' } })
  const { id } = await api<{ id: string }>('POST', '/v1/invoices', invoiceBody('F-1'))
  await waitFor('ANAF is asked for the decision', () => calls('state') > 0)
  const { status, ms } = await stopped(deployment, member)
  t.equal(status, 0)
  t.ok(ms < AT_ONCE_MS, `${ms} ms`)
  anaf.faults()
  const next = await deployment.start(ALL)
  await waitFor('it is accepted', async () => (await invoice(id, next.url)).status === 'accepted', 20_000)
  t.same(takenTimes(anaf), [1])
  const { rows } = await deployment.pool.query('SELECT FROM processing.gates WHERE failures > 0')
  t.same(rows, [], 'the end of the process was no outage of the government')
})

t.test('an upload that is never answered has a grace, and is asked for before it is repeated', async (t) => {
  const { anaf, deployment, member, api, calls } = await live(t)
  anaf.faults({ on: 'upload', does: { kind: 'hang' } })
  const { id } = await api<{ id: string }>('POST', '/v1/invoices', invoiceBody('F-1'))
  await waitFor('it is uploaded', () => calls('upload') > 0)
  const { status, ms } = await stopped(deployment, member)
  t.equal(status, 0)
  t.ok(ms > 3_000, `${ms} ms`)
  t.ok(ms < LONGEST_MS, `${ms} ms`)
  const types = (await deployment.store.readStream(streamName('production', 'Invoice', id))).map(({ type }) => type)
  t.notOk(types.includes('SubmissionDeferred'), 'the end of the process was no outage')
  const listed = calls('list')
  await deployment.start(ALL)
  await waitFor('ANAF is asked whether it has the document', () => calls('list') > listed, 20_000)
  t.equal(calls('upload'), 1)
})

t.test('an upload that is answered within the grace is recorded, and nothing follows it', async (t) => {
  const { anaf, deployment, member, api, calls } = await live(t)
  anaf.faults({ on: 'upload', times: 1, does: { kind: 'slow', milliseconds: 2_000 } })
  const { id } = await api<{ id: string }>('POST', '/v1/invoices', invoiceBody('F-1'))
  await waitFor('it is uploaded', () => calls('upload') > 0)
  const { status, ms } = await stopped(deployment, member)
  t.equal(status, 0)
  t.ok(ms < LONGEST_MS, `${ms} ms`)
  const events = await deployment.store.readStream(streamName('production', 'Invoice', id))
  t.equal(events.at(-1)?.type, 'InvoiceSubmitted')
  t.equal(calls('state'), 0)
})

t.test('a client that tests a connection gets its answer, and the process ends', async (t) => {
  const { anaf, deployment, member, key, calls, connectionId } = await live(t)
  anaf.faults({ on: 'list', does: { kind: 'hang' } })
  const before = calls('list')
  const answer = call(member.url, key, 'POST', `/v1/connections/${connectionId}/test`)
  await waitFor('ANAF is asked', () => calls('list') > before)
  const { status, ms } = await stopped(deployment, member)
  t.match(await answer, { status: 200, body: { data: { ok: null } } })
  t.equal(status, 0)
  t.ok(ms < AT_ONCE_MS, `${ms} ms`)
})

t.test('a client that does not read its answers does not keep the process', async (t) => {
  const deployment = await Deployment.create(t)
  const member = await deployment.start(ALL)
  const { key } = await deployment.customer(member)
  const { hostname, port } = new URL(member.url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  t.teardown(() => silent.destroy())
  silent.pause()
  const request = `GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
  for (let sent = 0; sent < 200; sent += 1) silent.write(request)
  await waitFor('its answers wait', () => silent.readableLength > 0 && silent.readableFlowing === false)
  const { status, ms } = await stopped(deployment, member)
  t.equal(status, 0)
  t.ok(ms < LONGEST_MS, `${ms} ms`)
})

const ROLES = [ALL, 'api', 'projections', 'processors'] as const

/** A process of each role and one of all, which a client keeps busy; `address` of the latter. */
async function atWork(deployment: Deployment) {
  const members: Member[] = []
  for (const role of ROLES) members.push(await deployment.start(role))
  const [whole] = members
  if (whole === undefined) throw new Error('none')
  const { key } = await deployment.customer(whole)
  const address = { url: whole.url }
  const load = new Load(key, 8, () => address.url)
  await waitFor('there is work', () => load.acknowledged.length > 20)
  return { members, load, address }
}

t.test('no process waits for a halted database', { timeout: 200_000 }, async (t) => {
  const deployment = await Deployment.create(t, { CLAIM_SECONDS: '15' }, { ownServer: true })
  const { members, load, address } = await atWork(deployment)
  deployment.freezeDatabase()
  const ends = await Promise.all(members.map((member) => stopped(deployment, member)))
  for (const [at, { status, ms }] of ends.entries()) {
    t.equal(status, 0, `${ROLES[at]}: ${members[at]?.output().slice(-2_000)}`)
    t.ok(ms < LONGEST_MS, `${ROLES[at]}: ${ms} ms`)
  }
  deployment.thawDatabase()
  const next = await deployment.start(ALL)
  address.url = next.url
  await load.end()
  await deployment.allAccepted(load.acknowledged)
})

t.test('no process waits for a halted EventStoreDB', { timeout: 200_000 }, async (t) => {
  const standIn = await spawnEventStoreDb()
  t.teardown(() => standIn.stop())
  const deployment = await Deployment.create(t, { EVENTSTORE_URL: standIn.connectionString, CLAIM_SECONDS: '15' })
  const { members, load, address } = await atWork(deployment)
  await standIn.faults.freeze()
  const ends = await Promise.all(members.map((member) => stopped(deployment, member)))
  for (const [at, { status, ms }] of ends.entries()) {
    t.equal(status, 0, `${ROLES[at]}: ${members[at]?.output().slice(-2_000)}`)
    t.ok(ms < LONGEST_MS, `${ROLES[at]}: ${ms} ms`)
  }
  await standIn.faults.thaw()
  const next = await deployment.start(ALL)
  address.url = next.url
  await load.end()
  await deployment.allAccepted(load.acknowledged)
})

t.test('a signing program that hangs ends with the process, and is no trouble of the seals', async (t) => {
  const folder = temporaryDataDir(t)
  const file = (name: string): string => join(folder, name)
  const { publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file('seal.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(file('sign.sh'), `echo $$ > ${file('writing')}\nmv ${file('writing')} ${file('pid')}\nexec sleep 600\n`)
  const sealing = { SEAL_COMMAND: `sh ${file('sign.sh')}`, SEAL_PUBLIC_KEY_FILE: file('seal.pub') }
  const deployment = await Deployment.create(t, sealing)
  const created = await runCli(['accounts', 'create', '--name', 'Sealed'], deployment.env)
  t.equal(created.status, 0, created.stderr)
  const member = await deployment.start(ALL)
  await waitFor('the program is to sign', () => existsSync(file('pid')), 30_000)
  const { status, ms } = await stopped(deployment, member)
  t.equal(status, 0)
  t.ok(ms < AT_ONCE_MS, `${ms} ms`)
  const signing = Number(readFileSync(file('pid'), 'utf8'))
  await waitFor('the program has ended', () => hasEnded(signing))
  const { rows } = await deployment.pool.query<{ trouble: string | null }>('SELECT trouble FROM audit.tree')
  t.strictSame(rows, [{ trouble: null }])
})

function hasEnded(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
    return true
  }
}
