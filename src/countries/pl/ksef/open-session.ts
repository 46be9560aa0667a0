import type { NoAnswer } from '../../gateway/gateway.js'
import { isRefusedWith, type Said } from './api.js'
import type { BatchFile } from './batch-file.js'
import type { Connections, SignedCall } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { encryptedFor, type SessionCipher } from './encryption.js'
import type { PublicKeys } from './public-keys.js'

/** FA(3), the only format that we write. The space is part of the code. */
const FORM_CODE = { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' } as const

/** A session to open, for invoices that are encrypted with this cipher. */
interface Opening extends Pick<SignedCall, 'path' | 'name' | 'group'> {
  readonly cipher: SessionCipher
  /** Of a batch session: its file. */
  readonly batchFile?: BatchFile['description']
  /** Of a batch session: whether its invoices are offline ones. */
  readonly offlineMode?: boolean
}

/**
 * Requests a session of either kind. If our key was withdrawn in the meantime, fetches it again,
 * once.
 */
export async function openSession(
  connections: Connections,
  keys: PublicKeys,
  taxpayer: Taxpayer,
  { cipher, batchFile, offlineMode, ...call }: Opening,
): Promise<Said | NoAnswer> {
  for (let tries = 0; ; tries += 1) {
    const key = await keys.of('SymmetricKeyEncryption')
    if (key.kind !== 'key') return key
    const encryption = {
      encryptedSymmetricKey: encryptedFor(key.key, cipher.key),
      initializationVector: Buffer.from(cipher.iv).toString('base64'),
      publicKeyId: key.id,
    }
    const body = {
      formCode: FORM_CODE,
      ...(batchFile !== undefined && { batchFile }),
      encryption,
      ...(offlineMode !== undefined && { offlineMode }),
    }
    const said = await connections.ask(taxpayer, { method: 'POST', ...call, body, expects: 'json' })
    if (!isRefusedWith(said, 21470) || tries > 0) return said
    keys.forget()
  }
}
