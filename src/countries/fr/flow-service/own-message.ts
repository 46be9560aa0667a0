import { hash } from 'node:crypto'
import type { Scope } from '../../../domain/event.js'
import { derivedUuid } from '../../../domain/ids.js'
import type { NoAnswer } from '../../gateway/access.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { LeaseCheck } from '../../gateway/lease-check.js'
import { mayAct } from '../../gateway/lease-check.js'
import { notInterpreted } from '../../gateway/no-answer.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import type { FlowInfo, FlowService } from './api.js'
import { type Tracked, tracked } from './find.js'
import { type Flow, isRepetition } from './flow.js'
import { judgedSubmission } from './submit.js'
import { nextLookSeconds, unsettledSeconds } from './waits.js'

/** A life-cycle message of the company itself. */
interface OwnMessage {
  readonly scope: Scope
  readonly trackingId: string
  readonly processingRule: FlowInfo['processingRule']
  /** In words, for reasons: `payment report`. */
  readonly name: string
  /** As it is written now. */
  readonly write: (now: Date) => Uint8Array
  /** The files of which one was submitted; null: it differs from try to try. */
  readonly files: readonly Uint8Array[] | null
}

/** What the platform has of a message. */
type HandedIn =
  /** `flow`: as the platform states it; null: it is to be asked for. */
  | { readonly kind: 'handed in'; readonly flowId: string; readonly flow: Flow | null }
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

/** The norm's longest tracking id. */
const LONGEST_ID = 36

/** A tracking id from the id of what the message is about. */
export function trackingIdOf(kind: 'payment' | 'response', id: string): string {
  return id.length <= LONGEST_ID ? id : derivedUuid(kind, id)
}

/**
 * Hands in a life-cycle message, once: the ledger and a search by the tracking id show an earlier
 * try, whose outcome is unknown until the search has had the time to return it.
 */
export async function handIn(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  message: OwnMessage,
  lease?: LeaseCheck,
): Promise<HandedIn> {
  const { scope, trackingId, processingRule, name, write } = message
  const note = await tools.uploads.find(scope, trackingId)
  const unsettled = note === null ? 0 : unsettledSeconds(note.begunAt, tools)
  const found = await ownFlow(service, tools, platform, message, note?.uploadId ?? null)
  if (isNoAnswer(found)) return found
  if (found.flow !== null && !(isRepetition(found.flow) && unsettled > 0))
    return { kind: 'handed in', flowId: found.flow.flowId, flow: found.flow }
  if (unsettled > 0)
    return {
      ...unanswered(`the platform does not return the ${name} yet`, 0, tools),
      retryAfterSeconds: nextLookSeconds(unsettled, tools),
    }
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  const begunAt = tools.clock.now()
  const file = write(begunAt)
  await tools.uploads.begin({ scope, country: 'FR', attemptId: trackingId, sha256: hash('sha256', file), begunAt })
  const info = { trackingId, name: `${trackingId}.xml`, processingRule, flowSyntax: 'CDAR' } as const
  const handed = judgedSubmission(await service.submit(platform, info, file, mayBegin), mayBegin, tools)
  switch (handed.kind) {
    case 'taken':
      await tools.uploads.taken(scope, trackingId, handed.flowId)
      return { kind: 'handed in', flowId: handed.flowId, flow: null }
    case 'refused':
      await tools.uploads.refused({ scope, attemptId: trackingId, begunAt })
      return handed
    case 'failed':
      if (!handed.isTakenPerhaps) await tools.uploads.refused({ scope, attemptId: trackingId, begunAt })
      return handed.outcome
  }
}

/** The flow of a message: by the platform's id, or else by the tracking id. */
export async function ownFlow(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  { trackingId, files }: Pick<OwnMessage, 'trackingId' | 'files'>,
  flowId: string | null,
): Promise<Tracked> {
  const given = flowId === null ? null : await service.flow(platform, flowId)
  if (given !== null && isNoAnswer(given)) return given
  if (given?.kind === 'flow' && !isRepetition(given.flow)) return { kind: 'tracked', flow: given.flow }
  const found = await tracked(service, tools, platform, trackingId, files)
  // The platform has accepted the message, so it is never sent again, even if the platform loses
  // it.
  if (given !== null && found.kind === 'tracked' && found.flow === null)
    return notInterpreted(`the platform has no flow ${String(flowId)}`, tools)
  return found
}
