import { constants, createCipheriv, hash, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto'

/** SHA-256 in Base64, as KSeF writes hashes. */
export function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64')
}

/** Encrypts for a key of KSeF: RSA-OAEP with SHA-256, also in its mask (MGF1); Base64. */
export function encryptedFor(key: KeyObject, secret: Uint8Array): string {
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, secret).toString(
    'base64',
  )
}

/** Key and initialization vector of one session, the same for all of its invoices. */
export class SessionCipher {
  readonly key: Uint8Array = randomBytes(32)
  readonly iv: Uint8Array = randomBytes(16)

  /** AES-256-CBC with the padding of PKCS#7. */
  encrypted(bytes: Uint8Array): Buffer {
    const cipher = createCipheriv('aes-256-cbc', this.key, this.iv)
    return Buffer.concat([cipher.update(bytes), cipher.final()])
  }
}
