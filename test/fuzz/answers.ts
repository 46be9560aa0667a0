import {
  GovernmentHttp,
  type GovernmentRequest,
  type HttpOutcome,
} from '../../src/countries/gateway/government-http.js'
import { fieldsOf, joined, partsOf } from './parts.js'

type Answer = Extract<HttpOutcome, { kind: 'answer' }>

/** Answers as a recording has them: their heads are status and headers. */
export function recordingOf(answers: readonly Answer[]): Buffer {
  return joined(
    answers.map(({ status, headers, bytes }) => ({ head: JSON.stringify({ status, headers }), body: bytes })),
  )
}

/** The answers of a recording that may have been changed anywhere. */
export function answersIn(bytes: Buffer): readonly Answer[] {
  return partsOf(bytes).map(({ head, body }) => ({ kind: 'answer', ...headIn(head), bytes: body }))
}

/** A status and headers as HTTP can bring them, on any state of the line. */
function headIn(line: string): Pick<Answer, 'status' | 'headers'> {
  const head = fieldsOf(line)
  const { status } = head
  const isStatus = Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
  const headers = typeof head.headers === 'object' && head.headers !== null ? head.headers : {}
  const texts = Object.entries(headers).filter(([, value]) => typeof value === 'string')
  return { status: isStatus ? (status as number) : 200, headers: Object.fromEntries(texts) }
}

/** Answers all requests with these answers in turn; then none. */
export class ScriptedGovernment extends GovernmentHttp {
  readonly #answers: Answer[]
  readonly #onAsked: () => void

  constructor(answers: readonly Answer[], onAsked: () => void = () => undefined) {
    super()
    this.#answers = [...answers]
    this.#onAsked = onAsked
  }

  override async send({ mayBegin, maxBytes }: GovernmentRequest): Promise<HttpOutcome> {
    this.#onAsked()
    const answer = mayBegin?.() === false ? undefined : this.#answers.shift()
    if (answer === undefined) return { kind: 'failure', reason: 'nothing answers', sent: 'no' }
    if (answer.bytes.length <= maxBytes) return answer
    return { kind: 'failure', reason: 'the answer is too long', sent: 'perhaps' }
  }
}

/** Forwards calls to another, and keeps its answers. */
export class RecordingGovernment extends GovernmentHttp {
  readonly answers: Answer[] = []

  constructor(private readonly asked: GovernmentHttp) {
    super()
  }

  override async send(request: GovernmentRequest): Promise<HttpOutcome> {
    const outcome = await this.asked.send(request)
    if (outcome.kind === 'answer') this.answers.push(outcome)
    return outcome
  }
}
