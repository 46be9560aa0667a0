import type { Arrival, UnclaimedDocument } from '../../countries/gateway/reception.js'
import type { Scope } from '../../domain/event.js'

/** A company whose documents this process may record until the hold ends. */
export interface HeldCompany {
  readonly id: string
  readonly scope: Scope
  /** The position of its newest recorded document; null: there is none. */
  readonly newest: bigint | null
  /** Of this hold alone: a process whose token differs was overtaken. */
  readonly token: string
}

/** A document that is not recorded yet. */
export interface WaitingArrival extends Omit<Arrival, 'company'> {
  /** In the order of arrival. */
  readonly position: bigint
  /** How often it was tried before. */
  readonly tries: number
}

/** The documents between their arrival and their event, for all processes. Durable. */
export interface Arrivals {
  /** Keeps a document, once. */
  take(arrival: Arrival): Promise<'stored' | 'repeated'>
  /** Keeps a document for no company, once. */
  keepUnclaimed(document: UnclaimedDocument): Promise<'stored' | 'repeated'>
  /** Which of these documents of a company, by their identity, are kept here. */
  known(companyId: string, channel: string, identities: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Holds some companies that have due documents and that no process holds, those whose documents
   * have waited longest first.
   */
  hold(now: Date, until: Date, most: number): Promise<readonly HeldCompany[]>
  /** Extends a hold; false: another process has the company. */
  keep(company: HeldCompany, until: Date): Promise<boolean>
  /**
   * The oldest due documents of a company, in the order of arrival: so many at most, and, but for
   * the first, with so many bytes together.
   */
  due(company: HeldCompany, now: Date, most: Most): Promise<readonly WaitingArrival[]>
  /** How many documents of each of these senders were recorded since then for the company. */
  countFrom(company: HeldCompany, senders: readonly string[], since: Date): Promise<ReadonlyMap<string, number>>
  /**
   * They are recorded. Changes nothing of a document whose place another one has since a restore
   * of the database.
   */
  settle(company: HeldCompany, recorded: readonly RecordedArrival[], now: Date): Promise<void>
  /** It is due again at this time. */
  postpone(arrival: WaitingArrival, until: Date): Promise<void>
  /** Ends the hold. */
  release(company: HeldCompany): Promise<void>
  /** Ends all holds. Only for a process that is certainly alone. */
  releaseAll(): Promise<void>
  /** All recorded documents are due again: the events by which they were may be lost. */
  reopen(): Promise<void>
  /** Forgets documents that were recorded before then, or came before then for no company. */
  sweep(before: Date): Promise<void>
}

interface Most {
  readonly documents: number
  readonly bytes: number
}

/** A document, and the event by which it was recorded. */
export interface RecordedArrival {
  readonly arrival: WaitingArrival
  readonly receivedId: string
  /** Of its event, of a file with several invoices of the last one's; null: it was erased. */
  readonly position: bigint | null
}
