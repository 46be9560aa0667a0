import { createHash, sign, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import type { SelfSigned } from './certificate.js'

/** How a file is signed; what is absent is as it should be. */
interface Signing {
  readonly digest?: 'sha256' | 'sha384' | 'sha512'
  /** The content is in parts of so many bytes, of indefinite length. */
  readonly chunk?: number
  /** Whether the attributes name the certificate (CAdES-BES). */
  readonly isNamed?: boolean
  /** Whether the file contains only the signature. */
  readonly isDetached?: boolean
}

const DIGESTS = {
  sha256: ['2.16.840.1.101.3.4.2.1', '1.2.840.10045.4.3.2'],
  sha384: ['2.16.840.1.101.3.4.2.2', '1.2.840.10045.4.3.3'],
  sha512: ['2.16.840.1.101.3.4.2.3', '1.2.840.10045.4.3.4'],
} as const

const sequence = (...value: asn1js.AsnType[]) => new asn1js.Sequence({ value })
const oid = (value: string) => new asn1js.ObjectIdentifier({ value })
const octets = (valueHex: Uint8Array) => new asn1js.OctetString({ valueHex: valueHex.slice() })
const tagged = (tagNumber: number, ...value: asn1js.AsnType[]) =>
  new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber }, value })
const bytesOf = (element: asn1js.AsnType) => Buffer.from(element.toBER())

/**
 * A file that envelops a content, signed by CAdES-BES with an ECDSA key (RFC 5652, ETSI EN 319
 * 122).
 */
export function signedFile(
  content: Uint8Array,
  { cert, key }: SelfSigned,
  { digest = 'sha256', chunk, isNamed = true, isDetached = false }: Signing = {},
): Buffer {
  const certificate = asn1js.fromBER(new X509Certificate(cert).raw).result as asn1js.Sequence
  const hashed = (bytes: Uint8Array) => createHash(digest).update(bytes).digest()
  const [digestOid, methodOid] = DIGESTS[digest]
  const attribute = (type: string, value: asn1js.AsnType) => sequence(oid(type), new asn1js.Set({ value: [value] }))
  const named = sequence(sequence(sequence(sequence(oid(digestOid)), octets(hashed(bytesOf(certificate))))))
  const attributes = tagged(
    0,
    attribute('1.2.840.113549.1.9.3', oid('1.2.840.113549.1.7.1')),
    attribute('1.2.840.113549.1.9.4', octets(hashed(content))),
    ...(isNamed ? [attribute('1.2.840.113549.1.9.16.2.47', named)] : []),
  )
  const signed = Buffer.concat([Buffer.of(0x31), bytesOf(attributes).subarray(1)])
  const [, serial, , issuer] = (certificate.valueBlock.value[0] as asn1js.Sequence).valueBlock.value
  if (serial === undefined || issuer === undefined) throw new Error('a certificate without issuer')
  const signer = sequence(
    new asn1js.Integer({ value: 1 }),
    sequence(issuer, serial),
    sequence(oid(digestOid)),
    attributes,
    sequence(oid(methodOid)),
    octets(sign(digest, signed, key)),
  )
  const signedData = sequence(
    new asn1js.Integer({ value: 1 }),
    new asn1js.Set({ value: [sequence(oid(digestOid))] }),
    sequence(oid('1.2.840.113549.1.7.1'), ...(isDetached ? [] : [tagged(0, contentOf(content, chunk))])),
    tagged(0, certificate),
    new asn1js.Set({ value: [signer] }),
  )
  return bytesOf(sequence(oid('1.2.840.113549.1.7.2'), tagged(0, signedData)))
}

function contentOf(content: Uint8Array, chunk: number | undefined): asn1js.OctetString {
  if (chunk === undefined) return octets(content)
  const parts: asn1js.OctetString[] = []
  for (let at = 0; at < content.length; at += chunk) parts.push(octets(content.subarray(at, at + chunk)))
  return new asn1js.OctetString({
    idBlock: { isConstructed: true },
    isConstructed: true,
    isIndefiniteForm: true,
    value: parts,
  })
}
