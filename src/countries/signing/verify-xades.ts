import { hash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { cut } from '../../domain/text.js'
import {
  type C14NOptions,
  ParseOption,
  XmlC14NMode,
  XmlDocument,
  XmlElement,
  type XmlOutputBufferHandler,
} from 'libxml2-wasm'

const NAMESPACES = {
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  filter: 'http://www.w3.org/2002/06/xmldsig-filter2',
}
const PROPERTIES_TYPE = 'http://uri.etsi.org/01903#SignedProperties'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** Canonicalization methods. Those with comments are refused: no comment of a signer matters. */
const METHODS: ReadonlyMap<string, NonNullable<C14NOptions['mode']>> = new Map([
  [INCLUSIVE, XmlC14NMode.XML_C14N_1_0],
  ['http://www.w3.org/2006/12/xml-c14n11', XmlC14NMode.XML_C14N_1_1],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', XmlC14NMode.XML_C14N_EXCLUSIVE_1_0],
])

/** Digests; SHA-1, which is broken, is refused. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const SIGNATURE_METHODS: ReadonlyMap<string, { readonly digest: string; readonly key: 'rsa' | 'ec' }> = new Map(
  ['sha256', 'sha384', 'sha512'].flatMap((digest) =>
    (['rsa', 'ec'] as const).map(
      (key) => [`${MORE}${key === 'rsa' ? 'rsa' : 'ecdsa'}-${digest}`, { digest, key }] as const,
    ),
  ),
)

/** The only selection of XPath that signers of such documents use: all but the signature. */
const ALL_BUT_SIGNATURE = /^(?:\/descendant::|\/\/)(?:\w+:)?Signature$/

/** The bounds of a document and its signature: governments' messages have some kilobytes. */
const MOST_BYTES = 1024 * 1024
const MOST_REFERENCES = 5
const MOST_CERTIFICATES = 10
const WEAKEST_RSA = 2048

/** Whether a document is signed, by which certificate. */
export type SignatureVerdict =
  | { readonly kind: 'absent' }
  /** The reason completes "its signature is not valid: ". */
  | { readonly kind: 'invalid'; readonly reason: string }
  /** In DER; the first is the signer's. Whether anyone trusts it is a separate question. */
  | { readonly kind: 'valid'; readonly certificates: readonly Uint8Array[] }

class NotValid extends Error {}

/**
 * Verifies the enveloped XAdES-BES signature of a document from outside: one, directly in
 * the root, that covers the whole document and its own signed properties, which name the
 * certificate. A signature that covers a part of the document is refused, so no other part can be
 * read in its place. The document was parsed before and has no DOCTYPE. Never throws on content.
 * @param mostBytes its bound
 */
export function verifyXades(bytes: Uint8Array, mostBytes = MOST_BYTES): SignatureVerdict {
  if (bytes.length > mostBytes) return { kind: 'invalid', reason: `the document has over ${mostBytes} bytes` }
  const document = parsed(bytes)
  if (document === null) return { kind: 'invalid', reason: 'the document is not well-formed' }
  try {
    return verified(document)
  } catch (error) {
    if (error instanceof NotValid) return { kind: 'invalid', reason: error.message }
    throw error
  } finally {
    document.dispose()
  }
}

function parsed(bytes: Uint8Array): XmlDocument | null {
  const option =
    ParseOption.XML_PARSE_NO_XXE |
    ParseOption.XML_PARSE_NONET |
    ParseOption.XML_PARSE_NO_SYS_CATALOG |
    ParseOption.XML_PARSE_SKIP_IDS
  try {
    return XmlDocument.fromBuffer(bytes, { option })
  } catch {
    // The only fault of these bytes: the library's parser does not accept them.
    return null
  }
}

function verified(document: XmlDocument): SignatureVerdict {
  const signatures = elements(document.root, '//ds:Signature')
  const [signature] = signatures
  if (signature === undefined) return { kind: 'absent' }
  if (signatures.length > 1) throw new NotValid('there are several signatures')
  if (elements(document.root, '/*/ds:Signature').length !== 1) throw new NotValid('it is not directly in the root')
  const signedInfo = only(signature, 'ds:SignedInfo')
  const certificates = certificatesIn(signature)
  const certificate = certificates[0]
  if (certificate === undefined) throw new NotValid('it has no certificate')

  const references = elements(signedInfo, 'ds:Reference')
  if (references.length > MOST_REFERENCES) throw new NotValid(`it has over ${MOST_REFERENCES} references`)
  const whole = references.filter((reference) => reference.attr('URI')?.value === '')
  const parts = references.filter((reference) => !whole.includes(reference))
  if (whole.length !== 1) throw new NotValid('it does not cover the whole document')
  const properties = parts.filter((part) => part.attr('Type')?.value === PROPERTIES_TYPE)
  if (properties.length !== 1) throw new NotValid('its signed properties are not signed (not XAdES-BES)')
  for (const part of parts) {
    const target = targetOf(part, signature)
    if (part === properties[0]) mustName(certificate, target)
    mustMatch(part, canonical(document, target, methodOf(part, 'part')))
  }
  mustBeSignedBy(
    certificate,
    signature,
    canonical(document, signedInfo, methodIn(only(signedInfo, 'ds:CanonicalizationMethod'))),
  )

  // Last, because it changes the document.
  const [reference] = whole
  if (reference === undefined) throw new NotValid('it does not cover the whole document')
  const method = methodOf(reference, 'whole')
  const expected = digestOf(reference)
  signature.remove()
  if (digested(expected.method, canonical(document, null, method)) !== expected.value)
    throw new NotValid('the document was changed after it was signed')
  return { kind: 'valid', certificates: certificates.map(({ raw }) => raw) }
}

/** An element inside the signature that a reference names by its id, which occurs once. */
function targetOf(reference: XmlElement, signature: XmlElement): XmlElement {
  const uri = reference.attr('URI')?.value ?? ''
  const id = uri.slice(1)
  if (!uri.startsWith('#') || !/^[\w.-]+$/.test(id)) throw new NotValid('it refers to something outside the document')
  const isNamed = `[@Id='${id}' or @ID='${id}' or @id='${id}']`
  const named = elements(signature, `//*${isNamed}`)
  const within = elements(signature, `.//*${isNamed}`)
  const [target] = within
  if (target === undefined || named.length !== 1) throw new NotValid('it refers to another part of the document')
  return target
}

/** The signed properties must name the certificate by its digest (SigningCertificate, or V2). */
function mustName(certificate: X509Certificate, properties: XmlElement): void {
  if (properties.name !== 'SignedProperties' || properties.namespaceUri !== NAMESPACES.xades)
    throw new NotValid('its signed properties are not signed (not XAdES-BES)')
  const named = elements(
    properties,
    'xades:SignedSignatureProperties/*[self::xades:SigningCertificate or self::xades:SigningCertificateV2]/xades:Cert[1]/xades:CertDigest',
  )
  const [digest] = named
  if (digest === undefined || named.length !== 1) throw new NotValid('its signed properties name no certificate')
  const { method, value } = digestOf(digest)
  if (digested(method, certificate.raw) !== value) throw new NotValid('its signed properties name another certificate')
}

function mustMatch(reference: XmlElement, content: Uint8Array): void {
  const { method, value } = digestOf(reference)
  if (digested(method, content) !== value) throw new NotValid('its signed properties were changed')
}

function mustBeSignedBy(certificate: X509Certificate, signature: XmlElement, content: Uint8Array): void {
  const algorithm = only(only(signature, 'ds:SignedInfo'), 'ds:SignatureMethod').attr('Algorithm')?.value ?? ''
  const method = SIGNATURE_METHODS.get(algorithm)
  if (method === undefined) throw new NotValid(`the method ${shown(algorithm)} is not supported`)
  const publicKey = keyOf(certificate)
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey
  if (asymmetricKeyType !== method.key) throw new NotValid('its method is not the one of its key')
  if (method.key === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < WEAKEST_RSA)
    throw new NotValid(`its key has less than ${WEAKEST_RSA} bits`)
  const value = Buffer.from(textOf(only(signature, 'ds:SignatureValue')), 'base64')
  // An XML signature by ECDSA contains both numbers in sequence (XMLDSig 1.1, 6.4.3).
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify(method.digest, content, key, value)) throw new NotValid('its value does not match')
}

function keyOf(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey
  } catch {
    // Its curve or algorithm is not known, which shows only here.
    throw new NotValid('the key of its certificate is not supported')
  }
}

function certificatesIn(signature: XmlElement): readonly X509Certificate[] {
  const texts = elements(signature, 'ds:KeyInfo/ds:X509Data/ds:X509Certificate').map(textOf)
  if (texts.length > MOST_CERTIFICATES) throw new NotValid(`it has over ${MOST_CERTIFICATES} certificates`)
  return texts.map((text) => {
    try {
      return new X509Certificate(Buffer.from(text, 'base64'))
    } catch {
      throw new NotValid('its certificate is not readable')
    }
  })
}

/** The canonicalization of a reference, whose other transforms can only leave it out. */
function methodOf(reference: XmlElement, of: 'whole' | 'part'): C14NOptions {
  let method: C14NOptions = { mode: XmlC14NMode.XML_C14N_1_0 }
  let isWithoutSignature = false
  for (const transform of elements(reference, 'ds:Transforms/ds:Transform')) {
    const algorithm = transform.attr('Algorithm')?.value ?? ''
    if (algorithm === ENVELOPED || isFilter(transform, algorithm)) isWithoutSignature = true
    else method = methodIn(transform)
  }
  if (isWithoutSignature !== (of === 'whole'))
    throw new NotValid('its transforms are not those of an enveloped signature')
  return method
}

/** XPath Filter 2.0 that subtracts the signature, as SdI writes it. */
function isFilter(transform: XmlElement, algorithm: string): boolean {
  if (algorithm !== NAMESPACES.filter) return false
  const paths = elements(transform, 'filter:XPath')
  const [path] = paths
  return (
    path !== undefined &&
    paths.length === 1 &&
    path.attr('Filter')?.value === 'subtract' &&
    ALL_BUT_SIGNATURE.test(path.content.trim())
  )
}

function methodIn(element: XmlElement): C14NOptions {
  const algorithm = element.attr('Algorithm')?.value ?? ''
  const mode = METHODS.get(algorithm)
  if (mode === undefined) throw new NotValid(`the method ${shown(algorithm)} is not supported`)
  const prefixes = elements(element, '*[@PrefixList]')[0]?.attr('PrefixList')?.value
  if (prefixes === undefined || mode !== XmlC14NMode.XML_C14N_EXCLUSIVE_1_0) return { mode }
  return { mode, inclusiveNamespacePrefixes: prefixes.split(/\s+/).filter((prefix) => prefix !== '') }
}

function canonical(document: XmlDocument, element: XmlElement | null, options: C14NOptions): Uint8Array {
  const chunks: Uint8Array[] = []
  const handler: XmlOutputBufferHandler = {
    // The bytes are in WebAssembly memory, which is overwritten.
    write(chunk) {
      chunks.push(chunk.slice())
      return chunk.length
    },
    close: () => true,
  }
  try {
    if (element === null) document.canonicalize(handler, options)
    else element.canonicalize(handler, options)
  } catch {
    // For example a relative namespace, which has no canonical form; the library names no reason.
    throw new NotValid('the document has no canonical form')
  }
  return Buffer.concat(chunks)
}

interface Digest {
  readonly method: string
  readonly value: string
}

function digestOf(element: XmlElement): Digest {
  const algorithm = only(element, 'ds:DigestMethod').attr('Algorithm')?.value ?? ''
  const method = DIGESTS.get(algorithm)
  if (method === undefined) throw new NotValid(`the method ${shown(algorithm)} is not supported`)
  return { method, value: textOf(only(element, 'ds:DigestValue')) }
}

function digested(method: string, content: Uint8Array): string {
  return hash(method, content, 'base64')
}

function elements(from: XmlElement, path: string): readonly XmlElement[] {
  return from.find(path, NAMESPACES).filter((node) => node instanceof XmlElement)
}

function only(from: XmlElement, path: string): XmlElement {
  const [found, ...others] = elements(from, path)
  if (found === undefined || others.length > 0) throw new NotValid(`it does not have one ${path.replace('ds:', '')}`)
  return found
}

/** Base64 is often broken into lines. */
function textOf(element: XmlElement): string {
  return element.content.replaceAll(/\s/g, '')
}

/** A name in a message, which comes from outside. */
function shown(algorithm: string): string {
  return JSON.stringify(cut(algorithm, 100))
}
