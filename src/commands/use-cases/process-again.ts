import { invoice, type InvoiceEvent, type InvoiceState } from '../../domain/invoice.js'
import { conflict, unknown } from '../../domain/refusal.js'
import { hasHappened } from '../command-id.js'
import { type CommandDeps, handle, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { loadOwned } from '../owned.js'
import { withoutConnection } from './closed-connection.js'
import { MAX_RETRIES, retriesOf, retryInvoice } from '../invoice.js'

/**
 * Processes an errored invoice again, a limited number of times. Refuses an invoice that does not
 * exist, is not errored, or was retried too often, or whose company and connection were deleted.
 */
export async function processAgain(
  deps: CommandDeps,
  context: ScopedContext,
  invoiceId: string,
): Promise<Loaded<InvoiceState, InvoiceEvent>> {
  const owned = await loadOwned(deps.store, scopeOf(context), invoice, 'Invoice', invoiceId)
  if (!owned) throw unknown('invoice')
  const { stream, loaded } = owned
  if (!hasHappened(context, stream, loaded) && retriesOf(loaded.events) >= MAX_RETRIES)
    throw conflict(`The invoice was retried ${MAX_RETRIES} times, which is the limit; send a new invoice instead`)
  if (loaded.state.status === 'error' && !hasHappened(context, stream, loaded)) {
    const consequence = 'the invoice can no longer be retried'
    const refusal = await withoutConnection(deps, scopeOf(context), loaded.state.facts, consequence)
    if (refusal !== null) throw refusal
  }
  const outcome = await handle(deps, context, invoice, stream, retryInvoice(), loaded)
  if (outcome.kind === 'done') return outcome.loaded
  if (outcome.rejection === 'unknown') throw unknown('invoice')
  throw conflict(`Only an invoice in status error can be retried; this one is ${outcome.loaded.state.status}`)
}
