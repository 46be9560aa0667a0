import type { ReconcileOutcome, NoAnswer, Submission, UploadsOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import type { FlowFilters, FlowService } from './api.js'
import { filesOf, tracked } from './find.js'
import { errorText, type Flow, isRepetition } from './flow.js'
import { ReportedStatuses } from './messages.js'
import { isDouble, rejectionText } from './poll.js'
import { page, type FlowPage } from './walk.js'

/** Refused by the buyer: for an accepted invoice this is a response, not a decision. */
const REFUSED = '210'
/** Half a million flows: far more than any company submits in the compared period. */
const MOST_PAGES = 5_000
const LONG_SECONDS = 3600

/**
 * Compares an invoice with the platform: the flow itself, which is queried, and the life cycle
 * fetched so far (the search has no criterion for it).
 * @param govId the flow that was accepted according to our events; null: none
 */
export async function reconcile(
  service: FlowService,
  tools: GatewayTools,
  submission: Submission,
  platform: PlatformAccess,
  uploadId: string,
  govId: string | null,
): Promise<ReconcileOutcome> {
  const asked = await flowOf(service, tools, submission, platform, govId ?? uploadId)
  if (asked === null) return { kind: 'unknown' }
  if ('kind' in asked) return asked
  const isAccepted = govId !== null
  const statuses = await ReportedStatuses.of(tools, submission, asked)
  const rejecting = await statuses.first(
    'rejected',
    (status) => !(isAccepted && (status.code === REFUSED || isDouble(status))),
  )
  if (rejecting !== undefined) return { kind: 'rejected', errorMessage: rejectionText(rejecting.status) }
  const { acknowledgement, flowId } = asked
  if (acknowledgement.status === 'Error') return { kind: 'rejected', errorMessage: errorText(acknowledgement) }
  const isDecided = acknowledgement.status === 'Ok' || acknowledgement.status === 'none'
  return isDecided && (await statuses.first('accepted')) !== undefined
    ? { kind: 'accepted', govId: flowId }
    : { kind: 'pending' }
}

/** The flow, or the first one instead of a duplicate; null: the platform has none. */
async function flowOf(
  service: FlowService,
  tools: GatewayTools,
  submission: Submission,
  platform: PlatformAccess,
  flowId: string,
): Promise<Flow | null | NoAnswer> {
  const asked = await service.flow(platform, flowId)
  if (isNoAnswer(asked)) return asked
  if (asked.kind === 'flow' && !isRepetition(asked.flow)) return asked.flow
  const other = await tracked(service, tools, platform, submission.attemptId, filesOf(submission))
  if (isNoAnswer(other)) return other
  return other.flow ?? (asked.kind === 'flow' ? asked.flow : null)
}

/** The invoices that a platform has accepted from the company. */
export async function uploadsSince(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  since: Date,
): Promise<UploadsOutcome> {
  const ids = new Set<string>()
  let where: FlowFilters | null = {
    flowType: ['CustomerInvoice'],
    flowDirection: ['Out'],
    updatedAfter: since.toISOString(),
  }
  for (let pages = 0; where !== null; pages += 1) {
    if (pages === MOST_PAGES) return unanswered('the platform lists more flows than the limit', LONG_SECONDS, tools)
    const step: FlowPage | NoAnswer = await page(service, tools, platform, where)
    if (isNoAnswer(step)) return step
    // A flow submitted earlier may have changed since; an inadmissible flow has no effect.
    for (const { flowId, submittedAt, acknowledgement } of step.flows)
      if ((submittedAt === null || submittedAt >= since) && acknowledgement.status !== 'Error') ids.add(flowId)
    where = step.next
  }
  return { kind: 'uploads', uploads: [...ids].map((uploadId) => ({ uploadId })) }
}
