import type { GatewayTools } from '../../gateway/gateway-tools.js'

type Tools = Pick<GatewayTools, 'clock' | 'pace'>

/**
 * How long it may take until a search returns a flow, in seconds. The norm has no limit, so a
 * submission without a response is not repeated sooner.
 */
const SETTLED_SECONDS = 900

/** The first and the longest interval between status queries of a submitted flow, in seconds. */
const FIRST_SECONDS = 10
const LAST_SECONDS = 3600

/** Seconds until a submission that no search returns counts as not accepted; 0: now. */
export function unsettledSeconds(begunAt: Date, { clock, pace }: Tools): number {
  const waited = (clock.now().getTime() - begunAt.getTime()) / 1000
  return Math.max(0, SETTLED_SECONDS * pace - waited)
}

/** Seconds until the next check of an unsettled submission: soon, but not beyond the end. */
export function nextLookSeconds(unsettled: number, { pace }: Tools): number {
  return Math.min(60 * pace, unsettled + pace)
}

/** Seconds until the next status query of a flow: half the time since its acceptance. */
export function nextPollSeconds(submittedAt: Date, { clock, pace }: Tools): number {
  const waited = (clock.now().getTime() - submittedAt.getTime()) / 1000
  return Math.min(Math.max(waited / 2, FIRST_SECONDS * pace), LAST_SECONDS * pace)
}
