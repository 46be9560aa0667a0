import type { Access, Submission } from '../../gateway/gateway.js'
import { hash } from 'node:crypto'

/** The credentials with which a company signs in to KSeF. */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'certificate'
      readonly certificate: string
      readonly privateKey: string
      readonly passphrase?: string
    }
  | { readonly kind: 'pkcs12'; readonly pkcs12: Uint8Array; readonly passphrase?: string }

/** A connected company, as KSeF identifies it. */
export interface Taxpayer {
  /** Ten digits. */
  readonly nip: string
  readonly credential: Credential
  /** Of connection and credentials: changes only with them. It can be logged. */
  readonly key: string
}

/** The submitting company. Throws without a connection, which the caller has to pass. */
export function taxpayerOf({ access, attemptId }: Submission): Taxpayer {
  if (access === null) throw new Error(`attempt ${attemptId} has no connection to KSeF`)
  return connected(access)
}

/** The company of a connection. */
export function connected({ connectionId, vatNumber, credentials }: Access): Taxpayer {
  return {
    nip: nipOf(vatNumber),
    credential: credentialIn(credentials),
    key: `${connectionId} ${vatNumber} ${hash('sha256', JSON.stringify(Object.entries(credentials).sort()))}`,
  }
}

/** The digits of a Polish VAT number. */
export function nipOf(vatNumber: string): string {
  return vatNumber.replace(/^PL/, '')
}

function credentialIn({ token, certificate, privateKey, pkcs12, passphrase }: Access['credentials']): Credential {
  const phrase = passphrase !== undefined && { passphrase }
  if (pkcs12 !== undefined) return { kind: 'pkcs12', pkcs12: Buffer.from(pkcs12, 'base64'), ...phrase }
  if (certificate !== undefined && privateKey !== undefined)
    return { kind: 'certificate', certificate, privateKey, ...phrase }
  // KSeF answers a missing token like an unknown one.
  return { kind: 'token', token: token ?? '' }
}
