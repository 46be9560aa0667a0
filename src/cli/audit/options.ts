import { InvalidArgumentError } from 'commander'
import { ENVIRONMENTS } from '../../domain/event.js'
import { isId } from '../../domain/ids.js'
import { streamName } from '../../domain/streams.js'
import { type Erasures, PostgresErasures, ProbedErasures } from '../../audit/erasures.js'
import { findInvoice, type InvoiceStreams } from '../../audit/invoice-streams.js'
import { parseInstant } from '../../documents/intake/formats.js'
import { StartupError } from '../../storage/startup-error.js'
import type { Session } from '../session.js'

/** The argument of an option that takes a moment. */
export function instant(text: string): Date {
  const time = parseInstant(text)
  if (time === null) throw new InvalidArgumentError('It must be a time in ISO 8601, such as 2026-11-23T10:00:00Z.')
  return time
}

/** Which streams of the session's store were erased. */
export function erasuresOf({ config, pool, store }: Pick<Session, 'config' | 'pool' | 'store'>): Erasures {
  return config.EVENTSTORE_URL === undefined ? new PostgresErasures(pool) : new ProbedErasures(store)
}

/** The invoice that was named; where there is none, says what helps. */
export async function namedInvoice(session: Session, id: string): Promise<InvoiceStreams> {
  const invoice = await findInvoice(session.store, id)
  if (invoice !== null) return invoice
  if (!isId(id) || !id.startsWith('inv_'))
    throw new StartupError('An invoice is named by its id: inv_ and 22 letters and digits, as the API gives it.')
  const erasures = erasuresOf(session)
  for (const environment of ENVIRONMENTS) {
    if (await erasures.isErased(streamName(environment, 'Invoice', id)))
      throw new StartupError(`The invoice ${id} was erased: its events are gone for good, as data retention asks.`)
  }
  throw new StartupError(`There is no invoice ${id}, in neither environment; GET /v1/invoices lists an account’s.`)
}
