import fc from 'fast-check'
import t from 'tap'
import { PostgresAnswers } from '../../../src/processors/work/postgres/answers.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../../support/database.js'

const answer = fc.record({
  process: fc.constantFrom(0, 1),
  government: fc.constantFrom('RO production', 'PL test'),
  second: fc.integer({ min: 0, max: 120 }),
})

t.test('when a government last answered depends on its own answers alone', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  const timeOf = (second: number): Date => new Date(Date.UTC(2026, 10, 21, 9, 0, second))
  const last = async (answers: readonly (typeof answer extends fc.Arbitrary<infer T> ? T : never)[]) => {
    await pool.query('DELETE FROM processing.answers')
    const processes = [new PostgresAnswers(pool), new PostgresAnswers(pool)]
    for (const { process, government, second } of answers) await processes[process]?.note(government, timeOf(second))
    const { rows } = await pool.query<{ answered_at: string }>(
      "SELECT answered_at FROM processing.answers WHERE government = 'RO production'",
    )
    return rows[0] === undefined ? null : new Date(rows[0].answered_at)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), async (answers) => {
      const own = answers.filter(({ government }) => government === 'RO production')
      const found = await last(answers)
      t.same(found, await last(own))
      const newest = own.reduce<number | null>((most, { second }) => Math.max(most ?? 0, second), null)
      // A process writes once in half a minute, and never an earlier time.
      if (newest === null) t.equal(found, null)
      else t.ok(found !== null && found <= timeOf(newest) && found > timeOf(newest - 30))
    }),
    { numRuns: 60 },
  )
})
