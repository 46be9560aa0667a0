import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { Bounded } from './bounded.js'
import { type Json, objectIn } from './json.js'

/** Calls a second, a minute and an hour. */
type Limit = readonly [perSecond: number, perMinute: number, perHour: number]

/** Limits of KSeF's groups of calls, as published: for one taxpayer. */
export const PUBLISHED_LIMITS = {
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
  metadata: [8, 16, 20],
  export: [8, 16, 20],
  'export-status': [10, 60, 600],
  other: [10, 30, 120],
} as const satisfies Readonly<Record<string, Limit>>

/** A group of calls that KSeF counts together. */
export type CallGroup = keyof typeof PUBLISHED_LIMITS

/** The limits of one taxpayer. */
export type CompanyLimits = Readonly<Record<CallGroup, Limit>>

/** KSeF's names of the groups in `GET /rate-limits`. */
const NAMES: Readonly<Record<CallGroup, string>> = {
  open: 'onlineSession',
  send: 'invoiceSend',
  close: 'onlineSessionClose',
  batch: 'batchSession',
  'batch-close': 'batchSessionClose',
  status: 'invoiceStatus',
  session: 'sessionMisc',
  sessions: 'sessionList',
  invoices: 'sessionInvoiceList',
  download: 'invoiceDownload',
  metadata: 'invoiceMetadata',
  export: 'invoiceExport',
  'export-status': 'invoiceExportStatus',
  other: 'other',
}
const GROUPS = Object.keys(NAMES) as readonly CallGroup[]
const WINDOWS = ['perSecond', 'perMinute', 'perHour'] as const

/** Stands for "without limit", and for any larger number. */
const LARGEST = 1_000_000
const UNLIMITED = -1

/**
 * The limits in the answer to `GET /rate-limits`. What it does not name, or names without sense,
 * stays as it is known. Null: it names no limit at all.
 */
export function limitsIn(answer: Json, known: CompanyLimits): CompanyLimits | null {
  let isAny = false
  const read = GROUPS.map((group) => {
    const stated = objectIn(answer[NAMES[group]]) ?? {}
    const limit = WINDOWS.map((window, index) => {
      const number = limitIn(stated[window])
      isAny ||= number !== null
      return number ?? known[group][index]
    })
    return [group, limit] as const
  })
  return isAny ? (Object.fromEntries(read) as unknown as CompanyLimits) : null
}

/** Zero would stop a company for ever, so it is no limit that is believed. */
function limitIn(value: unknown): number | null {
  if (value === UNLIMITED) return LARGEST
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? Math.min(value, LARGEST) : null
}

/** As they are stored: by the names of the groups. */
function storedIn(stored: Readonly<Record<string, readonly unknown[]>>): CompanyLimits {
  const read = GROUPS.map((group) => {
    const limit = PUBLISHED_LIMITS[group].map((published, index) => limitIn(stored[group]?.[index]) ?? published)
    return [group, limit] as const
  })
  return Object.fromEntries(read) as unknown as CompanyLimits
}

/** Companies whose limits are remembered. */
const MOST_COMPANIES = 10_000
/** How long limits are used before those that other processes have read are looked up. */
const LOOKED_UP_MS = 10 * 60_000
/** How long limits are used before KSeF is asked for them again. */
const READ_MS = 24 * 3_600_000
/** Until KSeF is asked again after it has not named them. */
const RETRY_MS = 3_600_000

/** What is known of a company's limits; times by our clock. */
interface Known {
  limits: CompanyLimits
  /** What other processes have read. */
  lookedUp: Promise<void>
  lookedUpAt: number
  readAt: number
  /** Before, KSeF is not asked. */
  notBefore: number
  isSignedIn: boolean
  underWay: Promise<void> | null
}

/** KSeF's answer, or why there is none. */
export type LimitsAnswer = { readonly answer: Json } | { readonly reason: string }

/**
 * The limits of each company: KSeF raises them on application, and may lower them. All processes
 * share what one has read.
 */
export class Limits {
  readonly #known = new Bounded<Known>(MOST_COMPANIES)

  constructor(private readonly tools: Pick<GatewayTools, 'budgets' | 'clock' | 'warn'>) {}

  /** The limits of a company, as far as they are known. */
  async of(nip: string): Promise<CompanyLimits> {
    const known = this.#of(nip)
    const now = this.tools.clock.now().getTime()
    if (now - known.lookedUpAt >= LOOKED_UP_MS) {
      known.lookedUpAt = now
      known.lookedUp = this.#lookUp(nip, known)
    }
    await known.lookedUp
    return known.limits
  }

  async #lookUp(nip: string, known: Known): Promise<void> {
    try {
      const stated = await this.tools.budgets.statedLimits(nameOf(nip))
      if (stated === null || stated.statedAt.getTime() <= known.readAt) return
      known.limits = storedIn(stated.limits)
      known.readAt = stated.statedAt.getTime()
    } catch (error) {
      known.lookedUpAt = -Infinity
      throw error
    }
  }

  /** The company has signed in: its limits are read again. */
  signedIn(nip: string): void {
    this.#of(nip).isSignedIn = true
  }

  /**
   * Asks KSeF for the limits if it is time. Without an answer the known ones stay.
   * @param company for the log, without a secret
   */
  async readIfDue(nip: string, company: string, ask: () => Promise<LimitsAnswer>): Promise<void> {
    await this.of(nip)
    const known = this.#of(nip)
    const now = this.tools.clock.now().getTime()
    const age = now - known.readAt
    const isDue = age >= READ_MS || (known.isSignedIn && age >= LOOKED_UP_MS)
    known.isSignedIn = false
    if (isDue && now >= known.notBefore)
      known.underWay ??= this.#read(nip, company, known, ask).finally(() => {
        known.underWay = null
      })
    await known.underWay
  }

  async #read(nip: string, company: string, known: Known, ask: () => Promise<LimitsAnswer>): Promise<void> {
    const now = this.tools.clock.now()
    known.notBefore = now.getTime() + RETRY_MS
    const answered = await ask()
    const limits = 'answer' in answered ? limitsIn(answered.answer, known.limits) : null
    if (limits === null) {
      const reason = 'reason' in answered ? answered.reason : 'its answer names none'
      this.tools.warn(
        { government: 'KSeF', company },
        `KSeF's limits of calls could not be read, the known ones stay: ${reason}`,
      )
      return
    }
    const isNew = JSON.stringify(limits) !== JSON.stringify(known.limits)
    known.limits = limits
    known.readAt = now.getTime()
    await this.tools.budgets.keepStatedLimits(nameOf(nip), { limits, statedAt: now })
    if (isNew)
      this.tools.warn(
        { government: 'KSeF', company, limits: JSON.stringify(limits) },
        'KSeF has other limits of calls for a company',
      )
  }

  #of(nip: string): Known {
    return this.#known.of(nip, () => ({
      limits: PUBLISHED_LIMITS,
      lookedUp: Promise.resolve(),
      lookedUpAt: -Infinity,
      readAt: -Infinity,
      notBefore: -Infinity,
      isSignedIn: false,
      underWay: null,
    }))
  }
}

function nameOf(nip: string): string {
  return `PL ${nip}`
}
