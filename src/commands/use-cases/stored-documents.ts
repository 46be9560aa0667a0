import type { ArrivedDocument } from '../../countries/gateway/reception.js'
import type { ReceivedFinding, ReceivedReading } from '../../documents/receiving/reading.js'
import type { Scope } from '../../domain/event.js'
import type { InvoiceReceived, ReceivedFile } from '../../domain/received.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'

interface FileToStore {
  readonly kind: string
  readonly filename: string | null
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** Where the documents of a received invoice are. */
export type StoredDocuments = Pick<InvoiceReceived['data'], 'document' | 'reading' | 'files'>

/**
 * Stores a document that arrived, what it contains, what came with it, and what was read.
 * @param further findings besides those of the reading
 */
export async function storeReceived(
  documents: DocumentStore,
  scope: Scope,
  { bytes, filename, files }: Pick<ArrivedDocument, 'bytes' | 'filename' | 'files'>,
  { xml, format, invoice, losses, stated, findings, attachments }: ReceivedReading,
  further: readonly ReceivedFinding[],
): Promise<StoredDocuments> {
  const original: FileToStore[] =
    xml === null ? [] : [{ kind: 'original', filename: filename ?? null, bytes, mediaType: containerType(bytes) }]
  const contained = attachments.map((file, index) => ({ ...file, kind: `attachment-${index + 1}` }))
  // Together, which is one statement.
  const storing = [...original, ...files, ...contained].map(
    async ({ kind, filename: name, bytes: content, mediaType }): Promise<ReceivedFile> => ({
      kind,
      filename: name,
      document: await documents.put(scope, content, mediaType),
    }),
  )
  const read = Buffer.from(
    `{"invoice":${invoice ?? 'null'},"losses":${JSON.stringify(losses)},"stated":${JSON.stringify(stated)},"findings":${JSON.stringify([...findings, ...further])}}`,
  )
  const mediaType = format === 'unknown' ? 'application/octet-stream' : 'application/xml'
  const [document, reading, stored] = await Promise.all([
    documents.put(scope, xml ?? bytes, mediaType),
    documents.put(scope, read, 'application/json'),
    Promise.all(storing),
  ])
  return { document, reading, files: stored }
}

/** A PDF, or a file signed by CAdES. */
function containerType(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' ? 'application/pdf' : 'application/pkcs7-mime'
}
