import { hash } from 'node:crypto'
import { readSigner, type Signer, type SignerMaterial, UnusableSigner } from '../../signing/signer.js'
import type { Access, Submission } from '../../gateway/gateway.js'
import type { ClientIdentity } from '../../gateway/government-http.js'
import { keepNewest } from '../../../domain/keep-newest.js'

/** Our identity for SdI, or why the credentials of a connection contain none. */
type Channel =
  | { readonly kind: 'open'; readonly identity: ClientIdentity; readonly validTo: Date }
  /** In English, without any secret. */
  | { readonly kind: 'closed'; readonly reason: string }

/** The number of connections whose certificates are cached: opening a PKCS#12 file is slow. */
const MOST_SIGNERS = 256

/** The certificates of channels, by the credentials of connections. */
export class Channels {
  readonly #read = new Map<string, Signer | UnusableSigner>()

  /** The channel of a connection at a given time. */
  of({ credentials }: Access, now: Date): Channel {
    const { certificate, privateKey, pkcs12, passphrase } = credentials
    const material: SignerMaterial | null =
      pkcs12 !== undefined
        ? { pkcs12, passphrase }
        : certificate !== undefined && privateKey !== undefined
          ? { certificate, privateKey, passphrase }
          : null
    if (material === null) return closed('the connection has no client certificate for SdI')
    const signer = this.#signerOf(material)
    if (signer instanceof UnusableSigner) return closed(`the client certificate for SdI is unusable: ${signer.message}`)
    const validTo = new Date(signer.certificate.validTo)
    if (validTo <= now) return closed(`the client certificate for SdI expired on ${validTo.toISOString()}`)
    return { kind: 'open', identity: identityOf(signer), validTo }
  }

  #signerOf(material: SignerMaterial): Signer | UnusableSigner {
    const key = hash('sha256', JSON.stringify(material))
    const signer = this.#read.get(key) ?? readOrFault(material)
    keepNewest(this.#read, key, signer, MOST_SIGNERS)
    return signer
  }
}

function readOrFault(material: SignerMaterial): Signer | UnusableSigner {
  try {
    return readSigner(material)
  } catch (error) {
    if (error instanceof UnusableSigner) return error
    throw error
  }
}

/**
 * TLS requires the certificate before its chain, which customers submit in any order, and can't
 * open older PKCS#12 files.
 */
function identityOf({ certificate, privateKey, chain }: Signer): ClientIdentity {
  return {
    certificate: [certificate, ...chain].map(String).join(''),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function closed(reason: string): Channel {
  return { kind: 'closed', reason }
}

/** The connection of a submission, which always exists in production. */
export function accessOf({ access }: Submission): Access {
  if (access === null) throw new Error('a submission without a connection')
  return access
}
