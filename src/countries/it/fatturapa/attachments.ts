import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { latin1 } from '../latin.js'
import type { FatturaModel } from '../model.js'

const FORMAT_LENGTH = 10

/** 2.5 Allegati. */
export function putAttachments(sink: DocumentSink, { inEuros: document, request }: FatturaModel): void {
  document.supportingDocuments.forEach(({ attachment }, index) => {
    if (attachment === undefined) return
    const { content } = attachment
    const { description } = request.attachments?.[index] ?? {}
    const filename = latin1(attachment.filename)
    sink.group(
      'Allegati',
      () => {
        sink.text('NomeAttachment', filename)
        sink.text('FormatoAttachment', extension(filename))
        sink.text('DescrizioneAttachment', description === undefined ? undefined : latin1(description))
        sink.text('Attachment', Buffer.from(content ?? []).toString('base64'))
      },
      undefined,
      { field: `attachments[${index}]` },
    )
  })
}

/** The extension of a file name in capitals, if it can be a format. */
function extension(filename: string): string | undefined {
  const [, found] = /\.([A-Za-z0-9]+)$/.exec(filename) ?? []
  return found === undefined || found.length > FORMAT_LENGTH ? undefined : found.toUpperCase()
}
