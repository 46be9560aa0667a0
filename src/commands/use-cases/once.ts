import { createHash, randomUUID } from 'node:crypto'
import { Refusal, conflict } from '../../domain/refusal.js'
import type { Clock } from '../../domain/clock.js'
import type { Snapshots } from '../../eventstore/snapshots.js'
import type { FirstRequest, RequestLedger } from '../../storage/request-ledger.js'
import type { Vault } from '../../storage/vault/vault.js'
import { type ScopedContext, scopeOf } from '../handle.js'
import { SECRET_SHOWN_AGAIN_MS, shownSecret } from './shown-secret.js'
import { fieldsOf } from '../../domain/json.js'

/** The dependencies of `once`. */
interface OnceDeps {
  readonly requests: RequestLedger
  readonly clock: Clock
  /** undefined: streams are read whole. */
  readonly snapshots: Snapshots | undefined
  readonly vault: Pick<Vault, 'get'>
}

/** A request that may be sent again. */
interface RepeatableRequest {
  /** What is requested; each operation has its own keys. */
  readonly operation: string
  readonly key: string
  /** SHA-256 of the request, hex. */
  readonly hash: string
  /** The field of the answer's `data` with a secret that is shown once; absent: there is none. */
  readonly secretField?: string
}

/** An answer, made now or before. */
interface AnsweredOnce<Answer> {
  readonly answer: Answer
  readonly replayed: boolean
}

/**
 * Runs a request once under its idempotency key, no matter how often it is sent, also at the same
 * time, and no matter which process dies when; returns the same answer each time. Work that is
 * repeated after a crash finds its own events by the context's command id. After a restore of the
 * event store the work is done again, as its events may be lost: the known answer alone would name
 * what does not exist. A refusal frees the key, as nothing was done. Refuses another request under
 * the same key, and refuses to show a secret more than a day later.
 * @param work gets the dependencies that it has to use; its answer must be representable in JSON
 */
export async function once<Deps extends OnceDeps, Answer extends object>(
  deps: Deps,
  context: ScopedContext,
  { operation, key, hash, secretField }: RepeatableRequest,
  work: (deps: Deps, context: ScopedContext) => Promise<Answer>,
): Promise<AnsweredOnce<Answer>> {
  const { requests, clock } = deps
  const commandId = randomUUID()
  const keyDigest = createHash('sha256').update(key).digest('hex')
  const scope = scopeOf(context)
  const first = await requests.begin({
    scope,
    operation,
    keyDigest,
    commandId,
    requestHash: hash,
    begunAt: clock.now(),
  })
  if (first.requestHash !== hash)
    throw conflict('The idempotency key was already used with a different request; use a new key for a new request')
  if (secretField !== undefined) mustBeRecent(first, clock.now())
  if (first.answer !== null && !first.mayBeLost)
    return { answer: await revealed(deps, first, first.answer, secretField), replayed: true }

  const isFirst = first.commandId === commandId
  let answer: Answer
  try {
    // An earlier one may have appended already, further back than a snapshot shows.
    answer = await work(isFirst ? deps : { ...deps, snapshots: undefined }, { ...context, commandId: first.commandId })
  } catch (error) {
    if (isFirst && error instanceof Refusal) await requests.forget(first)
    throw error
  }
  // Done again after a restore of the event store, under the same ids: what is there stays.
  if (first.answer !== null) return { answer, replayed: true }
  const before = await requests.settle(first, JSON.stringify(withSecret(answer, secretField, null)))
  if (before === null) return { answer, replayed: false }
  return { answer: await revealed(deps, first, before, secretField), replayed: true }
}

function mustBeRecent({ begunAt }: FirstRequest, now: Date): void {
  if (now.getTime() - begunAt.getTime() < SECRET_SHOWN_AGAIN_MS) return
  throw tooLate()
}

function tooLate(): Refusal {
  return conflict(
    'This request was already answered with a secret that can not be shown again; use a new key to get a new one',
  )
}

async function revealed<Answer extends object>(
  { vault }: OnceDeps,
  { scope, commandId }: FirstRequest,
  answer: string,
  secretField: string | undefined,
): Promise<Answer> {
  const answered = JSON.parse(answer) as Answer
  if (secretField === undefined) return answered
  const secret = await vault.get(scope, shownSecret(commandId))
  if (secret === null) throw tooLate()
  return withSecret(answered, secretField, Buffer.from(secret).toString('utf8'))
}

function withSecret<Answer extends object>(answer: Answer, field: string | undefined, secret: string | null): Answer {
  if (field === undefined) return answer
  return { ...answer, data: { ...fieldsOf(fieldsOf(answer)['data']), [field]: secret } }
}
