import { constants, createPublicKey, generateKeyPairSync, hash, privateDecrypt } from 'node:crypto'
import forge from 'node-forge'

/** A key pair with a certificate, PEM. */
export interface CertifiedKey {
  readonly certificate: string
  readonly privateKey: string
}

/** A certificate for a new RSA key, valid from 2020 to 2049, that vouches for itself. */
export function certified(subject: readonly forge.pki.CertificateField[]): CertifiedKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()
  const certificate = forge.pki.createCertificate()
  certificate.serialNumber = '01'
  certificate.publicKey = forge.pki.publicKeyFromPem(
    createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString(),
  )
  certificate.validity.notBefore = new Date('2020-01-01T00:00:00Z')
  certificate.validity.notAfter = new Date('2049-01-01T00:00:00Z')
  certificate.setSubject([...subject])
  certificate.setIssuer([...subject])
  certificate.sign(forge.pki.privateKeyFromPem(pem), forge.md.sha256.create())
  return { certificate: forge.pki.certificateToPem(certificate), privateKey: pem }
}

/** A key of KSeF's. */
export class MinistryKey {
  readonly id: string
  readonly #pair: CertifiedKey
  readonly #der: Buffer

  constructor(
    readonly usage: 'KsefTokenEncryption' | 'SymmetricKeyEncryption',
    readonly validFrom: string,
  ) {
    this.#pair = certified([{ name: 'commonName', value: usage }])
    this.#der = Buffer.from(this.#pair.certificate.replace(/-----[^-]+-----|\s/g, ''), 'base64')
    const spki = createPublicKey(this.#pair.certificate).export({ format: 'der', type: 'spki' })
    this.id = hash('sha256', spki, 'base64')
  }

  /** As the list of public keys has it. */
  get listed(): object {
    return {
      certificate: this.#der.toString('base64'),
      certificateId: hash('sha256', this.#der, 'base64'),
      publicKeyId: this.id,
      validFrom: this.validFrom,
      validTo: '2048-01-01T00:00:00+00:00',
      usage: [this.usage],
    }
  }

  /** null: it was not encrypted with this key, by RSA-OAEP with SHA-256. */
  decrypted(secret: string): Buffer | null {
    const key: { key: string; padding: number; oaepHash: string } = {
      key: this.#pair.privateKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    }
    try {
      return privateDecrypt(key, Buffer.from(secret, 'base64'))
    } catch {
      return null
    }
  }
}

let made: readonly MinistryKey[] | null = null

/** Made once a process: the one in force of each use, and an older one. */
export function ministryKeys(): readonly MinistryKey[] {
  made ??= [
    new MinistryKey('KsefTokenEncryption', '2025-01-01T00:00:00+00:00'),
    new MinistryKey('SymmetricKeyEncryption', '2024-01-01T00:00:00+00:00'),
    new MinistryKey('SymmetricKeyEncryption', '2025-01-01T00:00:00+00:00'),
  ]
  return made
}
