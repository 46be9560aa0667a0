import type { Country } from '../../countries/country.js'
import { connectionSecret, type Credentials } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Vault } from '../../storage/vault/vault.js'
import type { CommandDeps } from '../handle.js'
import { currentConnection } from './current-connection.js'

/** The dependencies of `withWay`. */
export interface WayDeps extends Pick<CommandDeps, 'store' | 'snapshots'> {
  readonly vault: Pick<Vault, 'get'>
}

/**
 * The invoice with the system through which it goes, if its country has a portal besides the usual
 * one and the connection of the company decides it. The document is made for that system, so this
 * is decided once, when the invoice comes.
 * @param form whether it came as a document, which is kept as it is
 */
export async function withWay(
  deps: WayDeps,
  scope: Scope,
  { code, invoicing }: Country,
  companyId: string,
  invoice: InvoiceRequest,
  form: 'json' | 'document',
): Promise<InvoiceRequest> {
  const { portal } = invoicing ?? {}
  if (portal?.isOpen(invoice, form) !== true) return invoice
  const { connectionId, loaded } = await currentConnection(deps, scope, companyId, code)
  if (loaded.state.status === 'none') return invoice
  const secret = await deps.vault.get(scope, connectionSecret(connectionId))
  if (secret === null) return invoice
  return portal.decided(invoice, JSON.parse(Buffer.from(secret).toString('utf8')) as Credentials)
}
