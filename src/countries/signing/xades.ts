import { hash, type KeyObject, randomUUID, sign as signCallback } from 'node:crypto'
import { promisify } from 'node:util'
import { canonicalXml } from './canonical.js'
import { issuerName } from './distinguished-name.js'
import { rootEnd } from './root-end.js'
import type { Signer } from './signer.js'

const sign = promisify(signCallback)

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const SIGNATURE_METHODS = {
  rsa: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  ec: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
} as const

/**
 * Signs an XML document by XAdES-BES, enveloped (ETSI TS 101 903 v1.4.2, with the certificate in
 * SigningCertificate, which both KSeF and SdI accept): RSA or ECDSA with SHA-256, exclusive
 * canonicalization. The signature is written directly before the end of the root element; all
 * other bytes stay unchanged. `at` becomes the time of signing, to the second.
 * @throws XmlParseError if the document is not well-formed, RangeError if it can't contain a
 *   signature: it is in UTF-16, its root is empty, or a processing instruction follows the root
 */
export async function signXades(xml: Uint8Array | string, signer: Signer, at: Date): Promise<Uint8Array> {
  const document = typeof xml === 'string' ? Buffer.from(xml) : Buffer.from(xml.buffer, xml.byteOffset, xml.length)
  return signEnveloping(document, toSign(document), signer, at)
}

/** What a signature needs of the document around it. */
export interface ToSign {
  /** SHA-256 of its canonical form, in Base64. */
  readonly digest: string
  /** Where the signature begins, in bytes. */
  readonly end: number
}

/** Reads a document for its signature; takes long for a large one. Throws like `signXades`. */
export function toSign(document: Buffer): ToSign {
  return { digest: sha256(canonicalXml(document)), end: rootEnd(document) }
}

/** Like `signXades`, for a document that was read before. */
export async function signEnveloping(
  document: Buffer,
  { digest, end }: ToSign,
  signer: Signer,
  at: Date,
): Promise<Uint8Array> {
  const signature = await signatureOf(digest, signer, at)
  return Buffer.concat([document.subarray(0, end), Buffer.from(signature), document.subarray(end)])
}

/** The element `ds:Signature`, only in ASCII, so that it fits into documents of any encoding. */
async function signatureOf(documentDigest: string, { certificate, privateKey }: Signer, at: Date): Promise<string> {
  const id = randomUUID()
  const properties =
    `<xades:SignedProperties xmlns:ds="${DS}" xmlns:xades="${XADES}" Id="SignedProperties-${id}">` +
    '<xades:SignedSignatureProperties>' +
    `<xades:SigningTime>${at.toISOString().replace(/\.\d+Z$/, 'Z')}</xades:SigningTime>` +
    '<xades:SigningCertificate><xades:Cert><xades:CertDigest>' +
    `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${sha256(certificate.raw)}</ds:DigestValue>` +
    '</xades:CertDigest><xades:IssuerSerial>' +
    `<ds:X509IssuerName>${escaped(issuerName(certificate.raw))}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${BigInt(`0x${certificate.serialNumber}`)}</ds:X509SerialNumber>` +
    '</xades:IssuerSerial></xades:Cert></xades:SigningCertificate>' +
    '</xades:SignedSignatureProperties><xades:SignedDataObjectProperties>' +
    `<xades:DataObjectFormat ObjectReference="#Document-${id}"><xades:MimeType>text/xml</xades:MimeType></xades:DataObjectFormat>` +
    '</xades:SignedDataObjectProperties></xades:SignedProperties>'
  const transforms = (...algorithms: readonly string[]) =>
    `<ds:Transforms>${algorithms.map((one) => `<ds:Transform Algorithm="${one}"/>`).join('')}</ds:Transforms>`
  const digestOf = (value: string) =>
    `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${value}</ds:DigestValue>`
  const signedInfo =
    `<ds:SignedInfo xmlns:ds="${DS}">` +
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"/>` +
    `<ds:SignatureMethod Algorithm="${SIGNATURE_METHODS[kindOf(privateKey)]}"/>` +
    `<ds:Reference Id="Document-${id}" URI="">${transforms(ENVELOPED, EXCLUSIVE_C14N)}${digestOf(documentDigest)}</ds:Reference>` +
    `<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#SignedProperties-${id}">` +
    `${transforms(EXCLUSIVE_C14N)}${digestOf(sha256(canonicalXml(properties)))}</ds:Reference></ds:SignedInfo>`
  // An XML signature by ECDSA contains both numbers in sequence (XMLDSig 1.1, 6.4.3).
  const value = await sign('sha256', canonicalXml(signedInfo), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return (
    `<ds:Signature xmlns:ds="${DS}" Id="Signature-${id}">${signedInfo}` +
    `<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>` +
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.raw.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#Signature-${id}">${properties}` +
    '</xades:QualifyingProperties></ds:Object></ds:Signature>'
  )
}

function kindOf({ asymmetricKeyType }: KeyObject): keyof typeof SIGNATURE_METHODS {
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'ec') return asymmetricKeyType
  throw new RangeError(`a key of type ${asymmetricKeyType ?? '?'} signs no XML`)
}

/** In Base64. */
function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'base64')
}

/** A name as the text of an element; characters beyond ASCII by their numbers. */
function escaped(text: string): string {
  return text.replace(/[&<>]|[^\x20-\x7e]/gu, (character) => `&#${String(character.codePointAt(0))};`)
}
