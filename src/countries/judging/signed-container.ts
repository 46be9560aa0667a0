import { X509Certificate } from 'node:crypto'
import { isSignedFile, readSignedFile, UnreadableSignedFile } from '../signing/cades.js'
import { type SignatureVerdict, verifyXades } from '../signing/verify-xades.js'
import type { XmlFinding } from './xml-judgement.js'

/** The rules of the service on the signature of a document. */
export const SIGNATURE_RULES = ['CW-SIGNATURE', 'CW-SIGNATURE-EXPIRED'] as const

/** A finding on the signature of a document. */
type Fault = Pick<XmlFinding, 'rule' | 'severity' | 'message' | 'fix'>

/** The document in a signed file, and the verdict on the signatures around it. */
interface SignedContainer {
  readonly xml: Uint8Array
  readonly verdicts: readonly SignatureVerdict[]
}

/** Why there is no document in a signed file. */
interface NoDocument {
  readonly message: string
  readonly fix: string
}

/** A file may be signed again, as a whole. */
const MOST_LAYERS = 3
/** Documents have at most 12 MiB. */
const MOST_BYTES = 16 * 1024 * 1024

/** The document in a file signed by CAdES (`.p7m`); null: it is no such file. */
export function signedContainer(bytes: Uint8Array): SignedContainer | NoDocument | null {
  if (!isSignedFile(bytes)) return null
  const verdicts: SignatureVerdict[] = []
  let xml = bytes
  try {
    while (isSignedFile(xml)) {
      if (verdicts.length === MOST_LAYERS) throw new UnreadableSignedFile(`is signed over ${MOST_LAYERS} times`)
      const { content, verdict } = readSignedFile(xml)
      verdicts.push(verdict)
      xml = content
    }
  } catch (error) {
    if (!(error instanceof UnreadableSignedFile)) throw error
    return {
      message: `The signed file ${error.message}`,
      fix: 'Send the document as XML, or as a .xml.p7m that contains it (CAdES-BES, enveloping)',
    }
  }
  return { xml, verdicts }
}

/** The document inside of any signatures; the bytes themselves where there are none readable. */
export function unsignedBytes(bytes: Uint8Array): Uint8Array {
  const container = signedContainer(bytes)
  return container !== null && 'xml' in container ? container.xml : bytes
}

/**
 * What is wrong with signatures by CAdES.
 * @param now absent: no certificate is compared with it
 */
export function signatureFaults(verdicts: readonly SignatureVerdict[], now: Date | undefined): readonly Fault[] {
  return verdicts.flatMap((verdict) => faultsOf(verdict, now))
}

/** The same for the enveloped signature (XAdES) of a document. */
export function envelopedFaults(bytes: Uint8Array, now: Date | undefined): readonly Fault[] {
  return faultsOf(verifyXades(bytes, MOST_BYTES), now)
}

const SIGN_AGAIN =
  'Sign the document again after its last change, as .xml.p7m (CAdES-BES) or inside the XML (XAdES-BES, enveloped), or send it unsigned: the service signs invoices for administrations with the certificate of the connection'

function faultsOf(verdict: SignatureVerdict, now: Date | undefined): readonly Fault[] {
  if (verdict.kind === 'invalid')
    return [
      {
        rule: 'CW-SIGNATURE',
        severity: 'fatal',
        message: `The signature of the document is not valid: ${verdict.reason}.`,
        fix: `${SIGN_AGAIN}.`,
      },
    ]
  const [signer] = verdict.kind === 'valid' ? verdict.certificates : []
  if (signer === undefined || now === undefined) return []
  const { validFrom, validTo } = new X509Certificate(signer)
  if (now >= new Date(validFrom) && now <= new Date(validTo)) return []
  return [
    {
      rule: 'CW-SIGNATURE-EXPIRED',
      severity: 'fatal',
      message: `The certificate of the signature is valid from ${dayOf(validFrom)} to ${dayOf(validTo)}.`,
      fix: 'Sign the document with a certificate that is valid today.',
    },
  ]
}

function dayOf(text: string): string {
  return new Date(text).toISOString().slice(0, 10)
}
