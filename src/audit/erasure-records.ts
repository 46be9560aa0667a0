import { verify } from 'node:crypto'
import {
  type ErasedStream,
  endedBefore,
  erasableIn,
  LEAST_LIVE_YEARS,
  LEAST_TEST_DAYS,
  type RetentionRule,
  type StreamsErased,
} from '../domain/erasure.js'
import type { HoldTarget } from '../domain/hold.js'
import { fieldsOf } from '../domain/json.js'
import { categoryOfStream, idInStream, streamPrefix } from '../domain/streams.js'
import { canonicalJson, canonicalOrNull } from './canonical.js'
import { keyIdOf, publicKeyOf } from './seals/seals.js'
import type { SealSigner } from './seals/signing.js'

type Data = StreamsErased['data']

/** Clocks differ, and a seal is dated a little after the last event that it covers. */
export const SLACK_MS = 24 * 3_600_000

/** Signs a record of erasures when it is made. Rejects with `CannotSign`. */
export async function signedErasure(data: Data, signer: SealSigner, now: Date): Promise<Data> {
  const { keyId, publicKey } = signer
  const unsigned = { at: now.toISOString(), algorithm: 'Ed25519', keyId, publicKey } as const
  const bytes = Buffer.from(canonicalJson({ ...data, signed: unsigned }))
  return { ...data, signed: { ...unsigned, signature: (await signer.sign(bytes)).toString('base64') } }
}

/** What a record of erasures is judged by, besides its content. */
interface RecordJudge {
  readonly now: Date
  /** The time in the event's metadata. */
  readonly occurredAt: unknown
  /** Whether a record may be without a signature at its place. */
  readonly mayBeUnsigned: boolean
  /** Whether a key is one of the seals', or a trusted one. */
  readonly isTrusted: (keyId: string) => boolean
}

/** The streams that a record names, as far as stored data has their form. */
export function streamsIn(data: unknown): readonly ErasedStream[] {
  const { streams } = fieldsOf(data)
  if (!Array.isArray(streams)) return []
  return (streams as readonly unknown[]).filter((each): each is ErasedStream => {
    const { stream, revision, hash } = fieldsOf(each)
    return typeof stream === 'string' && typeof revision === 'number' && typeof hash === 'string'
  })
}

/**
 * Why data retention can't have made this record; null: its signature and rule are valid. Stored
 * data may have any shape.
 */
export function faultOfRecord(data: unknown, judge: RecordJudge): string | null {
  const { signed, before, rule } = fieldsOf(data)
  if (signed === undefined && !judge.mayBeUnsigned) return 'it is not signed'
  const wrong = signed === undefined ? null : faultOfSignature(data as Data, judge)
  if (wrong !== null) return wrong
  const at = signed === undefined ? judge.occurredAt : fieldsOf(signed)['at']
  const made = typeof at === 'string' ? Math.min(Date.parse(at), judge.now.getTime() + SLACK_MS) : Number.NaN
  if (!isRule(rule)) return 'no rule of retention is like that'
  const limit = endedBefore(rule, new Date(made)).getTime()
  const end = typeof before === 'string' ? Date.parse(before) : Number.NaN
  if (!(end <= limit + SLACK_MS)) return `it erases data from before ${String(before)}, and no rule is that short`
  return null
}

function faultOfSignature(data: Data, { isTrusted }: RecordJudge): string | null {
  const { keyId, publicKey, signature } = fieldsOf(data.signed)
  const key = typeof publicKey === 'string' ? publicKeyOf(publicKey) : null
  if (!data.signed || key === null || keyIdOf(key) !== keyId || typeof signature !== 'string')
    return 'its signature has an invalid form'
  const bytes = Buffer.from(signature, 'base64')
  const isAsWritten = bytes.toString('base64') === signature
  // JSON omits undefined.
  const text = canonicalOrNull({ ...data, signed: { ...data.signed, signature: undefined } })
  if (!isAsWritten || text === null || !verify(null, Buffer.from(text), key, bytes))
    return 'it was changed after it was signed'
  return isTrusted(keyId) ? null : `it is signed with the key ${keyId}, which is neither trusted nor a key of the seals`
}

function isRule(rule: unknown): rule is RetentionRule {
  const { environment, days, yearsAfterYearEnd } = fieldsOf(rule)
  if (environment === 'test') return typeof days === 'number' && days >= LEAST_TEST_DAYS
  return environment === 'production' && typeof yearsAfterYearEnd === 'number' && yearsAfterYearEnd >= LEAST_LIVE_YEARS
}

/**
 * Why a valid record can't excuse one of its streams, by the stream's name and the signed time of
 * its last event; null: it may. `age` is `unknown` if only seals can show it.
 */
export function judgeErased(
  { rule, before, signed }: Data,
  { stream, environment, lastAt }: ErasedStream,
): { readonly fault: string | null; readonly age: 'known' | 'unknown' } {
  const own = erasableIn(stream)
  const refuse = (fault: string) => ({ fault, age: 'unknown' }) as const
  if (own === null) return refuse(`it names ${stream}, and retention never erases a stream of that kind`)
  if (own !== environment || own !== rule.environment)
    return refuse(`it names ${stream} as one of the environment ${environment}, by the rule of ${rule.environment}`)
  // A test stream goes with its invoice, regardless of its own age; no seal covers it.
  if (own === 'test') return { fault: null, age: 'known' }
  if (signed === undefined) return { fault: null, age: 'unknown' }
  if (lastAt === undefined || !(Date.parse(lastAt) < Date.parse(before)))
    return refuse(`it names ${stream}, whose last event (${String(lastAt)}) is not from before ${before}`)
  return { fault: null, age: 'known' }
}

/** The targets whose hold keeps a stream, as far as its name and its account show them. */
export function targetsOf({ stream, account }: ErasedStream): readonly HoldTarget[] {
  const category = categoryOfStream(stream)
  const is = (kind: 'Invoice' | 'Received' | 'Company'): boolean =>
    (['production', 'test'] as const).some((environment) => streamPrefix(environment, kind) === category)
  const id = idInStream(stream)
  return [
    { kind: 'account', id: account },
    ...(is('Invoice') ? ([{ kind: 'invoice', id }] as const) : []),
    ...(is('Received') ? ([{ kind: 'received', id }] as const) : []),
    ...(is('Company') ? ([{ kind: 'company', id }] as const) : []),
  ]
}
