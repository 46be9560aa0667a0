import { endedBefore, type RetentionTimes, ruleOf } from '../../domain/erasure.js'
import { ENVIRONMENTS } from '../../domain/event.js'
import { isHeld } from '../../domain/hold.js'
import { accountsWithOld, countOldInvoices } from './candidates.js'
import { Eraser, type EraserDeps, type RetentionOptions } from './eraser.js'
import { candidatesOf } from './passes.js'
import type { RetentionReport } from './report.js'
import { sweepAll } from './sweeps.js'

/** Dependencies of retention. */
export interface RetentionDeps extends EraserDeps {
  readonly times: RetentionTimes
}

/**
 * Erases data after its retention period, account by account, in small parts: after each the
 * caller may pause or stop; the next run continues. Unfinished records of an earlier run are
 * finished first. Throws `Stopped`.
 */
export async function* retain(
  deps: RetentionDeps,
  report: RetentionReport,
  options: RetentionOptions,
): AsyncGenerator<undefined, void, undefined> {
  const eraser = new Eraser(deps, report, options)
  if (!options.dryRun) {
    await eraser.finishOpen()
    yield
  }
  for (const environment of ENVIRONMENTS) {
    const rule = ruleOf(environment, deps.times)
    const limit = { rule, before: endedBefore(rule, deps.clock.now()) }
    for (const account of await accountsWithOld(deps.pool, environment, limit.before)) {
      const scope = { account, environment }
      if (isHeld(await eraser.holdsOf(scope), [{ kind: 'account', id: account }])) {
        // All of it at once, regardless of its size.
        const count = await countOldInvoices(deps.pool, scope, limit.before)
        if (count > 0) report.keep({ ...scope, kind: 'invoices', id: '*', because: 'hold' }, count)
        continue
      }
      for await (const { kind, candidates } of candidatesOf(deps, scope, limit)) {
        await eraser.take(scope, kind, candidates, limit)
        yield
      }
    }
    if (!options.dryRun) yield* sweepAll(deps, report, limit)
  }
}
