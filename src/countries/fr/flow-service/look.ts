import type { NoAnswer } from '../../gateway/access.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { Look, LookOutcome } from '../../gateway/look.js'
import type { ArrivedDocument } from '../../gateway/reception.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import type { FlowFilters, FlowService } from './api.js'
import { ArrivalDownloads } from './arrival-downloads.js'
import type { Flow } from './flow.js'
import { complaint, type LookMark, markIn, type MissingFlow, worthTrying } from './look-mark.js'
import { type FlowPage, page, timeOf } from './walk.js'

/** Invoices of suppliers, as the norm names what comes from the platform. */
const ARRIVALS: FlowFilters = { flowType: ['SupplierInvoice'], flowDirection: ['In'] }
/** The overlap with the last look: a list may show a flow late. */
const OVERLAP_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000
const YEAR_MS = 365 * DAY_MS
/** Of one look; the next one follows at once. */
const MOST_PAGES = 100
const MOST_DOWNLOADS = 50
const LONGEST_MS = 45_000
/** Missing invoices that one look tries again. */
const MOST_AGAIN = 3

/** The flows of a look. */
interface Listed {
  readonly kind: 'listed'
  /** Those to download, the oldest first. */
  readonly wanted: readonly Flow[]
  /** The list is complete up to then, by the platform's clock. */
  readonly until: Date
  readonly isComplete: boolean
}

/**
 * Fetches the invoices of suppliers that the platform has listed since the last look, the oldest
 * first. One that can't be downloaded, though others can, delays none of them: the mark names it,
 * and the next looks try it again.
 */
export async function look(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  { since, mark, known, take }: Look,
): Promise<LookOutcome> {
  const begunAt = tools.clock.now().getTime()
  const last = markIn(mark)
  const listed = await list(service, tools, platform, last, since)
  if (isNoAnswer(listed)) return listed
  const taken = await known(listed.wanted.map(({ flowId }) => identityOf(platform, flowId)))
  const wanted = listed.wanted.filter(({ flowId }) => !taken.has(identityOf(platform, flowId)))
  const downloads = new ArrivalDownloads(service, platform)
  const missing: MissingFlow[] = [...last.missing.slice(MOST_AGAIN)]
  for (const each of last.missing.slice(0, MOST_AGAIN)) {
    const file = await downloads.again(each.flowId)
    if (file.kind === 'missing') missing.push({ ...each, reason: file.reason })
    else if (file.kind !== 'file') return file
    else {
      const { stated, submittedAt } = await statedFlow(service, platform, each.flowId)
      await take(documentOf(platform, { ...each, stated, submittedAt }, file.bytes, service.now(platform)))
    }
  }
  let { until, isComplete } = listed
  for (const [index, flow] of wanted.entries()) {
    const isLate = index > 0 && tools.clock.now().getTime() - begunAt > LONGEST_MS
    if (isLate || index === MOST_DOWNLOADS) {
      until = new Date(Math.min(until.getTime(), timeOf(flow)))
      isComplete = false
      break
    }
    const file = await downloads.file(flow.flowId, wanted[index + 1]?.flowId)
    const now = service.now(platform)
    if (file.kind === 'missing') missing.push({ flowId: flow.flowId, since: now.toISOString(), reason: file.reason })
    else if (file.kind === 'file') await take(documentOf(platform, flow, file.bytes, now))
    else return file
  }
  const { kept, lost } = worthTrying(missing, service.now(platform))
  for (const { flowId, reason } of lost)
    tools.warn({ flowId, reason }, 'an invoice in the list of a French platform can not be downloaded; it is given up')
  return {
    kind: 'looked',
    mark: JSON.stringify({ until: until.toISOString(), missing: kept } satisfies LookMark),
    isComplete,
    ...complaint(kept),
  }
}

/** Lists what has come since the last look, and not all of it if it is very much. */
async function list(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  { until, missing }: LookMark,
  since: Date,
): Promise<Listed | NoAnswer> {
  // A platform whose clock is behind gives an earlier time to what came after `since`.
  const earliest = since.getTime() + Math.min(0, service.aheadMs(platform))
  const from = until === null ? earliest : Math.max(Date.parse(until) - OVERLAP_MS, earliest)
  const wanted = new Map<string, Flow>()
  const isMissing = new Set(missing.map(({ flowId }) => flowId))
  const now = service.now(platform).getTime()
  let reached = from
  let unfinished = Infinity
  let where: FlowFilters | null = { ...ARRIVALS, updatedAfter: new Date(from).toISOString() }
  for (let pages = 0; where !== null && pages < MOST_PAGES; pages += 1) {
    const step: FlowPage | NoAnswer = await page(service, tools, platform, where)
    if (isNoAnswer(step)) return step
    for (const flow of step.flows.filter(isArrival)) {
      const time = timeOf(flow)
      reached = Math.max(reached, time)
      // Once it is acknowledged it is listed again. That of another platform may never be.
      const isPending = flow.acknowledgement.status === 'Pending' && now - time < DAY_MS
      if (isPending) unfinished = Math.min(unfinished, time - 1)
      else if (!isMissing.has(flow.flowId)) wanted.set(flow.flowId, flow)
    }
    where = step.next
  }
  const isComplete = where === null
  // Once all is listed, it is listed up to the present.
  const end = Math.min(isComplete ? Math.max(reached, now - DAY_MS) : reached, unfinished, now)
  return { kind: 'listed', wanted: [...wanted.values()], until: new Date(end), isComplete }
}

/** A platform may ignore a criterion. What it has found inadmissible has no effect. */
function isArrival({ flowType, flowDirection, acknowledgement }: Flow): boolean {
  return flowType === 'SupplierInvoice' && flowDirection === 'In' && acknowledgement.status !== 'Error'
}

/** Ids are unique at a platform, and a company may change to another one. */
function identityOf({ url }: PlatformAccess, flowId: string): string {
  return `${new URL(url).host} ${flowId}`
}

/** What the platform states of a flow of an earlier list, if it still does. */
async function statedFlow(
  service: FlowService,
  platform: PlatformAccess,
  flowId: string,
): Promise<Pick<Flow, 'stated' | 'submittedAt'>> {
  const asked = await service.flow(platform, flowId)
  return asked.kind === 'flow' ? asked.flow : { stated: { flowId }, submittedAt: null }
}

function documentOf(
  platform: PlatformAccess,
  { flowId, stated, submittedAt }: Pick<Flow, 'flowId' | 'stated' | 'submittedAt'>,
  bytes: Uint8Array,
  now: Date,
): ArrivedDocument {
  const isCredible = submittedAt !== null && submittedAt <= now && now.getTime() - submittedAt.getTime() < YEAR_MS
  return {
    govId: flowId,
    identity: identityOf(platform, flowId),
    sender: null,
    bytes,
    files: [
      {
        kind: 'metadata',
        filename: null,
        mediaType: 'application/json',
        bytes: Buffer.from(JSON.stringify(stated)),
      },
    ],
    arrivedAt: isCredible ? submittedAt : now,
  }
}
