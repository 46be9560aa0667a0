import type { GatewayTools } from '../../gateway/gateway-tools.js'

/** Seconds, before the pace, to the first question. */
const FIRST_SECONDS = 60
/** Seconds, before the pace, between two questions at most. */
export const LAST_SECONDS = 3 * 3600

/**
 * Seconds, before the pace, after which what was sent and not answered shows in the list of sent
 * invoices, if it was taken: a call is given up after one minute.
 */
const SETTLED_SECONDS = 600
const LOOK_SECONDS = 60

/**
 * Seconds until the next question about an invoice that waits: half as long as it has waited, so
 * minutes at first and hours later. SdI decides in minutes to two days; an administration has
 * fifteen days.
 */
export function pollSeconds(submittedAt: Date, { clock, pace }: Pick<GatewayTools, 'clock' | 'pace'>): number {
  const waited = (clock.now().getTime() - submittedAt.getTime()) / 1000
  return Math.min(Math.max(waited / 2, FIRST_SECONDS * pace), LAST_SECONDS * pace)
}

/** Seconds until the first question is due; 0: it is. */
export function untilFirstPoll(submittedAt: Date, { clock, pace }: Pick<GatewayTools, 'clock' | 'pace'>): number {
  return Math.max(0, FIRST_SECONDS * pace - (clock.now().getTime() - submittedAt.getTime()) / 1000)
}

/** Seconds until a begun upload is looked for again; 0: it was never taken. */
export function lookSeconds(begunAt: Date, { clock, pace }: Pick<GatewayTools, 'clock' | 'pace'>): number {
  const remaining = SETTLED_SECONDS * pace - (clock.now().getTime() - begunAt.getTime()) / 1000
  return remaining <= 0 ? 0 : Math.min(LOOK_SECONDS * pace, remaining + 1)
}
