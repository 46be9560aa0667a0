import { X509Certificate } from 'node:crypto'
import { cut } from '../../../domain/text.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXmlOrNull } from '../../../einvoice/xml/parse.js'
import type { MessageReader } from '../../gateway/message-reader.js'
import type { ArrivedDocument } from '../../gateway/reception.js'
import { signedContainer } from '../../judging/signed-container.js'
import { type SignatureVerdict, verifyXades } from '../../signing/verify-xades.js'
import { childOf, localName, textOf } from '../xml-names.js'

/** What the way of a supplier's file depends on. Its content is untrusted. */
export interface OpenedFile {
  /** The buyer's VAT number, with its country's prefix; null: it names none. */
  readonly buyerVat: string | null
  /** The buyer's Codice Fiscale; null: it names none. */
  readonly buyerTaxCode: string | null
  /** The supplier's VAT number, with its country's prefix; null: it names none. */
  readonly supplier: string | null
  /** How many invoices are in it; 1 also where that is not known. */
  readonly parts: number
  /** JSON on its signatures, see `describedSignatures`; null: it has none. */
  readonly signatures: string | null
}

const LONGEST_NUMBER = 50
const LONGEST_NAME = 500
const MOST_BYTES = 16 * 1024 * 1024

/** Opens a file of a supplier: FatturaPA or its simplified form, signed by CAdES, XAdES or not. */
export const OPENED_FILE: MessageReader<null, OpenedFile> = {
  name: 'file of an Italian supplier',
  read: openedFile,
}

function openedFile(bytes: Uint8Array): OpenedFile {
  const container = signedContainer(bytes)
  if (container !== null && !('xml' in container)) return { ...NOTHING, signatures: unreadable(container.message) }
  const xml = container?.xml ?? bytes
  const root = parseXmlOrNull(xml)?.root ?? null
  const isEnveloped = root !== null && childOf(root, 'Signature') !== undefined
  const verdicts: readonly Described[] = [
    ...(container?.verdicts ?? []).map((verdict) => describedSignature('CAdES', verdict)),
    ...(isEnveloped ? [describedSignature('XAdES', verifyXades(xml, MOST_BYTES))] : []),
  ]
  const signatures = verdicts.length === 0 ? null : JSON.stringify({ signatures: verdicts, trust: NOT_CHECKED })
  if (root === null) return { ...NOTHING, signatures }
  const header = childOf(root, 'FatturaElettronicaHeader')
  const buyer = header && childOf(header, 'CessionarioCommittente')
  const seller = header && childOf(header, 'CedentePrestatore')
  return {
    buyerVat: vatIn(buyer),
    buyerTaxCode: taxCodeIn(buyer),
    supplier: vatIn(seller),
    parts: Math.max(1, root.children.filter((child) => localName(child) === 'FatturaElettronicaBody').length),
    signatures,
  }
}

/** What is kept beside a file: the verdict on its signatures, if it has any. */
export function signatureFile({ signatures }: Pick<OpenedFile, 'signatures'>): ArrivedDocument['files'] {
  if (signatures === null) return []
  return [{ kind: 'signature', filename: null, mediaType: 'application/json', bytes: Buffer.from(signatures) }]
}

const NOTHING = { buyerVat: null, buyerTaxCode: null, supplier: null, parts: 1 } as const
/** Who issued a certificate, and whether it was revoked, is a separate question. */
const NOT_CHECKED = 'the authorities of the certificates and revocations were not checked'

/** The element with the numbers of a party: of FatturaPA, or of its simplified form. */
function identityOf(party: XmlElement | undefined): XmlElement | undefined {
  return party && (childOf(party, 'DatiAnagrafici') ?? childOf(party, 'IdentificativiFiscali') ?? party)
}

function vatIn(party: XmlElement | undefined): string | null {
  const identity = identityOf(party)
  const given = identity && childOf(identity, 'IdFiscaleIVA')
  const code = given && textOf(given, 'IdCodice')
  if (code === undefined) return null
  return cut(`${(given && textOf(given, 'IdPaese')) ?? ''}${code}`.toUpperCase(), LONGEST_NUMBER, '')
}

function taxCodeIn(party: XmlElement | undefined): string | null {
  const identity = identityOf(party)
  const given = identity && textOf(identity, 'CodiceFiscale')
  return given === undefined ? null : cut(given.toUpperCase(), LONGEST_NUMBER, '')
}

/** A signature as `documents/signature` shows it. */
interface Described {
  readonly kind: 'CAdES' | 'XAdES'
  readonly verdict: SignatureVerdict['kind']
  /** Of a signature that is not valid. */
  readonly reason?: string
  readonly signer?: object
}

function describedSignature(kind: Described['kind'], verdict: SignatureVerdict): Described {
  if (verdict.kind === 'invalid') return { kind, verdict: 'invalid', reason: verdict.reason }
  const [signer] = verdict.kind === 'valid' ? verdict.certificates : []
  return { kind, verdict: verdict.kind, ...(signer !== undefined && { signer: describedSigner(signer) }) }
}

function describedSigner(der: Uint8Array): object {
  const { subject, issuer, serialNumber, validFrom, validTo } = new X509Certificate(der)
  return {
    subject: inOneLine(subject),
    issuer: inOneLine(issuer),
    serialNumber,
    validFrom: new Date(validFrom).toISOString(),
    validTo: new Date(validTo).toISOString(),
  }
}

/** A distinguished name, which comes from outside. */
function inOneLine(name: string): string {
  return cut(name.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ', '), LONGEST_NAME)
}

function unreadable(reason: string): string {
  return JSON.stringify({ signatures: [{ kind: 'CAdES', verdict: 'unreadable', reason }] })
}
