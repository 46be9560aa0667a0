import { withTimeLimit } from '../../domain/time-limit.js'
import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { StartupError } from '../../storage/startup-error.js'
import type { TimeStamper } from './stamping.js'
import { messageOf } from '../../domain/caught.js'

/**
 * The authority did not answer, refused, or returned something other than the requested time
 * stamp.
 */
export class NoTimeStamp extends Error {
  override readonly name = 'NoTimeStamp'
}

/** The address of the authority, and its trusted certificates. */
export interface TimeStampSettings {
  readonly SEAL_TSA_URL?: string
  readonly SEAL_TSA_CA_FILE?: string
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Both PKIStatus values of answers with a token: granted, granted with changes. */
const GRANTED = [0, 1]
const ANSWER_MS = 30_000
/** A token with its certificates has some thousand bytes. */
const MOST_BYTES = 256 * 1024

/** Used by this module only: another library may use a different one. */
const engine = new pkijs.CryptoEngine({ name: 'node', crypto: globalThis.crypto })

/**
 * The authority named by the settings; null: none. Throws `StartupError` for unreadable
 * certificates.
 */
export function openTimeStamper({ SEAL_TSA_URL, SEAL_TSA_CA_FILE }: TimeStampSettings): TimeStamper | null {
  if (SEAL_TSA_URL === undefined || SEAL_TSA_CA_FILE === undefined) return null
  return timeStampAuthority(SEAL_TSA_URL, trustedCertificates(SEAL_TSA_CA_FILE))
}

/**
 * A time-stamping authority over HTTP (RFC 3161, 3.4). A user and password in its address are sent
 * as Basic authentication. `trusted`: certificates, PEM.
 */
export function timeStampAuthority(address: string, trusted: readonly string[], limitMs = ANSWER_MS): TimeStamper {
  const url = new URL(address)
  const { username, password } = url
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
  const authority = `${url.origin}${url.pathname}`
  url.username = ''
  url.password = ''
  return {
    async stamp(bytes, signal) {
      const nonce = randomBytes(8)
      const headers = { 'content-type': 'application/timestamp-query', ...(username !== '' && { authorization }) }
      const answer = await withTimeLimit(limitMs, signal, (signal) =>
        post(url, timeStampRequest(bytes, nonce), { headers, signal }),
      )
      const token = tokenIn(answer)
      const { time } = await verifyTimeStamp(token, bytes, trusted, nonce)
      const imprint = createHash('sha256').update(bytes).digest('hex')
      return { imprint, authority, time: time.toISOString(), token: Buffer.from(token).toString('base64') }
    },
  }
}

/** A TimeStampReq (DER) for the SHA-256 of these bytes, which also requests the certificate. */
export function timeStampRequest(bytes: Uint8Array, nonce: Uint8Array): Uint8Array {
  const digest = createHash('sha256').update(bytes).digest()
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: digest }),
    }),
    nonce: integerOf(nonce),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

/**
 * Verifies a token alone: that it stamps the SHA-256 of these bytes, its signature, and that the
 * signing certificate is for time stamps and was valid at that time according to one of the
 * trusted ones. With `nonce` also that it answers that request. Rejects with `NoTimeStamp`.
 */
export async function verifyTimeStamp(
  token: Uint8Array,
  bytes: Uint8Array,
  trusted: readonly string[],
  nonce?: Uint8Array,
): Promise<{ readonly time: Date }> {
  const signed = decoded('its token', () => {
    const content = pkijs.ContentInfo.fromBER(copyOf(token))
    if (content.contentType !== SIGNED_DATA) throw new NoTimeStamp('the token is not signed')
    return new pkijs.SignedData({ schema: content.content })
  })
  const info = decoded('the content of its token', () => {
    const { eContentType, eContent } = signed.encapContentInfo
    if (eContentType !== TST_INFO || eContent === undefined) throw new NoTimeStamp('the token is not a time stamp')
    return pkijs.TSTInfo.fromBER(eContent.getValue())
  })
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const digest = createHash('sha256').update(bytes).digest()
  if (hashAlgorithm.algorithmId !== SHA256 || !digest.equals(hashedMessage.valueBlock.valueHexView))
    throw new NoTimeStamp('the token stamps something else')
  if (nonce !== undefined && !sameNumber(nonce, info.nonce)) throw new NoTimeStamp('the token answers another request')
  if (signed.signerInfos.length !== 1 || signed.signerInfos[0]?.signedAttrs === undefined)
    throw new NoTimeStamp('the token is not signed by exactly one authority')
  const certificates = trusted.map((pem) => pkijs.Certificate.fromBER(copyOf(new X509Certificate(pem).raw)))
  let signer: pkijs.Certificate | null | undefined
  try {
    const verdict = await signed.verify(
      { signer: 0, data: copyOf(bytes), checkChain: true, trustedCerts: certificates, extendedMode: true },
      engine,
    )
    if (verdict.signatureVerified !== true) throw new NoTimeStamp('the signature is invalid')
    signer = verdict.signerCertificate
  } catch (error) {
    if (error instanceof NoTimeStamp) throw error
    throw new NoTimeStamp(`the token cannot be trusted: ${messageOf(error)}`, { cause: error })
  }
  if (!signer || !isForTimeStamps(signer))
    throw new NoTimeStamp("the authority's certificate is not for time stamps (extended key usage)")
  return { time: info.genTime }
}

/**
 * The certificates in a PEM file. Throws `StartupError` that contains the setting that names the
 * file.
 */
export function trustedCertificates(file: string, namedBy = 'SEAL_TSA_CA_FILE'): readonly string[] {
  try {
    const found = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (found.length === 0) throw new Error('it contains none')
    for (const pem of found) new X509Certificate(pem)
    return found
  } catch (error) {
    throw new StartupError(
      `${namedBy} names ${file}, but certificates (PEM) cannot be read from it: ${messageOf(error)}.`,
      { cause: error },
    )
  }
}

interface Asked {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

async function post(url: URL, body: Uint8Array, asked: Asked): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { method: 'POST', body: copyOf(body), redirect: 'error', ...asked })
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      const bytes = part as Uint8Array
      size += bytes.length
      if (size > MOST_BYTES) throw new NoTimeStamp(`the authority answers with over ${MOST_BYTES} bytes`)
      parts.push(bytes)
    }
    if (!response.ok) throw new NoTimeStamp(`the authority answers ${response.status}`)
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof NoTimeStamp) throw error
    // fetch keeps the reason in `cause`.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new NoTimeStamp(`the authority cannot be reached: ${messageOf(reason)}`, { cause: error })
  }
}

/**
 * The token of an authority's answer (TimeStampResp, DER), not yet verified. Throws `NoTimeStamp`.
 */
export function tokenIn(answer: Uint8Array): Uint8Array {
  return decoded('its answer', () => {
    const { status, timeStampToken } = pkijs.TimeStampResp.fromBER(copyOf(answer))
    if (!GRANTED.includes(status.status) || timeStampToken === undefined) {
      const reasons = (status.statusStrings ?? []).map(({ valueBlock }) => valueBlock.value).join('; ')
      throw new NoTimeStamp(
        `the authority refuses, with status ${status.status}${reasons === '' ? '' : `: ${reasons}`}`,
      )
    }
    return new Uint8Array(timeStampToken.toSchema().toBER())
  })
}

function isForTimeStamps({ extensions = [] }: pkijs.Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  if (usage?.critical !== true) return false
  const parsedValue: unknown = usage.parsedValue
  if (!(parsedValue instanceof pkijs.ExtKeyUsage)) return false
  const { keyPurposes } = parsedValue
  return keyPurposes.length === 1 && keyPurposes[0] === TIME_STAMPING
}

/** Foreign data may be anything. */
function decoded<T>(what: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof NoTimeStamp) throw error
    throw new NoTimeStamp(`${what} does not conform to RFC 3161`, { cause: error })
  }
}

/** A whole number that is not negative: a set first bit would make it negative. */
function integerOf(bytes: Uint8Array): asn1js.Integer {
  const shortest = withoutZeros(bytes)
  const first = shortest[0] ?? 0x80
  return new asn1js.Integer({ valueHex: copyOf(first < 0x80 ? shortest : Buffer.concat([Buffer.from([0]), shortest])) })
}

function sameNumber(bytes: Uint8Array, integer: asn1js.Integer | undefined): boolean {
  return integer !== undefined && withoutZeros(bytes).equals(withoutZeros(integer.valueBlock.valueHexView))
}

function withoutZeros(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  return Buffer.from(first === -1 ? [] : bytes.subarray(first))
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
