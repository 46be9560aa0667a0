/** A receipt, or the document of a rejection, byte for byte as received from the government. */
export interface GovernmentDocument {
  readonly bytes: Uint8Array
  readonly mediaType: string
}
