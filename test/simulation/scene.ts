import type { GatewayFor } from '../../src/countries/gateways.js'
import type { Country } from '../../src/countries/country.js'
import type { Clock } from '../../src/domain/clock.js'
import type { Scope } from '../../src/domain/event.js'
import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import type { PreparedInvoices } from '../../src/domain/prepared-invoice.js'
import type { Timers } from '../../src/domain/timers.js'
import type { DeliveryRequest, Sender } from '../../src/processors/deliveries/sender.js'
import type { ProcessorPorts, ReceivingPorts } from '../../src/processors/processors.js'
import type { LiveTables } from '../../src/projections/engine/live-tables.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import type { DocumentStore } from '../../src/storage/documents/document-store.js'
import type { MemoryMailbox } from '../standins/memory/mailbox.js'
import type { Chance } from './chance.js'
import type { AnswerPlan, DocumentPlan } from './documents.js'
import type { SharedStore } from './event-store.js'
import type { Decided } from './governments/cases.js'
import type { MemoryDatabase } from './memory/database.js'
import type { MemoryLocks } from './memory/locks.js'
import type { MemoryVault } from './memory/vault.js'
import type { Network, Server } from './network.js'
import type { InvoicePlan } from './story.js'
import type { Host, Timeline } from './timeline.js'

/** When a story begins. */
export const BEGIN = Date.parse('2026-06-01T10:00:00.000Z')
/** So long a silent worker keeps its claims, and a silent leader its lock. */
export const CLAIM_SECONDS = 5

/** Messages are fetched every six seconds, not every two minutes. */
export const PACE = 0.05

/** Who does something, for the trace. */
export type Actor = Host & { readonly name?: string }

/** A process, or a client's own program, as all that it calls knows it. */
export interface Caller extends Host {
  readonly name: string
  readonly clock: Clock
  readonly timers: Timers
  /** Aborts when it is to end. */
  readonly stopping: AbortSignal
}

/** The governments and receivers, as a process reaches them. */
export interface Outside {
  readonly sender: Sender
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
}

/** What everybody in a story has around them. */
export interface Scene {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly network: Network
  readonly store: SharedStore
  readonly database: MemoryDatabase
  readonly databaseServer: Server
  /** What processors and projections share, without the network between. */
  readonly ports: Omit<ProcessorPorts, 'locks'> & {
    readonly tables: LiveTables
    readonly mailbox: MemoryMailbox
    readonly prepared: PreparedInvoices
    readonly receiving: Omit<ReceivingPorts, 'receivedUpTo'>
  }
  readonly locks: MemoryLocks
  readonly documentStore: DocumentStore
  readonly vault: MemoryVault
  /** A company has a number series: where processes of the API die. */
  readonly hasNumbers: boolean
  /** Suppliers send documents. */
  readonly receives: boolean
  /** What they send. */
  readonly documents: readonly DocumentPlan[]
  /** The store was restored at some time. */
  readonly wasRestored: boolean
  /** The store was restored, and no operator has rebuilt the read models since. */
  readonly isUnrepaired: boolean

  /** The first breach ends the story. */
  fail(what: string): void
  /** A line of the trace. */
  trace(who: Actor | null, what: () => string): void
  /** A process has logged a warning or an error, as JSON. */
  logged(host: Actor, line: string): void
  /** A government took a document, for the so-manieth time. */
  taken(plan: InvoicePlan, attemptId: string, times: number): void
  /** A receiver heard of an event. */
  heard(account: number, delivery: DeliveryRequest): void
  /** A client got the answer that its invoice was created; `number`: from a series. */
  acknowledged(stream: string, plan: InvoicePlan, number?: string): void

  /** A client got the answer that its answer to a received invoice was taken. */
  answered(receivedId: string, responseId: string): void
  /** A government took an answer to a received invoice. */
  answerTaken(receivedId: string, responseId: string): void

  outside(caller: Caller): Outside
  scopeOf(account: number): Scope
  planOf(number: number): InvoicePlan
  /** The number of an account. */
  accountOf(scope: Pick<Scope, 'account'>): number
  /** Whose invoice that is; null: it is none. */
  accountOfInvoice(invoiceId: string): number | null
  /** Whose received invoice that is; null: it is none. */
  accountOfReceived(receivedId: string): number | null
  planOfInvoice(invoiceId: string): InvoicePlan | null
  /** What is planned for an answer to a received invoice; null: nothing. */
  planOfAnswer(responseId: string): AnswerPlan | null
  /** The number of the account that has, or had, a connection. */
  accountOfConnection(connectionId: string): number
  /** How many times a government has an invoice. */
  takenOf(number: number): number
  /** What a government has decided on an invoice by now; null: nothing. */
  decidedOf(number: number): Decided | null
  newUuid(): string
  /** A process that starts makes sure that its read model is there; false: a server is away. */
  prepared(host: Host, projection: Projection): Promise<boolean>
}
