import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import t from 'tap'
import { writeExport } from '../../../src/audit/export/write.js'
import { publicKeyOf } from '../../../src/audit/seals/seals.js'
import { Sealing } from '../../../src/audit/seals/sealing.js'
import { keySigner } from '../../../src/audit/seals/signing.js'
import { verifyArchive } from '../../../src/audit/verify/archive/archive.js'
import { verifyStore } from '../../../src/audit/verify/live.js'
import { signedErasure } from '../../../src/audit/erasure-records.js'
import type { ErasedStream, StreamsErased } from '../../../src/domain/erasure.js'
import type { RecordedEvent, Scope } from '../../../src/domain/event.js'
import { PostgresEventStore } from '../../../src/eventstore/postgres/postgres.js'
import { rechained } from '../verify/store-to-tamper.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { prepareErased } from './retaining.js'

t.test('what is erased at the end of its retention, seals and audits know of', { timeout: 180_000 }, async (t) => {
  const { service, account, run, settle, hold } = await prepareErased(t)
  const { clock, pool, deps } = service
  const { store, documents } = deps
  const folder = mkdtempSync(join(tmpdir(), 'clearway-erasure-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
  const log = pino({ level: 'silent' })
  const sealing = new Sealing({ store, clock, pool, log, signer, everyMinutes: 60, timeStamper: null })
  const seal = () => sealing.sealNow('operator', new AbortController().signal)
  const isInDatabase = store instanceof PostgresEventStore
  const verify = () =>
    verifyStore({
      store,
      pool,
      documents,
      isInDatabase,
      trust: { trusted: [], kept: [], ownKeyId: signer.keyId },
      now: clock.now(),
    })
  const history = new History(store, clock)
  const scope: Scope = { account: account.id, environment: 'production' }
  const accepted = async (number: string) => {
    const { id, stream } = await history.invoice(scope, acceptedInvoice(number, { issueDate: '2026-03-31' }))
    const document = await documents.put(scope, Buffer.from(`<Invoice>${number}</Invoice>`), 'application/xml')
    await history.findings(
      scope,
      stream,
      { type: 'InvoiceValidated', data: { rulesChecked: 300, format: 'UBL 2.1 CIUS-RO' } },
      { type: 'InvoiceConverted', data: { format: 'UBL 2.1 CIUS-RO', document } },
      { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
      { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: 'u1', govEndpoint: 'https://gov.example' } },
      { type: 'InvoiceAccepted', data: { govId: 'g1', govMessage: 'ok', receipt: document } },
    )
    return { id, stream }
  }
  const period = { from: new Date(0), to: new Date(Date.UTC(2100, 0)) }
  const exported = async (name: string): Promise<string> => {
    const file = join(folder, name)
    const now = () => clock.now()
    const request = { kind: 'account', account: account.id, environment: 'production', period } as const
    await writeExport({ store, pool, documents, signer, now, version: '1.2.3' }, request, file)
    return file
  }

  const [old, held] = [await accepted('A-1'), await accepted('A-2')]
  await hold(account.id, 'invoice', held.id)
  clock.set('2036-12-31T23:59:59.999Z')
  t.match(
    await run({ waitsForSeals: true, signer }),
    { erased: { production: { invoices: 0 } } },
    'not in its tenth year',
  )

  clock.set('2037-01-01T00:00:00.000Z')
  const waiting = await run({ waitsForSeals: true, signer })
  t.match(waiting, { erased: { production: { invoices: 0 } }, kept: { unsealed: 1, hold: 1 } })
  t.match(
    waiting.named.find(({ id }) => id === old.id),
    { kind: 'invoices', because: 'unsealed' },
  )
  t.not((await store.readStream(old.stream)).length, 0)

  await seal()
  const before = await exported('before.zip')
  t.match(
    await run({ waitsForSeals: true }),
    { erased: { production: { invoices: 0 } }, kept: { unsealed: 1, hold: 1 } },
    'not without the key',
  )
  t.match(await run({ waitsForSeals: true, signer }), {
    erased: { production: { invoices: 1 } },
    kept: { unsealed: 0, hold: 1 },
  })
  t.equal((await store.readStream(old.stream)).length, 0)
  const named = new RegExp(`Erased after their retention period.*1 stream: ${old.stream}\\.`)
  const behind = await verify()
  t.strictSame(behind.findings, [], 'erased on record')
  t.ok(
    behind.notes.some((note) => named.test(note)),
    'and named',
  )
  const warns = (notes: readonly string[]) => notes.some((note) => note.startsWith('Warning: '))
  t.notOk(warns(behind.notes), 'it is signed, so no seal must cover it')
  await seal()
  await seal()
  const covered = await verify()
  t.strictSame(covered.findings, [], 'the tree continues over the erased events')
  t.notOk(warns(covered.notes))

  const key = publicKeyOf(signer.publicKey)
  const keys = key === null ? [] : [key]
  t.strictSame((await verifyArchive(before, keys)).findings, [], 'what was exported before holds for ever')
  const after = await exported('after.zip')
  const offline = await verifyArchive(after, keys)
  t.strictSame(offline.findings, [])
  t.ok(offline.notes.some((note) => named.test(note)))
  const { 'erased.ndjson': lines, 'events.ndjson': events } = unzipSync(readFileSync(after))
  t.match(strFromU8(lines ?? new Uint8Array()), `"stream":"${old.stream}"`)
  t.notMatch(strFromU8(events ?? new Uint8Array()), old.stream)
  t.match(strFromU8(events ?? new Uint8Array()), `hold-${account.id}`, 'holds are part of an export')

  if (!isInDatabase) return
  await settle()
  const found = async () => (await verify()).findings.map(({ kind, stream }) => ({ kind, stream }))
  const ofHeld = async () => (await verify()).findings.filter(({ stream }) => stream === held.stream)
  const rows = (await pool.query<{ stream: string }>("SELECT stream FROM eventstore.events WHERE stream ^@ 'erasure-'"))
    .rows
  const [record = ''] = rows.map(({ stream }) => stream)
  const stored = await store.readStream(record)

  const end = (await store.readStream(held.stream)).at(-1)
  const excusing = { stream: held.stream, ...scope, revision: end?.revision, hash: end?.metadata.hash }

  t.test('a stream that was deleted without a record', async (t) => {
    await pool.query('CREATE TABLE kept AS SELECT * FROM eventstore.events WHERE stream = $1', [held.stream])
    await pool.query('DELETE FROM eventstore.events WHERE stream = $1', [held.stream])
    t.match(await ofHeld(), [{ kind: 'deleted', detail: /there is no reason on record/ }])
    await pool.query('INSERT INTO eventstore.erased SELECT $1', [held.stream])
    t.match(await ofHeld(), [{ kind: 'deleted', detail: /without a record/ }])
  })

  const forge = async (event: RecordedEvent): Promise<void> => {
    await pool.query('UPDATE eventstore.events SET data = $3, metadata = $4 WHERE stream = $1 AND revision = $2', [
      ...[event.stream, event.revision, JSON.stringify(event.data), JSON.stringify(event.metadata)],
    ])
  }

  t.test('a record that was widened to excuse it, its chain recomputed', async (t) => {
    const wider = stored.map((event) => {
      const data = event.data as { readonly streams: readonly object[] }
      return { ...event, data: { ...data, streams: [...data.streams, excusing] } }
    })
    for (const event of rechained(wider)) await forge(event)
    const wrong = await verify()
    const has = (kind: string, stream: string, detail: RegExp) =>
      t.ok(wrong.findings.some((each) => each.kind === kind && each.stream === stream && detail.test(each.detail)))
    has('edited', record, /signed another hash/)
    has('inserted', record, /changed after it was signed/)
    has('deleted', held.stream, /without a record/)
    for (const event of stored) await forge(event)
  })

  t.test('a record behind the newest seal, of what is too young', async (t) => {
    const [first] = stored
    if (first === undefined) throw new Error('no record')
    const young = await accepted('A-3')
    await seal()
    const last = (await store.readStream(young.stream)).at(-1)
    const excused = { stream: young.stream, ...scope, revision: last?.revision, hash: last?.metadata.hash }
    await pool.query('CREATE TABLE aside AS SELECT * FROM eventstore.events WHERE stream = $1', [young.stream])
    const behindAll = async (change: object) => {
      const stream = 'erasure-2037-01-02'
      const data = { ...first.data, streams: [excused], ...change }
      await pool.query('DELETE FROM eventstore.events WHERE stream IN ($1, $2)', [stream, young.stream])
      for (const event of rechained([{ ...first, id: randomUUID(), stream, data }]))
        await pool.query(
          `INSERT INTO eventstore.events ("position", stream, revision, bytes, id, type, data, metadata)
           SELECT "position" + 1, $1, 0, 999, $2, $3, $4, $5 FROM eventstore.head`,
          [stream, event.id, event.type, JSON.stringify(event.data), JSON.stringify(event.metadata)],
        )
      return (await verify()).findings.filter((finding) => [stream, young.stream].includes(finding.stream ?? ''))
    }
    const refused = [
      { kind: 'inserted', stream: 'erasure-2037-01-02', detail: /this record was not made by data retention/ },
      { kind: 'deleted', stream: young.stream, detail: /there is no reason on record/ },
    ]
    const withDetail = (detail: RegExp) => [{ ...refused[0], detail }, refused[1]]
    t.match(await behindAll({}), withDetail(/changed after it was signed/))
    t.match(await behindAll({ signed: undefined }), withDetail(/not signed/))
    const other = keySigner(generateKeyPairSync('ed25519').privateKey)
    const { rule: ruled, before: ended, documents: named } = first.data as StreamsErased['data']
    const base = { rule: ruled, before: ended, documents: named }
    const signedBy = (key: typeof signer, change: object) =>
      signedErasure({ ...base, streams: [excused as ErasedStream], ...change }, key, clock.now())
    t.match(await behindAll(await signedBy(other, {})), withDetail(/neither trusted nor a key of the seals/))
    // Even with the key: rule, environment and age are checked.
    const before = '2037-01-01T00:00:00.000Z'
    const short = { rule: { environment: 'production', yearsAfterYearEnd: 1 }, before }
    t.match(await behindAll(await signedBy(signer, short)), withDetail(/no rule of retention is like that/))
    const isTest = { rule: { environment: 'test', days: 1 }, before }
    t.match(await behindAll(await signedBy(signer, isTest)), withDetail(/as one of the environment/))
    const asTest = { ...isTest, streams: [{ ...excused, environment: 'test' }] }
    t.match(await behindAll(await signedBy(signer, asTest)), withDetail(/as one of the environment/))
    t.match(await behindAll(await signedBy(signer, {})), withDetail(/is not from before/))
    const lying = { streams: [{ ...excused, lastAt: '2026-03-31T00:00:00.000Z' }] }
    t.match(await behindAll(await signedBy(signer, lying)), withDetail(/did not exist yet when seal/))
    for (const evidence of [
      `account-${account.id}`,
      'apiKey-key_1',
      'operatorAction-2026-01-01',
      `hold-${account.id}`,
    ]) {
      const named = { streams: [{ ...excused, stream: evidence, lastAt: '2026-03-31T00:00:00.000Z' }] }
      t.match(
        (await behindAll(await signedBy(signer, named)))[0]?.detail,
        /never erases a stream of that kind/,
        evidence,
      )
    }
    const ofHeld = { ...excusing, environment: 'production', lastAt: '2026-03-31T00:00:00.000Z' }
    const heldNamed = await behindAll(await signedBy(signer, { streams: [ofHeld as ErasedStream] }))
    t.match(heldNamed[0]?.detail, /was held/)
    await behindAll({ signed: undefined })
    await pool.query('UPDATE eventstore.head SET "position" = "position" + 1')
    const forged = await verifyArchive(await exported('forged.zip'), keys)
    await pool.query('UPDATE eventstore.head SET "position" = "position" - 1')
    t.ok(
      forged.findings.some(({ kind, detail }) => kind === 'inserted' && detail.includes('not signed')),
      'an export of the store shows it, too',
    )
    t.ok(forged.findings.some(({ kind, stream }) => kind === 'deleted' && stream === young.stream))
    await pool.query("DELETE FROM eventstore.events WHERE stream = 'erasure-2037-01-02'")
    await pool.query('INSERT INTO eventstore.events SELECT * FROM aside')
    t.strictSame(
      (await found()).filter(({ stream }) => stream === young.stream),
      [],
    )
  })

  t.test('a record where nothing is sealed, or among sealed events', async (t) => {
    const [first] = stored
    if (first === undefined) throw new Error('no record')
    const put = async (stream: string, position: string): Promise<void> => {
      const forged = { ...first, stream, data: { ...first.data, streams: [excusing] } }
      for (const event of rechained([forged]))
        await pool.query(
          `INSERT INTO eventstore.events ("position", stream, revision, bytes, id, type, data, metadata)
           VALUES ($1, $2, 0, 999, gen_random_uuid(), $3, $4, $5)`,
          [position, stream, event.type, JSON.stringify(event.data), JSON.stringify(event.metadata)],
        )
    }
    const [gap] = (await pool.query<{ position: string }>('SELECT min("position")::text AS position FROM kept')).rows
    await put('testInvoice-forged', gap?.position ?? '')
    t.ok((await found()).some(({ kind, stream }) => kind === 'deleted' && stream === held.stream))
    await pool.query("DELETE FROM eventstore.events WHERE stream = 'testInvoice-forged'")
    await put('erasure-2036-01-01', gap?.position ?? '')
    t.ok((await found()).some(({ kind, stream }) => kind === 'inserted' && stream === 'erasure-2036-01-01'))
  })
})
