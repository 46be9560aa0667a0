import { mayAct } from '../../../src/countries/gateway/lease-check.js'
import type { LeaseCheck, NoAnswer, Submission, SubmitOutcome } from '../../../src/countries/gateway/gateway.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import type { Scene } from '../scene.js'
import type { Host } from '../timeline.js'
import { type Case, type Cases, mayFault, numberOf } from './cases.js'

/** The governments that are sometimes away; the others are always there. */
const SOMETIMES_AWAY: readonly CountryCode[] = ['DE', 'FR']

/** One call of a process. */
interface Call {
  readonly host: Host
  readonly country: CountryCode
  /** The invoice that it is about; null: none in particular. */
  readonly about: Case | null
}

/** What makes governments differ in how they take documents. */
export interface Door {
  /**
   * Whether an upload repeats one that it has: then it has no effect. Absent: it does not know.
   */
  readonly isRepeated?: (known: Case, attemptId: string) => boolean
  /** What follows from an upload, under the number that it got. */
  readonly onUpload?: (known: Case, submission: Submission, number: string, isRepeated: boolean) => void
}

/** How calls reach governments, and how their answers come back, if they do. */
export class Doors {
  isAway = false
  /** Everything that was planned against invoices is over. */
  isCalm = false
  readonly cases: Cases
  readonly #scene: Scene

  constructor(scene: Scene, cases: Cases) {
    this.#scene = scene
    this.cases = cases
  }

  caseOf({ invoice }: Submission): Case {
    return this.cases.of(this.#scene.planOf(Number(invoice.number)))
  }

  /** Hands a document over. It has its effect, if it has one, right behind the last look. */
  upload(call: Call & { readonly about: Case }, submission: Submission, hold: LeaseCheck | undefined, door: Door = {}) {
    const { about: known, host } = call
    const { attemptId } = submission
    let isLost = false
    const take = (): SubmitOutcome => {
      if (!mayAct(hold)) return awayFor('invoice', 1)
      mayFault(known)
      const isRepeated = door.isRepeated?.(known, attemptId) ?? false
      if (!isRepeated && known.refusals > 0) {
        known.refusals -= 1
        return { kind: 'refused', errorMessage: 'not today' }
      }
      const loses = known.plan.losesAnswer && !this.isCalm
      isLost = loses && known.taken.length + known.repetitions === 0
      if (isRepeated) known.repetitions += 1
      else {
        known.taken.push({ attemptId, at: this.#scene.timeline.now })
        this.#scene.taken(known.plan, attemptId, known.taken.length)
      }
      const number = isRepeated ? `repetition ${known.repetitions} of ${attemptId}` : numberOf(attemptId)
      door.onUpload?.(known, submission, number, isRepeated)
      return { kind: 'submitted', uploadId: number, govEndpoint: 'gov' }
    }
    host.about('upload')
    return this.ask<SubmitOutcome>('submit', call, take, () => (isLost ? awayFor('invoice', 1) : null))
  }

  /**
   * A call that takes its time. What the process does right before the effect happens in the
   * process, and the effect at once with it; then the answer travels, if it comes.
   */
  ask<Outcome>(
    what: string,
    { host, country, about }: Call,
    effect: () => Outcome | NoAnswer,
    instead: () => NoAnswer | null = () => null,
  ): Promise<Outcome | NoAnswer> {
    const { timeline, network } = this.#scene
    return new Promise((resolve, reject) => {
      timeline.after(network.latency(), host, () => {
        const whose = about === null ? '' : ` invoice ${about.plan.number}`
        this.#scene.trace(host, () => `${what}${whose} at the government of ${country}`)
        const answer = (work: () => void, milliseconds = network.latency()): void => {
          timeline.after(milliseconds, host, work)
        }
        if (this.isAway && SOMETIMES_AWAY.includes(country)) {
          answer(() => {
            resolve(awayFor('government', 1))
          })
          return
        }
        const silentMs = this.isCalm || about === null ? 0 : about.plan.silentSeconds * 1000
        try {
          const outcome = effect()
          answer(() => {
            resolve(instead() ?? outcome)
          }, network.latency() + silentMs)
        } catch (error) {
          answer(() => {
            reject(error)
          })
        }
      })
    })
  }
}

/** No answer, or none that says anything. */
export function awayFor(concerns: 'government' | 'invoice', retryAfterSeconds: number): NoAnswer {
  return { kind: 'unavailable', reason: 'no answer', retryAfterSeconds, concerns }
}
