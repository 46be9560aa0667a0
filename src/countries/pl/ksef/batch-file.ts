import { zipSync } from 'fflate'
import { type SessionCipher, sha256 } from './encryption.js'

/** The file of a batch: a ZIP of documents, encrypted in a single part. */
export interface BatchFile {
  readonly part: Uint8Array
  /** What KSeF is told of it when the session is opened. Sizes are in bytes. */
  readonly description: {
    readonly fileSize: number
    /** SHA-256 in Base64, of the ZIP. */
    readonly fileHash: string
    readonly compressionType: 'Zip'
    readonly fileParts: readonly [{ readonly ordinalNumber: 1; readonly fileSize: number; readonly fileHash: string }]
  }
}

/** Good enough for XML, and quick: other work waits while it is done. */
const LEVEL = 1

/**
 * Packs documents. One that is there twice is packed once: KSeF would refuse the second as a
 * duplicate, and knows both by the same hash.
 * @param at the time that the ZIP gives its files; no year before 1980
 */
export function batchFile(documents: readonly Uint8Array[], cipher: SessionCipher, at: Date): BatchFile {
  const unique = [...new Map(documents.map((document) => [sha256(document), document])).values()]
  const files = Object.fromEntries(unique.map((document, index) => [`${index + 1}.xml`, document]))
  const zip = zipSync(files, { level: LEVEL, mtime: at })
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
