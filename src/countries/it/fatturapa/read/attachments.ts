import { createHash } from 'node:crypto'
import type { AttachmentReference } from '../../../../domain/request/invoice-request.js'
import { defined } from '../../../../domain/defined.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { codeIn, textIn } from '../values.js'

/** The attached files and their descriptions, in the same order. */
interface ReadAttachments {
  readonly references: readonly AttachmentReference[]
  readonly attachments: readonly Uint8Array[]
}

/**
 * 2.5 Allegati. The format has no media type, so it is derived from the file name; a name without
 * an extension gets that of FormatoAttachment.
 */
export function readAttachments(elements: readonly XmlElement[], said: Set<XmlElement>): ReadAttachments {
  const attachments = elements.map((element) => Buffer.from(element.child('Attachment')?.stringValue ?? '', 'base64'))
  const references = elements.map((element, index): AttachmentReference => {
    const content = attachments[index] ?? Buffer.alloc(0)
    const filename = readFilename(element, said)
    return {
      filename,
      ...defined({ description: textIn(element, 'DescrizioneAttachment') }),
      mimeType: MEDIA_TYPES[extensionOf(filename)] ?? 'application/octet-stream',
      sha256: createHash('sha256').update(content).digest('hex'),
      size: content.length,
    }
  })
  return { references, attachments }
}

function readFilename(element: XmlElement, said: Set<XmlElement>): string {
  const name = textIn(element, 'NomeAttachment') ?? ''
  const format = codeIn(element, 'FormatoAttachment')
  if (format === undefined || extensionOf(name) !== '' || !/^[A-Za-z0-9]+$/.test(format)) return name
  const written = element.child('NomeAttachment')
  if (written !== undefined) said.add(written)
  return `${name}.${format.toLowerCase()}`
}

function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** By the extension of a file name. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  csv: 'text/csv',
  txt: 'text/plain',
  xml: 'application/xml',
  zip: 'application/zip',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
