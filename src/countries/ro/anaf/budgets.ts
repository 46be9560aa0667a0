import type { CallBudget, Exhausted } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { romanianDay } from './romanian-day.js'

/** ANAF's limits on calls of one kind. */
const LIMITS = { callsAMinute: 1000, statesADay: 100, downloadsADay: 10, listsADay: 100_000 } as const
/**
 * Of a minute's calls, those that may bring new work: the rest is kept for asking what became of
 * it.
 */
const WITHOUT_RESERVE = 800

/** Of a message's downloads, those for comparison: the rest is kept for its decision. */
const COMPARISONS_A_DAY = 4

const MINUTE_MS = 60_000

/** What a call is for, as ANAF counts it. */
type CallKind =
  | { readonly call: 'upload' }
  | { readonly call: 'list'; readonly cif: string }
  | { readonly call: 'state'; readonly uploadId: string }
  | {
      readonly call: 'download'
      readonly downloadId: string
      /** Whether the archive of a decision is wanted, or a document to compare with ours. */
      readonly purpose: 'decision' | 'comparison'
    }

/** The budgets that a call takes from. */
export function budgetsOf(kind: CallKind, now: Date): readonly CallBudget[] {
  switch (kind.call) {
    case 'upload':
      return [calls(now), newWork(now)]
    case 'list':
      return [calls(now), newWork(now), lists(kind.cif, now)]
    case 'state':
      return [calls(now), aDay(`RO state ${kind.uploadId}`, LIMITS.statesADay, now)]
    case 'download': {
      const ofMessage = aDay(`RO download ${kind.downloadId}`, LIMITS.downloadsADay, now)
      if (kind.purpose === 'decision') return [calls(now), ofMessage]
      const compared = aDay(`RO comparison ${kind.downloadId}`, COMPARISONS_A_DAY, now)
      return [calls(now), newWork(now), ofMessage, compared]
    }
  }
}

/** What the invoices of a company share; see `Gateway.budgets`. */
export function budgetsOfCompany(cif: string, now: Date): readonly CallBudget[] {
  return [calls(now), newWork(now), lists(cif, now)]
}

/** Takes a call out of its budgets; null: it may be made. */
export async function takeCall({ budgets, clock }: GatewayTools, kind: CallKind): Promise<Exhausted | null> {
  const wanted = budgetsOf(kind, clock.now())
  const usedUp = await budgets.take(wanted)
  if (usedUp === null) return null
  return {
    kind: 'exhausted',
    reason: `all ${usedUp.limit} calls of "${usedUp.name}" are used up until ${usedUp.until.toISOString()}`,
    until: usedUp.until,
    concerns: usedUp.name === CALLS || usedUp.name === NEW_WORK ? 'government' : 'invoice',
  }
}

const CALLS = 'RO calls'
const NEW_WORK = 'RO new work'

function calls(now: Date): CallBudget {
  return { name: CALLS, limit: LIMITS.callsAMinute, ...minuteOf(now) }
}

function newWork(now: Date): CallBudget {
  return { name: NEW_WORK, limit: WITHOUT_RESERVE, ...minuteOf(now) }
}

function lists(cif: string, now: Date): CallBudget {
  return aDay(`RO lists ${cif}`, LIMITS.listsADay, now)
}

function aDay(name: string, limit: number, now: Date): CallBudget {
  return { name, limit, ...romanianDay(now) }
}

function minuteOf(now: Date): { readonly from: Date; readonly until: Date } {
  const from = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return { from: new Date(from), until: new Date(from + MINUTE_MS) }
}
