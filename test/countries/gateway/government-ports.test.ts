import t, { type Test } from 'tap'
import type pg from 'pg'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresCallBudgets } from '../../../src/countries/gateway/postgres/call-budgets.js'
import { PostgresFileNumbers } from '../../../src/countries/gateway/postgres/file-numbers.js'
import type { CollectionMarks } from '../../../src/processors/collecting/collecting.js'
import { countUnmatched, listUnmatched } from '../../../src/processors/collecting/message-report.js'
import { PostgresCollectionMarks } from '../../../src/processors/collecting/postgres/collection-marks.js'
import { PostgresInvoiceMessages } from '../../../src/processors/collecting/postgres/invoice-messages.js'
import { PostgresMailbox } from '../../../src/countries/gateway/postgres/mailbox.js'
import { PostgresUploadLedger } from '../../../src/countries/gateway/postgres/upload-ledger.js'
import { callBudgetsContract } from './call-budgets-contract.js'
import { fileNumbersContract } from './file-numbers-contract.js'
import { mailboxContract, message } from './mailbox-contract.js'
import { memoryFileNumbers } from './memory-file-numbers.js'
import { uploadLedgerContract } from './upload-ledger-contract.js'
import { MemoryCollectionMarks } from '../../standins/memory/collection-marks.js'
import { MemoryMailbox } from '../../standins/memory/mailbox.js'
import { migratedDatabase } from '../../support/database.js'
import { waitFor } from '../../support/wait-for.js'

async function emptyPool(t: Test): Promise<pg.Pool> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 10 })
  t.teardown(() => pool.end())
  return pool
}

uploadLedgerContract(t, 'in PostgreSQL', async (t) => new PostgresUploadLedger(await emptyPool(t)))
fileNumbersContract(t, 'in PostgreSQL', async (t) => new PostgresFileNumbers(await emptyPool(t)))
fileNumbersContract(t, 'in memory', async () => memoryFileNumbers())
mailboxContract(t, 'in PostgreSQL', async (t) => {
  const pool = await emptyPool(t)
  return { mailbox: new PostgresMailbox(pool), waiting: new PostgresInvoiceMessages(pool) }
})
mailboxContract(t, 'in memory', async () => {
  const mailbox = new MemoryMailbox()
  return { mailbox, waiting: mailbox }
})
callBudgetsContract(t, 'in PostgreSQL', async (t) => new PostgresCallBudgets(await emptyPool(t)))

t.test('calls that processes take at the same time are never more than the limit', async (t) => {
  const pool = await emptyPool(t)
  const from = new Date('2026-11-22T10:00:00.000Z')
  const until = new Date('2026-11-22T10:01:00.000Z')
  const calls = { name: 'XX calls', limit: 50, from, until }
  const uploads = { name: 'XX uploads', limit: 30, from, until }
  const [first, second] = [new PostgresCallBudgets(pool), new PostgresCallBudgets(pool)]
  // In both orders: locks in the order of the call would deadlock.
  const taken = await Promise.all(
    Array.from({ length: 120 }, (_, n) =>
      (n % 2 === 0 ? first : second).take(n % 3 === 0 ? [uploads, calls] : [calls, uploads]),
    ),
  )
  t.equal(taken.filter((exhausted) => exhausted === null).length, 30)
  t.same(await first.used([calls, uploads]), [30, 30])
})

t.test(
  'a message that comes while another process begins to await it is not missed, nor the other way round',
  async (t) => {
    const pool = await emptyPool(t)
    const [mailbox, waiting] = [new PostgresMailbox(pool), new PostgresInvoiceMessages(pool)]
    const scope = { account: 'acc_1', environment: 'production' } as const
    const awaited = { channel: 'sdi', reference: 'id 7', scope, country: 'IT', invoiceId: 'inv_1' } as const
    const expectIt = `operations.expect_message('sdi', 'id 8', 'acc_1', 'production', 'IT', 'inv_2')`
    const keepIt = `operations.keep_message('sdi', '', '', 'm-1', 'RC', now(), 'application/xml', '', ARRAY['id 7'])`
    const meanwhile = async (unfinished: string, work: () => Promise<unknown>): Promise<void> => {
      const other = await pool.connect()
      try {
        await other.query('BEGIN')
        await other.query(`SELECT ${unfinished}`)
        let done = false
        const working = work().then(() => (done = true))
        await waitFor('it is done, or waits for the other', async () => {
          const { rowCount } = await other.query(
            `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          )
          return done || rowCount === 1
        })
        await other.query('COMMIT')
        await working
      } finally {
        other.release()
      }
    }
    await meanwhile(keepIt, () => mailbox.expect(awaited))
    await meanwhile(expectIt, () => mailbox.put(message({ messageId: 'm-2', references: ['id 8'] })))
    const found = await waiting.claim(new Date(), 60, 10)
    t.same(
      found.map(({ invoiceId }) => invoiceId),
      ['inv_1', 'inv_2'],
    )
  },
)

const MARKS: Readonly<Record<string, (t: Test) => Promise<CollectionMarks>>> = {
  'in PostgreSQL': async (t) => new PostgresCollectionMarks(await emptyPool(t)),
  'in memory': async () => new MemoryCollectionMarks(),
}
for (const [name, open] of Object.entries(MARKS)) {
  t.test(`${name}: a mark of fetched messages is its connection's, and never goes back`, async (t) => {
    const marks = await open(t)
    const [early, late] = [new Date('2026-11-22T10:00:00.000Z'), new Date('2026-11-22T10:00:00.001Z')]
    t.equal(await marks.read('conn_1'), null)
    await marks.move('conn_1', late)
    await marks.move('conn_1', early)
    t.same(await marks.read('conn_1'), late)
    t.equal(await marks.read('conn_2'), null)
  })
}

t.test('what is for no invoice is counted and listed, the newest first', async (t) => {
  const pool = await emptyPool(t)
  const mailbox = new PostgresMailbox(pool)
  const scope = { account: 'acc_1', environment: 'production' } as const
  await mailbox.expect({ channel: 'sdi', reference: 'id 7', scope, country: 'IT', invoiceId: 'inv_1' })
  await mailbox.put(message())
  await mailbox.put(message({ messageId: 'm-2', references: ['id 8'] }))
  await mailbox.put(message({ messageId: 'm-3', references: [], scope }))
  await mailbox.put(message({ messageId: 'm-4', references: ['id 7'], scope: { ...scope, account: 'acc_2' } }))
  t.equal(await countUnmatched(pool), 3)
  const { receivedAt, bytes } = message()
  const facts = { channel: 'sdi', kind: 'RC', receivedAt: receivedAt.toISOString(), bytes: bytes.length }
  const all = [
    { ...facts, messageId: 'm-4', references: ['id 7'], account: 'acc_2' },
    { ...facts, messageId: 'm-3', references: [], account: 'acc_1' },
    { ...facts, messageId: 'm-2', references: ['id 8'], account: null },
  ]
  t.same(await listUnmatched(pool, 10), all)
  t.same(await listUnmatched(pool, 1), all.slice(0, 1))
})
