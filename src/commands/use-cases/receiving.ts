import { company } from '../../domain/company.js'
import type { Environment, Scope } from '../../domain/event.js'
import { conflict, invalidField, unknown } from '../../domain/refusal.js'
import { COUNTRY_CODES } from '../../countries/registry.js'
import { electronicAddress } from '../../countries/peppol/participant.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { setCompanyReceiving } from '../company.js'
import { type CommandDeps, handle, type ScopedContext, scopeOf } from '../handle.js'
import { currentConnection } from './current-connection.js'
import { loadOwned } from '../owned.js'

/** How a caller wants a company to receive. */
interface WantedReceiving {
  readonly enabled: boolean
  /** Absent: those that its numbers give. */
  readonly peppolIds?: readonly string[]
  /** What arrived before the request is fetched from then on; absent: nothing is. */
  readonly since?: Date
}

/** The dependencies of `changeReceiving`. */
interface ChangeReceivingDeps extends CommandDeps {
  /** Which of these participants other receiving companies of the environment are. */
  readonly participantsOfOthers: (
    environment: Environment,
    companyId: string,
    peppolIds: readonly string[],
  ) => Promise<readonly string[]>
}

const MOST_DAYS_BACK = 90
const DAY_MS = 86_400_000
/** A scheme of the code list, and a value as the network's policy for identifiers allows it. */
const PEPPOL_ID = /^\d{4}:[A-Za-z0-9][A-Za-z0-9._~-]{0,48}$/

/**
 * Switches receiving on or off for a company. Refuses companies that don't exist or were deleted,
 * companies without an active connection, and participants of the network that are another
 * company's.
 */
export async function changeReceiving(
  deps: ChangeReceivingDeps,
  context: ScopedContext,
  companyId: string,
  { enabled, peppolIds, since }: WantedReceiving,
): Promise<{ readonly stream: string; readonly position: bigint }> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, company, 'Company', companyId, deps.snapshots)
  if (!owned) throw unknown('company')
  const { stream, loaded } = owned
  const { state } = loaded
  const now = deps.clock.now()
  if (since !== undefined && (since > now || since.getTime() < now.getTime() - MOST_DAYS_BACK * DAY_MS))
    throw invalidField('since', `must be within the last ${MOST_DAYS_BACK} days; leave it out to begin now`)
  const bad = (peppolIds ?? []).findIndex((id) => !PEPPOL_ID.test(id))
  if (bad >= 0)
    throw invalidField(
      `peppolIds[${bad}]`,
      'is not a participant of Peppol; write the scheme of four digits, a colon and the value, such as 0208:0403201742',
    )
  const wanted =
    enabled && state.status === 'active'
      ? { peppolIds: [...new Set(peppolIds ?? derivedIds(state))], since: since?.toISOString() ?? null }
      : null
  if (wanted !== null) {
    if ((await connectedCountries(deps, scope, companyId)).length === 0)
      throw invalidField(
        'companyId',
        'has no active connection, through which invoices could arrive; create one with POST /v1/connections',
      )
    const [taken] = await deps.participantsOfOthers(scope.environment, companyId, wanted.peppolIds)
    if (taken !== undefined)
      throw conflict(`The participant ${taken} of Peppol already belongs to another company that receives`)
  }
  const decide = setCompanyReceiving(wanted, now.toISOString())
  const outcome = await handle(deps, context, company, stream, decide, loaded)
  if (outcome.kind === 'done') return { stream, position: outcome.loaded.position }
  throw outcome.rejection === 'unknown' ? unknown('company') : conflict('The company was deleted')
}

/**
 * The countries to which a company has an active connection, from the streams: one that was
 * created a moment ago counts.
 */
export async function connectedCountries(
  deps: Pick<CommandDeps, 'store' | 'snapshots'>,
  scope: Scope,
  companyId: string,
): Promise<readonly CountryCode[]> {
  const all = await connectionsOf(deps, scope, companyId)
  return all.flatMap(({ country, isActive }) => (isActive ? [country] : []))
}

/** The countries to which a company has a connection, from the streams. */
export async function connectionsOf(
  deps: Pick<CommandDeps, 'store' | 'snapshots'>,
  scope: Scope,
  companyId: string,
): Promise<readonly { readonly country: CountryCode; readonly isActive: boolean }[]> {
  const found = await Promise.all(COUNTRY_CODES.map((country) => currentConnection(deps, scope, companyId, country)))
  return COUNTRY_CODES.flatMap((country, index) => {
    const status = found[index]?.loaded.state.status ?? 'none'
    return status === 'none' ? [] : [{ country, isActive: status === 'active' }]
  })
}

/** Belgian enterprises and German VAT numbers; for others the client names the participant. */
const DERIVED_SCHEMES: ReadonlySet<string> = new Set(['0208', '9930'])

function derivedIds({ vatNumber }: { readonly vatNumber: string | null }): readonly string[] {
  const found = electronicAddress({ name: '', vatNumber: vatNumber ?? '' }, undefined)
  return found?.scheme !== undefined && DERIVED_SCHEMES.has(found.scheme) ? [`${found.scheme}:${found.value}`] : []
}
