import type { Credentials } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { ReceivingChannel } from '../../domain/received.js'
import type { Access, NoAnswer } from './access.js'
import type { ArrivedDocument } from './reception.js'

/** One look for the documents that suppliers sent to the company of a connection. */
export interface Look {
  /** Of the company. */
  readonly scope: Scope
  readonly access: Access
  /** What came before is not fetched. */
  readonly since: Date
  /** The mark of the last look; null: there was none. */
  readonly mark: string | null
  /** Which of these documents, by their identity, were taken in the last days. */
  readonly known: (identities: readonly string[]) => Promise<ReadonlySet<string>>
  /** Keeps a document. Once it is kept, it is not fetched again. */
  readonly take: (document: ArrivedDocument) => Promise<void>
}

/** The outcome of a look. What was taken before a failure stays taken. */
export type LookOutcome =
  | {
      readonly kind: 'looked'
      /** Where the next look begins, in the gateway's own words. */
      readonly mark: string
      /** false: more is there at once. */
      readonly isComplete: boolean
      /** What is tried again, and stops no other document; absent: nothing. */
      readonly missing?: string
    }
  | NoAnswer

/** Where documents of suppliers are fetched. */
export interface ArrivalsSource {
  readonly channel: ReceivingChannel
  /** Seconds between two looks. */
  readonly everySeconds: number
  /**
   * Whether documents are fetched with such credentials; with others the government sends them to
   * us. Absent: always.
   */
  readonly isFor?: (credentials: Credentials) => boolean
  /** Why a connection with these credentials is not looked at; null: it is. Absent: all are. */
  readonly obstacle?: (access: Access) => string | null
  /** Overlaps with the last look are harmless: `known`. Never throws because of a government. */
  readonly look: (look: Look) => Promise<LookOutcome>
}
