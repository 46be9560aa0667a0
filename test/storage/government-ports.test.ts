import t, { type Test } from 'tap'
import type pg from 'pg'
import { createPool } from '../../src/storage/pool.js'
import { PostgresCallBudgets } from '../../src/storage/postgres-call-budgets.js'
import { PostgresFileNumbers } from '../../src/storage/postgres-file-numbers.js'
import { PostgresUploadLedger } from '../../src/storage/postgres-upload-ledger.js'
import { callBudgetsContract } from '../countries/call-budgets-contract.js'
import { fileNumbersContract } from '../countries/file-numbers-contract.js'
import { memoryFileNumbers } from '../countries/memory-file-numbers.js'
import { uploadLedgerContract } from '../countries/upload-ledger-contract.js'
import { migratedDatabase } from '../support/database.js'

async function emptyPool(t: Test): Promise<pg.Pool> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 10 })
  t.teardown(() => pool.end())
  return pool
}

uploadLedgerContract(t, 'in PostgreSQL', async (t) => new PostgresUploadLedger(await emptyPool(t)))
fileNumbersContract(t, 'in PostgreSQL', async (t) => new PostgresFileNumbers(await emptyPool(t)))
fileNumbersContract(t, 'in memory', async () => memoryFileNumbers())
callBudgetsContract(t, 'in PostgreSQL', async (t) => new PostgresCallBudgets(await emptyPool(t)))

t.test('calls that processes take at the same time are never more than the limit', async (t) => {
  const pool = await emptyPool(t)
  const from = new Date('2026-11-22T10:00:00.000Z')
  const until = new Date('2026-11-22T10:01:00.000Z')
  const calls = { name: 'XX calls', limit: 50, from, until }
  const uploads = { name: 'XX uploads', limit: 30, from, until }
  const [first, second] = [new PostgresCallBudgets(pool), new PostgresCallBudgets(pool)]
  // In both orders: whoever locked in the order of the call would meet another on his way.
  const taken = await Promise.all(
    Array.from({ length: 120 }, (_, n) =>
      (n % 2 === 0 ? first : second).take(n % 3 === 0 ? [uploads, calls] : [calls, uploads]),
    ),
  )
  t.equal(taken.filter((exhausted) => exhausted === null).length, 30)
  t.same(await first.used([calls, uploads]), [30, 30])
})
