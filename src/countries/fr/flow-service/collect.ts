import type { Scope } from '../../../domain/event.js'
import type { CollectOutcome, NoAnswer } from '../../gateway/gateway.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import { LIFE_CYCLE_MESSAGE } from '../cdar-reader.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, unanswered } from '../failures.js'
import type { Download, FlowFilters, FlowService } from './api.js'
import type { Flow } from './flow.js'
import { flowReference, type LifeCycleFile, messagesIn } from './messages.js'
import { page, type FlowPage, timeOf } from './walk.js'
import { addAll } from '../../../domain/lists.js'

/**
 * The life cycle of sales and of purchases: a self-billed invoice, which the buyer submits, is the
 * platform's supplier invoice.
 */
const LIFE_CYCLE: FlowFilters = { flowType: ['CustomerInvoiceLC', 'SupplierInvoiceLC'], flowDirection: ['In'] }
/** The overlap with the last listed period: a list may show a flow late. */
const OVERLAP_MS = 15 * 60_000
/** The number of flows downloaded at a time; the next run continues from there. */
const MOST_DOWNLOADS = 300
/**
 * The time limit of a run in milliseconds, so that fetched flows are not lost while waiting for
 * more.
 */
const LONGEST_MS = 45_000
/** How long the download of a flow is retried, in milliseconds. */
const PATIENCE_MS = 24 * 3_600_000
/** Seconds until the download of something other than a life-cycle message is retried. */
const UNREADABLE_SECONDS = 30

/** The state of the walk through the list. */
interface Walked {
  readonly messages: GovernmentMessage[]
  /** The latest time in the list up to which nothing is missing. */
  until: Date | null
  downloads: number
  /** The end of this run. */
  readonly endsAt: number
  /** After the first flow that could not be downloaded, `until` stays before it. */
  missing: NoAnswer | null
}

/**
 * Fetches the life cycle of a connection's invoices, each flow once. Times are from the platform's
 * own clock, so that a difference to ours can't hide a flow.
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

/** Fetched flows count, even if the rest could not be fetched. */
function ended(walked: Walked, since: Date | null, { clock }: GatewayTools, failed: NoAnswer | null): CollectOutcome {
  const { messages, until } = walked
  if (failed !== null && messages.length === 0) return failed
  const reached = until ?? since ?? new Date(clock.now().getTime() - 4 * OVERLAP_MS)
  return { kind: 'messages', messages, until: since !== null && reached < since ? since : reached }
}

/** Downloads flows that the mailbox does not have. False: end of this run. */
async function download(
  service: FlowService,
  tools: GatewayTools,
  scope: Scope,
  platform: PlatformAccess,
  flows: readonly Flow[],
  walked: Walked,
): Promise<boolean> {
  const references = flows.map(({ flowId }) => flowReference(flowId))
  const known = new Set(await tools.mailbox.known(scope, 'afnor', references))
  for (const { references: fetched } of walked.messages) for (const reference of fetched) known.add(reference)
  for (const flow of flows) {
    if (!known.has(flowReference(flow.flowId))) {
      const isLate = walked.downloads > 0 && tools.clock.now().getTime() > walked.endsAt
      if (isLate || walked.downloads >= MOST_DOWNLOADS) return false
      walked.downloads += 1
      known.add(flowReference(flow.flowId))
      const file = await lifeCycleOf(service, tools, scope, platform, flow)
      if (file.kind === 'file') addAll(walked.messages, messagesIn(scope, flow, file, tools.clock.now()))
      else if (file.kind === 'gone' || isHopeless(flow, tools))
        tools.warn(
          { flowId: flow.flowId },
          'a life-cycle message in the list of a French platform can not be downloaded',
        )
      else {
        walked.missing ??= file
        // No other flow can be downloaded either.
        if (file.kind !== 'unavailable') return false
      }
    }
    if (walked.missing === null) walked.until = new Date(Math.max(walked.until?.getTime() ?? 0, timeOf(flow)))
  }
  return true
}

/**
 * The message of a flow. Anything else may be a response of a proxy or a part of the message: its
 * download is retried for a day, then it is stored unchanged.
 */
async function lifeCycleOf(
  service: FlowService,
  tools: GatewayTools,
  scope: Scope,
  platform: PlatformAccess,
  flow: Flow,
): Promise<Exclude<Download, { kind: 'file' }> | (LifeCycleFile & { readonly kind: 'file' }) | NoAnswer> {
  const file = await service.original(platform, flow.flowId)
  if (file.kind !== 'file') return file
  const statuses = await readingFor(tools, scope)(LIFE_CYCLE_MESSAGE, file.bytes, null)
  if (statuses !== null || isHopeless(flow, tools)) return { ...file, statuses }
  return unanswered(`the download of flow ${flow.flowId}: not a life-cycle message`, UNREADABLE_SECONDS, tools)
}

/** A flow that can't be downloaded for a day must not block the later ones. */
function isHopeless(flow: Flow, { clock }: GatewayTools): boolean {
  return clock.now().getTime() - timeOf(flow) > PATIENCE_MS
}
