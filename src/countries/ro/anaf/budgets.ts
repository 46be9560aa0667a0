import type { CallBudget, Exhausted } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { romanianDay } from './romanian-day.js'

/** ANAF's limits on calls of one kind. */
const LIMITS = {
  callsAMinute: 1000,
  statesADay: 100,
  downloadsADay: 10,
  listsADay: 100_000,
  messagesADay: 1000,
} as const
/**
 * Calls of a minute for new work: the others are reserved for requests for its result.
 */
const WITHOUT_RESERVE = 800

/** Downloads of a message for comparison: the others are reserved for its decision. */
const COMPARISONS_A_DAY = 4

const MINUTE_MS = 60_000

/** The kinds of calls that ANAF counts. */
type CallKind =
  | UploadCall
  | { readonly call: 'list'; readonly cif: string }
  | { readonly call: 'state'; readonly uploadId: string }
  | {
      readonly call: 'download'
      readonly downloadId: string
      readonly purpose: DownloadPurpose
    }

/** An upload: of an invoice, or of a message to a seller. */
export type UploadCall = { readonly call: 'upload' } | { readonly call: 'message'; readonly cif: string }

/** A decision's archive, a document to compare with ours, or one of a supplier. */
export type DownloadPurpose = 'decision' | 'comparison' | 'arrival'

/** The budgets of a call. */
export function budgetsOf(kind: CallKind, now: Date): readonly CallBudget[] {
  switch (kind.call) {
    case 'upload':
      return [calls(now), newWork(now)]
    case 'message':
      return [calls(now), newWork(now), messages(kind.cif, now)]
    case 'list':
      return [calls(now), newWork(now), lists(kind.cif, now)]
    case 'state':
      return [calls(now), aDay(`RO state ${kind.uploadId}`, LIMITS.statesADay, now)]
    case 'download': {
      const ofMessage = aDay(`RO download ${kind.downloadId}`, LIMITS.downloadsADay, now)
      if (kind.purpose === 'decision') return [calls(now), ofMessage]
      if (kind.purpose === 'arrival') return [calls(now), newWork(now), ofMessage]
      const compared = aDay(`RO comparison ${kind.downloadId}`, COMPARISONS_A_DAY, now)
      return [calls(now), newWork(now), ofMessage, compared]
    }
  }
}

/** The budgets that the invoices of a company share; see `Gateway.budgets`. */
export function budgetsOfCompany(cif: string, now: Date): readonly CallBudget[] {
  return [calls(now), newWork(now), lists(cif, now), messages(cif, now)]
}

/** Deducts a call from its budgets; null: it may be made. */
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

function messages(cif: string, now: Date): CallBudget {
  return aDay(`RO messages ${cif}`, LIMITS.messagesADay, now)
}

function aDay(name: string, limit: number, now: Date): CallBudget {
  return { name, limit, ...romanianDay(now) }
}

function minuteOf(now: Date): { readonly from: Date; readonly until: Date } {
  const from = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return { from: new Date(from), until: new Date(from + MINUTE_MS) }
}
