import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'

/**
 * The uploads to governments without idempotency keys: durable and shared by all processes. It is
 * operational data: a restored database may lack the newest entries, and then the government's own
 * list decides.
 */
export interface UploadLedger {
  /**
   * Durably records that an upload is about to be sent: from now on the government may have it.
   * Replaces an earlier entry of the same attempt.
   */
  begin(upload: BegunUpload): Promise<void>
  /**
   * The government has certainly not accepted it: removes the entry of this try, but not one that
   * another worker has begun since.
   */
  refused(upload: Pick<BegunUpload, 'scope' | 'attemptId' | 'begunAt'>): Promise<void>
  /** Records the government's number. */
  taken(scope: Scope, attemptId: string, uploadId: string): Promise<void>
  /** The entry of an attempt; null: none. */
  find(scope: Scope, attemptId: string): Promise<NotedUpload | null>
  /**
   * Those of the government's numbers whose documents are known, with the document's SHA-256
   * (hex).
   */
  known(scope: Scope, country: CountryCode, uploadIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The attempts of those of the government's numbers that it returned to one. */
  attempts(scope: Scope, country: CountryCode, uploadIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Whether the government has any document of an account. */
  hasAny(scope: Scope, country: CountryCode): Promise<boolean>
  /** Records the document of a number, read from the government. Idempotent. */
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

/** A begun upload. `uploadId`: the government's number; null: it has not responded. */
export interface NotedUpload {
  readonly begunAt: Date
  readonly uploadId: string | null
}
