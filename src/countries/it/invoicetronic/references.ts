import type { Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'

/** The mailbox reference for updates of an attempt. */
export function attemptReference(attemptId: string): string {
  return `invoicetronic attempt ${attemptId}`
}

/** The mailbox reference for updates of a sent invoice. */
export function sendReference(sendId: number | string): string {
  return `invoicetronic send ${sendId}`
}

/** Registers the invoice of a reference. */
export async function expect({ mailbox }: GatewayTools, submission: Submission, reference: string): Promise<void> {
  const { scope, invoiceId } = submission
  await mailbox.expect({ channel: 'sdi', reference, scope, country: 'IT', invoiceId })
}
