import type { components } from './api.js'

/** The `data` of `GET /v1/invoices/{id}/proof`. */
export type InvoiceProof = components['schemas']['InvoiceProof']

/** How a proof is verified. */
export interface VerifyProofOptions {
  /**
   * The operator's public key (PEM), obtained from another source. Without it the signature is
   * verified with the key in the proof, which a forger of the proof could have made too: then
   * `trustedKey` is false.
   */
  readonly publicKey?: string
}

/** Why a proof fails. */
export type ProofFailureReason =
  | 'malformed' // the proof, or the content of an event, is malformed
  | 'wrong-stream' // an event belongs to another invoice
  | 'wrong-revision' // an event is missing, repeated or out of order
  | 'wrong-content' // the description of an event differs from its recorded content
  | 'wrong-previous-hash' // an event was not recorded after the previous one
  | 'wrong-hash' // an event was changed after it was recorded
  | 'not-included' // the seal does not cover an event
  | 'no-seal' // events are marked as sealed, but there is no seal
  | 'wrong-key' // the seal is signed with another key than the given one
  | 'wrong-key-id' // the seal names another key than the one that it contains
  | 'wrong-signature' // the seal was changed after it was signed

/** One failure in a proof. */
export interface ProofFailure {
  readonly reason: ProofFailureReason
  /** Revision of the event, if the failure is about one event. */
  readonly revision?: number
  /** Explanation for people. */
  readonly message: string
}

/** The result of verifying a proof. */
export interface ProofVerdict {
  /** Nothing fails. For events that are not sealed this only means that they are linked. */
  readonly valid: boolean
  /** All events are sealed, and the seal covers them. */
  readonly sealed: boolean
  /** The seal is signed with the given key. */
  readonly trustedKey: boolean
  readonly failures: readonly ProofFailure[]
}

const GENESIS_HASH = '0'.repeat(64)
const text = new TextEncoder()

/**
 * Verifies the proof of an invoice without the service: each event's hash, that the events are
 * linked without a gap, that the seal covers each event marked as sealed (RFC 9162), and the
 * seal's signature (Ed25519). Never throws for any content of a proof: the verdict names the
 * failures.
 */
export async function verifyProof(proof: InvoiceProof, options: VerifyProofOptions = {}): Promise<ProofVerdict> {
  if (!isProof(proof)) {
    const failures = [{ reason: 'malformed', message: 'The proof is malformed' }] as const
    return { valid: false, sealed: false, trustedKey: false, failures }
  }
  const failures: ProofFailure[] = [...(await eventFailures(proof))]
  const { seal } = proof
  const isClaimed = proof.events.some(({ sealed }) => sealed)
  if (seal) failures.push(...(await sealFailures(seal, options)), ...(await inclusionFailures(proof, seal)))
  else if (isClaimed) failures.push({ reason: 'no-seal', message: 'Events are marked as sealed, but there is no seal' })
  const valid = failures.length === 0
  const isSealed = seal !== null && proof.events.length > 0 && proof.events.every(({ sealed }) => sealed)
  return {
    valid,
    sealed: valid && isSealed,
    trustedKey: valid && seal !== null && options.publicKey !== undefined,
    failures,
  }
}

/** Checks the form regardless of the types: a proof is foreign data. */
function isProof(proof: unknown): proof is InvoiceProof {
  const { invoiceId, stream, seal, events } = fields(proof)
  const { publicKey, keyId, signature, size, root } = fields(seal)
  return (
    [invoiceId, stream].every(isText) &&
    (seal === null ||
      (isFlat(fields(seal)) && [publicKey, keyId, signature, root].every(isText) && typeof size === 'number')) &&
    Array.isArray(events) &&
    events.every((event: unknown) => {
      const { revision, type, occurredAt, prevHash, hash, content, sealed, leafIndex, path } = fields(event)
      return (
        [type, occurredAt, prevHash, hash, content].every(isText) &&
        typeof revision === 'number' &&
        typeof sealed === 'boolean' &&
        (leafIndex === null || typeof leafIndex === 'number') &&
        (path === null || (Array.isArray(path) && path.every(isText)))
      )
    })
  )
}

/** The signature of a seal covers all of its fields; none of them is derived from others. */
function isFlat(seal: Readonly<Record<string, unknown>>): boolean {
  return Object.values(seal).every((value) => typeof value !== 'object' || value === null)
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

async function eventFailures({ invoiceId, stream, events }: InvoiceProof): Promise<readonly ProofFailure[]> {
  const failures: ProofFailure[] = []
  if (stream !== `liveInvoice-${invoiceId}` && stream !== `testInvoice-${invoiceId}`)
    failures.push({ reason: 'wrong-stream', message: `${stream} is not the stream of the events of ${invoiceId}` })
  let prevHash = GENESIS_HASH
  for (const [place, event] of events.entries()) {
    const { revision, content, hash } = event
    const fail = (reason: ProofFailureReason, message: string): void => {
      failures.push({ reason, revision, message: `Event ${revision}: ${message}` })
    }
    const recorded = parsed(content)
    // Content in another form, for example with a repeated name, could be read differently by
    // other programs.
    if (canonicalOrNull(recorded) !== content) fail('malformed', 'its content is malformed')
    if (recorded.stream !== stream) fail('wrong-stream', 'it is recorded in another stream')
    if (revision !== place || recorded.revision !== place) fail('wrong-revision', `it is at position ${place}`)
    if (recorded.type !== event.type || recorded.metadata?.occurredAt !== event.occurredAt)
      fail('wrong-content', 'its type or time differs from the recorded content')
    if (event.prevHash !== prevHash || recorded.metadata?.prevHash !== prevHash)
      fail('wrong-previous-hash', 'it was not recorded after the previous event')
    if (hexOf(await sha256(text.encode(event.prevHash + content))) !== hash)
      fail('wrong-hash', 'it was changed after it was recorded')
    prevHash = hash
  }
  return failures
}

type Seal = NonNullable<InvoiceProof['seal']>

async function sealFailures(seal: Seal, { publicKey }: VerifyProofOptions): Promise<readonly ProofFailure[]> {
  const failures: ProofFailure[] = []
  const key = derOf(seal.publicKey)
  if (key === null || hexOf(await sha256(key)).slice(0, 16) !== seal.keyId)
    failures.push({ reason: 'wrong-key-id', message: 'The seal names another key than the one that it contains' })
  const given = publicKey === undefined ? key : derOf(publicKey)
  if (key === null || given === null || hexOf(key) !== hexOf(given))
    failures.push({
      reason: 'wrong-key',
      message: `The seal is signed with the key ${seal.keyId}, not with the given one`,
    })
  const { signature, ...signed } = seal
  const isOfAlgorithm = fields(seal)['algorithm'] === 'Ed25519'
  if (
    !isOfAlgorithm ||
    key === null ||
    !(await isSigned(key, text.encode(canonicalOrNull(signed) ?? ''), bytesOfBase64(signature)))
  )
    failures.push({ reason: 'wrong-signature', message: 'The seal was changed after it was signed' })
  return failures
}

async function inclusionFailures({ events }: InvoiceProof, { size, root }: Seal): Promise<readonly ProofFailure[]> {
  const failures: ProofFailure[] = []
  for (const { sealed, revision, hash, leafIndex, path } of events) {
    if (!sealed || (leafIndex !== null && path !== null && (await isIncluded(hash, leafIndex, path, size, root))))
      continue
    failures.push({ reason: 'not-included', revision, message: `Event ${revision}: the seal does not cover it` })
  }
  return failures
}

/** RFC 9162, 2.1.3.2. */
async function isIncluded(
  hash: string,
  index: number,
  path: readonly string[],
  size: number,
  root: string,
): Promise<boolean> {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  if (![hash, root, ...path].every((each) => /^[0-9a-f]{64}$/.test(each))) return false
  let [at, last] = [index, size - 1]
  let computed = await sha256(joined([0], bytesOfHex(hash)))
  for (const sibling of path) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      computed = await sha256(joined([1], bytesOfHex(sibling), computed))
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
    } else computed = await sha256(joined([1], computed, bytesOfHex(sibling)))
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 && hexOf(computed) === root
}

interface Recorded {
  readonly stream?: unknown
  readonly revision?: unknown
  readonly type?: unknown
  readonly metadata?: { readonly occurredAt?: unknown; readonly prevHash?: unknown } | null
}

function parsed(content: string): Recorded {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** RFC 8785, for values from JSON.parse. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`
}

/** null: it is nested deeper than any recorded content. */
function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalJson(value)
  } catch {
    return null
  }
}

/**
 * Node warns that Ed25519 in its WebCrypto is experimental; its own crypto supports it without a
 * warning.
 */
async function isSigned(key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    if (globalThis.process?.versions?.node !== undefined) {
      const { createPublicKey, verify } = await import('node:crypto')
      const publicKey = createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' })
      return publicKey.asymmetricKeyType === 'ed25519' && verify(null, bytes, publicKey, signature)
    }
    const { subtle } = globalThis.crypto
    const publicKey = await subtle.importKey('spki', copied(key), { name: 'Ed25519' }, false, ['verify'])
    return await subtle.verify({ name: 'Ed25519' }, publicKey, copied(signature), copied(bytes))
  } catch {
    // No key, or no signature.
    return false
  }
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', copied(bytes)))
}

/** A copy with its own buffer, as WebCrypto's types require. */
function copied(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

function joined(...parts: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)))
}

function derOf(pem: string): Uint8Array | null {
  const [, base64] = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem) ?? []
  return base64 === undefined ? null : bytesOfBase64(base64.replaceAll(/\s/g, ''))
}

/** Empty if the text is not canonical Base64. */
function bytesOfBase64(base64: string): Uint8Array {
  try {
    const characters = atob(base64)
    if (btoa(characters) !== base64) return new Uint8Array()
    return Uint8Array.from(characters, (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
