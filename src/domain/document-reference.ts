/** An event's reference to a document; the bytes are in the document store. */
export interface DocumentReference {
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly mediaType: string
}
