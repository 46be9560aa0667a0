import { accessOf, type ConnectionSecretsDeps } from '../../commands/connection-secrets.js'
import { currentConnection } from '../../commands/current-connection.js'
import { load } from '../../commands/handle.js'
import type { CallBudgets } from '../../countries/call-budgets.js'
import type { Country } from '../../countries/country.js'
import type { Access, Gateway, LookOutcome } from '../../countries/gateway.js'
import type { GatewayFor } from '../../countries/gateways.js'
import { delivery, type DeliveryState } from '../../domain/delivery.js'
import type { Environment, Scope } from '../../domain/event.js'
import { type CreatedInvoice, invoice } from '../../domain/invoice.js'
import type { CountryCode } from '../../domain/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import type { DocumentStore } from '../../storage/documents.js'
import { resolveContent, resolveDocument } from '../../storage/invoice-content.js'
import { readInvoice } from '../invoice-streams.js'
import { type Difference, differencesOf, isToBeAsked, isUnanswered } from './compare.js'

/** What a reconciliation works with. */
export interface ReconcileDeps extends ConnectionSecretsDeps {
  readonly store: EventStore
  readonly documents: DocumentStore
  readonly gatewayFor: GatewayFor
  readonly budgets: CallBudgets
  readonly now: () => Date
}

/** An invoice to be looked at, as a list of them names it. */
export interface Listed {
  readonly id: string
  readonly account: string
  readonly environment: Environment
}

/** What was found about one invoice, or about an upload that no invoice here is known for. */
export interface Reconciled {
  /** null: the government has an upload that is not known here. */
  readonly invoiceId: string | null
  readonly account: string
  readonly environment: Environment
  readonly country: CountryCode
  readonly companyId: string
  readonly number: string | null
  readonly here: CreatedInvoice['status'] | 'unknown'
  /** null: it was not asked, or nobody could tell. */
  readonly there: LookOutcome['kind'] | 'listed' | null
  readonly client: DeliveryState['status']
  readonly differences: readonly Difference[]
  /** Why the government's side is not known; null: it is. */
  readonly notAsked: string | null
}

/** One fifth of each of a government's budgets is left to the service. */
const SHARE = 0.8
const NOTHING_TO_ASK = 'it was not handed over'

/** Whom one connection is asked for. */
interface Party {
  readonly scope: Scope
  readonly companyId: string
  readonly country: Country
  readonly gateway: Gateway | null
  readonly access: Access | null
  /** Why nothing is asked any more; null: it is. */
  stopped: string | null
  readonly uploads: Set<string>
}

/**
 * Compares, invoice by invoice, our events with what the government says and with what the client
 * was told. Governments are only asked: nothing is sent, and nothing is written. Where one can't
 * be asked so, or the calls that may be made are almost used up, the line says so. `since`: from
 * then on what a government lists is compared with the invoices, where it lists uploads; null: it
 * is not.
 */
export class Reconciliation {
  readonly #deps: ReconcileDeps
  readonly #parties = new Map<string, Party>()

  constructor(deps: ReconcileDeps) {
    this.#deps = deps
  }

  /** What three sides say of an invoice; null: its stream is gone. Throws `EventStoreUnavailable`. */
  async invoice({ id, environment }: Listed): Promise<Reconciled | null> {
    const { store } = this.#deps
    const stream = streamName(environment, 'Invoice', id)
    const streams = await readInvoice(store, stream)
    if (streams === null) return null
    const { state } = await load(store, invoice, stream)
    if (state.status === 'none') return null
    const { scope, companyId } = streams
    const party = await this.#party(scope, companyId, state.facts.country)
    const attempt = 'attempt' in state ? state.attempt : state.attempts.open.at(-1)
    const uploadId = attempt?.receipt?.uploadId ?? null
    if (uploadId !== null) party.uploads.add(uploadId)
    const govId = state.status === 'accepted' ? state.govId : null
    if (govId !== null) party.uploads.add(govId)
    const asked =
      uploadId === null || attempt === undefined || !isToBeAsked(state.status)
        ? NOTHING_TO_ASK
        : await this.#asked(party, state, attempt.attemptId, attempt.converted.document.sha256, uploadId, govId)
    const there = typeof asked === 'string' ? null : asked
    const client = await this.#client(streams.deliveries)
    const unanswered = there !== null && isUnanswered(there) ? there.reason : null
    return {
      invoiceId: id,
      ...scope,
      country: state.facts.country,
      companyId,
      number: state.facts.number,
      here: state.status,
      there: unanswered === null ? (there?.kind ?? null) : null,
      client,
      differences: differencesOf({ status: state.status, govId, there, client }),
      notAsked: typeof asked === 'string' ? asked : unanswered,
    }
  }

  /** The uploads that governments list and no invoice that was looked at is known for. */
  async unknownHere(since: Date): Promise<readonly Reconciled[]> {
    const found: Reconciled[] = []
    for (const { scope, companyId, country, gateway, access, stopped, uploads } of this.#parties.values()) {
      if (gateway?.uploadsSince === undefined || access === null || stopped !== null) continue
      const listed = await gateway.uploadsSince(access, since)
      const line = {
        invoiceId: null,
        ...scope,
        country: country.code,
        companyId,
        number: null,
        here: 'unknown',
      } as const
      if (listed.kind !== 'uploads') {
        found.push({ ...line, there: null, client: 'none', differences: [], notAsked: listed.reason })
        continue
      }
      for (const uploadId of listed.uploadIds) {
        if (uploads.has(uploadId)) continue
        const detail = `the government lists the upload ${uploadId}, and no invoice of the period has it`
        const differences = [{ kind: 'unknown here', detail } as const]
        found.push({ ...line, there: 'listed', client: 'none', differences, notAsked: null })
      }
    }
    return found
  }

  async #asked(
    party: Party,
    state: CreatedInvoice,
    attemptId: string,
    sha256: string,
    uploadId: string,
    govId: string | null,
  ): Promise<LookOutcome | string> {
    const { scope, country, gateway, access } = party
    if (gateway === null) return `there is no interface to the government of ${country.name} here`
    if (gateway.look === undefined)
      return `the government of ${country.name} can not be asked about it without more than a question: its answers come as messages`
    if (scope.environment === 'production' && access === null) return 'its company has no connection that could ask'
    party.stopped ??= await this.#spent(party)
    if (party.stopped !== null) return party.stopped
    const { documents } = this.#deps
    const { facts, attempts } = state
    const outcome = await gateway.look(
      {
        scope,
        invoiceId: facts.invoiceId,
        attemptId,
        refusals: attempts.refusals,
        createdAt: this.#deps.now(),
        invoice: await resolveContent(documents, scope, facts.content),
        xml: await resolveDocument(documents, scope, sha256),
        access,
      },
      uploadId,
      govId,
    )
    // Nobody who is out of calls, out of reach or shut out answers the next question.
    if (isUnanswered(outcome) && (outcome.kind === 'unauthorized' || outcome.concerns === 'government'))
      party.stopped = outcome.reason
    return outcome
  }

  async #spent({ gateway, access }: Party): Promise<string | null> {
    const budgets = access === null ? [] : (gateway?.budgets?.(access.vatNumber, this.#deps.now()) ?? [])
    if (budgets.length === 0) return null
    const used = await this.#deps.budgets.used(budgets)
    const spent = budgets.find(({ limit }, index) => (used[index] ?? 0) >= limit * SHARE)
    return spent === undefined
      ? null
      : `the calls of ${spent.name} are almost used up until ${spent.until.toISOString()}; the rest is left to the service`
  }

  async #party(scope: Scope, companyId: string, code: CountryCode): Promise<Party> {
    const key = `${scope.environment} ${companyId} ${code}`
    const known = this.#parties.get(key)
    if (known !== undefined) return known
    const country = this.#deps.countryOf(code)
    const { state } = (await currentConnection(this.#deps, scope, companyId, code)).loaded
    const isUsable = scope.environment === 'production' && state.status === 'active'
    const party = {
      scope,
      companyId,
      country,
      gateway: this.#deps.gatewayFor(scope.environment, country),
      access: isUsable ? await accessOf(this.#deps, scope, state) : null,
      stopped: null,
      uploads: new Set<string>(),
    }
    this.#parties.set(key, party)
    return party
  }

  /** What became of the delivery of the last event that one was scheduled for. */
  async #client(deliveries: readonly string[]): Promise<DeliveryState['status']> {
    for (const stream of deliveries.toReversed()) {
      const { state } = await load(this.#deps.store, delivery, stream)
      if (state.status !== 'none') return state.status
    }
    return 'none'
  }
}
