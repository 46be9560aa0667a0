import type { Country } from '../../countries/country.js'
import type { Access, NoAnswer, ParticipantOutcome } from '../../countries/gateway/gateway.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { Clock } from '../../domain/clock.js'
import { connection } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { conflict, invalidField } from '../../domain/refusal.js'
import { accessOf, type ConnectionSecretsDeps } from './connection-secrets.js'
import { loadOwned } from '../owned.js'
import { keepNewest } from '../../domain/keep-newest.js'

/** The dependencies of `Participants`. */
interface ParticipantsDeps extends ConnectionSecretsDeps {
  readonly clock: Clock
  readonly gatewayFor: GatewayFor
  readonly countries: readonly CountryCode[]
  /** Ids of the active connections of a scope to a country, the preferred one first. */
  readonly connectionsTo: (scope: Scope, country: Country) => Promise<readonly string[]>
}

/** The result of a lookup, as of `checkedAt`. */
interface KnownParticipant {
  /** Scheme and value: `0208:0403170701`. */
  readonly id: string
  readonly registered: boolean
  /** The document types that it receives, by their identifiers; empty if it is not registered. */
  readonly documentTypes: readonly string[]
  readonly checkedAt: Date
}

/** The network could not be asked; ask again after this number of seconds. */
export class ParticipantUnknown extends Error {
  override readonly name = 'ParticipantUnknown'

  constructor(
    reason: string,
    readonly retryAfterSeconds: number,
  ) {
    super(reason)
  }
}

const PREFIX = 'iso6523-actorid-upis::'
/** Scheme and value as in Peppol's policy for identifiers, with or without the prefix. */
export const PARTICIPANT = /^(?:iso6523-actorid-upis::)?[0-9]{4}:[A-Za-z0-9._~-]{1,50}$/
/** The longest identifier with its prefix. */
export const MOST_CHARACTERS = PREFIX.length + 4 + 1 + 50
const KEPT_MS = 5 * 60_000
const MOST_KEPT = 1_000
const LONGEST_RETRY_SECONDS = 3_600

/** Looks up participants of the Peppol network, and caches the results for five minutes. */
export class Participants {
  readonly #deps: ParticipantsDeps
  /** The oldest first. */
  readonly #known = new Map<string, KnownParticipant>()

  constructor(deps: ParticipantsDeps) {
    this.#deps = deps
  }

  /**
   * @param given with or without `iso6523-actorid-upis::` Throws `ParticipantUnknown` while the
   * network does not answer. Refuses a malformed identifier, and any while the service has no
   * access to the network.
   */
  async find(scope: Scope, given: string): Promise<KnownParticipant> {
    if (!PARTICIPANT.test(given)) {
      const example =
        'four digits of the scheme, a colon and the value of at most 50 characters, for example 0208:0403170701'
      throw invalidField('participantId', `is not a Peppol participant identifier: expected ${example}`)
    }
    const id = given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given
    const key = JSON.stringify([scope.account, scope.environment, id.toLowerCase()])
    const now = this.#deps.clock.now()
    const known = this.#known.get(key)
    if (known !== undefined && now.getTime() - known.checkedAt.getTime() < KEPT_MS) return { ...known, id }
    const outcome = await this.#ask(scope, PREFIX + id)
    if (outcome.kind !== 'registered' && outcome.kind !== 'unregistered') throw unanswered(outcome, now)
    const registered = outcome.kind === 'registered'
    const found = { id, registered, documentTypes: registered ? outcome.documentTypes : [], checkedAt: now }
    this.#keep(key, found)
    return found
  }

  #keep(key: string, found: KnownParticipant): void {
    keepNewest(this.#known, key, found, MOST_KEPT)
  }

  async #ask(scope: Scope, participantId: string): Promise<ParticipantOutcome> {
    const { countries, countryOf, gatewayFor } = this.#deps
    for (const country of countries.map(countryOf)) {
      const gateway = gatewayFor(scope.environment, country)
      if (gateway?.participant === undefined) continue
      return gateway.participant(participantId, await this.#access(scope, country))
    }
    throw conflict('Peppol is not configured on this server')
  }

  /** The account's access to the country's network; null: none. */
  async #access(scope: Scope, country: Country): Promise<Access | null> {
    if (scope.environment === 'test') return null
    for (const id of await this.#deps.connectionsTo(scope, country)) {
      const owned = await loadOwned(this.#deps.store, scope, connection, 'Connection', id, this.#deps.snapshots)
      const state = owned?.loaded.state
      if (state?.status !== 'active') continue
      const access = await accessOf(this.#deps, scope, state)
      if (access !== null) return access
    }
    return null
  }
}

function unanswered(outcome: NoAnswer, now: Date): Error {
  switch (outcome.kind) {
    case 'unauthorized':
      return conflict(
        `The access point rejects the connection's credentials: ${outcome.reason}; POST /v1/connections/{id}/test checks them`,
      )
    case 'exhausted':
      return new ParticipantUnknown(outcome.reason, seconds((outcome.until.getTime() - now.getTime()) / 1000))
    case 'unavailable':
      return new ParticipantUnknown(outcome.reason, seconds(outcome.retryAfterSeconds))
  }
}

function seconds(wanted: number): number {
  return Math.min(Math.max(1, Math.ceil(wanted)), LONGEST_RETRY_SECONDS)
}
