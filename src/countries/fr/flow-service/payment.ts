import { hash } from 'node:crypto'
import { derivedUuid } from '../../../domain/ids.js'
import type { LeaseCheck, NoAnswer, Payment, PaymentOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { paymentMessage } from '../cdar.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import { mayAct } from '../../gateway/lease-check.js'
import { notInterpreted } from '../../gateway/no-answer.js'
import type { FlowService } from './api.js'
import { type Tracked, tracked } from './find.js'
import { errorText, type Flow, isRepetition } from './flow.js'
import { judgedSubmission, processingRuleOf } from './submit.js'
import { nextLookSeconds, unsettledSeconds } from './waits.js'

/** The norm's longest tracking id. */
const LONGEST_ID = 36
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
  submission: Submission,
  platform: PlatformAccess,
  payment: Payment,
  lease?: LeaseCheck,
): Promise<PaymentOutcome> {
  const { scope, invoice } = submission
  const trackingId = trackingIdOf(payment.paymentId)
  const note = await tools.uploads.find(scope, trackingId)
  const unsettled = note === null ? 0 : unsettledSeconds(note.begunAt, tools)
  const found = await flowOf(service, tools, platform, trackingId, note?.uploadId ?? null)
  if (isNoAnswer(found)) return found
  if (found.flow !== null && !(isRepetition(found.flow) && unsettled > 0))
    return judged(service, tools, platform, found.flow)
  if (unsettled > 0)
    return {
      ...unanswered('the platform does not return the payment report yet', 0, tools),
      retryAfterSeconds: nextLookSeconds(unsettled, tools),
    }
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  const begunAt = tools.clock.now()
  const file = Buffer.from(paymentMessage(invoice, payment, begunAt))
  await tools.uploads.begin({ scope, country: 'FR', attemptId: trackingId, sha256: hash('sha256', file), begunAt })
  const rule = { processingRule: processingRuleOf(invoice), flowSyntax: 'CDAR' } as const
  const info = { trackingId, name: `${trackingId}.xml`, ...rule }
  const handed = judgedSubmission(await service.submit(platform, info, file, mayBegin), mayBegin, tools)
  switch (handed.kind) {
    case 'taken': {
      await tools.uploads.taken(scope, trackingId, handed.flowId)
      const asked = await service.flow(platform, handed.flowId)
      return asked.kind === 'flow' && !isRepetition(asked.flow)
        ? judged(service, tools, platform, asked.flow)
        : pending(tools)
    }
    case 'refused':
      await tools.uploads.refused({ scope, attemptId: trackingId, begunAt })
      return handed
    case 'failed':
      if (!handed.isTakenPerhaps) await tools.uploads.refused({ scope, attemptId: trackingId, begunAt })
      return handed.outcome
  }
}

/** The flow of a report: by the platform's id, or else by the payment's id. */
async function flowOf(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  trackingId: string,
  flowId: string | null,
): Promise<Tracked> {
  const given = flowId === null ? null : await service.flow(platform, flowId)
  if (given !== null && isNoAnswer(given)) return given
  if (given?.kind === 'flow' && !isRepetition(given.flow)) return { kind: 'tracked', flow: given.flow }
  // The message contains the time of writing and is written again at each try: the id decides.
  const found = await tracked(service, tools, platform, trackingId, null)
  // The platform has accepted the report, so it is never sent again, even if the platform loses
  // it.
  if (given !== null && found.kind === 'tracked' && found.flow === null)
    return notInterpreted(`the platform has no flow ${String(flowId)}`, tools)
  return found
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

function trackingIdOf(paymentId: string): string {
  return paymentId.length <= LONGEST_ID ? paymentId : derivedUuid('payment', paymentId)
}
