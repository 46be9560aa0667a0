import type { Clock } from '../../domain/clock.js'
import { isOutage } from '../../eventstore/outage.js'
import type { Job, JobResult, Lease } from './job.js'
import type { Claim, Rest, Tries } from './work-list.js'

/**
 * How many tries in a row may fail by a fault of the service before a job is asked to give up:
 * about four minutes with the pauses between.
 */
export const MAX_FAULTS = 8
const LONGEST_OUTAGE_PAUSE_SECONDS = 30
const LONGEST_FAULT_PAUSE_SECONDS = 120
const LONGEST_PARKED_PAUSE_SECONDS = 3600

/** The next state of work, as `Rest`, and of a job's result what is for later. */
type Tried = Rest & Pick<JobResult, 'missed'>

/** The failure of a try, for the log. */
interface Trouble extends Tries {
  readonly error: unknown
  /** The fault persists, and the work can't be given up. */
  readonly parked: boolean
}

/**
 * Tries a claimed piece of work once, as far as possible; returns its next state. Outages and
 * faults are counted separately: regardless of the number of outages, a job is asked to give up
 * only after several faults in a row. Never throws; `report` gets every error.
 */
export async function tryOnce(
  job: Job,
  claim: Claim,
  lease: Lease,
  clock: Clock,
  report: (trouble: Trouble) => void,
): Promise<Tried> {
  const restFor = (seconds: number, tries: Tries): Rest => ({
    ...tries,
    seen: claim.position,
    dueAt: new Date(clock.now().getTime() + seconds * 1000),
  })
  try {
    const { nextLook, outage, interrupted, ...rest } = await job.advance(claim, lease)
    if (interrupted === true) return { ...rest, dueAt: nextLook, outages: claim.outages, faults: claim.faults }
    return { ...rest, dueAt: nextLook, outages: outage ? claim.outages + 1 : 0, faults: 0 }
  } catch (error) {
    if (lease.signal.aborted) {
      // The end of the process cuts connections and ends threads.
      const { outages, faults } = claim
      report({ error, outages, faults, parked: false })
      return restFor(0, { outages, faults })
    }
    if (isOutage(error)) {
      const tries = { outages: claim.outages + 1, faults: claim.faults }
      report({ error, ...tries, parked: false })
      return restFor(Math.min(2 ** claim.outages, LONGEST_OUTAGE_PAUSE_SECONDS), tries)
    }
    const tries = { outages: claim.outages, faults: claim.faults + 1 }
    let parked = false
    try {
      if (tries.faults >= MAX_FAULTS && job.giveUp !== null) {
        parked = !(await job.giveUp(claim, error, { stillMine: () => lease.stillMine(true) }))
      }
    } catch (second) {
      report({ error: second, ...tries, parked })
    }
    report({ error, ...tries, parked })
    const longest = parked ? LONGEST_PARKED_PAUSE_SECONDS : LONGEST_FAULT_PAUSE_SECONDS
    return restFor(Math.min(2 ** tries.faults, longest), tries)
  }
}
