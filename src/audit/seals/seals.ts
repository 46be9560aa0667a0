import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { StreamEvent } from '../../domain/event.js'
import type { Seal, SealEvent, SealTimeStamp, UnsignedSeal } from '../../domain/seal.js'
import { SEAL_PREFIX, sealStream } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { canonicalJson } from '../canonical.js'

/** A seal, where it stands, and the time stamp that came for it. */
export interface RecordedSeal {
  readonly seal: Seal
  readonly stream: string
  readonly revision: number
  /** null: none was asked for, or none has come. */
  readonly timeStamp: SealTimeStamp | null
}

/** What is wrong with a seal, or with its place among the others. */
export type SealFault =
  | 'wrong-sequence' // a seal is missing, doubled or out of order
  | 'wrong-previous-seal' // it was not made after the one that stands before it
  | 'wrong-previous-key' // it names another key for the seal before than that has
  | 'smaller' // it covers less than the one before it
  | 'wrong-key-id' // its key's id is not that of its public key
  | 'wrong-signature' // it is not as it was signed

/** A seal that can't be trusted. */
export interface FaultySeal {
  readonly sequence: number
  readonly fault: SealFault
}

/** The bytes that a seal's signature and its time stamp are over. */
export function signedBytes(seal: UnsignedSeal | Seal): Buffer {
  // What has no value is not in JSON.
  return Buffer.from(canonicalJson({ ...seal, signature: undefined }))
}

/** By which the next seal names this one: SHA-256 (hex) of all its fields as canonical JSON. */
export function sealHash(seal: Seal): string {
  return createHash('sha256').update(canonicalJson(seal)).digest('hex')
}

/** The id of a public key: the first 16 digits of the SHA-256 (hex) of its SPKI in DER. */
export function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

/**
 * Judges a seal by itself: its key's id, and its signature by the key that it names. Whether that
 * key is the operator's only someone can say who keeps the public key elsewhere.
 */
export function faultOfSeal(seal: Seal): 'wrong-key-id' | 'wrong-signature' | null {
  const key = publicKeyOf(seal.publicKey)
  if (key === null || keyIdOf(key) !== seal.keyId) return 'wrong-key-id'
  const signature = Buffer.from(seal.signature, 'base64')
  // One signature can be written as different texts, of which only the one that was signed counts.
  const isAsWritten = signature.toString('base64') === seal.signature
  return isAsWritten && verify(null, signedBytes(seal), key, signature) ? null : 'wrong-signature'
}

/** Judges a seal by the one before it, null for the first. */
export function faultInOrder(before: Seal | null, seal: Seal): SealFault | null {
  if (seal.sequence !== (before?.sequence ?? 0) + 1) return 'wrong-sequence'
  if (seal.previousSeal !== (before && sealHash(before))) return 'wrong-previous-seal'
  if (seal.previousKeyId !== (before && before.keyId)) return 'wrong-previous-key'
  return seal.size < (before?.size ?? 0) ? 'smaller' : null
}

/** Judges seals, from the first one on: each by itself and by the one before it. */
export function faultsOfSeals(all: readonly Seal[]): readonly FaultySeal[] {
  const faults: FaultySeal[] = []
  let before: Seal | null = null
  for (const seal of all) {
    const fault = faultInOrder(before, seal) ?? faultOfSeal(seal)
    if (fault !== null) faults.push({ sequence: seal.sequence, fault })
    before = seal
  }
  return faults
}

/** An Ed25519 public key from PEM; null for whatever is none. */
export function publicKeyOf(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/**
 * All seals of a store, from the first one on, with their time stamps. Goes through the store
 * once: for audits. Throws `EventStoreUnavailable`.
 */
export async function readSeals(store: EventStore, signal: AbortSignal): Promise<readonly RecordedSeal[]> {
  const events: StreamEvent[] = []
  for await (const message of store.subscribe({ after: null, streamPrefixes: [SEAL_PREFIX], signal })) {
    if (message.kind === 'caughtUp') break
    events.push(...message.events)
  }
  return withTimeStamps(events)
}

/** The seals of some streams' events, in their order, with their time stamps. */
export function withTimeStamps(events: readonly StreamEvent[]): readonly RecordedSeal[] {
  const stamps = new Map<number, SealTimeStamp>()
  const found = events as readonly StreamEvent<SealEvent>[]
  for (const { type, data } of found) if (type === 'SealTimeStamped') stamps.set(data.sequence, data)
  return found.flatMap(({ type, data, stream, revision }) =>
    type === 'EventsSealed' ? [{ seal: data, stream, revision, timeStamp: stamps.get(data.sequence) ?? null }] : [],
  )
}

/** The stream that a seal of this instant goes to. */
export function sealStreamAt(instant: Date): string {
  return sealStream(instant.toISOString().slice(0, 'YYYY-MM'.length))
}

/** The stream of the month after. */
export function streamAfter(stream: string): string {
  const [year = 0, month = 0] = stream.slice(SEAL_PREFIX.length).split('-').map(Number)
  return sealStreamAt(new Date(Date.UTC(year, month, 1)))
}
