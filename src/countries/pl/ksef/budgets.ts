import type { CallBudget, Exhausted } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { type CallGroup, type CompanyLimits, Limits, PUBLISHED_LIMITS } from './limits.js'
import { keepNewest } from '../../../domain/keep-newest.js'

const WINDOWS = [
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
] as const

/**
 * The budgets of a group: the calls of this second, minute and hour.
 * @param nip of the taxpayer in whose context the calls are made
 */
export function budgetsOf(
  group: CallGroup,
  nip: string,
  now: Date,
  limits: CompanyLimits = PUBLISHED_LIMITS,
): readonly CallBudget[] {
  return WINDOWS.map(([name, ms], index) => {
    const from = Math.floor(now.getTime() / ms) * ms
    return {
      name: `PL ${group} ${nip} per ${name}`,
      limit: limits[group][index] ?? 0,
      from: new Date(from),
      until: new Date(from + ms),
    }
  })
}

/** Windows that begin within the time that KSeF counts. */
const STEPS = 4

/**
 * KSeF's windows slide, and repeated overruns are blocked for longer; a counted window is fixed.
 * So calls are also counted in windows of one and a quarter of KSeF's. A new one begins every
 * quarter, so that any minute or hour that KSeF counts is within one.
 */
function slidingBudgetsOf(group: CallGroup, nip: string, now: Date, limits: CompanyLimits): readonly CallBudget[] {
  return WINDOWS.flatMap(([name, ms], index) => {
    if (name === 'second') return []
    const step = ms / STEPS
    const current = Math.floor(now.getTime() / step)
    return Array.from({ length: STEPS + 1 }, (_, back) => {
      const number = current - back
      return {
        // Simultaneous windows need distinct names: the ledger identifies them by name.
        name: `PL ${group} ${nip} in any ${name} ${number % (STEPS + 1)}`,
        limit: limits[group][index] ?? 0,
        from: new Date(number * step),
        until: new Date((number + STEPS + 1) * step),
      }
    })
  })
}

/** The budgets that the invoices of a company share; see `Gateway.budgets`. */
export async function budgetsOfCompany({ limits }: Calls, nip: string, now: Date): Promise<readonly CallBudget[]> {
  const known = await limits.of(nip)
  return [...budgetsOf('send', nip, now, known), ...budgetsOf('status', nip, now, known)].filter(
    ({ name }) => !name.endsWith('second'),
  )
}

/** Refusals of KSeF that are remembered. */
const MOST_REFUSALS = 10_000

/**
 * Calls of each taxpayer, by our own count and by KSeF's answers: repeated calls beyond a limit
 * extend the block.
 */
export class Calls {
  readonly #refusedUntil = new Map<string, Exhausted>()

  readonly limits: Limits

  constructor(private readonly tools: Pick<GatewayTools, 'budgets' | 'clock' | 'warn'>) {
    this.limits = new Limits(tools)
  }

  /** Deducts a call from its budgets; null: it may be made. */
  async take(group: CallGroup, nip: string): Promise<Exhausted | null> {
    const now = this.tools.clock.now()
    const refusal = this.#refusedUntil.get(`${group} ${nip}`)
    if (refusal !== undefined && refusal.until > now) return refusal
    const limits = await this.limits.of(nip)
    const usedUp = await this.tools.budgets.take([
      ...budgetsOf(group, nip, now, limits),
      ...slidingBudgetsOf(group, nip, now, limits),
    ])
    if (usedUp === null) return null
    return {
      kind: 'exhausted',
      reason: `all ${usedUp.limit} calls of "${usedUp.name}" are used up until ${usedUp.until.toISOString()}`,
      until: usedUp.until,
      concerns: 'invoice',
    }
  }

  /** KSeF has refused a call of this group: none is made until the given time. */
  refused(group: CallGroup, nip: string, refusal: Exhausted): void {
    const key = `${group} ${nip}`
    keepNewest(this.#refusedUntil, key, refusal, MOST_REFUSALS)
  }
}
