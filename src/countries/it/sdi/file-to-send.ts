import { hash } from 'node:crypto'
import { expiryFault, readSigner, UnusableSigner } from '../../signing/signer.js'
import type { Submission } from '../../gateway/gateway.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import { transmissionFormat } from '../parties.js'
import { UNSIGNABLE, UNSIGNED } from '../rejections/transmission.js'
import { accessOf } from './identity.js'
import { SIGNED, TO_SIGN } from './signed.js'

/** SdI's size limit for web services, and its message for larger files. */
const LARGEST_BYTES = 5 * 1024 * 1024
const TOO_LARGE = '00003: Le dimensioni del file superano quelle ammesse'

/** The file sent for an invoice. */
type FileToSend =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  /** SdI would take no file of this invoice. */
  | { readonly kind: 'refused'; readonly errorMessage: string }
  /** The connection's certificate for signing is no use. */
  | { readonly kind: 'unusable'; readonly reason: string }

type Tools = Pick<GatewayTools, 'clock' | 'readFor'>

/**
 * The file of an invoice: the unchanged document; for an administration it is signed each time,
 * because SdI detects a repetition by the file's name, not by its bytes.
 */
export async function fileToSend(tools: Tools, submission: Submission): Promise<FileToSend> {
  const file: FileToSend = (await mustBeSigned(tools, submission))
    ? await signed(tools, submission)
    : { kind: 'file', bytes: submission.xml }
  return file.kind === 'file' && file.bytes.length > LARGEST_BYTES ? { kind: 'refused', errorMessage: TOO_LARGE } : file
}

/** SHA-256 (hex) of the file of a submission; null: each upload has another signature. */
export async function knownHash(tools: Pick<Tools, 'readFor'>, submission: Submission): Promise<string | null> {
  return (await mustBeSigned(tools, submission)) ? null : hash('sha256', submission.xml)
}

/** SdI accepts unsigned files except for administrations; a document may already be signed. */
async function mustBeSigned(tools: Pick<Tools, 'readFor'>, { scope, invoice, xml }: Submission): Promise<boolean> {
  return transmissionFormat(invoice) === 'FPA12' && !(await readingFor(tools, scope)(SIGNED, xml, null))
}

async function signed(tools: Tools, submission: Submission): Promise<FileToSend> {
  const now = tools.clock.now()
  const { signingCertificate, signingKey, signingPassphrase } = accessOf(submission).credentials
  if (signingCertificate === undefined || signingKey === undefined) return { kind: 'refused', errorMessage: UNSIGNED }
  try {
    const signer = readSigner({
      certificate: signingCertificate,
      privateKey: signingKey,
      passphrase: signingPassphrase,
    })
    const fault = expiryFault(signer, now)
    if (fault !== null) return { kind: 'unusable', reason: `the certificate for signing ${fault}` }
    // Loaded on demand, because most invoices are not for administrations.
    const { signEnveloping } = await import('../../signing/xades.js')
    const document = Buffer.from(submission.xml)
    const read = await readingFor(tools, submission.scope)(TO_SIGN, document, null)
    if (read === null) return { kind: 'refused', errorMessage: UNSIGNABLE }
    return { kind: 'file', bytes: await signEnveloping(document, read, signer, now) }
  } catch (error) {
    if (error instanceof UnusableSigner)
      return { kind: 'unusable', reason: `the certificate for signing is unusable: ${error.message}` }
    if (error instanceof RangeError) return { kind: 'refused', errorMessage: UNSIGNABLE }
    throw error
  }
}
