import type { RecordedEvent } from '../../../domain/event.js'
import type { DocumentLine, Manifest, ManifestSignature, ProofLine, StreamLine } from '../../export/format.js'
import { canonicalOrNull } from '../../canonical.js'
import type { RecordedSeal } from '../../seals/seals.js'
import type { Line } from './zip-reader.js'
import { fieldsOf, isObject } from '../../../domain/json.js'

/**
 * Whether a line is written exactly as an export writes it: canonical JSON (RFC 8785). Programs
 * may read other forms differently, such as a name that occurs twice.
 */
export function isCanonical({ value, bytes, hasEnd }: Line, expected: unknown = value): boolean {
  return hasEnd && isObject(expected) && bytes.equals(Buffer.from(canonicalOrNull(expected) ?? ''))
}

/**
 * The values of an archive's lines and files if they have the expected form; null: they do not.
 * The types of an archive's content are never trusted.
 */
export function asEvent(value: unknown): RecordedEvent | null {
  const { stream, revision, position, id, type, data, metadata } = fieldsOf(value)
  const { hash, prevHash } = fieldsOf(metadata)
  const isOne =
    isText(stream) &&
    isWhole(revision) &&
    isText(id) &&
    isText(type) &&
    isObject(data) &&
    isText(hash) &&
    isText(prevHash)
  if (!isOne || !isText(position) || !/^\d{1,20}$/.test(position)) return null
  return { ...(value as RecordedEvent), position: BigInt(position) }
}

/** The same for a line of `streams.ndjson`, and of `erased.ndjson`. */
export function asStreamLine(value: unknown): StreamLine | null {
  const { stream, revision, hash } = fieldsOf(value)
  return isText(stream) && isWhole(revision) && isText(hash) ? { stream, revision, hash } : null
}

/** The same for a line of `documents.ndjson`. */
export function asDocumentLine(value: unknown): DocumentLine | null {
  const { sha256, size, mediaType, stream, revision, at } = fieldsOf(value)
  const isOne =
    isHash(sha256) && isWhole(size) && isText(mediaType) && isText(stream) && isWhole(revision) && isText(at)
  return isOne ? (value as DocumentLine) : null
}

/** The same for a line of `proofs.ndjson`. */
export function asProofLine(value: unknown): ProofLine | null {
  const { stream, revision, hash, index, seal, path } = fieldsOf(value)
  const isOne =
    isText(stream) &&
    isWhole(revision) &&
    isHash(hash) &&
    (index === null || isWhole(index)) &&
    (seal === null || isWhole(seal)) &&
    Array.isArray(path) &&
    path.length <= 64 &&
    path.every(isHash)
  return isOne ? (value as ProofLine) : null
}

/** The same for a line of `seals.ndjson`. */
export function asSeal(value: unknown): RecordedSeal | null {
  const { seal, stream, revision, timeStamp } = fieldsOf(value)
  const { sequence, size, root, keyId, publicKey, signature, sealedAt } = fieldsOf(seal)
  const { token, time } = fieldsOf(timeStamp)
  const isOne =
    isText(stream) &&
    isWhole(revision) &&
    isWhole(sequence) &&
    isWhole(size) &&
    isHash(root) &&
    [keyId, publicKey, signature, sealedAt].every(isText) &&
    (timeStamp == null || (isText(token) && isText(time)))
  return isOne ? (value as RecordedSeal) : null
}

const COUNTED = ['events', 'streams', 'documents', 'seals', 'proofs', 'erased']

/** The same for `manifest.json`. */
export function asManifest(value: unknown): Manifest | null {
  const { format, version, created, files, counts } = fieldsOf(value)
  const isOne =
    isText(format) &&
    isWhole(version) &&
    isText(created) &&
    COUNTED.every((name) => isWhole(fieldsOf(counts)[name])) &&
    Array.isArray(files) &&
    files.every((file) => {
      const { name, size, sha256 } = fieldsOf(file)
      return isText(name) && isWhole(size) && isHash(sha256)
    })
  return isOne ? (value as Manifest) : null
}

/** The same for `manifest.sig.json`. */
export function asSignature(value: unknown): ManifestSignature | null {
  const { algorithm, keyId, publicKey, signature } = fieldsOf(value)
  const isOne = algorithm === 'Ed25519' && isText(keyId) && isText(publicKey) && isText(signature)
  return isOne ? { algorithm, keyId, publicKey, signature } : null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
