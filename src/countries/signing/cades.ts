import { constants, hash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as Asn1js from 'asn1js'
import { lazily } from '../../domain/lazily.js'
import { cut } from '../../domain/text.js'
import type { SignatureVerdict } from './verify-xades.js'

/** The content of a signed file, and whether its signature is valid. */
interface SignedFile {
  readonly content: Uint8Array
  readonly verdict: SignatureVerdict
}

/** A file that is not one readable signed content; its message completes "the file ". */
export class UnreadableSignedFile extends Error {}

/** The media type of a signed file. */
export const SIGNED_MEDIA_TYPE = 'application/pkcs7-mime'

const OIDS = {
  signedData: '1.2.840.113549.1.7.2',
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

/** Digests; SHA-1, which is broken, is refused. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])

/** Methods of signatures; without a digest they have that of the signer. */
const METHODS: ReadonlyMap<string, { readonly key: 'rsa' | 'rsa-pss' | 'ec'; readonly digest?: string }> = new Map([
  ['1.2.840.113549.1.1.1', { key: 'rsa' }],
  ['1.2.840.113549.1.1.10', { key: 'rsa-pss' }],
  ['1.2.840.113549.1.1.11', { key: 'rsa', digest: 'sha256' }],
  ['1.2.840.113549.1.1.12', { key: 'rsa', digest: 'sha384' }],
  ['1.2.840.113549.1.1.13', { key: 'rsa', digest: 'sha512' }],
  ['1.2.840.10045.4.3.2', { key: 'ec', digest: 'sha256' }],
  ['1.2.840.10045.4.3.3', { key: 'ec', digest: 'sha384' }],
  ['1.2.840.10045.4.3.4', { key: 'ec', digest: 'sha512' }],
])

/** The bounds of a file: documents have at most 12 MiB. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_SIGNERS = 5
const MOST_CERTIFICATES = 20
const WEAKEST_RSA = 2048

class NotValid extends Error {}

/** The encoding of the object identifier of signed data. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex')

/**
 * Whether bytes are a file signed by CMS (`.p7m`), binary or in Base64. Looks at its beginning.
 */
export function isSignedFile(bytes: Uint8Array): boolean {
  return binaryOf(bytes.subarray(0, 64)) !== null
}

/** The binary form; null: it is no such file. */
function binaryOf(bytes: Uint8Array): Buffer | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (isBinary(all)) return all
  // In Base64 a sequence begins with M.
  const [first] = all
  if (first !== 0x4d) return null
  const decoded = Buffer.from(all.toString('latin1'), 'base64')
  return isBinary(decoded) ? decoded : null
}

function isBinary(bytes: Buffer): boolean {
  return bytes[0] === 0x30 && bytes.subarray(0, 20).includes(SIGNED_DATA)
}

/**
 * The content of a file that CAdES signs and envelops, and the verdict on its signatures: each
 * covers the content and, by its signed attributes, names its certificate (CAdES-BES). Whether
 * anyone trusts the certificates is a separate question. Linear in the file.
 * @throws UnreadableSignedFile
 */
export function readSignedFile(bytes: Uint8Array): SignedFile {
  if (bytes.length > MOST_BYTES) throw new UnreadableSignedFile(`has over ${MOST_BYTES} bytes`)
  const [, ...parts] = signedDataIn(binaryOf(bytes))
  const content = contentIn(parts)
  try {
    return { content, verdict: verdictOn(content, parts) }
  } catch (error) {
    if (error instanceof NotValid) return { content, verdict: { kind: 'invalid', reason: error.message } }
    throw error
  }
}

type Element = Asn1js.AsnType

/** Loaded with the first signed file. */
const asn1js = lazily(() => createRequire(import.meta.url)('asn1js') as typeof Asn1js)

function signedDataIn(bytes: Buffer | null): readonly Element[] {
  if (bytes === null) throw new UnreadableSignedFile('is not signed by CMS')
  const root = decoded(bytes)
  const [type, explicit] = childrenOf(root)
  if (root === null || oidOf(type) !== OIDS.signedData) throw new UnreadableSignedFile('is not readable as CMS')
  return childrenOf(childrenOf(explicit)[0])
}

function decoded(bytes: Buffer): Element | null {
  try {
    const { offset, result } = asn1js().fromBER(bytes)
    return offset === -1 ? null : result
  } catch {
    // The library throws on a depth or a length that it does not accept; nothing else can fail.
    return null
  }
}

function contentIn(parts: readonly Element[]): Uint8Array {
  const encapsulated = parts.find((part) => oidOf(childrenOf(part)[0]) !== undefined)
  const [type, explicit] = childrenOf(encapsulated)
  if (oidOf(type) !== OIDS.data) throw new UnreadableSignedFile('contains no plain data')
  const [octets] = childrenOf(explicit)
  if (octets === undefined) throw new UnreadableSignedFile('contains only a signature, without the document')
  const chunks: Uint8Array[] = []
  collect(octets, chunks)
  return Buffer.concat(chunks)
}

/** The octets of a string, which may be in parts. */
function collect(octets: Element, chunks: Uint8Array[]): void {
  // The library also parses octets that only look like an encoding.
  if (!octets.idBlock.isConstructed) chunks.push(valueOf(octets))
  else for (const each of childrenOf(octets)) collect(each, chunks)
}

function verdictOn(content: Uint8Array, parts: readonly Element[]): SignatureVerdict {
  const tagged = parts.find((part) => isTagged(part, 0))
  const certificates = childrenOf(tagged).flatMap(certificateIn)
  if (certificates.length > MOST_CERTIFICATES) throw new NotValid(`it has over ${MOST_CERTIFICATES} certificates`)
  const signers = childrenOf(parts.at(-1))
  if (signers.length === 0) throw new NotValid('no one signed')
  if (signers.length > MOST_SIGNERS) throw new NotValid(`over ${MOST_SIGNERS} signed`)
  const digests = new Map<string, Buffer>()
  const digestOf = (method: string): Buffer => {
    const digest = digests.get(method) ?? hash(method, content, 'buffer')
    digests.set(method, digest)
    return digest
  }
  const signing = signers.map((signer) => signerOf(signer, certificates, digestOf))
  const rest = certificates.filter((each) => !signing.includes(each))
  return { kind: 'valid', certificates: [...signing, ...rest].map(({ raw }) => raw) }
}

/** The certificate of a signer whose signature is valid. */
function signerOf(
  signer: Element,
  certificates: readonly X509Certificate[],
  contentDigest: (method: string) => Buffer,
): X509Certificate {
  const [, identifier, digestAlgorithm, ...others] = childrenOf(signer)
  const attributes = others.find((each) => isTagged(each, 0))
  const [algorithm, value] = others.filter((each) => !isTagged(each, 0))
  if (attributes === undefined) throw new NotValid('its attributes are not signed (not CAdES-BES)')
  const digest = DIGESTS.get(oidOf(childrenOf(digestAlgorithm)[0]) ?? '')
  if (digest === undefined) throw new NotValid(`the digest ${shown(childrenOf(digestAlgorithm)[0])} is not supported`)
  const valuesOf = attributesIn(attributes)
  if (oidOf(valuesOf(OIDS.contentType)) !== OIDS.data) throw new NotValid('it does not name the type of the content')
  const named = valuesOf(OIDS.messageDigest)
  if (named === undefined || !contentDigest(digest).equals(valueOf(named)))
    throw new NotValid('the document was changed after it was signed')

  const certificate = certificates.find((each) => isNamedBy(identifier, each))
  if (certificate === undefined) throw new NotValid('it does not contain the certificate of its signer')
  mustName(certificate, valuesOf)
  // The signature covers the attributes as a SET, not under their tag (RFC 5652, 5.4).
  const signed = Buffer.concat([Buffer.of(0x31), attributes.valueBeforeDecodeView.subarray(1)])
  mustBeSignedBy(certificate, childrenOf(algorithm)[0], digest, signed, valueOf(value))
  return certificate
}

/** The value of a signed attribute, which occurs once; undefined: it is absent. */
function attributesIn(attributes: Element): (type: string) => Element | undefined {
  const found = new Map<string, Element | undefined>()
  for (const attribute of childrenOf(attributes)) {
    const [type, values] = childrenOf(attribute)
    const id = oidOf(type) ?? ''
    if (found.has(id)) throw new NotValid('it has an attribute twice')
    found.set(id, childrenOf(values)[0])
  }
  return (type) => found.get(type)
}

/** Whether issuer and serial number, or the key identifier, are those of a certificate. */
function isNamedBy(identifier: Element | undefined, certificate: X509Certificate): boolean {
  const [issuer, serial] = childrenOf(identifier)
  if (issuer === undefined || serial === undefined) return false
  const body = childrenOf(childrenOf(decoded(certificate.raw))[0])
  const from = isTagged(body[0], 0) ? 1 : 0
  return sameBytes(body[from], serial) && sameBytes(body[from + 2], issuer)
}

/** ESSCertID or ESSCertIDv2: the digest of the certificate. */
function mustName(certificate: X509Certificate, valuesOf: (type: string) => Element | undefined): void {
  const second = valuesOf(OIDS.signingCertificateV2)
  const list = second ?? valuesOf(OIDS.signingCertificate)
  const [first, another] = childrenOf(childrenOf(childrenOf(list)[0])[0])
  if (list === undefined || first === undefined)
    throw new NotValid('its signed attributes name no certificate (not CAdES-BES)')
  // The first version has SHA-1; in the second the method is left out if it is SHA-256.
  const oid = oidOf(childrenOf(first)[0])
  const method = second === undefined ? 'sha1' : oid === undefined ? 'sha256' : DIGESTS.get(oid)
  const named = oid === undefined ? first : another
  if (method === undefined || named === undefined || !hash(method, certificate.raw, 'buffer').equals(valueOf(named)))
    throw new NotValid('its signed attributes name another certificate')
}

function mustBeSignedBy(
  certificate: X509Certificate,
  algorithm: Element | undefined,
  digest: string,
  signed: Buffer,
  value: Uint8Array,
): void {
  const method = METHODS.get(oidOf(algorithm) ?? '')
  if (method === undefined) throw new NotValid(`the method ${shown(algorithm)} is not supported`)
  const publicKey = keyOf(certificate)
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey
  const isRsa = asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss'
  if (isRsa !== (method.key !== 'ec')) throw new NotValid('its method is not the one of its key')
  if (isRsa && (asymmetricKeyDetails?.modulusLength ?? 0) < WEAKEST_RSA)
    throw new NotValid(`its key has less than ${WEAKEST_RSA} bits`)
  const padding =
    method.key === 'rsa-pss'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
      : {}
  if (!verify(method.digest ?? digest, signed, { key: publicKey, ...padding }, value))
    throw new NotValid('its value does not match')
}

function keyOf(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey
  } catch {
    // Its curve or algorithm is not known, which shows only here.
    throw new NotValid('the key of its certificate is not supported')
  }
}

/** Other kinds of certificates in the set, such as those of attributes, are ignored. */
function certificateIn(element: Element): readonly X509Certificate[] {
  if (isTagged(element)) return []
  try {
    return [new X509Certificate(element.valueBeforeDecodeView)]
  } catch {
    throw new NotValid('its certificate is not readable')
  }
}

function childrenOf(element: Element | null | undefined): readonly Element[] {
  const block = element?.valueBlock as { readonly value?: unknown } | undefined
  return Array.isArray(block?.value) ? (block.value as readonly Element[]) : []
}

function oidOf(element: Element | undefined): string | undefined {
  return element instanceof asn1js().ObjectIdentifier ? element.valueBlock.toString() : undefined
}

function valueOf(element: Element | undefined): Uint8Array {
  const block = element?.valueBlock as { readonly valueHexView?: Uint8Array } | undefined
  return block?.valueHexView ?? new Uint8Array()
}

/** Whether an element has a context-specific tag. */
function isTagged(element: Element | undefined, tag?: number): boolean {
  const { tagClass, tagNumber } = element?.idBlock ?? { tagClass: 0, tagNumber: -1 }
  return tagClass === 3 && (tag === undefined || tagNumber === tag)
}

function sameBytes(one: Element | undefined, other: Element): boolean {
  return one !== undefined && Buffer.from(other.valueBeforeDecodeView).equals(one.valueBeforeDecodeView)
}

/** A name in a message, which comes from outside. */
function shown(algorithm: Element | undefined): string {
  return JSON.stringify(cut(oidOf(algorithm) ?? '', 100))
}
