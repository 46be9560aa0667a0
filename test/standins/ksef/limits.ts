import { json, tooMany } from './answers.js'
import { type KsefCall, type KsefLimits, type LimitedGroup, PUBLISHED_LIMITS } from './options.js'
import type { Answer } from '../local-server.js'

const WINDOWS = [
  [1000, 'sekundę'],
  [60_000, 'minutę'],
  [3_600_000, 'godzinę'],
] as const

/** The groups of calls that are no group of their own. */
const GROUPS: Partial<Record<KsefCall, LimitedGroup>> = {
  upo: 'session',
  'session-upo': 'session',
  'failed-invoices': 'invoices',
  limits: 'other',
  'context-limits': 'other',
  'subject-limits': 'other',
}

/** The names of groups in `GET /rate-limits`, in the order of its example; 2.8.0. */
const NAMES: readonly (readonly [string, LimitedGroup | readonly [number, number, number]])[] = [
  ['onlineSession', 'open'],
  ['onlineSessionClose', 'close'],
  ['batchSession', 'batch'],
  ['batchSessionClose', 'batch-close'],
  ['invoiceSend', 'send'],
  ['invoiceStatus', 'status'],
  ['sessionList', 'sessions'],
  ['sessionInvoiceList', 'invoices'],
  ['sessionMisc', 'session'],
  ['invoiceMetadata', 'metadata'],
  ['invoiceExport', 'export'],
  ['invoiceExportStatus', 'export-status'],
  ['invoiceDownload', 'download'],
  ['collectiveIdentifier', [10, 60, 120]],
  ['other', 'other'],
  ['anonymous', [60, -1, -1]],
  ['global', [-1, -1, -1]],
]

/** Counts calls of each taxpayer in sliding windows. */
export class Limits {
  readonly #calls = new Map<string, number[]>()
  readonly #limits: KsefLimits | null
  readonly #ofCompanies = new Map<string, Partial<KsefLimits>>()

  constructor(
    private readonly now: () => Date,
    limits: Partial<KsefLimits> | null | undefined,
  ) {
    this.#limits = limits === null ? null : { ...PUBLISHED_LIMITS, ...limits }
  }

  /** From now on a company has other limits than all others. */
  ofCompany(nip: string, limits: Partial<KsefLimits>): void {
    this.#ofCompanies.set(nip, limits)
  }

  /** null: the call may be made, and is counted. */
  refusal(call: LimitedGroup | KsefCall, nip: string): Answer | null {
    if (this.#limits === null) return null
    // Every other call has the name of its group.
    const group = GROUPS[call as KsefCall] ?? (call as LimitedGroup)
    const now = this.now().getTime()
    const key = `${group} ${nip}`
    const calls = (this.#calls.get(key) ?? []).filter((at) => at > now - 3_600_000)
    this.#calls.set(key, calls)
    const limits = this.#ofCompanies.get(nip)?.[group] ?? this.#limits[group]
    for (const [index, [ms, unit]] of WINDOWS.entries()) {
      const limit = limits[index] ?? 0
      const within = calls.filter((at) => at > now - ms)
      if (limit !== -1 && within.length >= limit)
        return tooMany(limit, unit, Math.max(1, Math.ceil(((within[0] ?? now) + ms - now) / 1000)))
    }
    calls.push(now)
    return null
  }

  /**
   * `GET /rate-limits`: the published limits, or those of the company. The limits of the
   * stand-in's options are not among them: they are KSeF's own count, which may be stricter.
   */
  stated(nip: string): Answer {
    const own = this.#ofCompanies.get(nip)
    const shown = NAMES.map(([name, group]) => {
      const limit = typeof group === 'string' ? (own?.[group] ?? PUBLISHED_LIMITS[group]) : group
      const [perSecond, perMinute, perHour] = limit
      return [name, { perSecond, perMinute, perHour }] as const
    })
    return json(Object.fromEntries(shown))
  }
}

/** `GET /limits/context`: what a session may hold. */
export function contextLimits(): Answer {
  const ofSession = { maxInvoiceSizeInMB: 1, maxInvoiceWithAttachmentSizeInMB: 3, maxInvoices: 10_000 }
  return json({
    onlineSession: ofSession,
    batchSession: ofSession,
    collectiveIdentifier: { maxInvoices: 10_000 },
  })
}

/** `GET /limits/subject`: how many certificates a person or a company may have. */
export function subjectLimits(): Answer {
  return json({ enrollment: { maxEnrollments: 6 }, certificate: { maxCertificates: 2 } })
}
