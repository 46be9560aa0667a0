import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { StreamEvent } from '../../domain/event.js'
import type { Seal, SealEvent, SealTimeStamp, UnsignedSeal } from '../../domain/seal.js'
import { SEAL_PREFIX, sealStream } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { canonicalJson } from '../canonical.js'
import { addAll } from '../../domain/lists.js'

/** A seal, its location, and its time stamp. */
export interface RecordedSeal {
  readonly seal: Seal
  readonly stream: string
  readonly revision: number
  /** null: none was requested, or none has arrived. */
  readonly timeStamp: SealTimeStamp | null
}

/** A fault of a seal, or of its place among the others. */
export type SealFault =
  | 'wrong-sequence' // a seal is missing, doubled or out of order
  | 'wrong-previous-seal' // it does not follow the previous seal
  | 'wrong-previous-key' // it names another key than that of the previous seal
  | 'smaller' // it covers fewer events than the previous one
  | 'wrong-key-id' // its key's id is not that of its public key
  | 'wrong-signature' // it was changed after it was signed

/** A seal that can't be trusted. */
export interface FaultySeal {
  readonly sequence: number
  readonly fault: SealFault
}

/** The bytes that a seal's signature and its time stamp cover. */
export function signedBytes(seal: UnsignedSeal | Seal): Buffer {
  // JSON omits undefined.
  return Buffer.from(canonicalJson({ ...seal, signature: undefined }))
}

/** The next seal refers to this hash: SHA-256 (hex) of all fields as canonical JSON. */
export function sealHash(seal: Seal): string {
  return createHash('sha256').update(canonicalJson(seal)).digest('hex')
}

/** The id of a public key: the first 16 digits of the SHA-256 (hex) of its SPKI in DER. */
export function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}

/**
 * Checks one seal: its key's id, and its signature by the key that it names. Only someone with a
 * separate copy of the public key can judge whether that key is the operator's.
 */
export function faultOfSeal(seal: Seal): 'wrong-key-id' | 'wrong-signature' | null {
  const key = publicKeyOf(seal.publicKey)
  if (key === null || keyIdOf(key) !== seal.keyId) return 'wrong-key-id'
  const signature = Buffer.from(seal.signature, 'base64')
  // One signature can be encoded as different texts, of which only the signed one counts.
  const isAsWritten = signature.toString('base64') === seal.signature
  return isAsWritten && verify(null, signedBytes(seal), key, signature) ? null : 'wrong-signature'
}

/** Checks a seal against the previous one, null for the first. */
export function faultInOrder(before: Seal | null, seal: Seal): SealFault | null {
  if (seal.sequence !== (before?.sequence ?? 0) + 1) return 'wrong-sequence'
  if (seal.previousSeal !== (before && sealHash(before))) return 'wrong-previous-seal'
  if (seal.previousKeyId !== (before && before.keyId)) return 'wrong-previous-key'
  return seal.size < (before?.size ?? 0) ? 'smaller' : null
}

/** Checks seals, from the first one on: each alone and against the previous one. */
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

/** An Ed25519 public key from PEM; null for anything else. */
export function publicKeyOf(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/**
 * All seals of a store, from the first one on, with their time stamps. Reads the whole store once:
 * for audits. Throws `EventStoreUnavailable`.
 */
export async function readSeals(store: EventStore, signal: AbortSignal): Promise<readonly RecordedSeal[]> {
  const events: StreamEvent[] = []
  for await (const message of store.subscribe({ after: null, streamPrefixes: [SEAL_PREFIX], signal })) {
    if (message.kind === 'caughtUp') break
    addAll(events, message.events)
  }
  return withTimeStamps(events)
}

/** The seals in some streams' events, in their order, with their time stamps. */
export function withTimeStamps(events: readonly StreamEvent[]): readonly RecordedSeal[] {
  const stamps = new Map<number, SealTimeStamp>()
  const found = events as readonly StreamEvent<SealEvent>[]
  for (const { type, data } of found) if (type === 'SealTimeStamped') stamps.set(data.sequence, data)
  return found.flatMap(({ type, data, stream, revision }) =>
    type === 'EventsSealed' ? [{ seal: data, stream, revision, timeStamp: stamps.get(data.sequence) ?? null }] : [],
  )
}

/** The stream for a seal of this time. */
export function sealStreamAt(instant: Date): string {
  return sealStream(instant.toISOString().slice(0, 'YYYY-MM'.length))
}

/** The stream of the following month. */
export function streamAfter(stream: string): string {
  const [year = 0, month = 0] = stream.slice(SEAL_PREFIX.length).split('-').map(Number)
  return sealStreamAt(new Date(Date.UTC(year, month, 1)))
}
