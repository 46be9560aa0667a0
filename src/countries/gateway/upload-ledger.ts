import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'

/**
 * What our gateways have sent to governments that have no key for repeated documents: durable and
 * shared by all processes. It is operational: a restored database may lack the newest entries, and
 * the government's own list decides then.
 */
export interface UploadLedger {
  /**
   * Notes, durably, that an upload is about to be sent: from here on the government may have it.
   * Replaces an earlier note of the same attempt.
   */
  begin(upload: BegunUpload): Promise<void>
  /**
   * The government certainly has not taken it: the note of this very try goes. One that another
   * worker has begun since stays.
   */
  refused(upload: Pick<BegunUpload, 'scope' | 'attemptId' | 'begunAt'>): Promise<void>
  /** The government gave it this number. */
  taken(scope: Scope, attemptId: string, uploadId: string): Promise<void>
  /** What is noted of an attempt; null: nothing. */
  find(scope: Scope, attemptId: string): Promise<NotedUpload | null>
  /**
   * Of these numbers of the government, those whose documents are known, with the document's
   * SHA-256 (hex).
   */
  known(scope: Scope, country: CountryCode, uploadIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Notes which document a number stands for, read from the government. Idempotent. */
  learn(scope: Scope, country: CountryCode, uploadId: string, sha256: string): Promise<void>
}

/** An upload that is about to be sent. */
export interface BegunUpload {
  readonly scope: Scope
  readonly country: CountryCode
  readonly attemptId: string
  /** SHA-256 (hex) of the document. */
  readonly sha256: string
  readonly begunAt: Date
}

/** An upload that was begun. `uploadId`: the government's number; null: it has not answered. */
export interface NotedUpload {
  readonly begunAt: Date
  readonly uploadId: string | null
}
