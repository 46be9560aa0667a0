import { InvalidArgumentError } from 'commander'
import { ENVIRONMENTS } from '../../domain/event.js'
import { isId } from '../../domain/ids.js'
import { streamName } from '../../domain/streams.js'
import { type Erasures, PostgresErasures, ProbedErasures } from '../../audit/erasures.js'
import { findInvoice, type InvoiceStreams } from '../../audit/invoice-streams.js'
import { parseInstant } from '../../documents/intake/formats.js'
import { StartupError } from '../../storage/startup-error.js'
import type { Session } from '../session.js'

/** Parses the argument of an option that accepts a time. */
export function instant(text: string): Date {
  const time = parseInstant(text)
  if (time === null) throw new InvalidArgumentError('It must be an ISO 8601 time, such as 2026-11-23T10:00:00Z.')
  return time
}

/** The streams of the session's store that were erased. */
function erasuresOf({ config, pool, store }: Pick<Session, 'config' | 'pool' | 'store'>): Erasures {
  return config.EVENTSTORE_URL === undefined ? new PostgresErasures(pool) : new ProbedErasures(store)
}

/** The named invoice. An error explains how to find the right id. */
export async function namedInvoice(session: Session, id: string): Promise<InvoiceStreams> {
  const invoice = await findInvoice(session.store, id)
  if (invoice !== null) return invoice
  if (!isId(id) || !id.startsWith('inv_'))
    throw new StartupError('Name the invoice by its id: inv_ and 22 letters and digits, as the API returns it.')
  const erasures = erasuresOf(session)
  for (const environment of ENVIRONMENTS) {
    if (await erasures.isErased(streamName(environment, 'Invoice', id)))
      throw new StartupError(`The invoice ${id} was erased: its events were deleted permanently by data retention.`)
  }
  throw new StartupError(
    `There is no invoice ${id} in either environment; GET /v1/invoices lists the invoices of an account.`,
  )
}
