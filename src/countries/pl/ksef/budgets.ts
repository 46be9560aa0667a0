import type { CallBudget, Exhausted } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'

/** Calls a second, a minute and an hour of one taxpayer, by KSeF's groups of calls. */
const LIMITS = {
  open: [10, 30, 120],
  send: [10, 30, 180],
  close: [20, 60, 240],
  batch: [10, 20, 60],
  'batch-close': [20, 40, 120],
  status: [30, 120, 1200],
  session: [10, 120, 1200],
  sessions: [5, 10, 60],
  invoices: [10, 20, 200],
  download: [8, 16, 64],
} as const satisfies Readonly<Record<string, readonly [number, number, number]>>

/** A group of calls that KSeF counts together. */
export type CallGroup = keyof typeof LIMITS

const WINDOWS = [
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
] as const

/**
 * The budgets of a group: the calls of this second, minute and hour.
 * @param nip of the taxpayer in whose context the calls are made
 */
export function budgetsOf(group: CallGroup, nip: string, now: Date): readonly CallBudget[] {
  return WINDOWS.map(([name, ms], index) => {
    const from = Math.floor(now.getTime() / ms) * ms
    return {
      name: `PL ${group} ${nip} per ${name}`,
      limit: LIMITS[group][index] ?? 0,
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
function slidingBudgetsOf(group: CallGroup, nip: string, now: Date): readonly CallBudget[] {
  return WINDOWS.flatMap(([name, ms], index) => {
    if (name === 'second') return []
    const step = ms / STEPS
    const current = Math.floor(now.getTime() / step)
    return Array.from({ length: STEPS + 1 }, (_, back) => {
      const number = current - back
      return {
        // Simultaneous windows need distinct names: the ledger identifies them by name.
        name: `PL ${group} ${nip} in any ${name} ${number % (STEPS + 1)}`,
        limit: LIMITS[group][index] ?? 0,
        from: new Date(number * step),
        until: new Date((number + STEPS + 1) * step),
      }
    })
  })
}

/** The budgets that the invoices of a company share; see `Gateway.budgets`. */
export function budgetsOfCompany(nip: string, now: Date): readonly CallBudget[] {
  return [...budgetsOf('send', nip, now), ...budgetsOf('status', nip, now)].filter(
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

  constructor(private readonly tools: Pick<GatewayTools, 'budgets' | 'clock'>) {}

  /** Deducts a call from its budgets; null: it may be made. */
  async take(group: CallGroup, nip: string): Promise<Exhausted | null> {
    const now = this.tools.clock.now()
    const refusal = this.#refusedUntil.get(`${group} ${nip}`)
    if (refusal !== undefined && refusal.until > now) return refusal
    const usedUp = await this.tools.budgets.take([...budgetsOf(group, nip, now), ...slidingBudgetsOf(group, nip, now)])
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
    this.#refusedUntil.delete(key)
    this.#refusedUntil.set(key, refusal)
    const [oldest] = this.#refusedUntil.keys()
    if (oldest !== undefined && this.#refusedUntil.size > MOST_REFUSALS) this.#refusedUntil.delete(oldest)
  }
}
