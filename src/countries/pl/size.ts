/** The largest document that KSeF accepts, in bytes. */
export function largestBytes(hasAttachment: boolean): number {
  return hasAttachment ? 3_000_000 : 1_000_000
}
