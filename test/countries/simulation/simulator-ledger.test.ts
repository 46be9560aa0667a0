import t, { type Test } from 'tap'
import type { NewLedgerEntry } from '../../../src/countries/simulation/ledger.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresSimulatorLedger } from '../../../src/countries/simulation/postgres-ledger.js'
import { migratedDatabase } from '../../support/database.js'

const entry: NewLedgerEntry = {
  scope: { account: 'acc_a', environment: 'test' },
  country: 'RO',
  attemptId: 'att_1',
  invoiceId: 'inv_1',
  supplierVat: 'RO123',
  number: 'F-1',
  sha256: 'a'.repeat(64),
  receivedAt: new Date('2026-03-01T10:00:00.123Z'),
}

async function open(t: Test) {
  const { url } = await migratedDatabase(t)
  // Two pools stand for two processes.
  const pools = [1, 2].map(() => createPool({ connectionString: url, applicationName: 'test' }))
  t.teardown(() => Promise.all(pools.map((pool) => pool.end())))
  const [ledger, other] = pools.map((pool) => new PostgresSimulatorLedger(pool))
  if (!ledger || !other) throw new Error('no ledger')
  return { ledger, other }
}

void t.test('an upload is found by its attempt and by its upload id', async (t) => {
  const { ledger } = await open(t)
  const recorded = await ledger.record(entry)
  t.match(recorded, { ...entry, duplicateOf: null, rejected: false, uploadId: /^\d+$/ })
  t.same(await ledger.findByAttempt(entry.scope, 'RO', 'att_1'), recorded)
  t.same(await ledger.findByUpload(entry.scope, 'RO', recorded.uploadId), recorded)
  t.equal(await ledger.findByAttempt(entry.scope, 'RO', 'att_2'), null)
  for (const unknown of ['999999999', 'nonsense', '', '-1', '99999999999999999999', "1' OR '1'='1"]) {
    t.equal(await ledger.findByUpload(entry.scope, 'RO', unknown), null)
    await ledger.markRejected(entry.scope, 'RO', unknown)
  }
})

void t.test('concurrent queries for attempts get each its own answer, and none that of another account', async (t) => {
  const { ledger } = await open(t)
  const foreign = { account: 'acc_b', environment: 'test' } as const
  const mine = await ledger.record(entry)
  const theirs = await ledger.record({ ...entry, scope: foreign })
  const other = await ledger.record({ ...entry, attemptId: 'att_2', number: 'F-2' })
  const asked = [
    [entry.scope, 'RO', 'att_2', other],
    [foreign, 'RO', 'att_1', theirs],
    [entry.scope, 'RO', 'att_1', mine],
    [entry.scope, 'RO', 'att_1', mine],
    [foreign, 'RO', 'att_2', null],
    [entry.scope, 'DE', 'att_1', null],
    [{ ...entry.scope, environment: 'production' }, 'RO', 'att_1', null],
  ] as const
  t.same(
    await Promise.all(asked.map(([scope, country, attempt]) => ledger.findByAttempt(scope, country, attempt))),
    asked.map(([, , , answer]) => answer),
  )
})

void t.test('the same attempt recorded again is the same entry', async (t) => {
  const { ledger, other } = await open(t)
  const [first, ...again] = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? ledger : other).record(entry)),
  )
  for (const repeated of again) t.same(repeated, first)
  t.equal(first?.duplicateOf, null)
})

void t.test('of uploads of one number that arrive at once exactly one is the original', async (t) => {
  const { ledger, other } = await open(t)
  const recorded = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      (index % 2 ? ledger : other).record({ ...entry, attemptId: `att_${index}`, invoiceId: `inv_${index}` }),
    ),
  )
  const originals = recorded.filter(({ duplicateOf }) => duplicateOf === null)
  t.equal(originals.length, 1)
  const original = originals[0]?.uploadId
  for (const { uploadId, duplicateOf } of recorded) if (uploadId !== original) t.equal(duplicateOf, original)
})

void t.test('upload ids ascend', async (t) => {
  const { ledger } = await open(t)
  const one = await ledger.record(entry)
  const two = await ledger.record({ ...entry, attemptId: 'att_2', number: 'F-2' })
  t.ok(BigInt(two.uploadId) > BigInt(one.uploadId))
})

void t.test('the number of a rejected upload may be used again', async (t) => {
  const { ledger } = await open(t)
  const { uploadId } = await ledger.record(entry)
  await ledger.markRejected(entry.scope, 'RO', uploadId)
  await ledger.markRejected(entry.scope, 'RO', uploadId)
  t.match(await ledger.findByUpload(entry.scope, 'RO', uploadId), { rejected: true })
  t.match(await ledger.record({ ...entry, attemptId: 'att_2' }), { duplicateOf: null })
})

void t.test('numbers are judged per account, environment, country and supplier', async (t) => {
  const { ledger } = await open(t)
  const { uploadId } = await ledger.record(entry)
  const foreign: Partial<NewLedgerEntry>[] = [
    { scope: { account: 'acc_b', environment: 'test' } },
    { scope: { account: 'acc_a', environment: 'production' } },
    { country: 'IT' },
    { supplierVat: 'RO456' },
    { number: 'F-2' },
  ]
  for (const [index, difference] of foreign.entries()) {
    t.match(await ledger.record({ ...entry, attemptId: `att_f${index}`, ...difference }), { duplicateOf: null })
  }
  t.match(await ledger.record({ ...entry, attemptId: 'att_2' }), { duplicateOf: uploadId })
})

void t.test('another account sees no upload and can reject none', async (t) => {
  const { ledger } = await open(t)
  const { uploadId } = await ledger.record(entry)
  const foreign = { account: 'acc_b', environment: 'test' } as const
  t.equal(await ledger.findByAttempt(foreign, 'RO', 'att_1'), null)
  t.equal(await ledger.findByUpload(foreign, 'RO', uploadId), null)
  t.equal(await ledger.findByUpload(entry.scope, 'IT', uploadId), null)
  await ledger.markRejected(foreign, 'RO', uploadId)
  t.match(await ledger.findByUpload(entry.scope, 'RO', uploadId), { rejected: false })
})

void t.test('the first try is remembered for all later and concurrent queries', async (t) => {
  const { ledger, other } = await open(t)
  const tries = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? ledger : other).firstTried(entry.scope, 'RO', 'inv_1', new Date(Date.UTC(2026, 0, 1, 0, 0, index))),
    ),
  )
  t.equal(new Set(tries.map((date) => date.toISOString())).size, 1)
  const later = new Date('2026-06-01T00:00:00.000Z')
  t.same(await ledger.firstTried(entry.scope, 'RO', 'inv_1', later), tries[0])
  t.same(await ledger.firstTried(entry.scope, 'IT', 'inv_1', later), later)
})
