import t, { type Test } from 'tap'
import type pg from 'pg'
import { postgresPorts } from '../../../src/processors/ports.js'
import type { WorkSource } from '../../../src/processors/work/work-list.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { MemoryDatabase } from '../../simulation/memory/database.js'
import { MemoryGates } from '../../simulation/memory/gates.js'
import { MemoryLocks } from '../../simulation/memory/locks.js'
import { MemoryMarks } from '../../simulation/memory/marks.js'
import { MemoryRestores } from '../../simulation/memory/restores.js'
import { MemoryWorkList, type ShownWork } from '../../simulation/memory/work-list.js'
import { migratedDatabase } from '../../support/database.js'
import { locksContract, marksContract } from './marks-contract.js'
import { type WorkListFixture, workListContract } from './work-list-contract.js'

const SOURCE: WorkSource = {
  kind: 'invoices',
  projection: 'contract',
  work: (candidate) =>
    `SELECT key, account, environment, lane, due_at, position FROM contract_shown WHERE ${candidate}`,
}

async function openPool(t: Test, size = 10): Promise<pg.Pool> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size })
  t.teardown(() => pool.end())
  return pool
}

async function inPostgres(t: Test): Promise<WorkListFixture> {
  const pool = await openPool(t)
  const { workList, gates } = postgresPorts(pool)
  await pool.query(
    `CREATE TABLE contract_shown (key text, account text, environment text, lane text, due_at timestamptz, position bigint)`,
  )
  await pool.query(
    `INSERT INTO projections.checkpoints (name, version, live_schema, position) VALUES ('contract', 1, 'none', NULL)`,
  )
  return {
    workList,
    gates,
    source: SOURCE,
    async show(rows, head, restores = 0) {
      await pool.query('DELETE FROM contract_shown')
      for (const { key, account, environment, lane, dueAt, position } of rows) {
        await pool.query('INSERT INTO contract_shown VALUES ($1, $2, $3, $4, $5, $6)', [
          ...[key, account, environment, lane],
          ...[dueAt.toISOString(), position.toString()],
        ])
      }
      await pool.query(`UPDATE projections.checkpoints SET position = $1, restores = $2 WHERE name = 'contract'`, [
        head.toString(),
        restores,
      ])
    },
    async expire() {
      await pool.query(`UPDATE processing.work SET held_until = clock_timestamp() - interval '1 second'`)
    },
  }
}

async function inMemory(): Promise<WorkListFixture> {
  let now = 0
  let shown: readonly ShownWork[] = []
  const database = new MemoryDatabase(() => now)
  const workList = new MemoryWorkList(
    database,
    (_source, after) =>
      shown
        .filter(({ position }) => after === null || position > after)
        .sort((a, b) => (a.position < b.position ? -1 : 1)),
    15,
  )
  return {
    workList,
    gates: new MemoryGates(database, () => 0.5),
    source: SOURCE,
    async show(rows, head, restores = 0) {
      shown = rows
      const at = { version: 1, position: head, anchor: null, schema: 'none' }
      const checkpoint = { ...at, erasures: 0, inARow: [], paused: false, restores }
      database.tables.set('contract', { checkpoint, rows: new Map() })
    },
    async expire() {
      now += 16_000
    },
  }
}

const memory = (): MemoryDatabase => new MemoryDatabase(() => 0)

t.test('PostgreSQL', async (t) => {
  workListContract(t, inPostgres)
  marksContract(t, async (t) => postgresPorts(await openPool(t)))
  locksContract(t, async (t) => postgresPorts(await openPool(t)).locks)
})

t.test('a lock does not wait for a connection, nor for a server, when its caller is to end', async (t) => {
  const pool = await openPool(t, 1)
  const held = await pool.connect()
  const stop = new AbortController()
  const { locks } = postgresPorts(pool)
  const outcome = locks.exclusively('a', 5, stop.signal, () => Promise.resolve('late'))
  stop.abort()
  t.equal(await outcome, null)
  held.release()
  const { signal } = new AbortController()
  t.equal(await locks.exclusively('a', 5, signal, () => Promise.resolve('again')), 'again')
})

t.test('memory', async (t) => {
  workListContract(t, inMemory)
  marksContract(t, async () => {
    const database = memory()
    return { marks: new MemoryMarks(database), restores: new MemoryRestores(database) }
  })
  locksContract(t, async () => new MemoryLocks().of({ onEnd: new Set(), notify: (work) => work() }))
})
