import {
  constants,
  createCipheriv,
  createDecipheriv,
  hash,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { nextTurn } from '../../../domain/next-turn.js'

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

/** Bytes that are decrypted before other work has its turn. */
const STEP_BYTES = 1024 * 1024

/** Key and initialization vector of one session or package, the same for all of its parts. */
export class SessionCipher {
  constructor(
    readonly key: Uint8Array = randomBytes(32),
    readonly iv: Uint8Array = randomBytes(16),
  ) {}

  /** AES-256-CBC with the padding of PKCS#7. */
  encrypted(bytes: Uint8Array): Buffer {
    const cipher = createCipheriv('aes-256-cbc', this.key, this.iv)
    return Buffer.concat([cipher.update(bytes), cipher.final()])
  }

  /** The reverse of `encrypted`, without blocking for long; null: it was encrypted otherwise. */
  async decrypted(bytes: Uint8Array): Promise<Buffer | null> {
    const cipher = createDecipheriv('aes-256-cbc', this.key, this.iv)
    const pieces: Buffer[] = []
    for (let from = 0; from < bytes.length; from += STEP_BYTES) {
      pieces.push(cipher.update(bytes.subarray(from, from + STEP_BYTES)))
      await nextTurn()
    }
    try {
      return Buffer.concat([...pieces, cipher.final()])
    } catch {
      return null
    }
  }
}
