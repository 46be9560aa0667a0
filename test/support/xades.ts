import { hash, webcrypto, X509Certificate } from 'node:crypto'
import { DOMImplementation, DOMParser, type Element, XMLSerializer } from '@xmldom/xmldom'
import { Application, setNodeDependencies, SignedXml } from 'xadesjs'
import { CryptoConfig, KeyInfoClause, XmlDsigC14NTransform } from 'xmldsigjs'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'

setNodeDependencies({ DOMParser, XMLSerializer, DOMImplementation })
Application.setEngine('node', webcrypto)

/**
 * Canonical XML 1.1, which others sign by: it differs from 1.0 in attributes `xml:id` and
 * `xml:base` of elements outside of what is canonicalized, and the whole document is.
 */
class Canonical11 extends XmlDsigC14NTransform {
  override Algorithm = 'http://www.w3.org/2006/12/xml-c14n11'
}
CryptoConfig.RegisterTransform('http://www.w3.org/2006/12/xml-c14n11', Canonical11)

/** A key beside the certificate, in a form that the library does not read: it is not needed. */
class EcKeyValue extends KeyInfoClause {
  override LoadXml(): void {
    // The certificate has the key.
  }

  importKey(): Promise<this> {
    return Promise.resolve(this)
  }

  exportKey(): Promise<never> {
    return Promise.reject(new Error('the certificate has the key'))
  }
}
CryptoConfig.RegisterKeyInfoClause('ECKeyValue', EcKeyValue)

/** The curves of KSeF's certificates, by their names in OpenSSL and in Web Crypto. */
const CURVES: Readonly<Record<string, string | undefined>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/** The content of a valid signature. */
interface VerifiedXades {
  readonly certificate: X509Certificate
  readonly signedAt: Date
}

/** The algorithm of a signature, in the words of Web Crypto. */
interface SignedBy {
  readonly name: string
  readonly hash: { readonly name: string }
}

/** Why a signature is worth nothing. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature'
}

/**
 * Verifies the one enveloped XAdES-BES signature of a document, with a library that is not the one
 * that signs: the digests of the document and of the signed properties, the signature's value by
 * the certificate in it, and that the signed properties name this certificate. Whether anybody
 * trusts the certificate is another question.
 * @throws BadSignature
 */
export async function verifyXades(xml: Uint8Array | string): Promise<VerifiedXades> {
  const text = typeof xml === 'string' ? xml : new TextDecoder('utf-8', { fatal: true }).decode(xml)
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const [signature, ...others] = Array.from(document.getElementsByTagNameNS(DS, 'Signature'))
  if (signature === undefined) throw new BadSignature('there is no signature')
  if (others.length > 0) throw new BadSignature('there are several signatures')
  if (signature.parentNode !== document.documentElement) throw new BadSignature('the signature is not enveloped')

  const certificate = new X509Certificate(Buffer.from(textOf(signature, DS, 'X509Certificate'), 'base64'))
  const references = Array.from(signature.getElementsByTagNameNS(DS, 'Reference'))
  const properties = one(signature, XADES, 'SignedProperties')
  const covers = (uri: string) => references.some((reference) => reference.getAttribute('URI') === uri)
  if (!covers('')) throw new BadSignature('the document is not signed')
  if (!covers(`#${properties.getAttribute('Id') ?? ''}`)) throw new BadSignature('the properties are not signed')

  const signed = new SignedXml(document)
  if (!(await holds(signed, signature, certificate)))
    throw new BadSignature('a digest or the value of the signature is wrong')

  const [second] = Array.from(properties.getElementsByTagNameNS(XADES, 'SigningCertificateV2'))
  const named = second ?? one(properties, XADES, 'SigningCertificate')
  if (textOf(named, DS, 'DigestValue') !== hash('sha256', certificate.raw, 'base64'))
    throw new BadSignature('the signed properties name another certificate')
  // The newer form may name the certificate by its digest alone.
  if (second === undefined && BigInt(textOf(named, DS, 'X509SerialNumber')) !== BigInt(`0x${certificate.serialNumber}`))
    throw new BadSignature('the signed properties name another serial number')
  return { certificate, signedAt: new Date(textOf(properties, XADES, 'SigningTime')) }
}

async function holds(signed: SignedXml, signature: Element, { publicKey }: X509Certificate): Promise<boolean> {
  try {
    signed.LoadXml(signature)
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const namedCurve = CURVES[publicKey.asymmetricKeyDetails?.namedCurve ?? ''] ?? ''
    const algorithm = { ...(signed.Algorithm as unknown as SignedBy), namedCurve }
    Object.assign(signed, { Algorithm: algorithm })
    return await signed.Verify(await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']))
  } catch (error) {
    throw new BadSignature('the signature can not be verified', { cause: error })
  }
}

function one(within: Element, namespace: string, name: string): Element {
  const [found] = Array.from(within.getElementsByTagNameNS(namespace, name))
  if (found === undefined) throw new BadSignature(`${name} is missing`)
  return found
}

function textOf(within: Element, namespace: string, name: string): string {
  return (one(within, namespace, name).textContent ?? '').trim()
}
