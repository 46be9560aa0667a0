import { CallEnd, UPLOAD_GRACE_MS } from '../../../src/countries/gateway/call-end.js'
import { mayAct } from '../../../src/countries/gateway/lease-check.js'
import type { LeaseCheck, NoAnswer, Submission, SubmitOutcome } from '../../../src/countries/gateway/gateway.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { Chance } from '../chance.js'
import type { Caller, Scene } from '../scene.js'
import type { Allowances } from './allowances.js'
import { type Case, type Cases, mayFault, numberOf } from './cases.js'
import type { Grants } from './grants.js'

/** The governments that are sometimes away; the others are always there. */
const SOMETIMES_AWAY: readonly CountryCode[] = ['DE', 'FR']
/** Of the uploads that a hanging government never answers, it takes this part. */
const TAKES_AND_HANGS = 0.5
/** Milliseconds until a call without an answer ends: of a question, and of an upload. */
const CALL_MS = 30_000
const UPLOAD_MS = 60_000

/** One call of a process. */
interface Call {
  readonly host: Caller
  readonly country: CountryCode
  /** The invoice that it is about; null: none in particular. */
  readonly about: Case | null
  /** Whose call it is, and the credentials with which it comes. */
  readonly of: Pick<Submission, 'scope' | 'access'>
}

/** A question has no effect, so it may end at any moment. */
const QUESTION = { timeoutMs: CALL_MS, graceMs: 0 } as const
const UPLOAD = { timeoutMs: UPLOAD_MS, graceMs: UPLOAD_GRACE_MS } as const

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
  /** Until then, in milliseconds since 1970, calls of all but the quiet account get no answer. */
  hangsUntil = 0
  readonly cases: Cases
  readonly #scene: Scene
  readonly #grants: Grants
  readonly #allowances: Allowances
  readonly #chance: Chance

  constructor(scene: Scene, seed: number, cases: Cases, grants: Grants, allowances: Allowances) {
    this.#scene = scene
    this.cases = cases
    this.#grants = grants
    this.#allowances = allowances
    this.#chance = new Chance(seed, 'doors')
  }

  caseOf({ invoice }: Submission): Case {
    return this.cases.of(this.#scene.planOf(Number(invoice.number)))
  }

  /** Hands a document over. It has its effect, if it has one, right behind the last look. */
  async upload(
    call: Call & { readonly about: Case },
    submission: Submission,
    hold: LeaseCheck | undefined,
    door: Door = {},
  ): Promise<SubmitOutcome> {
    const { about: known, host } = call
    const { attemptId } = submission
    let isLost = false
    const take = (mayBegin: () => boolean): SubmitOutcome => {
      if (!mayBegin() || !mayAct(hold)) return awayFor('invoice', 1)
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
    const exhausted = await this.#counted(call)
    if (exhausted !== null) return exhausted
    host.about('upload')
    return this.#send<SubmitOutcome>('submit', call, UPLOAD, take, () => (isLost ? awayFor('invoice', 1) : null))
  }

  /**
   * A question that takes its time. It is answered by what is true when it arrives; then the
   * answer travels, if it comes.
   */
  async ask<Outcome>(what: string, call: Call, answer: () => Outcome | NoAnswer): Promise<Outcome | NoAnswer> {
    return (await this.#counted(call)) ?? this.#send(what, call, QUESTION, answer, () => null)
  }

  #counted({ host, country, about, of }: Call): Promise<NoAnswer | null> {
    const account = this.#scene.accountOf(of.scope)
    return this.#allowances.take({ host, country, account, number: about?.plan.number ?? null })
  }

  /**
   * What the process does right before the effect happens in the process, and the effect at once
   * with it.
   */
  #send<Outcome>(
    what: string,
    call: Call,
    limits: { readonly timeoutMs: number; readonly graceMs: number },
    effect: (mayBegin: () => boolean) => Outcome | NoAnswer,
    instead: () => NoAnswer | null,
  ): Promise<Outcome | NoAnswer> {
    const { timeline, network } = this.#scene
    const { host, country, about, of } = call
    const account = this.#scene.accountOf(of.scope)
    const end = new CallEnd({ ...limits, signal: undefined, stopping: host.stopping, timers: host.timers })
    return new Promise<Outcome | NoAnswer>((resolve, reject) => {
      end.signal.addEventListener('abort', () => {
        resolve(awayFor('invoice', 1))
      })
      if (end.reason !== null) resolve(awayFor('invoice', 1))
      timeline.after(network.latency(), host, () => {
        if (end.reason !== null) return
        const answer = (work: () => void, milliseconds = network.latency()): void => {
          timeline.after(milliseconds, host, work)
        }
        const isHanging = timeline.now < this.hangsUntil && account > 0
        const whose = about === null ? '' : ` invoice ${about.plan.number}`
        this.#scene.trace(
          host,
          () => `${what}${whose} at the government of ${country}${isHanging ? ', which hangs' : ''}`,
        )
        if (isHanging && !this.#chance.happens(TAKES_AND_HANGS)) return
        if (this.isAway && SOMETIMES_AWAY.includes(country)) {
          answer(() => {
            resolve(awayFor('government', 1))
          })
          return
        }
        const refusal = this.#grants.refusal(account, country, of.access)
        if (refusal !== null) {
          answer(() => {
            resolve(refusal)
          })
          return
        }
        const silentMs = this.isCalm || about === null ? 0 : about.plan.silentSeconds * 1000
        try {
          const outcome = effect(() => end.mayBegin)
          if (isHanging) return
          answer(() => {
            resolve(instead() ?? outcome)
          }, network.latency() + silentMs)
        } catch (error) {
          answer(() => {
            reject(error)
          })
        }
      })
    }).finally(() => {
      end.leave()
    })
  }
}

/** No answer, or none that says anything. */
export function awayFor(concerns: 'government' | 'invoice', retryAfterSeconds: number): NoAnswer {
  return { kind: 'unavailable', reason: 'no answer', retryAfterSeconds, concerns }
}
