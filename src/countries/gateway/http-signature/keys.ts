import { constants, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { lazily } from '../../../domain/lazily.js'

/** How an algorithm of RFC 9421 (section 3.3) checks a signature. */
interface Algorithm {
  readonly fits: (key: KeyObject) => boolean
  readonly verify: (base: Uint8Array, key: KeyObject, signature: Uint8Array) => boolean
}

const isCurve =
  (curve: string) =>
  ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
    asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === curve

const PSS = constants.RSA_PKCS1_PSS_PADDING

const ecdsa = (curve: string, hash: string): Algorithm => ({
  fits: isCurve(curve),
  verify: (base, key, signature) => verify(hash, base, { key, dsaEncoding: 'ieee-p1363' }, signature),
})

/** Those with a public key. `hmac-sha256` has none: who can check could also sign. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  'rsa-pss-sha512': {
    fits: ({ asymmetricKeyType }) => asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss',
    // The RFC has salts of 64 bytes, programs also longer ones: any is as good.
    verify: (base, key, signature) =>
      verify('sha512', base, { key, padding: PSS, saltLength: constants.RSA_PSS_SALTLEN_AUTO }, signature),
  },
  'rsa-v1_5-sha256': {
    fits: ({ asymmetricKeyType }) => asymmetricKeyType === 'rsa',
    verify: (base, key, signature) => verify('sha256', base, { key, padding: constants.RSA_PKCS1_PADDING }, signature),
  },
  'ecdsa-p256-sha256': ecdsa('prime256v1', 'sha256'),
  'ecdsa-p384-sha384': ecdsa('secp384r1', 'sha384'),
  ed25519: {
    fits: ({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519',
    verify: (base, key, signature) => verify(null, base, key, signature),
  },
}

/** The names of the algorithms, for messages. */
export const ALGORITHM_NAMES: readonly string[] = Object.keys(ALGORITHMS)

/** Whether the service can check signatures of this algorithm. */
export function isAlgorithm(name: string): boolean {
  return Object.hasOwn(ALGORITHMS, name)
}

/**
 * Whether a key made the signature. The key's kind decides on the algorithm; `algorithm` is the
 * name in the signature, which has to be one of it; null: it has none.
 */
export function isMadeWith(key: KeyObject, algorithm: string | null, base: Uint8Array, signature: Uint8Array): boolean {
  return Object.entries(ALGORITHMS).some(
    ([name, its]) => (algorithm === null || name === algorithm) && its.fits(key) && its.verify(base, key, signature),
  )
}

const BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]*-----END \1-----/g
/** So many that a change of keys fits, and that a check stays cheap. */
const MOST_KEYS = 5
const SHORTEST_RSA = 2048

/** Why a text holds no keys that the service can check with; never quotes it. */
export class UnusableKeys extends Error {
  override readonly name = 'UnusableKeys'
}

/**
 * The public keys in a text in PEM: keys (SPKI) or certificates, of which the key alone counts.
 * Throws `UnusableKeys`.
 */
export function publicKeysIn(pem: string): readonly KeyObject[] {
  const blocks = pem.match(BLOCK) ?? []
  if (blocks.length === 0) throw new UnusableKeys('must be public keys or certificates in PEM')
  if (blocks.length > MOST_KEYS) throw new UnusableKeys(`must hold at most ${MOST_KEYS} keys`)
  return blocks.map(publicKeyIn)
}

function publicKeyIn(block: string): KeyObject {
  // From a private key Node would take the public one; no one else should have it.
  if (block.includes('PRIVATE KEY'))
    throw new UnusableKeys('must not hold a private key; ask the platform for its public key')
  let key: KeyObject
  try {
    key = createPublicKey(block)
  } catch {
    throw new UnusableKeys('must be public keys or certificates in PEM')
  }
  if (!Object.values(ALGORITHMS).some(({ fits }) => fits(key)))
    throw new UnusableKeys('must hold keys of RSA, of the curves P-256 or P-384, or of Ed25519')
  if ((key.asymmetricKeyDetails?.modulusLength ?? SHORTEST_RSA) < SHORTEST_RSA)
    throw new UnusableKeys(`must hold RSA keys of at least ${SHORTEST_RSA} bits`)
  return key
}

/** A key whose signatures no one has: a check with it takes as long as with a real one. */
export const decoyKey = lazily(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
