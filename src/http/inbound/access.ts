import { createHash, createPrivateKey, createPublicKey, timingSafeEqual, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { StartupError } from '../../storage/startup-error.js'

/** The certificate of the inbound port, and the authority of accepted client certificates. */
interface InboundTls {
  /** PEM. */
  readonly cert: string
  readonly key: string
  /** PEM: the authority whose clients are accepted; absent: no client certificate is. */
  readonly clientCa?: string
}

/** Who may send messages. If both are set, one of the two is enough. */
export interface InboundAccess {
  readonly tls: InboundTls | null
  /** The token of `Authorization: Bearer`; null: no token is accepted. */
  readonly token: string | null
}

/** The settings of the same names, as they were set. */
interface InboundSettings {
  readonly INBOUND_TLS_CERT?: string | undefined
  readonly INBOUND_TLS_KEY?: string | undefined
  readonly INBOUND_TLS_CLIENT_CA?: string | undefined
  readonly INBOUND_TOKEN?: string | undefined
}

/**
 * Reads the files that the settings name. Throws `StartupError` in one sentence: files that can't
 * be used, or a port without authentication, where anyone could pose as a government.
 */
export function readInboundAccess(settings: InboundSettings): InboundAccess {
  const { INBOUND_TLS_CERT: cert, INBOUND_TLS_KEY: key, INBOUND_TLS_CLIENT_CA: clientCa, INBOUND_TOKEN } = settings
  if (clientCa === undefined && INBOUND_TOKEN === undefined) {
    throw new StartupError(
      'INBOUND_PORT is set without authentication, so anyone could pose as a government: set ' +
        'INBOUND_TLS_CLIENT_CA, INBOUND_TOKEN, or both.',
    )
  }
  const token = INBOUND_TOKEN ?? null
  if (cert === undefined && key === undefined && clientCa === undefined) return { tls: null, token }
  if (cert === undefined || key === undefined) {
    throw new StartupError('INBOUND_TLS_CERT and INBOUND_TLS_KEY are needed together, and with INBOUND_TLS_CLIENT_CA.')
  }
  const tls = {
    cert: readPem('INBOUND_TLS_CERT', cert, checkCertificates),
    key: readPem('INBOUND_TLS_KEY', key, createPrivateKey),
    ...(clientCa !== undefined && { clientCa: readPem('INBOUND_TLS_CLIENT_CA', clientCa, checkCertificates) }),
  }
  const served = new X509Certificate(tls.cert)
  if (!createPublicKey(tls.key).equals(served.publicKey)) {
    throw new StartupError('INBOUND_TLS_KEY is not the key of the first certificate in INBOUND_TLS_CERT.')
  }
  return { tls, token }
}

function readPem(setting: string, file: string, check: (pem: string) => unknown): string {
  try {
    const pem = readFileSync(file, 'utf8')
    check(pem)
    return pem
  } catch (error) {
    const why = error instanceof Error && 'syscall' in error ? error.message : 'it contains none'
    const what = setting === 'INBOUND_TLS_KEY' ? 'an unencrypted private key' : 'certificates'
    throw new StartupError(`${setting} must name a file with ${what} in PEM: ${why}.`, { cause: error })
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

function checkCertificates(pem: string): void {
  const certificates = pem.match(CERTIFICATE)
  if (certificates === null) throw new Error('no certificate')
  for (const certificate of certificates) new X509Certificate(certificate)
}

/**
 * Whether the sender of this request may send messages for a government. Checking a wrong token
 * takes as long as the right one.
 */
export function isLetIn({ token, tls }: InboundAccess, { socket, headers }: IncomingMessage): boolean {
  if (tls?.clientCa !== undefined && socket instanceof TLSSocket && socket.authorized) return true
  if (token === null) return false
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
