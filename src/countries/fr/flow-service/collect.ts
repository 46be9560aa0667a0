import type { Scope } from '../../../domain/event.js'
import type { CollectOutcome, NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import { readLifeCycle } from '../cdar-reader.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import type { Download, FlowFilters, FlowService } from './api.js'
import type { Flow } from './flow.js'
import { flowReference, messagesIn } from './messages.js'
import { page, type FlowPage, timeOf } from './walk.js'

/**
 * The life cycle of what was sold, and of what was bought: a self-billed invoice, which the buyer
 * hands in, is the platform's supplier invoice.
 */
const LIFE_CYCLE: FlowFilters = { flowType: ['CustomerInvoiceLC', 'SupplierInvoiceLC'], flowDirection: ['In'] }
/** Before the last moment that was seen, so much is listed again: a list may show a flow late. */
const OVERLAP_MS = 15 * 60_000
/** In one go so many flows are downloaded; the next goes on from there. */
const MOST_DOWNLOADS = 300
/** And for so long, in milliseconds: what was fetched is not to be lost by waiting for more. */
const LONGEST_MS = 45_000
/** A flow that can't be downloaded is asked for so long, in milliseconds. */
const PATIENCE_MS = 24 * 3_600_000
/** What is no life-cycle message is asked for again after so many seconds. */
const UNREADABLE_SECONDS = 30

/** What became of the walk through the list. */
interface Walked {
  readonly messages: GovernmentMessage[]
  /** The latest moment in the list up to which nothing is missing. */
  until: Date | null
  downloads: number
  /** When it is enough for once. */
  readonly endsAt: number
  /** Since the first flow that could not be had, `until` stays before it. */
  missing: NoAnswer | null
}

/**
 * Fetches the life cycle of a connection's invoices, each flow once. Times are those of the
 * platform's own clock, so that none of ours can hide a flow.
 */
export async function collect(
  service: FlowService,
  tools: GatewayTools,
  scope: Scope,
  platform: PlatformAccess,
  since: Date | null,
): Promise<CollectOutcome> {
  const walked: Walked = {
    messages: [],
    until: null,
    downloads: 0,
    endsAt: tools.clock.now().getTime() + LONGEST_MS,
    missing: null,
  }
  const from = since === null ? {} : { updatedAfter: new Date(since.getTime() - OVERLAP_MS).toISOString() }
  for (let where: FlowFilters | null = { ...LIFE_CYCLE, ...from }; where !== null;) {
    const step: FlowPage | NoAnswer = await page(service, tools, platform, where)
    if (isNoAnswer(step)) return ended(walked, since, tools, step)
    const isDone = await download(service, tools, scope, platform, step.flows, walked)
    if (!isDone) break
    where = step.next
  }
  return ended(walked, since, tools, walked.missing)
}

/** What was fetched counts, also where the rest could not be had. */
function ended(walked: Walked, since: Date | null, { clock }: GatewayTools, failed: NoAnswer | null): CollectOutcome {
  const { messages, until } = walked
  if (failed !== null && messages.length === 0) return failed
  const told = until ?? since ?? new Date(clock.now().getTime() - 4 * OVERLAP_MS)
  return { kind: 'messages', messages, until: since !== null && told < since ? since : told }
}

/** Downloads what the mailbox does not have. False: enough for once. */
async function download(
  service: FlowService,
  tools: GatewayTools,
  scope: Scope,
  platform: PlatformAccess,
  flows: readonly Flow[],
  walked: Walked,
): Promise<boolean> {
  const references = flows.map(({ flowId }) => flowReference(flowId))
  const known = new Set(
    (await tools.mailbox.about(scope, 'afnor', references)).flatMap((message) => message.references),
  )
  for (const { references: fetched } of walked.messages) for (const reference of fetched) known.add(reference)
  for (const flow of flows) {
    if (!known.has(flowReference(flow.flowId))) {
      const isLate = walked.downloads > 0 && tools.clock.now().getTime() > walked.endsAt
      if (isLate || walked.downloads >= MOST_DOWNLOADS) return false
      walked.downloads += 1
      known.add(flowReference(flow.flowId))
      const file = await lifeCycleOf(service, tools, platform, flow)
      if (file.kind === 'file') walked.messages.push(...messagesIn(scope, flow, file.bytes, tools.clock.now()))
      else if (file.kind === 'gone' || isHopeless(flow, tools))
        tools.warn({ flowId: flow.flowId }, 'a life-cycle message that a French platform lists can not be downloaded')
      else {
        walked.missing ??= file
        // No other flow is to be had either.
        if (file.kind !== 'unavailable') return false
      }
    }
    if (walked.missing === null) walked.until = new Date(Math.max(walked.until?.getTime() ?? 0, timeOf(flow)))
  }
  return true
}

/**
 * The message of a flow. What is none may be an answer of whatever stands before the platform, or
 * a part of the message: it is asked for again for a day, and then kept as it is.
 */
async function lifeCycleOf(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  flow: Flow,
): Promise<Download | NoAnswer> {
  const file = await service.original(platform, flow.flowId)
  if (file.kind !== 'file' || readLifeCycle(file.bytes) !== null || isHopeless(flow, tools)) return file
  return unanswered(`the download of flow ${flow.flowId}: no life-cycle message`, UNREADABLE_SECONDS, tools)
}

/** What can't be had for a day must not hold up all that came after it. */
function isHopeless(flow: Flow, { clock }: GatewayTools): boolean {
  return clock.now().getTime() - timeOf(flow) > PATIENCE_MS
}
