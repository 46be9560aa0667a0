import { createHash } from 'node:crypto'
import { documentFile, FILES } from '../../export/format.js'
import { asDocumentLine, isCanonical } from './lines.js'
import type { Findings } from '../findings.js'
import type { OnProgress } from '../report.js'
import type { ArchiveReader } from './zip-reader.js'

/** By hash: the size in the event, and the event that names it. */
export type NamedDocuments = Map<string, { readonly size: number; readonly stream: string; readonly revision: number }>

/**
 * Compares the documents of an archive with those that events name. Returns the number checked.
 */
export async function checkDocuments(
  archive: ArchiveReader,
  named: NamedDocuments,
  findings: Findings,
  onProgress: OnProgress,
): Promise<number> {
  const absent = new Set<string>()
  for await (const read of archive.lines(FILES.documents)) {
    const line = asDocumentLine(read.value)
    if (line === null || !isCanonical(read))
      findings.add({ kind: 'archive changed', file: FILES.documents, detail: 'a line has an invalid form' })
    if (line !== null) {
      const { sha256, size, stream, revision, absent: why } = line
      if (why !== undefined) absent.add(sha256)
      // No event names the attachments of an invoice that is itself a document.
      if (!named.has(sha256)) named.set(sha256, { size, stream, revision })
    }
  }
  let checked = 0
  for (const [sha256, { size, stream, revision }] of named) {
    const finding = { stream, revision, document: sha256 }
    if (!archive.has(documentFile(sha256))) {
      const detail = absent.has(sha256)
        ? 'the document was missing or changed in the document store when the archive was made'
        : 'the document is not in the archive'
      findings.add({ kind: 'document missing', ...finding, detail })
      continue
    }
    checked += 1
    if (checked % 1_000 === 0) onProgress('documents', checked)
    const found = await hashOf(archive, documentFile(sha256))
    if (found.sha256 !== sha256 || found.size !== size)
      findings.add({
        kind: 'document changed',
        ...finding,
        detail: 'the document differs from the one that the event names',
      })
  }
  for (const name of archive.names())
    if (name.startsWith('documents/') && !named.has(name.slice('documents/'.length)))
      findings.add({ kind: 'inserted', file: name, detail: 'no event names this document' })
  return checked
}

/** Size and SHA-256 (hex) of a file of the archive. */
export async function hashOf(
  archive: ArchiveReader,
  name: string,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of archive.bytes(name)) {
    hash.update(part)
    size += part.length
  }
  return { size, sha256: hash.digest('hex') }
}
