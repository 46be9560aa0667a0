import { LIST_MODELS } from '../../test/support/invoice-rows.js'
import { measureRebuild } from '../rebuild/measure.js'

/**
 * How fast the read models of the list are built from `count` created invoices of one account, and
 * from a tenth of it, each in a separate database.
 */
export async function measureGrowingRebuild(count: number): Promise<void> {
  const rates: number[] = []
  for (const events of [count / 10, count]) {
    rates.push(await measureRebuild({ events, kind: 'created in one account', projections: LIST_MODELS, each: false }))
  }
  const [few = 0, many = 0] = rates
  console.log(`of ten times as many: ${(many / few).toFixed(2)} × the rate`)
}
