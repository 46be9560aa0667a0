import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'

/**
 * The memory of the simulated governments, durable and shared by all processes, like that of a
 * real government. Scoped by account and environment: accounts never share numbers.
 */
export interface SimulatorLedger {
  /**
   * Records an upload and returns its entry. Idempotent by `attemptId`. `duplicateOf` is the
   * upload id of an earlier entry of the same scope, country, supplier and number that is not
   * marked rejected, or null; judged and recorded atomically, even for simultaneous uploads.
   */
  record(entry: NewLedgerEntry): Promise<LedgerEntry>
  findByAttempt(scope: Scope, country: CountryCode, attemptId: string): Promise<LedgerEntry | null>
  findByUpload(scope: Scope, country: CountryCode, uploadId: string): Promise<LedgerEntry | null>
  /** Notes that an upload was rejected, so that its number may be used again. Idempotent. */
  markRejected(scope: Scope, country: CountryCode, uploadId: string): Promise<void>
  /**
   * When this invoice was first tried (for a simulated outage that begins with the first try);
   * records `now` on the first call.
   */
  firstTried(scope: Scope, country: CountryCode, invoiceId: string, now: Date): Promise<Date>
}

/** A new upload. */
export interface NewLedgerEntry {
  readonly scope: Scope
  readonly country: CountryCode
  readonly attemptId: string
  readonly invoiceId: string
  readonly supplierVat: string
  readonly number: string
  /** SHA-256 (hex) of the XML. */
  readonly sha256: string
  readonly receivedAt: Date
}

/** An upload in the ledger. `duplicateOf` is an upload id, see `record`. */
export interface LedgerEntry extends NewLedgerEntry {
  /** Ascending decimal number, unique in the ledger, as a string. */
  readonly uploadId: string
  readonly duplicateOf: string | null
  readonly rejected: boolean
}
