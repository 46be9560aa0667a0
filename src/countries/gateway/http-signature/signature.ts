import { hash, type KeyObject } from 'node:crypto'
import { cut } from '../../../domain/text.js'
import { ALGORITHM_NAMES, decoyKey, isAlgorithm, isMadeWith } from './keys.js'
import {
  byteSequences,
  innerLists,
  type InnerList,
  MalformedField,
  type FieldParameters,
  written,
  writtenList,
} from './structured-fields.js'

/** A request as far as signatures cover it. */
export interface SignableRequest {
  readonly method: string
  /** As its sender wrote it: the public address, not that behind a proxy. */
  readonly url: URL
  /** By lower-case names; the values of each in their order. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
}

/** A signature whose form is right and which is of now; its key is not checked. */
export interface ReadSignature {
  /** The text that it signs. */
  readonly base: Uint8Array
  /** As it names it; null: it does not. */
  readonly algorithm: string | null
  readonly signature: Uint8Array
  /** After this time it is refused as old. */
  readonly until: Date
}

/** Why a request is refused, in a sentence for its sender. */
export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused'
}

/** How old a signature may be, in seconds, and how far ahead its maker's clock. */
const LONGEST_SECONDS = 300
const AHEAD_SECONDS = 60
/** A proxy may add its own. */
const MOST_SIGNATURES = 3
const MOST_COMPONENTS = 32
const LONGEST_FIELD = 8_192
/** Each of these binds the signature to the address. */
const TARGETS: readonly string[] = ['@target-uri', '@path', '@request-target']

/**
 * The signatures of a request (RFC 9421) that may be checked: each covers the digest of the body
 * and the address, and was made a moment ago. Throws `SignatureRefused` if there is none.
 */
export function signaturesOf(request: SignableRequest, now: Date): readonly ReadSignature[] {
  const inputs = fieldOf(request, 'signature-input', innerLists)
  const made = fieldOf(request, 'signature', byteSequences)
  if (inputs.size > MOST_SIGNATURES) throw new SignatureRefused(`There are more than ${MOST_SIGNATURES} signatures.`)
  const read: ReadSignature[] = []
  let first: SignatureRefused | null = null
  for (const [label, input] of inputs) {
    try {
      read.push(readSignature(request, input, made.get(label), now))
    } catch (error) {
      if (!(error instanceof SignatureRefused)) throw error
      first ??= error
    }
  }
  if (read.length === 0 && first !== null) throw first
  return read
}

function fieldOf<T>(request: SignableRequest, name: string, parse: (text: string) => T): T {
  const text = (request.headers[name] ?? []).join(', ')
  if (text === '') throw new SignatureRefused(`The header ${name} is missing; sign the request by RFC 9421.`)
  if (text.length > LONGEST_FIELD) throw new SignatureRefused(`The header ${name} is too long.`)
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof MalformedField)) throw error
    throw new SignatureRefused(`The header ${name} can't be read: ${error.message}.`)
  }
}

function readSignature(
  request: SignableRequest,
  input: InnerList,
  signature: Buffer | undefined,
  now: Date,
): ReadSignature {
  if (signature === undefined) throw new SignatureRefused('A signature of Signature-Input is missing in Signature.')
  const { items, parameters } = input
  const covered = items.map(({ value }) => value)
  if (covered.length > MOST_COMPONENTS) throw new SignatureRefused('The signature covers too many components.')
  if (new Set(covered).size < covered.length) throw new SignatureRefused('The signature covers a component twice.')
  if (items.some((item) => item.parameters.size > 0))
    throw new SignatureRefused('The signature covers components with parameters, which are not accepted here.')
  if (!covered.includes('content-digest')) throw new SignatureRefused('The signature does not cover content-digest.')
  if (!covered.some((name) => TARGETS.includes(name)))
    throw new SignatureRefused(`The signature covers none of ${TARGETS.join(', ')}.`)
  const algorithm = algorithmIn(parameters)
  const until = untilWhen(parameters, now)
  const lines = covered.map((name) => `${written(name)}: ${componentOf(request, name)}`)
  const base = Buffer.from([...lines, `"@signature-params": ${writtenList(input)}`].join('\n'))
  return { base, algorithm, signature, until }
}

function algorithmIn(parameters: FieldParameters): string | null {
  const name = parameters.get('alg')
  if (name === undefined) return null
  if (typeof name === 'string' && isAlgorithm(name)) return name
  throw new SignatureRefused(`The algorithm of the signature is none of ${ALGORITHM_NAMES.join(', ')}.`)
}

function untilWhen(parameters: FieldParameters, now: Date): Date {
  const seconds = now.getTime() / 1000
  const created = parameters.get('created')
  const expires = parameters.get('expires')
  if (typeof created !== 'number') throw new SignatureRefused('The signature does not state when it was created.')
  if (created > seconds + AHEAD_SECONDS) throw new SignatureRefused('The signature was created in the future.')
  if (created + LONGEST_SECONDS < seconds)
    throw new SignatureRefused(`The signature is older than ${LONGEST_SECONDS} seconds.`)
  if (expires !== undefined && typeof expires !== 'number')
    throw new SignatureRefused('The time at which the signature expires is no number.')
  if (expires !== undefined && expires <= seconds) throw new SignatureRefused('The signature has expired.')
  return new Date((created + LONGEST_SECONDS) * 1000)
}

/** RFC 9421, sections 2.1 and 2.2. */
function componentOf({ method, url, headers }: SignableRequest, name: string): string {
  switch (name) {
    case '@method':
      return method
    case '@target-uri':
      return url.href
    case '@authority':
      return url.host
    case '@scheme':
      return url.protocol.slice(0, -1)
    case '@request-target':
      return url.pathname + url.search
    case '@path':
      return url.pathname
    case '@query':
      return url.search === '' ? '?' : url.search
    default: {
      if (name.startsWith('@')) throw new SignatureRefused(`The signature covers ${quoted(name)}, which is not known.`)
      const values = headers[name]
      if (values === undefined)
        throw new SignatureRefused(`The signature covers the header ${quoted(name)}, which is missing.`)
      return values.map((value) => value.trim()).join(', ')
    }
  }
}

function quoted(name: string): string {
  return JSON.stringify(cut(name, 50))
}

const DIGESTS = ['sha-256', 'sha-512'] as const

/** Checks `Content-Digest` (RFC 9530). Throws `SignatureRefused`. */
export function checkDigest(request: SignableRequest, body: Uint8Array): void {
  const digests = fieldOf(request, 'content-digest', byteSequences)
  const known = DIGESTS.flatMap((name) => {
    const digest = digests.get(name)
    return digest === undefined ? [] : [{ name, digest }]
  })
  if (known.length === 0) throw new SignatureRefused(`Content-Digest has none of ${DIGESTS.join(', ')}.`)
  for (const { name, digest } of known)
    if (!digest.equals(hash(name.replace('-', ''), body, 'buffer')))
      throw new SignatureRefused(`Content-Digest: ${name} is not that of the body.`)
}

/** Whether one of the keys made the signature. Without a key it takes about as long. */
export function isSignedBy(keys: readonly KeyObject[], { base, algorithm, signature }: ReadSignature): boolean {
  if (keys.length > 0) return keys.some((key) => isMadeWith(key, algorithm, base, signature))
  isMadeWith(decoyKey(), null, base, signature)
  return false
}
