import { hash } from 'node:crypto'
import type { FindOutcome, NoAnswer, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import { notInterpreted } from '../../gateway/no-answer.js'
import type { FlowService } from './api.js'
import type { Flow } from './flow.js'
import { awaitMessages } from './messages.js'
import { nextLookSeconds, unsettledSeconds } from './waits.js'

/** The platform's flows with a tracking id. */
export type Tracked = { readonly kind: 'tracked'; readonly flow: Flow | null } | NoAnswer

/** The files of an invoice, of which one was submitted: a platform may not take the PDF. */
export function filesOf({ xml, pdf }: Pick<Submission, 'xml' | 'pdf'>): readonly Uint8Array[] {
  return pdf === undefined ? [xml] : [pdf, xml]
}

/**
 * Finds the flow with a tracking id, which is not unique at a platform: the first that is not
 * inadmissible, because those have no effect, or else the first. A flow of another document (with
 * the same tracking id by chance) does not count.
 * @param files of which one was submitted; null: it differs from try to try
 */
export async function tracked(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  trackingId: string,
  files: readonly Uint8Array[] | null,
): Promise<Tracked> {
  const found = await service.search(platform, { trackingId, flowDirection: ['Out'] })
  if (isNoAnswer(found)) return found
  const hashes = files?.map((file) => hash('sha256', file)) ?? null
  const ours = found.flows.filter(
    (flow) =>
      flow.trackingId === trackingId &&
      flow.flowDirection !== 'In' &&
      (flow.sha256 === null || hashes === null || hashes.includes(flow.sha256)),
  )
  // A platform that ignores the criterion has returned arbitrary flows, and ours may be on a later
  // page.
  if (ours.length === 0 && found.isFull)
    return notInterpreted('the search of flows by tracking id returns others', tools)
  const oldestFirst = [...ours].sort((one, other) => momentOf(one) - momentOf(other))
  const flow = oldestFirst.find(({ acknowledgement }) => acknowledgement.status !== 'Error') ?? oldestFirst[0] ?? null
  return { kind: 'tracked', flow }
}

function momentOf({ submittedAt }: Flow): number {
  return submittedAt?.getTime() ?? 0
}

/**
 * Whether the platform has the document of an attempt, according to the ledger, or else to a
 * search by its tracking id.
 */
export async function find(
  service: FlowService,
  tools: GatewayTools,
  submission: Submission,
  platform: PlatformAccess,
): Promise<FindOutcome> {
  const { scope, attemptId } = submission
  const govEndpoint = service.submitAddress(platform)
  const note = await tools.uploads.find(scope, attemptId)
  if (note !== null && note.uploadId !== null) {
    await awaitMessages(tools, submission)
    return { kind: 'known', uploadId: note.uploadId, govEndpoint }
  }
  const found = await tracked(service, tools, platform, attemptId, filesOf(submission))
  if (found.kind !== 'tracked') return found
  if (found.flow !== null) {
    const { flowId } = found.flow
    if (note !== null) await tools.uploads.taken(scope, attemptId, flowId)
    await awaitMessages(tools, submission)
    return { kind: 'known', uploadId: flowId, govEndpoint }
  }
  const unsettled = note === null ? 0 : unsettledSeconds(note.begunAt, tools)
  if (unsettled === 0) return { kind: 'unknown' }
  return {
    kind: 'unavailable',
    reason: 'it is not known whether the platform has accepted the invoice; its search does not return it yet',
    retryAfterSeconds: nextLookSeconds(unsettled, tools),
    concerns: 'invoice',
  }
}
