import type { GatewayTools } from '../../gateway/gateway-tools.js'

type Tools = Pick<GatewayTools, 'clock' | 'pace'>

/**
 * How long a flow may take until a search finds it, in seconds. The norm promises nothing, so a
 * submission without an answer is not repeated sooner.
 */
const SETTLED_SECONDS = 900

/** A flow that was handed over is first asked after so many seconds, and at last so seldom. */
const FIRST_SECONDS = 10
const LAST_SECONDS = 3600

/** Seconds until a submission that no search finds counts as never taken; 0: it does. */
export function unsettledSeconds(begunAt: Date, { clock, pace }: Tools): number {
  const waited = (clock.now().getTime() - begunAt.getTime()) / 1000
  return Math.max(0, SETTLED_SECONDS * pace - waited)
}

/** Seconds until the next look, of an unsettled submission: soon, and not beyond the end. */
export function nextLookSeconds(unsettled: number, { pace }: Tools): number {
  return Math.min(60 * pace, unsettled + pace)
}

/** Seconds until a flow is asked after again: half as long as was waited since it was taken. */
export function nextPollSeconds(submittedAt: Date, { clock, pace }: Tools): number {
  const waited = (clock.now().getTime() - submittedAt.getTime()) / 1000
  return Math.min(Math.max(waited / 2, FIRST_SECONDS * pace), LAST_SECONDS * pace)
}
