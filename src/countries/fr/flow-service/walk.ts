import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import type { FlowFilters, FlowService, FoundFlows } from './api.js'
import type { Flow } from './flow.js'
import { addAll } from '../../../domain/lists.js'

/** Criteria that split the flows of one instant, which paging can't split. */
const PROCESSING_RULES = ['B2B', 'B2BInt', 'B2C', 'OutOfScope', 'ArchiveOnly', 'NotApplicable'] as const

/** One page, and where the next begins; null: there is none. */
export interface FlowPage {
  readonly kind: 'step'
  readonly flows: readonly Flow[]
  readonly next: FlowFilters | null
}

/**
 * A page of the list, oldest first. The norm pages by raising `updatedAfter`, and defines neither
 * the order of a page nor whether the bound is inclusive: the next page begins just before the
 * last seen time, so that flows of one instant split by a page are repeated.
 */
export async function page(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  where: FlowFilters,
): Promise<FlowPage | NoAnswer> {
  const found = await service.search(platform, where)
  if (isNoAnswer(found)) return found
  const flows = [...found.flows].sort((one, other) => timeOf(one) - timeOf(other))
  const last = flows.at(-1)?.updatedAt?.getTime()
  const before = where.updatedAfter === undefined ? -Infinity : Date.parse(where.updatedAfter)
  // Paging is impossible if a platform returns older flows than requested.
  if (!found.isFull || last === undefined || last < before) return { kind: 'step', flows, next: null }
  if (last - 1 > before) return { kind: 'step', flows, next: after(where, last - 1) }
  const rest = await ofOneMoment(service, tools, platform, where)
  if (isNoAnswer(rest)) return rest
  return { kind: 'step', flows: [...flows, ...rest.flows], next: after(where, last > before ? last : last + 1) }
}

function after(where: FlowFilters, moment: number): FlowFilters {
  return { ...where, updatedAfter: new Date(moment).toISOString() }
}

/** More flows at one instant than fit a page: the only way to list them all is by their kinds. */
async function ofOneMoment(
  service: FlowService,
  tools: GatewayTools,
  platform: PlatformAccess,
  where: FlowFilters,
): Promise<Pick<FoundFlows, 'kind' | 'flows'> | NoAnswer> {
  const flows: Flow[] = []
  for (const rule of PROCESSING_RULES)
    for (const flowType of where.flowType ?? []) {
      const found = await service.search(platform, { ...where, processingRule: [rule], flowType: [flowType] })
      if (isNoAnswer(found)) return found
      if (found.isFull)
        tools.warn(
          { moment: where.updatedAfter ?? '' },
          'a French platform has more flows at one instant than it lists',
        )
      addAll(flows, found.flows)
    }
  return { kind: 'flows', flows }
}

/** When a flow was changed last, by the platform's clock. */
export function timeOf({ updatedAt, submittedAt }: Flow): number {
  return (updatedAt ?? submittedAt)?.getTime() ?? 0
}
