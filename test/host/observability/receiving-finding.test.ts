import t from 'tap'
import { PostgresLooks } from '../../../src/processors/receiving/postgres/looks.js'
import { judgeReceiving } from '../../../src/host/observability/doctor/receiving.js'
import { receivingCompany } from '../../http/api/receiving-company.js'
import { startTestService } from '../../http/api/test-service.js'

const HOUR_MS = 3_600_000

t.test('the doctor and receiving companies', { timeout: 120_000 }, async (t) => {
  const { pool, clock, account } = await startTestService(t)
  const { test } = await account('unlimited')
  const now = (): Date => clock.now()
  const judge = () => judgeReceiving(pool, now())
  const sound = [{ check: 'receiving', state: 'ok', says: /^Nothing keeps/, remedy: null }]
  t.match(await judge(), sound, 'without companies')

  const id = await receivingCompany(test, 'RO')
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM read.connections WHERE company_id = $1', [id])
  const connectionId = rows[0]?.id ?? ''
  const look = { connectionId, companyId: id, country: 'RO', since: now() }
  const looks = new PostgresLooks(pool)
  await looks.failed(look, 'ANAF answered 500')
  t.match(await judge(), sound, 'test companies are not judged')

  // As if they were live: only the read models are asked.
  await pool.query("UPDATE read.companies SET environment = 'production'")
  await pool.query("UPDATE read.connections SET environment = 'production'")
  t.match(await judge(), [
    {
      check: 'receiving',
      state: 'warning',
      says: `${id} (RO, last: never; ANAF answered 500)`,
      remedy: /clearway work/,
    },
  ])
  await looks.succeeded(look, 'mark', now())
  t.match(await judge(), sound)
  clock.advance(13 * HOUR_MS)
  t.match(await judge(), [{ state: 'warning', says: /^For 1 receiving companies .*last: 2026-03-31T09:30:00\.000Z\)/ }])
  clock.advance(36 * HOUR_MS)
  t.match(await judge(), [{ state: 'fault' }])

  await pool.query("UPDATE read.connections SET status = 'expired'")
  t.match(await judge(), [{ state: 'warning', says: `nothing arrives for them: ${id} (RO).`, remedy: /connect again/ }])
  await pool.query('DELETE FROM read.connections')
  t.match(await judge(), [{ state: 'warning', says: `have no connection, so nothing arrives for them: ${id}.` }])
  await pool.query('UPDATE read.companies SET peppol_ids = NULL')
  t.match(await judge(), sound, 'it no longer receives')
})
