import type { Scope } from '../../domain/event.js'
import { invoice, type LinkedInvoice } from '../../domain/invoice.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { type CommandContext, type CommandDeps, handle, load, StreamErased } from '../handle.js'
import { recordFinalInvoice } from '../invoice.js'
import { loadOwned } from '../owned.js'

/** An advance that another final invoice settles already. */
interface SettledAdvance {
  readonly advance: LinkedInvoice
  readonly final: LinkedInvoice
  /** Of the advance in the new invoice, for example `prepayments[0].id`. */
  readonly path: string
}

/** An advance that an invoice names by its id. */
interface NamedAdvance {
  readonly advance: LinkedInvoice
  readonly path: string
}

/** Corrections of a final invoice repeat its advances; only an invoice settles them. */
function namedAdvances({ invoiceType, prepayments = [] }: InvoiceRequest): readonly NamedAdvance[] {
  if (invoiceType !== 'invoice') return []
  return prepayments.flatMap(({ id, number }, index) =>
    id === undefined ? [] : [{ advance: { invoiceId: id, number }, path: `prepayments[${index}].id` }],
  )
}

/** The advances of an invoice that other final invoices of the account settle already. */
export async function settledAdvances(
  store: EventStore,
  scope: Scope,
  accepted: InvoiceRequest,
): Promise<readonly SettledAdvance[]> {
  const settled: SettledAdvance[] = []
  for (const named of namedAdvances(accepted)) {
    const owned = await loadOwned(store, scope, invoice, 'Invoice', named.advance.invoiceId)
    if (owned?.loaded.state.status !== 'accepted') continue
    const final = await standing(store, scope, owned.loaded.state.finals)
    if (final !== null) settled.push({ ...named, final })
  }
  return settled
}

/**
 * Records a final invoice in the streams of the advances that it names by id; running it again
 * changes nothing. Returns these advances, and those that another final invoice settles already.
 * @param context without account and environment
 */
export async function issueFinalInvoice(
  deps: CommandDeps,
  scope: Scope,
  context: Pick<CommandContext, 'actor' | 'correlationId' | 'causationId'>,
  final: LinkedInvoice,
  accepted: InvoiceRequest,
): Promise<{ readonly advances: readonly LinkedInvoice[]; readonly settled: readonly SettledAdvance[] }> {
  const advances: LinkedInvoice[] = []
  const settled: SettledAdvance[] = []
  for (const named of namedAdvances(accepted)) {
    const { advance } = named
    advances.push(advance)
    const others = await recordedFinals(deps, { ...context, ...scope }, advance.invoiceId, final)
    const other = await standing(deps.store, scope, others)
    if (other !== null) settled.push({ ...named, final: other })
  }
  return { advances, settled }
}

/** Records a final invoice with its advance. Returns the others; none if it was erased. */
async function recordedFinals(
  deps: CommandDeps,
  context: CommandContext & Scope,
  advanceId: string,
  final: LinkedInvoice,
): Promise<readonly LinkedInvoice[]> {
  const stream = streamName(context.environment, 'Invoice', advanceId)
  try {
    const { loaded } = await handle(deps, context, invoice, stream, recordFinalInvoice(final))
    const finals = loaded.state.status === 'accepted' ? loaded.state.finals : []
    return finals.filter(({ invoiceId }) => invoiceId !== final.invoiceId)
  } catch (error) {
    // An advance may end its retention before its final invoice.
    if (error instanceof StreamErased) return []
    throw error
  }
}

/** The first of these that was neither rejected nor refused; null: there is none. */
async function standing(
  store: EventStore,
  scope: Scope,
  finals: readonly LinkedInvoice[],
): Promise<LinkedInvoice | null> {
  for (const final of finals) {
    const { state } = await load(store, invoice, streamName(scope.environment, 'Invoice', final.invoiceId))
    if (state.status !== 'none' && state.status !== 'rejected' && state.status !== 'error') return final
  }
  return null
}
