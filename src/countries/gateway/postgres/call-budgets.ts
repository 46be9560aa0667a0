import type pg from 'pg'
import type { CallBudgets, StatedLimits } from '../call-budgets.js'
import type { CallBudget } from '../gateway.js'

/** Windows that ended longer ago are deleted. */
const KEEP_MS = 24 * 3_600_000
/** Limits that were stated longer ago are deleted: they are read again every day. */
const KEEP_LIMITS_MS = 30 * 24 * 3_600_000
const SWEEP_EVERY_MS = 10 * 60_000

/** Call budgets in PostgreSQL, shared by all processes. Deletes old windows. */
export class PostgresCallBudgets implements CallBudgets {
  readonly #pool: pg.Pool
  #sweptAt = -Infinity

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async take(budgets: readonly CallBudget[]): Promise<CallBudget | null> {
    await this.#sweep(budgets)
    const { rows } = await this.#pool.query<{ exhausted: number }>({
      name: 'take calls',
      text: 'SELECT operations.take_calls($1, $2, $3, $4) AS exhausted',
      values: [
        budgets.map(({ name }) => name),
        budgets.map(({ from }) => from.toISOString()),
        budgets.map(({ until }) => until.toISOString()),
        budgets.map(({ limit }) => limit),
      ],
    })
    return budgets[(rows[0]?.exhausted ?? 0) - 1] ?? null
  }

  async used(budgets: readonly CallBudget[]): Promise<readonly number[]> {
    const { rows } = await this.#pool.query<{ used: number }>({
      name: 'used calls',
      text: `SELECT coalesce(c.used, 0) AS used
        FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS g (name, from_at, number)
        LEFT JOIN operations.call_budget c ON c.name = g.name AND c.from_at = g.from_at
        ORDER BY g.number`,
      values: [budgets.map(({ name }) => name), budgets.map(({ from }) => from.toISOString())],
    })
    return rows.map(({ used }) => used)
  }

  async statedLimits(customer: string): Promise<StatedLimits | null> {
    const { rows } = await this.#pool.query<{ limits: StatedLimits['limits']; stated_at: Date | string }>({
      name: 'stated limits',
      text: 'SELECT limits, stated_at FROM operations.call_limit WHERE customer = $1',
      values: [customer],
    })
    const [row] = rows
    return row === undefined ? null : { limits: row.limits, statedAt: new Date(row.stated_at) }
  }

  async keepStatedLimits(customer: string, { limits, statedAt }: StatedLimits): Promise<void> {
    await this.#pool.query(
      `INSERT INTO operations.call_limit AS kept (customer, limits, stated_at) VALUES ($1, $2, $3)
       ON CONFLICT (customer) DO UPDATE SET limits = excluded.limits, stated_at = excluded.stated_at
       WHERE kept.stated_at < excluded.stated_at`,
      [customer, JSON.stringify(limits), statedAt.toISOString()],
    )
    await this.#pool.query('DELETE FROM operations.call_limit WHERE stated_at < $1', [
      new Date(statedAt.getTime() - KEEP_LIMITS_MS).toISOString(),
    ])
  }

  async #sweep([budget]: readonly CallBudget[]): Promise<void> {
    const now = performance.now()
    if (budget === undefined || now - this.#sweptAt < SWEEP_EVERY_MS) return
    this.#sweptAt = now
    await this.#pool.query('DELETE FROM operations.call_budget WHERE until_at < $1', [
      new Date(budget.from.getTime() - KEEP_MS).toISOString(),
    ])
  }
}
