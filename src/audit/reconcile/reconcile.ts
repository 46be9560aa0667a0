import { load } from '../../commands/handle.js'
import type { ReconcileOutcome, Submission } from '../../countries/gateway/gateway.js'
import { delivery, type DeliveryState } from '../../domain/delivery.js'
import type { Environment, RecordedEvent, Scope } from '../../domain/event.js'
import { type CreatedInvoice, invoice, type InvoiceEvent } from '../../domain/invoice.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import { upcast } from '../../eventstore/upcast.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { resolveContent, resolveDocument } from '../../storage/documents/invoice-content.js'
import { type InvoiceStreams, readInvoice } from '../invoice-streams.js'
import { type Difference, differencesOf, isToBeAsked, isUnanswered } from './compare.js'
import { Party, type PartyDeps } from './party.js'
import type { SentUploads } from './sent-uploads.js'

/** What a reconciliation works with. */
export interface ReconcileDeps extends PartyDeps {
  readonly documents: DocumentStore
  readonly sentUploads: SentUploads
}

/** An invoice to be looked at, as a list of them names it. */
export interface Listed {
  readonly id: string
  readonly account: string
  readonly environment: Environment
}

/** What was found about one invoice, or about a list of uploads. */
export interface Reconciled {
  /** null: it is about the government's list, or an upload there that is not known here. */
  readonly invoiceId: string | null
  readonly account: string
  readonly environment: Environment
  readonly country: CountryCode
  readonly companyId: string
  readonly number: string | null
  readonly here: CreatedInvoice['status'] | 'unknown'
  /** null: nobody could tell. */
  readonly there: ReconcileOutcome['kind'] | 'listed' | null
  readonly client: DeliveryState['status']
  readonly differences: readonly Difference[]
  /**
   * Why the government was not asked itself; with `there`, its messages said that. null: it was.
   */
  readonly notAsked: string | null
}

const NOTHING_TO_ASK = 'it was not handed over'

/**
 * Compares, invoice by invoice, our events with what the government says and with what the client
 * was told. Governments are only asked: nothing is sent, and nothing is written. Where one can't
 * be asked so, or the calls that may be made are almost used up, the line says so.
 */
export class Reconciliation {
  readonly #deps: ReconcileDeps
  readonly #parties = new Map<string, Party>()

  constructor(deps: ReconcileDeps) {
    this.#deps = deps
  }

  /**
   * What three sides say of an invoice; null: its stream is gone. Throws
   * `EventStoreUnavailable`.
   */
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
   * The uploads since a moment that governments list, and neither an invoice that was looked at
   * nor the ledger of uploads has. Where there is no list to compare with, a line says why.
   */
  async *unknownHere(since: Date): AsyncGenerator<Reconciled> {
    const told = new Set<string>()
    for (const party of this.#parties.values()) {
      const { scope, companyId, country, gateway, access } = party
      if (gateway === null || access === null || (await party.stopped()) !== null) continue
      const line = { invoiceId: null, ...scope, country: country.code, companyId, number: null } as const
      const listed =
        gateway.uploadsSince === undefined
          ? ({ kind: 'unlisted', reason: `no list of uploads is asked for in ${country.name}` } as const)
          : await gateway.uploadsSince(access, since, party.senders)
      if (listed.kind !== 'uploads') {
        // What a government does not have at all is said once.
        const key = `${country.code} ${listed.reason}`
        if (listed.kind !== 'unlisted' || !told.has(key))
          yield { ...line, here: 'unknown', there: null, client: 'none', differences: [], notAsked: listed.reason }
        told.add(key)
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
        const detail = `the government lists the upload ${upload.uploadId}, which no invoice of the period has, nor the ledger of uploads`
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
    if (gateway === null) return `there is no interface to the government of ${country.name} here`
    if (gateway.reconcile === undefined) return `no interface of ${country.name} tells what became of a document`
    if (scope.environment === 'production' && access === null) return 'its company has no connection that could ask'
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

  /** What became of the delivery of the last event that one was scheduled for. */
  async #client(deliveries: readonly string[]): Promise<DeliveryState['status']> {
    for (const stream of deliveries.toReversed()) {
      const { state } = await load(this.#deps.store, delivery, stream)
      if (state.status !== 'none') return state.status
    }
    return 'none'
  }
}

/** The government's numbers of all that an invoice was handed over as, its earlier tries too. */
function uploadsIn({ events }: InvoiceStreams): readonly string[] {
  return events.flatMap((stored) => {
    const event = upcast(stored) as RecordedEvent<InvoiceEvent>
    if (event.type === 'InvoiceSubmitted') return [event.data.uploadId]
    return event.type === 'InvoiceAccepted' ? [event.data.govId] : []
  })
}
