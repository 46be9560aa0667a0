/** The prefix of uploads to Chorus Pro. */
const PREFIX = 'chorus:'
const INVOICE = 'invoice '

/** The reference of a deposit: its number or, if that is lost, the id of its invoice. */
export type DepositKey = { readonly depositId: string } | { readonly invoiceId: string }

/** The upload id of a deposit. */
export function uploadIdOf(key: DepositKey): string {
  return PREFIX + ('depositId' in key ? key.depositId : INVOICE + key.invoiceId)
}

/** The deposit of an upload id; null: the upload was sent to a platform. */
export function depositIn(uploadId: string): DepositKey | null {
  if (!uploadId.startsWith(PREFIX)) return null
  const key = uploadId.slice(PREFIX.length)
  return key.startsWith(INVOICE) ? { invoiceId: key.slice(INVOICE.length) } : { depositId: key }
}
