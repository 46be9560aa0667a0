import type { Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'

/** Under which updates of an attempt are kept. */
export function attemptReference(attemptId: string): string {
  return `invoicetronic attempt ${attemptId}`
}

/** Under which updates of a sent invoice are kept. */
export function sendReference(sendId: number | string): string {
  return `invoicetronic send ${sendId}`
}

/** Notes whose invoice a reference is. */
export async function expect({ mailbox }: GatewayTools, submission: Submission, reference: string): Promise<void> {
  const { scope, invoiceId } = submission
  await mailbox.expect({ channel: 'sdi', reference, scope, country: 'IT', invoiceId })
}
