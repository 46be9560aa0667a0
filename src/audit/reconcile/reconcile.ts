import { load } from '../../commands/handle.js'
import type { ReconcileOutcome, Submission } from '../../countries/gateway/gateway.js'
import { delivery, type DeliveryState } from '../../domain/delivery.js'
import type { Environment, Scope } from '../../domain/event.js'
import { type CreatedInvoice, invoice } from '../../domain/invoice.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import { upcast } from '../../eventstore/upcast.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { resolveContent, resolveDocument } from '../../storage/documents/invoice-content.js'
import { type InvoiceStreams, readInvoice } from '../invoice-streams.js'
import { type Difference, differencesOf, isToBeAsked, isUnanswered } from './compare.js'
import { Party, type PartyDeps } from './party.js'
import type { SentUploads } from './sent-uploads.js'

/** Dependencies of a reconciliation. */
interface ReconcileDeps extends PartyDeps {
  readonly documents: DocumentStore
  readonly sentUploads: SentUploads
}

/** An invoice to reconcile, from a list. */
interface Listed {
  readonly id: string
  readonly account: string
  readonly environment: Environment
}

/** The result for one invoice, or for a list of uploads. */
export interface Reconciled {
  /** null: the result is about the government's list, or an upload there that is unknown here. */
  readonly invoiceId: string | null
  readonly account: string
  readonly environment: Environment
  readonly country: CountryCode
  readonly companyId: string
  readonly number: string | null
  readonly here: CreatedInvoice['status'] | 'unknown'
  /** null: there was no answer. */
  readonly there: ReconcileOutcome['kind'] | 'listed' | null
  readonly client: DeliveryState['status']
  readonly differences: readonly Difference[]
  /**
   * Why the government was not queried; with `there`, its messages contained the answer. null: it
   * was queried.
   */
  readonly notAsked: string | null
}

const NOTHING_TO_ASK = 'it was not sent to the government'

/**
 * Compares for each invoice our events with the government's answer and with what the client was
 * notified of. Governments are only queried: nothing is sent, and nothing is written. If a query
 * is not possible, or its budget is almost used up, the line reports it.
 */
export class Reconciliation {
  readonly #deps: ReconcileDeps
  readonly #parties = new Map<string, Party>()

  constructor(deps: ReconcileDeps) {
    this.#deps = deps
  }

  /** The three records of an invoice; null: its stream is gone. Throws `EventStoreUnavailable`. */
  async invoice({ id, environment }: Listed): Promise<Reconciled | null> {
    const { store } = this.#deps
    const stream = streamName(environment, 'Invoice', id)
    const streams = await readInvoice(store, stream)
    if (streams === null) return null
    const { state } = await load(store, invoice, stream)
    if (state.status === 'none') return null
    const { scope, companyId } = streams
    const party = await this.#party(scope, companyId, state.facts.country)
    const uploads = uploadsIn(streams)
    for (const upload of uploads) party.uploads.add(upload)
    const govId = state.status === 'accepted' ? state.govId : null
    const asked = await this.#asked(party, state, streams, uploads, govId)
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
      notAsked: typeof asked === 'string' ? asked : (there?.notAsked ?? unanswered),
    }
  }

  /**
   * The uploads listed by governments since a time that belong neither to a reconciled invoice nor
   * to the ledger of uploads. If there is no list to compare with, a line reports why.
   */
  async *unknownHere(since: Date): AsyncGenerator<Reconciled> {
    const reported = new Set<string>()
    for (const party of this.#parties.values()) {
      const { scope, companyId, country, gateway, access } = party
      if (gateway === null || access === null || (await party.stopped()) !== null) continue
      const line = { invoiceId: null, ...scope, country: country.code, companyId, number: null } as const
      const listed =
        gateway.uploadsSince === undefined
          ? ({ kind: 'unlisted', reason: `the interface of ${country.name} has no list of uploads` } as const)
          : await gateway.uploadsSince(access, since, party.senders)
      if (listed.kind !== 'uploads') {
        // A reason that applies to the whole government is reported once.
        const key = `${country.code} ${listed.reason}`
        if (listed.kind !== 'unlisted' || !reported.has(key))
          yield { ...line, here: 'unknown', there: null, client: 'none', differences: [], notAsked: listed.reason }
        reported.add(key)
        continue
      }
      const strange = listed.uploads.filter(
        ({ uploadId, alias }) => !party.uploads.has(uploadId) && (alias === undefined || !party.uploads.has(alias)),
      )
      const namesOf = ({ uploadId, alias }: (typeof strange)[number]) =>
        alias === undefined ? [uploadId] : [uploadId, alias]
      const sent = await this.#deps.sentUploads(scope, strange.flatMap(namesOf))
      for (const upload of strange) {
        if (namesOf(upload).some((name) => sent.has(name))) continue
        const detail = `the government lists the upload ${upload.uploadId}, which belongs to no invoice of the period and is not in the ledger of uploads`
        const differences = [{ kind: 'unknown here', detail } as const]
        yield { ...line, here: 'unknown', there: 'listed', client: 'none', differences, notAsked: null }
      }
    }
  }

  async #asked(
    party: Party,
    state: CreatedInvoice,
    streams: InvoiceStreams,
    uploads: readonly string[],
    govId: string | null,
  ): Promise<ReconcileOutcome | string> {
    const attempt = 'attempt' in state ? state.attempt : state.attempts.open.at(-1)
    const uploadId = attempt?.receipt?.uploadId
    if (uploadId === undefined || attempt === undefined || !isToBeAsked(state.status)) return NOTHING_TO_ASK
    const { scope, country, gateway, access } = party
    if (gateway === null) return `this server has no interface to the government of ${country.name}`
    if (gateway.reconcile === undefined) return `the interface of ${country.name} cannot query the status of a document`
    if (scope.environment === 'production' && access === null) return 'its company has no usable connection'
    const { documents } = this.#deps
    const { facts, attempts } = state
    const submission: Submission = {
      scope,
      invoiceId: facts.invoiceId,
      attemptId: attempt.attemptId,
      refusals: attempts.refusals,
      createdAt: new Date(streams.events[0]?.metadata.occurredAt ?? 0),
      invoice: await resolveContent(documents, scope, facts.content),
      xml: await resolveDocument(documents, scope, attempt.converted.document.sha256),
      access,
    }
    for (const upload of uploads) {
      const shown = gateway.listedAs?.(submission, upload)
      if (shown === undefined) break
      party.uploads.add(shown.uploadId)
      if (shown.sender !== null) party.senders.add(shown.sender)
    }
    const stopped = await party.stopped()
    if (stopped !== null) return stopped
    const outcome = await gateway.reconcile(submission, uploadId, govId)
    party.heard(outcome)
    return outcome
  }

  async #party(scope: Scope, companyId: string, code: CountryCode): Promise<Party> {
    const key = `${scope.environment} ${companyId} ${code}`
    const party = this.#parties.get(key) ?? (await Party.of(this.#deps, scope, companyId, code))
    this.#parties.set(key, party)
    return party
  }

  /** Status of the delivery of the last event with a scheduled delivery. */
  async #client(deliveries: readonly string[]): Promise<DeliveryState['status']> {
    for (const stream of deliveries.toReversed()) {
      const { state } = await load(this.#deps.store, delivery, stream)
      if (state.status !== 'none') return state.status
    }
    return 'none'
  }
}

/** The government's numbers of all uploads of an invoice, including earlier attempts. */
function uploadsIn({ events }: InvoiceStreams): readonly string[] {
  return events.flatMap((stored) => {
    const event = upcast(stored)
    if (event.type === 'InvoiceSubmitted') return [event.data.uploadId]
    return event.type === 'InvoiceAccepted' ? [event.data.govId] : []
  })
}
