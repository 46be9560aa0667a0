import { constants, createHash, type KeyObject, sign } from 'node:crypto'

/** How a request is signed (RFC 9421); the defaults are what the service asks for. */
interface Signing {
  readonly key: KeyObject
  /** By which algorithm; default: the usual one of the key. */
  readonly algorithm?: string
  /** What stands for it in the signature; null: nothing. */
  readonly named?: string | null
  /** Seconds since 1970. */
  readonly created: number
  readonly covered?: readonly string[]
  /** Further parameters, as written: `;nonce="1"`. */
  readonly parameters?: string
  readonly label?: string
  /** Of RSA-PSS; default: that of the RFC. */
  readonly saltLength?: number
}

const COVERED = ['@method', '@target-uri', 'content-type', 'content-digest']

/** The headers of a signed POST of JSON, among them `content-type` and `content-digest`. */
export function signedHeaders(address: string, body: Buffer, signing: Signing): Record<string, string> {
  const { key, created, covered = COVERED, parameters = '', label = 'sig1', saltLength = 64 } = signing
  const { algorithm = usual(key), named = algorithm } = signing
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
  }
  const url = new URL(address)
  const derived: Readonly<Record<string, string>> = {
    // The client adds it.
    'content-length': String(body.length),
    '@method': 'POST',
    '@target-uri': address,
    '@authority': url.host,
    '@scheme': url.protocol.replace(':', ''),
    '@path': url.pathname,
    '@request-target': url.pathname + url.search,
    '@query': url.search === '' ? '?' : url.search,
  }
  const list = covered.map((name) => `"${name}"`).join(' ')
  const input = `(${list});created=${created}${named === null ? '' : `;alg="${named}"`}${parameters}`
  const lines = covered.map((name) => `"${name}": ${derived[name] ?? headers[name] ?? ''}`)
  const base = Buffer.from([...lines, `"@signature-params": ${input}`].join('\n'))
  return {
    ...headers,
    'signature-input': `${label}=${input}`,
    signature: `${label}=:${made(algorithm, key, base, saltLength).toString('base64')}:`,
  }
}

function usual({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'ed25519') return 'ed25519'
  if (asymmetricKeyType === 'ec')
    return asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ecdsa-p384-sha384' : 'ecdsa-p256-sha256'
  return 'rsa-pss-sha512'
}

function made(algorithm: string, key: KeyObject, base: Buffer, saltLength: number): Buffer {
  switch (algorithm) {
    case 'ed25519':
      return sign(null, base, key)
    case 'ecdsa-p256-sha256':
      return sign('sha256', base, { key, dsaEncoding: 'ieee-p1363' })
    case 'ecdsa-p384-sha384':
      return sign('sha384', base, { key, dsaEncoding: 'ieee-p1363' })
    case 'rsa-v1_5-sha256':
      return sign('sha256', base, { key, padding: constants.RSA_PKCS1_PADDING })
    default:
      return sign('sha512', base, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
  }
}
