import type { NoAnswer, PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { InvoiceStatus } from '../cdar-reader.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import { LIFE_CYCLE } from '../life-cycle-codes.js'
import type { FlowService } from './api.js'
import { filesOf, tracked } from './find.js'
import { errorText, type Flow, isRepetition } from './flow.js'
import { type ReportedStatus, ReportedStatuses } from './messages.js'
import { nextPollSeconds, unsettledSeconds } from './waits.js'

/** A flow with the bytes of the platform's response; none for a list. */
interface Asked {
  readonly kind: 'flow'
  readonly flow: Flow
  readonly bytes: Uint8Array | null
}

/**
 * Determines the result of a flow: from its acknowledgement, and from the life cycle in the
 * mailbox, which `collect` has fetched. The life cycle is not searched here: the search has no
 * criterion for the life-cycle flows of an invoice, so each invoice would read those of all.
 */
export async function poll(
  service: FlowService,
  tools: GatewayTools,
  submission: Submission,
  platform: PlatformAccess,
  uploadId: string,
  submittedAt: Date,
): Promise<PollOutcome> {
  const asked = await flowOf(service, tools, submission, platform, uploadId, submittedAt)
  if (asked.kind !== 'flow') return asked
  const { flow, bytes } = asked
  const statuses = await ReportedStatuses.of(tools, submission, flow)
  const rejecting = await statuses.first('rejected')
  if (rejecting !== undefined) {
    const instead = isDouble(rejecting.status) ? await firstInstead(service, tools, submission, platform, flow) : null
    return instead ?? rejected(rejecting)
  }
  const { acknowledgement } = flow
  const pending = { kind: 'pending', retryAfterSeconds: nextPollSeconds(submittedAt, tools) } as const
  switch (acknowledgement.status) {
    case 'Error':
      return {
        kind: 'rejected',
        errorMessage: errorText(acknowledgement),
        document: bytes === null ? null : { bytes, mediaType: 'application/json' },
      }
    case 'Pending':
      return pending
    case 'unknown':
      tools.warn({ flowId: flow.flowId }, 'a French platform acknowledges a flow with an unknown status')
      return pending
    case 'Ok':
    case 'none': {
      const accepting = await statuses.first('accepted')
      return accepting === undefined ? pending : accepted(flow, accepting)
    }
  }
}

/**
 * The acceptance of an earlier flow with the same document, whose response was lost and which no
 * search returned in time; null: none. This flow is a duplicate of it.
 */
async function firstInstead(
  service: FlowService,
  tools: GatewayTools,
  submission: Submission,
  platform: PlatformAccess,
  { flowId }: Flow,
): Promise<PollOutcome | null> {
  const found = await tracked(service, tools, platform, submission.attemptId, filesOf(submission))
  if (isNoAnswer(found)) return found
  const first = found.flow
  if (first === null || first.flowId === flowId || first.acknowledgement.status === 'Error') return null
  const statuses = await ReportedStatuses.of(tools, submission, first)
  const accepting = await statuses.first('accepted')
  if (accepting === undefined) return null
  const other = await statuses.first('rejected', (status) => !isDouble(status))
  return other === undefined ? accepted(first, accepting) : null
}

/** Whether the only reason of a rejection is a duplicate. */
export function isDouble({ reasons }: InvoiceStatus): boolean {
  return reasons.length > 0 && reasons.every(({ code }) => code === 'DOUBLON')
}

/** The flow, or the one that counts instead. */
async function flowOf(
  service: FlowService,
  tools: GatewayTools,
  submission: Submission,
  platform: PlatformAccess,
  uploadId: string,
  submittedAt: Date,
): Promise<Asked | NoAnswer> {
  const asked = await service.flow(platform, uploadId)
  if (isNoAnswer(asked)) return asked
  const isCounted = asked.kind === 'flow' && !isRepetition(asked.flow)
  if (isCounted) return { ...asked, kind: 'flow' }
  const other = await tracked(service, tools, platform, submission.attemptId, filesOf(submission))
  if (isNoAnswer(other)) return other
  if (other.flow !== null && other.flow.flowId !== uploadId && !isRepetition(other.flow))
    return { kind: 'flow', flow: other.flow, bytes: null }
  const seconds = nextPollSeconds(submittedAt, tools) / tools.pace
  // The platform assigned the id itself, so this is not a decision.
  if (asked.kind === 'gone') return unanswered(`the platform has no flow ${uploadId}`, seconds, tools)
  if (unsettledSeconds(submittedAt, tools) > 0)
    return unanswered('the platform refers to an earlier flow that its search does not return yet', seconds, tools)
  return { ...asked, kind: 'flow' }
}

function accepted({ flowId }: Flow, { status, message }: ReportedStatus): PollOutcome {
  const { number, issueDate } = status
  const day = issueDate === null ? '' : ` du ${issueDate}`
  return {
    kind: 'accepted',
    govId: flowId,
    govMessage: `${statusLine(status)} : facture ${number}${day}`,
    receipt: { bytes: message.bytes, mediaType: message.mediaType },
  }
}

function rejected({ status, message }: ReportedStatus): PollOutcome {
  return {
    kind: 'rejected',
    errorMessage: rejectionText(status),
    document: { bytes: message.bytes, mediaType: message.mediaType },
  }
}

/** `213 Rejetée : DOUBLON - Facture en doublon`, then further reasons and notes, one per line. */
export function rejectionText(status: InvoiceStatus): string {
  const [first = '', ...others] = status.reasons.flatMap(({ code, label, notes }) => [
    [code, label].filter((text) => text !== '').join(' - '),
    ...notes,
  ])
  return [first === '' ? statusLine(status) : `${statusLine(status)} : ${first}`, ...others].join('\n')
}

function statusLine({ code, label }: InvoiceStatus): string {
  return `${code} ${LIFE_CYCLE.get(code)?.label ?? label}`
}
