import { setTimeout } from 'node:timers/promises'
import type { Country } from '../../countries/country.js'
import { HAND_OVER, isOpenSetup } from '../../countries/connection-setup.js'
import type { Access, CheckOutcome, Gateway } from '../../countries/gateway/gateway.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { CountrySettings } from '../../countries/settings.js'
import type { Clock } from '../../domain/clock.js'
import type { ConnectionState } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import { accessOf, type ConnectionSecretsDeps } from './connection-secrets.js'

/** The dependencies of `testConnection`. */
interface TestConnectionDeps extends ConnectionSecretsDeps {
  readonly clock: Clock
  readonly gatewayFor: GatewayFor
  /** How long to wait for the government, in milliseconds; absent: 30 seconds. */
  readonly patienceMs?: number
}

/** The result of a test. */
interface ConnectionVerdict {
  /** Whether the connection can be used now; null: unknown. */
  readonly ok: boolean | null
  readonly checkedAt: Date
  /** In English, for people: what works, or what is wrong and what to do. Holds no secret. */
  readonly message: string
}

type Existing = Exclude<ConnectionState, { status: 'none' | 'deleted' }>

const PATIENCE_MS = 30_000

/**
 * Asks the government whether it accepts a connection's credentials. Sends nothing that has an
 * effect, and leaves the connection as it is: only the submission of an invoice changes it.
 */
export async function testConnection(
  deps: TestConnectionDeps,
  scope: Scope,
  state: Existing,
): Promise<ConnectionVerdict> {
  return { ...(await verdictOn(deps, scope, state)), checkedAt: deps.clock.now() }
}

async function verdictOn(
  deps: TestConnectionDeps,
  scope: Scope,
  state: Existing,
): Promise<Omit<ConnectionVerdict, 'checkedAt'>> {
  const country = deps.countryOf(state.countryCode)
  const remedy = remedyFor(country, deps.countrySettings)
  if (scope.environment === 'test') {
    return { ok: true, message: `Works: ${country.name} is simulated in the test environment and needs no credentials` }
  }
  const gateway = deps.gatewayFor(scope.environment, country)
  if (gateway === null) {
    return { ok: null, message: `${country.name} is not configured for live invoices on this server` }
  }
  const access = await accessOf(deps, scope, state)
  if (access === null) return { ok: false, message: `${missing(country)}. ${remedy}` }
  const { expiresAt } = access.credentials
  if (expiresAt !== undefined && new Date(expiresAt) <= deps.clock.now()) {
    return { ok: false, message: `The access expired at ${expiresAt}. ${remedy}` }
  }
  const outcome = await checked(gateway, access, deps.patienceMs ?? PATIENCE_MS)
  switch (outcome.kind) {
    case 'works':
      if (state.status === 'active') return { ok: true, message: `Works: ${outcome.detail}` }
      return {
        ok: false,
        message: `The government accepts the credentials (${outcome.detail}), but the connection is not active. ${remedy}`,
      }
    case 'refused':
      return { ok: false, message: outcome.reason }
    case 'unknown':
      return { ok: null, message: `The test was inconclusive: ${outcome.reason}` }
  }
}

/** If a government takes too long, the result is unknown; its late answer is dropped. */
async function checked(gateway: Gateway, access: Access, patienceMs: number): Promise<CheckOutcome> {
  if (gateway.check === undefined)
    return { kind: 'unknown', reason: 'this government offers no way to test credentials' }
  const over = new AbortController()
  const outOfPatience = setTimeout(patienceMs, null, { signal: over.signal })
  try {
    return (
      (await Promise.race([gateway.check(access), outOfPatience])) ?? {
        kind: 'unknown',
        reason: `no answer within ${patienceMs / 1000} seconds`,
      }
    )
  } finally {
    over.abort()
    await outOfPatience.catch(() => undefined)
  }
}

function missing({ setup }: Country): string {
  if (setup.kind === 'oauth') return 'The user has not authorised the connection yet'
  return `The connection has no credentials yet. How to get them: ${setup.instructions.join(' ')}`.replace(/\.$/, '')
}

function remedyFor({ setup }: Country, settings: CountrySettings): string {
  if (setup.kind === 'oauth')
    return 'Create the connection again (POST /v1/connections) and send the user to its authorizationUrl'
  if (isOpenSetup(setup, settings)) return 'Create the connection again (POST /v1/connections)'
  return `Send the credentials with ${HAND_OVER}`
}
