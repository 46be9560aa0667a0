/** A record as the server returns it, from a stream or from `$all`. */
export interface Stored {
  /** The stream's name on the server. */
  readonly streamId: string
  readonly id: string
  readonly type: string
  readonly revision: bigint
  readonly data: unknown
  readonly metadata?: unknown
  readonly position?: { readonly commit: bigint }
}
