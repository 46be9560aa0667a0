import { hash, sign } from 'node:crypto'
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm'
import type { Signer } from '../../../src/countries/signing/signer.js'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const FILTER = 'http://www.w3.org/2002/06/xmldsig-filter2'

/** Parts of a signature that tests write otherwise. */
interface SdiSignature {
  readonly path?: string
  readonly documentUri?: string
  readonly digestMethod?: string
  readonly propertiesType?: string
  readonly named?: Uint8Array
}

/**
 * A notification that is signed as SdI does: XAdES-BES with XPath Filter 2.0, inclusive
 * canonicalization, and a digest of the key's data.
 */
export function signedBySdi(xml: string, { certificate, privateKey }: Signer, given: SdiSignature = {}): string {
  const { path = '/descendant::ds:Signature', documentUri = '', digestMethod = SHA256, named = certificate.raw } = given
  const { propertiesType = 'http://uri.etsi.org/01903#SignedProperties' } = given
  const end = xml.lastIndexOf('</')
  const within = (signature: string): string => xml.slice(0, end) + signature + xml.slice(end)
  const digest = (value: string) =>
    `<ds:DigestMethod Algorithm="${digestMethod}"/><ds:DigestValue>${value}</ds:DigestValue>`
  const keyInfo = `<ds:KeyInfo Id="KeyInfo_1"><ds:X509Data><ds:X509Certificate>\n${certificate.raw.toString('base64')}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  const properties =
    '<xades:SignedProperties Id="SignedProperties_1"><xades:SignedSignatureProperties>' +
    '<xades:SigningTime>2026-11-22T10:00:00Z</xades:SigningTime><xades:SigningCertificate><xades:Cert><xades:CertDigest>' +
    `<ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${hash('sha256', named, 'base64')}</ds:DigestValue>` +
    '</xades:CertDigest></xades:Cert></xades:SigningCertificate></xades:SignedSignatureProperties></xades:SignedProperties>'
  const object = `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#Signature_1">${properties}</xades:QualifyingProperties></ds:Object>`
  const start = `<ds:Signature xmlns:ds="${DS}" Id="Signature_1">`
  const canonical = (signature: string, local: string): string => {
    const document = XmlDocument.fromString(within(signature))
    const element = document.get(`//*[local-name() = '${local}']`)
    const text = element?.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_0 }) ?? ''
    document.dispose()
    return text
  }
  const unsigned = XmlDocument.fromString(xml)
  const ofDocument = hash('sha256', unsigned.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_0 }), 'base64')
  unsigned.dispose()
  const draft = (info: string, value: string): string =>
    `${start}${info}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}${object}</ds:Signature>`
  const digestOf = (local: string): string => hash('sha256', canonical(draft('', ''), local), 'base64')
  const info =
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${INCLUSIVE}"/>` +
    '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>' +
    `<ds:Reference Id="reference-document" URI="${documentUri}"><ds:Transforms><ds:Transform Algorithm="${FILTER}">` +
    `<XPath xmlns="${FILTER}" Filter="subtract">${path}</XPath></ds:Transform></ds:Transforms>${digest(ofDocument)}</ds:Reference>` +
    `<ds:Reference Id="reference-properties" Type="${propertiesType}" URI="#SignedProperties_1">${digest(digestOf('SignedProperties'))}</ds:Reference>` +
    `<ds:Reference Id="reference-keyinfo" URI="#KeyInfo_1">${digest(digestOf('KeyInfo'))}</ds:Reference></ds:SignedInfo>`
  const value = sign('sha256', Buffer.from(canonical(draft(info, ''), 'SignedInfo')), privateKey)
  return within(draft(info, value.toString('base64')))
}
