import type { LeaseCheck, NoAnswer, Payment, PaymentOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { paymentMessage } from '../cdar.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import type { FlowService } from './api.js'
import { errorText, type Flow, isRepetition } from './flow.js'
import { handIn, trackingIdOf } from './own-message.js'
import { processingRuleOf } from './submit.js'

/** Seconds until an unacknowledged report is checked again. */
const PENDING_SECONDS = 10

/**
 * Reports a payment (212 Encaissée) as a life-cycle flow of our own. It counts as reported when
 * the platform has acknowledged it; until then each try searches the flow by the payment's id and
 * sends no second one.
 */
export async function reportPayment(
  service: FlowService,
  tools: GatewayTools,
  { scope, invoice }: Submission,
  platform: PlatformAccess,
  payment: Payment,
  lease?: LeaseCheck,
): Promise<PaymentOutcome> {
  const message = {
    scope,
    trackingId: trackingIdOf('payment', payment.paymentId),
    processingRule: processingRuleOf(invoice),
    name: 'payment report',
    write: (now: Date) => Buffer.from(paymentMessage(invoice, payment, now)),
    // It contains the time of writing: the id decides.
    files: null,
  }
  const handed = await handIn(service, tools, platform, message, lease)
  if (handed.kind !== 'handed in') return handed
  if (handed.flow !== null) return judged(service, tools, platform, handed.flow)
  const asked = await service.flow(platform, handed.flowId)
  return asked.kind === 'flow' && !isRepetition(asked.flow)
    ? judged(service, tools, platform, asked.flow)
    : pending(tools)
}

/**
 * The outcome from the acknowledgement of the report's flow. The document is the message as sent.
 */
async function judged(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  { flowId, acknowledgement }: Flow,
): Promise<PaymentOutcome> {
  switch (acknowledgement.status) {
    case 'Error':
      return { kind: 'refused', errorMessage: errorText(acknowledgement) }
    case 'Ok':
    case 'none': {
      const file = await service.original(platform, flowId)
      if (isNoAnswer(file)) return file
      const document = file.kind === 'file' ? { bytes: file.bytes, mediaType: 'application/xml' } : null
      return { kind: 'reported', reportId: flowId, document }
    }
    case 'Pending':
    case 'unknown':
      return pending(tools)
  }
}

function pending(tools: GatewayTools): NoAnswer {
  return unanswered('the platform has not acknowledged the payment report yet', PENDING_SECONDS, tools)
}
