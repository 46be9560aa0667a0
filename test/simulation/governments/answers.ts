import type {
  AnswerDesk,
  FollowAnswerOutcome,
  SendAnswerOutcome,
  SentAnswer,
  SubmittedAnswer,
} from '../../../src/countries/gateway/answering.js'
import { mayAct } from '../../../src/countries/gateway/lease-check.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import type { AnswerPlan } from '../documents.js'
import type { Caller, Scene } from '../scene.js'
import { awayFor, type Doors } from './door.js'

/** What a government has of an answer. */
interface AnswerCase {
  readonly plan: AnswerPlan
  /** When it took the answer, in milliseconds since 1970; null: it has not. */
  takenAt: number | null
  /** Whether it has refused the answer. */
  isRefused: boolean
  losesAnswer: boolean
  pending: number
}

/** What governments do with an answer that comes a second time. */
type Repetition =
  /** They take it again: who sends asks before. */
  | 'taken'
  /** They recognise it by its id. */
  | 'recognised'

/** The answers to received invoices, as governments have them. */
export class AnswerCases {
  readonly #scene: Scene
  readonly #cases = new Map<string, AnswerCase>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Whether a government has taken an answer. */
  isTaken(responseId: string): boolean {
    return (this.#cases.get(responseId)?.takenAt ?? null) !== null
  }

  /** Whether a government has refused an answer. */
  isRefused(responseId: string): boolean {
    return this.#cases.get(responseId)?.isRefused === true
  }

  of(responseId: string): AnswerCase {
    const known = this.#cases.get(responseId)
    if (known !== undefined) return known
    const plan = this.#scene.planOfAnswer(responseId)
    if (plan === null) throw new Error(`nothing is planned for the answer ${responseId}`)
    const fresh = { plan, takenAt: null, isRefused: false, losesAnswer: plan.losesAnswer, pending: plan.pending }
    this.#cases.set(responseId, fresh)
    return fresh
  }

  /** The desk of a government, as a process calls it. */
  deskFor(host: Caller, country: CountryCode, doors: Doors, onRepetition: Repetition): AnswerDesk {
    const callOf = ({ scope, access }: SubmittedAnswer) => ({ host, country, about: null, of: { scope, access } })
    return {
      send: async (answer, lease) => {
        const { responseId } = answer
        const known = this.of(responseId)
        if (onRepetition === 'taken') {
          const found = await doors.ask('find answer', callOf(answer), () => this.#find(known, doors))
          if (found.kind !== 'unknown') return found.kind === 'known' ? submitted(responseId) : found
        }
        host.about('answer')
        return doors.ask('answer', callOf(answer), (): SendAnswerOutcome => {
          if (!mayAct(lease)) return awayFor('invoice', 1)
          if (known.plan.isRefused === 'at once') {
            known.isRefused = true
            return { kind: 'refused', errorMessage: 'no such invoice' }
          }
          this.#take(answer, known, onRepetition)
          const isLost = known.losesAnswer && !doors.isCalm
          known.losesAnswer = false
          return isLost ? awayFor('invoice', 1) : submitted(responseId)
        })
      },
      follow: (answer) => {
        const known = this.of(answer.responseId)
        return doors.ask('follow answer', callOf(answer), (): FollowAnswerOutcome => {
          if (known.takenAt === null) this.#scene.fail(`${answer.responseId} was followed, and never handed in`)
          if (known.pending > 0) {
            known.pending -= 1
            return { kind: 'pending', retryAfterSeconds: 1 }
          }
          known.isRefused = known.plan.isRefused === 'later'
          return known.isRefused ? { kind: 'refused', errorMessage: 'not today' } : { kind: 'confirmed' }
        })
      },
    }
  }

  #find({ takenAt, plan }: AnswerCase, doors: Doors) {
    if (takenAt === null) return { kind: 'unknown' as const }
    const isShown = doors.isCalm || this.#scene.timeline.now >= takenAt + plan.foundAfterSeconds * 1000
    return isShown ? { kind: 'known' as const } : awayFor('invoice', 2)
  }

  #take({ responseId, received }: SentAnswer, known: AnswerCase, onRepetition: Repetition): void {
    if (known.takenAt !== null) {
      if (onRepetition === 'taken') this.#scene.fail(`the government took the answer ${responseId} a second time`)
      return
    }
    known.takenAt = this.#scene.timeline.now
    this.#scene.answerTaken(received.receivedId, responseId)
  }
}

function submitted(responseId: string): SendAnswerOutcome {
  return { kind: 'submitted', reference: `number of ${responseId}` }
}
