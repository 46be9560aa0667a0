import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import t from 'tap'
import { Sealing } from '../../../src/audit/seals/sealing.js'
import { keySigner } from '../../../src/audit/seals/signing.js'
import { verifyStore } from '../../../src/audit/verify/live.js'
import { requestResponse } from '../../../src/commands/received.js'
import { handle } from '../../../src/commands/handle.js'
import { takeIn } from '../../../src/commands/use-cases/take-in.js'
import type { Scope } from '../../../src/domain/event.js'
import { received } from '../../../src/domain/received.js'
import { streamName } from '../../../src/domain/streams.js'
import { PostgresEventStore } from '../../../src/eventstore/postgres/postgres.js'
import { PostgresReceivedBook } from '../../../src/projections/receiving-companies.js'
import { arrived, dataIn, goldenXml, receivingCompany } from '../../http/api/receiving-company.js'
import { connectedCompany } from '../../http/api/samples.js'
import { prepareErased } from './retaining.js'

const DAY_MS = 86_400_000
const XML = goldenXml('ro/13-authority.xml')
const OTHER = XML.replaceAll('Atelierul Digital', 'Atelierul Altul')

t.test('test invoices of suppliers go after 30 days, with their documents', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, account, other, run } = world
  const { clock } = service
  const { test } = account
  const companyId = await receivingCompany(test, 'RO')
  const elsewhere = await receivingCompany(other.test, 'RO')
  const found = async (id: string, client = test): Promise<number> => (await client.get(`/v1/received/${id}`)).status
  const arrive = async (client = test, company = companyId, xml = XML): Promise<string> =>
    String((await arrived(client, company, xml))['id'])

  const first = await arrive()
  await test.post(`/v1/received/${first}/read`)
  await test.post(`/v1/received/${first}/responses`, { code: 'rejected', reason: 'Două scaune lipsesc' })
  const held = await arrive(test, companyId, OTHER)
  const garbage = await arrive(test, companyId, '<none/>')
  const ofOther = await arrive(other.test, elsewhere)
  await world.hold(account.id, 'received', held)

  clock.advance(30 * DAY_MS)
  t.match((await run()).erased.test, { received: 0 }, 'a day of grace')
  clock.advance(DAY_MS)
  const kept = await arrive(other.test, elsewhere, OTHER)
  await world.ageDocuments()
  const report = await run()
  t.match(report.erased.test, { received: 3 })
  t.equal(await found(first), 404)
  t.equal(await found(garbage), 404)
  t.equal(await found(ofOther, other.test), 404)
  t.equal(await found(held), 200, 'held')
  t.equal(await found(kept, other.test), 200, 'young')
  for (const path of ['', '/events', '/documents', '/documents/xml', '/documents/pdf', '/responses'])
    t.equal((await test.get(`/v1/received/${first}${path}`)).status, 404, path)
  t.equal((await test.post(`/v1/received/${first}/read`)).status, 404)
  t.same(
    dataIn(await test.get('/v1/received')).map((each) => each['id']),
    [held],
  )
  t.same(await world.dump(['scaune lipsesc', 'Atelierul Digital']), [], 'nothing is left of it')
  t.equal((await test.get(`/v1/received/${held}/documents/xml`)).status, 200)
  t.equal((await test.get(`/v1/received/${held}/documents/attachment-1`)).status, 200, 'shared with what was erased')

  const again = await arrive()
  t.not(again, first, 'the same file arrives as a new invoice')
  t.equal(await arrive(), again, 'which is one again')
  t.match(dataIn(await test.get(`/v1/received/${again}`)), { status: 'received', duplicateOf: held })

  await world.release(account.id, 'received', held)
  t.match((await run()).erased.test, { received: 1 })
  t.equal(await found(held), 404)
  await world.same(t, 'rebuilt read models equal the live ones')
})

t.test(
  'live invoices of suppliers go after ten years, and never before an answer has ended',
  { timeout: 120_000 },
  async (t) => {
    const world = await prepareErased(t)
    const { service, account, run } = world
    const { clock, deps, pool } = service
    const { store, documents } = deps
    clock.set('2026-12-20T12:00:00.000Z')
    const scope: Scope = { account: account.id, environment: 'production' }
    const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
    const log = pino({ level: 'silent' })
    const sealing = new Sealing({ store, clock, pool, log, signer, everyMinutes: 60, timeStamper: null })
    const findings = async () => {
      const trust = { trusted: [], kept: [], ownKeyId: signer.keyId }
      const isInDatabase = store instanceof PostgresEventStore
      return (await verifyStore({ store, pool, documents, isInDatabase, trust, now: clock.now() })).findings
    }
    const { companyId, connectionId } = await connectedCompany(account.live, {
      name: 'Client SRL',
      vatNumber: 'RO9010105',
      country: 'RO',
    })
    const context = { ...scope, actor: 'processor:test', correlationId: 'test', causationId: 'test' } as const
    const arrive = async (xml: string): Promise<string> => {
      const { state } = await takeIn({ ...deps, receivedBook: new PostgresReceivedBook(pool) }, context, {
        company: { id: companyId, scope, country: 'RO', numbers: ['RO9010105'] },
        country: 'RO',
        channel: 'anaf',
        govId: '5012345678',
        identity: xml.length.toString(),
        sender: null,
        files: [],
        sentAs: null,
        bytes: Buffer.from(xml),
        arrivedAt: clock.now(),
      })
      return state.status === 'none' ? '' : state.facts.receivedId
    }
    const dated = (day: string): string => XML.replace(/<cbc:IssueDate>[^<]+/, `<cbc:IssueDate>${day}`)
    const first = await arrive(dated('2026-12-19'))
    const garbage = await arrive('no invoice')
    const answered = await arrive(`${dated('2026-12-19')} `)
    const later = await arrive(`${dated('2027-01-02')}  `)
    const answer = {
      responseId: 'rsp_1',
      country: 'RO',
      code: 'disputed',
      nationalCode: 'RASP',
      reason: 'No',
      reasonCode: null,
      amount: null,
      date: null,
    } as const
    await handle(deps, context, received, streamName('production', 'Received', answered), requestResponse(answer))
    await sealing.sealNow('operator', new AbortController().signal)
    t.same(await findings(), [])

    const gone = async (id: string): Promise<boolean> => (await account.live.get(`/v1/received/${id}`)).status === 404
    clock.set('2036-12-31T23:00:00.000Z')
    await world.ageDocuments()
    t.match((await run()).erased.production, { received: 0 })
    clock.set('2037-01-01T12:00:00.000Z')
    await world.hold(account.id, 'company', companyId)
    t.match((await run()).erased.production, { received: 0 }, 'the company is held')
    await world.release(account.id, 'company', companyId)
    for (const path of [`/v1/connections/${connectionId}`, `/v1/companies/${companyId}`])
      t.match((await account.live.delete(path)).status, /^20[04]$/)
    t.match((await run({ signer })).erased.production, { received: 2, companies: 0 })
    t.same(await Promise.all([first, garbage, answered, later].map(gone)), [true, true, false, false])
    t.same(await findings(), [], 'the erasure is recorded, and the rest is whole')
    await world.same(t, 'rebuilt read models equal the live ones')
  },
)
