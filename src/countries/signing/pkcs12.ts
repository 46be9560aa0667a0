import { pbkdf2Sync } from 'node:crypto'
import { createRequire } from 'node:module'
import type forge from 'node-forge'
import { lazily } from '../../domain/lazily.js'

/** The content of a PKCS#12 file (RFC 7292), or why it doesn't open. */
type Pkcs12 =
  | {
      readonly kind: 'opened'
      /** In DER. */
      readonly certificates: readonly Uint8Array[]
      /** In DER, as PKCS#8 (RFC 5208). */
      readonly privateKeys: readonly Uint8Array[]
    }
  | { readonly kind: 'fault'; readonly part: 'pkcs12' | 'passphrase'; readonly fault: string }

/**
 * The most rounds of key derivation that are computed: files have 2,000 to 10,000 of the old kind
 * and up to 600,000 of PBKDF2, which Node's own fast library computes.
 */
const MOST_ROUNDS = { pkcs12: 60_000, pbkdf2: 2_000_000 } as const

/**
 * Opens a PKCS#12 file: with the old ciphers (RC2) that Node's own TLS no longer supports, and
 * with AES.
 */
export function openPkcs12(bytes: Uint8Array, passphrase: string): Pkcs12 {
  const { asn1, pkcs12, pki, util } = library()
  let file: forge.pkcs12.Pkcs12Pfx
  try {
    file = pkcs12.pkcs12FromAsn1(
      asn1.fromDer(util.createBuffer(Buffer.from(bytes).toString('binary'))),
      true,
      passphrase,
    )
  } catch (error) {
    return faultBy(error, passphrase)
  }
  const bags = (type: string | undefined) => (type === undefined ? [] : (file.getBags({ bagType: type })[type] ?? []))
  const der = (value: forge.asn1.Asn1) => Buffer.from(asn1.toDer(value).getBytes(), 'binary')
  return {
    kind: 'opened',
    // The library reads certificates and keys of RSA itself and leaves all others unchanged.
    certificates: bags(pki.oids['certBag']).map(({ asn1: own, cert }) =>
      der(cert == null ? own : sameCertificate(cert)),
    ),
    privateKeys: [...bags(pki.oids['pkcs8ShroudedKeyBag']), ...bags(pki.oids['keyBag'])].map(({ asn1: own, key }) =>
      der(key == null ? own : pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key))),
    ),
  }
}

/**
 * A certificate that the library has read, with its original bytes. The library's writer adds
 * parameters to the algorithm of an ECDSA signature; the signed part repeats that algorithm
 * (RFC 5280, 4.1.2.3) and has to stay unchanged.
 */
function sameCertificate(certificate: forge.pki.Certificate): forge.asn1.Asn1 {
  const { asn1 } = library()
  const { tbsCertificate } = certificate
  const signature: unknown = certificate.signature
  const parts = Array.isArray(tbsCertificate.value) ? tbsCertificate.value : []
  const hasVersion = parts[0]?.tagClass === asn1.Class.CONTEXT_SPECIFIC
  const algorithm = parts[hasVersion ? 2 : 1]
  if (algorithm === undefined) throw new RangeError('a certificate without algorithm has been read')
  const bits = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.BITSTRING, false, `\0${String(signature)}`)
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [tbsCertificate, algorithm, bits])
}

function faultBy(error: unknown, passphrase: string): Pkcs12 {
  if (error instanceof TooManyRounds) {
    return { kind: 'fault', part: 'pkcs12', fault: 'derives its key in too many rounds; export it again' }
  }
  // The library's own words, from the check sum of the file or the result of the cipher.
  if (error instanceof Error && /MAC could not be verified|wrong password|Failed to decrypt/i.test(error.message)) {
    const fault = passphrase === '' ? 'is required: the PKCS#12 file has one' : 'does not open the PKCS#12 file'
    return { kind: 'fault', part: 'passphrase', fault }
  }
  return { kind: 'fault', part: 'pkcs12', fault: 'must be a PKCS#12 file (.p12, .pfx) in Base64' }
}

/** A file that would occupy the process for hours. */
class TooManyRounds extends Error {
  override readonly name = 'TooManyRounds'
}

function refuseTooMany(rounds: number, most: number): void {
  if (!(rounds <= most)) throw new TooManyRounds()
}

/** The library's two derivations of a key; binary strings have a character for each byte. */
interface Derivations {
  readonly pbe: { generatePkcs12Key: OfPkcs12 }
  readonly pkcs12: { generateKey: OfPkcs12 }
  readonly pkcs5: {
    pbkdf2(
      passphrase: string,
      salt: string,
      rounds: number,
      bytes: number,
      digest?: { readonly algorithm: string } | null,
    ): string
  }
}

type OfPkcs12 = (
  passphrase: string,
  salt: unknown,
  purpose: number,
  rounds: number,
  bytes: number,
  digest: unknown,
) => unknown

/**
 * Loaded when the first file is opened: most services never open one. The library computes any
 * number of rounds, so it gets limits here. Its PBKDF2 reads a passphrase as bytes and supports
 * only ASCII: Node's replaces it.
 */
const library = lazily((): typeof forge => {
  const opened: unknown = createRequire(import.meta.url)('node-forge')
  const { pbe, pkcs5, pkcs12 } = opened as Derivations
  const ofPkcs12 = pbe.generatePkcs12Key
  pbe.generatePkcs12Key = (passphrase, salt, purpose, rounds, bytes, digest) => {
    refuseTooMany(rounds, MOST_ROUNDS.pkcs12)
    return ofPkcs12(passphrase, salt, purpose, rounds, bytes, digest)
  }
  pkcs12.generateKey = pbe.generatePkcs12Key
  pkcs5.pbkdf2 = (passphrase, salt, rounds, bytes, digest) => {
    refuseTooMany(rounds, MOST_ROUNDS.pbkdf2)
    const algorithm = digest?.algorithm ?? 'sha1'
    return pbkdf2Sync(passphrase, Buffer.from(salt, 'binary'), rounds, bytes, algorithm).toString('binary')
  }
  return opened as typeof forge
})
