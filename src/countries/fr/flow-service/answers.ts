import type { FollowAnswerOutcome, SendAnswerOutcome, SentAnswer, SubmittedAnswer } from '../../gateway/answering.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { LeaseCheck } from '../../gateway/lease-check.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import type { FlowService } from './api.js'
import { errorText, isRepetition } from './flow.js'
import { handIn, ownFlow, trackingIdOf } from './own-message.js'
import { nextPollSeconds, unsettledSeconds } from './waits.js'

/** Hands in the buyer's status of a received invoice; its reference is the flow's id. */
export async function sendAnswer(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  { scope, responseId, document }: SentAnswer,
  lease?: LeaseCheck,
): Promise<SendAnswerOutcome> {
  const message = {
    scope,
    trackingId: trackingIdOf('response', responseId),
    processingRule: 'NotApplicable',
    name: 'status',
    write: () => document.bytes,
    files: [document.bytes],
  } as const
  const handed = await handIn(service, tools, platform, message, lease)
  return handed.kind === 'handed in' ? { kind: 'submitted', reference: handed.flowId } : handed
}

/** What became of it: confirmed or refused by the platform's acknowledgement. */
export async function followAnswer(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  { responseId, document }: SubmittedAnswer,
  reference: string,
  submittedAt: Date,
): Promise<FollowAnswerOutcome> {
  const message = { trackingId: trackingIdOf('response', responseId), files: [document.bytes] }
  const found = await ownFlow(service, tools, platform, message, reference)
  if (isNoAnswer(found)) return found
  const pending = { kind: 'pending', retryAfterSeconds: nextPollSeconds(submittedAt, tools) } as const
  const { flow } = found
  // Of a repetition the first flow decides, once the search shows it.
  if (flow === null || (isRepetition(flow) && unsettledSeconds(submittedAt, tools) > 0)) return pending
  switch (flow.acknowledgement.status) {
    case 'Error':
      return { kind: 'refused', errorMessage: errorText(flow.acknowledgement) }
    case 'Ok':
    case 'none':
      return { kind: 'confirmed' }
    case 'Pending':
    case 'unknown':
      return pending
  }
}
