import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import t from 'tap'
import type { ExportRequest } from '../../../src/audit/export/selection.js'
import { writeExport } from '../../../src/audit/export/write.js'
import { Sealing } from '../../../src/audit/seals/sealing.js'
import { publicKeyOf } from '../../../src/audit/seals/seals.js'
import { keySigner } from '../../../src/audit/seals/signing.js'
import { verifyArchive } from '../../../src/audit/verify/archive/archive.js'
import { verifyStore } from '../../../src/audit/verify/live.js'
import { takeIn } from '../../../src/commands/use-cases/take-in.js'
import type { RecordedEvent, Scope } from '../../../src/domain/event.js'
import { streamName } from '../../../src/domain/streams.js'
import { PostgresEventStore } from '../../../src/eventstore/postgres/postgres.js'
import { PostgresReceivedBook } from '../../../src/projections/receiving-companies.js'
import { goldenXml } from '../../http/api/receiving-company.js'
import { connectedCompany } from '../../http/api/samples.js'
import { startTestService } from '../../http/api/test-service.js'

const XML = goldenXml('ro/13-authority.xml')

t.test('an archive has received invoices with their documents, and shows a change of each', async (t) => {
  const service = await startTestService(t)
  const { deps, pool, clock } = service
  const { store, documents } = deps
  const folder = mkdtempSync(join(tmpdir(), 'clearway-received-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const owner = await service.account('unlimited')
  const scope: Scope = { account: owner.id, environment: 'production' }
  const receives = { name: 'Client SRL', vatNumber: 'RO9010105', country: 'RO' }
  const { companyId } = await connectedCompany(owner.live, receives)
  const sister = (await connectedCompany(owner.live, { ...receives, vatNumber: 'RO12345674' })).companyId
  const context = { ...scope, actor: 'processor:test', correlationId: 'test', causationId: 'test' } as const
  const arrive = async (xml: string, company: string): Promise<string> => {
    const { state } = await takeIn({ ...deps, receivedBook: new PostgresReceivedBook(pool) }, context, {
      company: { id: company, scope, country: 'RO', numbers: ['RO9010105'] },
      country: 'RO',
      channel: 'anaf',
      govId: '5012345678',
      identity: xml,
      sender: null,
      files: [{ kind: 'signature', filename: null, bytes: Buffer.from('<Signature/>'), mediaType: 'application/xml' }],
      sentAs: null,
      bytes: Buffer.from(xml),
      arrivedAt: clock.now(),
    })
    return state.status === 'none' ? '' : state.facts.receivedId
  }
  const first = await arrive(XML, companyId)
  clock.advance(60_000)
  const period = { from: clock.now(), to: new Date(clock.now().getTime() + 86_400_000) }
  const second = await arrive('no invoice', companyId)
  const elsewhere = await arrive(`${XML}\n`, sister)
  t.equal((await owner.live.post(`/v1/received/${second}/read`)).status, 200)

  const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
  const log = pino({ level: 'silent' })
  const sealing = new Sealing({ store, clock, pool, log, signer, everyMinutes: 60, timeStamper: null })
  await sealing.sealNow('operator', new AbortController().signal)
  const key = publicKeyOf(signer.publicKey)
  const trusted = key === null ? [] : [key]
  const exported = async (request: ExportRequest, name: string): Promise<string> => {
    const file = join(folder, `${name}.zip`)
    await writeExport({ store, pool, documents, signer, now: () => clock.now(), version: '1.2.3' }, request, file)
    return file
  }
  const streamsIn = (file: string): ReadonlySet<string> => {
    const text = strFromU8(unzipSync(readFileSync(file))['events.ndjson'] ?? new Uint8Array())
    const events = text.split('\n').filter((line) => line !== '')
    return new Set(events.map((line) => (JSON.parse(line) as RecordedEvent).stream))
  }
  const stream = (id: string): string => streamName('production', 'Received', id)
  const ever = { from: new Date(0), to: new Date(Date.UTC(2100, 0)) }

  const whole = await exported({ kind: 'account', account: owner.id, environment: null, period: ever }, 'account')
  for (const id of [first, second, elsewhere]) t.ok(streamsIn(whole).has(stream(id)))
  const verified = await verifyArchive(whole, trusted)
  t.same(verified.findings, [])
  const content = unzipSync(readFileSync(whole))
  const texts = Object.entries(content).flatMap(([name, bytes]) =>
    name.startsWith('documents/') ? [strFromU8(bytes)] : [],
  )
  t.ok(texts.includes(XML), 'the document, byte for byte')
  t.ok(texts.includes('<Signature/>'), 'what came with it')
  t.ok(
    texts.some((text) => text.startsWith('nume;prezenta')),
    'its attachment',
  )
  t.ok(
    texts.some((text) => text.includes('CW-UNREADABLE')),
    'what was read and found',
  )
  t.match(strFromU8(content['README.txt'] ?? new Uint8Array()), /receives those of\nsuppliers/)

  const ofCompany = await exported({ kind: 'company', scope, companyId, period: ever }, 'company')
  t.same(
    [first, second, elsewhere].map((id) => streamsIn(ofCompany).has(stream(id))),
    [true, true, false],
  )
  t.same((await verifyArchive(ofCompany, trusted)).findings, [])
  const inPeriod = await exported({ kind: 'company', scope, companyId, period }, 'period')
  t.same(
    [first, second].map((id) => streamsIn(inPeriod).has(stream(id))),
    [false, true],
    'with all later events, and no earlier invoice',
  )
  t.same((await verifyArchive(inPeriod, trusted)).findings, [])

  const trust = { trusted: [], kept: [], ownKeyId: signer.keyId }
  const isInDatabase = store instanceof PostgresEventStore
  const findings = async () =>
    (await verifyStore({ store, pool, documents, isInDatabase, trust, now: clock.now() })).findings
  t.same(await findings(), [])
  const digest = createHash('sha256').update(XML).digest('hex')
  await pool.query("UPDATE documents.document SET content = content || '\\x20'::bytea WHERE sha256 = $1", [digest])
  const found = await findings()
  t.ok(found.length > 0, 'a changed document is found')
  t.match(JSON.stringify(found), first)
})
