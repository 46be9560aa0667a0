import { unknown } from '../../domain/refusal.js'
import { received, type ReceivedEvent, type ReceivedState } from '../../domain/received.js'
import { type CommandDeps, handle, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { loadOwned } from '../owned.js'
import { markRead } from '../received.js'

/** Marks a received invoice as read; a second time changes nothing. Refuses an unknown one. */
export async function readInvoice(
  deps: CommandDeps,
  context: ScopedContext,
  receivedId: string,
): Promise<Loaded<ReceivedState, ReceivedEvent>> {
  const owned = await loadOwned(deps.store, scopeOf(context), received, 'Received', receivedId)
  if (owned === null) throw unknown('received invoice')
  const outcome = await handle(deps, context, received, owned.stream, markRead(), owned.loaded)
  if (outcome.kind === 'rejected') throw unknown('received invoice')
  return outcome.loaded
}
