import type { Logger } from 'pino'
import type { CommandDeps } from '../../commands/handle.js'
import { finishPrepared } from '../../commands/use-cases/assign-number.js'
import type { PreparedInvoices } from '../../domain/prepared-invoice.js'
import type { Chore } from '../work/chore.js'

/** The dependencies of the chore. */
interface FinishingDeps extends CommandDeps {
  readonly prepared: PreparedInvoices
  readonly log: Pick<Logger, 'warn'>
}

const EVERY_MS = 10_000
/** A request creates its invoice within seconds. */
const OVERDUE_MS = 10_000
const AT_ONCE = 100

/**
 * Creates the invoices whose process died after their number was assigned. The next assignment
 * does the same, but a series may have none.
 */
export class Finishing implements Chore {
  readonly name = 'prepared invoices'
  readonly everyMs = EVERY_MS
  readonly #deps: FinishingDeps

  constructor(deps: FinishingDeps) {
    this.#deps = deps
  }

  readonly run = async (signal: AbortSignal): Promise<'more' | 'done'> => {
    const { prepared, clock, log } = this.#deps
    const found = await prepared.before(new Date(clock.now().getTime() - OVERDUE_MS), AT_ONCE)
    let handled = 0
    for (const each of found) {
      if (signal.aborted) return 'done'
      const outcome = await finishPrepared(this.#deps, each)
      if (outcome !== 'waits') handled += 1
      if (outcome === 'created') {
        const { invoiceId, number } = each.created
        log.warn({ invoiceId, number }, 'created an invoice whose process ended after its number was assigned')
      }
    }
    return found.length === AT_ONCE && handled > 0 ? 'more' : 'done'
  }
}
