import { createRequire } from 'node:module'
import type * as Fflate from 'fflate'
import { lazily } from '../../../domain/lazily.js'
import { type SessionCipher, sha256 } from './encryption.js'

/** The file of a batch: a ZIP of documents, encrypted in a single part. */
export interface BatchFile {
  readonly part: Uint8Array
  /** Its description for opening the session. Sizes are in bytes. */
  readonly description: {
    readonly fileSize: number
    /** SHA-256 in Base64, of the ZIP. */
    readonly fileHash: string
    readonly compressionType: 'Zip'
    readonly fileParts: readonly [{ readonly ordinalNumber: 1; readonly fileSize: number; readonly fileHash: string }]
  }
}

/** Loaded with the first batch: most processes never pack one. */
const fflate = lazily(() => createRequire(import.meta.url)('fflate') as typeof Fflate)

/** Sufficient for XML, and fast: other work is blocked meanwhile. */
const LEVEL = 1

/**
 * Packs documents. A duplicate is packed once: KSeF would refuse the second one, and both have the
 * same hash.
 * @param at the time of the files in the ZIP; not before 1980
 */
export function batchFile(documents: readonly Uint8Array[], cipher: SessionCipher, at: Date): BatchFile {
  const unique = [...new Map(documents.map((document) => [sha256(document), document])).values()]
  const files = Object.fromEntries(unique.map((document, index) => [`${index + 1}.xml`, document]))
  const zip = fflate().zipSync(files, { level: LEVEL, mtime: at })
  const part = cipher.encrypted(zip)
  return {
    part,
    description: {
      fileSize: zip.length,
      fileHash: sha256(zip),
      compressionType: 'Zip',
      fileParts: [{ ordinalNumber: 1, fileSize: part.length, fileHash: sha256(part) }],
    },
  }
}
