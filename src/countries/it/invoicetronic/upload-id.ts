/** The upload id of a sent invoice in the stream: `invoicetronic 1001`. */
const FORM = /^invoicetronic ([1-9][0-9]{0,15})$/

/** The upload id for an id of Invoicetronic. */
export function uploadIdOf(sendId: number): string {
  return `invoicetronic ${sendId}`
}

/** The id of Invoicetronic in it; null: the invoice was sent through another channel. */
export function sendIdIn(uploadId: string): string | null {
  return FORM.exec(uploadId)?.[1] ?? null
}
