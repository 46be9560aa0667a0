import type { GatewayTools } from '../../gateway/gateway-tools.js'

/** Seconds, without the pace factor, until the first query. */
const FIRST_SECONDS = 60
/** Maximum seconds, without the pace factor, between two queries. */
export const LAST_SECONDS = 3 * 3600

/**
 * Seconds, without the pace factor, after which an accepted upload without a response is in the
 * list of sent invoices: a call times out after one minute.
 */
const SETTLED_SECONDS = 600
const LOOK_SECONDS = 60

/**
 * Seconds until the next query of a waiting invoice: half its waiting time, so minutes at first
 * and hours later. SdI decides in minutes to two days; an administration has fifteen days.
 */
export function pollSeconds(submittedAt: Date, { clock, pace }: Pick<GatewayTools, 'clock' | 'pace'>): number {
  const waited = (clock.now().getTime() - submittedAt.getTime()) / 1000
  return Math.min(Math.max(waited / 2, FIRST_SECONDS * pace), LAST_SECONDS * pace)
}

/** Seconds until the first query is due; 0: now. */
export function untilFirstPoll(submittedAt: Date, { clock, pace }: Pick<GatewayTools, 'clock' | 'pace'>): number {
  return Math.max(0, FIRST_SECONDS * pace - (clock.now().getTime() - submittedAt.getTime()) / 1000)
}

/** Seconds until the next search for a begun upload; 0: it was not accepted. */
export function lookSeconds(begunAt: Date, { clock, pace }: Pick<GatewayTools, 'clock' | 'pace'>): number {
  const remaining = SETTLED_SECONDS * pace - (clock.now().getTime() - begunAt.getTime()) / 1000
  return remaining <= 0 ? 0 : Math.min(LOOK_SECONDS * pace, remaining + 1)
}
