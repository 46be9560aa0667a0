/** What marks the uploads that went to Chorus Pro. */
const PREFIX = 'chorus:'
const INVOICE = 'invoice '

/** What a deposit is known by: its number, or where that is lost, the id of its invoice. */
export type DepositKey = { readonly depositId: string } | { readonly invoiceId: string }

/** The upload id of a deposit. */
export function uploadIdOf(key: DepositKey): string {
  return PREFIX + ('depositId' in key ? key.depositId : INVOICE + key.invoiceId)
}

/** The deposit that an upload id stands for; null: it went to a platform. */
export function depositIn(uploadId: string): DepositKey | null {
  if (!uploadId.startsWith(PREFIX)) return null
  const key = uploadId.slice(PREFIX.length)
  return key.startsWith(INVOICE) ? { invoiceId: key.slice(INVOICE.length) } : { depositId: key }
}
