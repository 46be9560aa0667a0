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
  /** The KSeF certificate of the type Offline, with its key; absent: it has none. */
  readonly offline?: Exclude<Credential, { kind: 'token' | 'pkcs12' }>
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
  const offline = offlineIn(credentials)
  return {
    nip: nipOf(vatNumber),
    credential: credentialIn(credentials),
    ...(offline !== undefined && { offline }),
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

function offlineIn({ offlineCertificate, offlineKey, offlinePassphrase }: Access['credentials']): Taxpayer['offline'] {
  if (offlineCertificate === undefined || offlineKey === undefined) return undefined
  const passphrase = offlinePassphrase !== undefined && { passphrase: offlinePassphrase }
  return { kind: 'certificate', certificate: offlineCertificate, privateKey: offlineKey, ...passphrase }
}
