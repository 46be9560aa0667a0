import { RefusedXml, XML_LIMITS } from '../../../einvoice/xml/refused-xml.js'

/** Envelopes are smaller; what they may have before their end. */
const LONGEST_ENVELOPE = 64 * 1024

/** A document in an envelope, of which only the envelope is read: it is too large to be parsed. */
interface LargeDocument {
  /** The envelope without the document. */
  readonly envelope: Uint8Array
  /** Local name of the document's root element. */
  readonly name: string
  readonly document: Uint8Array
}

/** Separates a document from its envelope in UTF-8, without parsing it. @throws RefusedXml */
export function largeDocumentIn(bytes: Uint8Array): LargeDocument {
  const head = Buffer.from(bytes.subarray(0, LONGEST_ENVELOPE)).toString('latin1')
  const end = /<\/(?:[\w.-]+:)?StandardBusinessDocumentHeader\s?>/.exec(head)
  const [, root = null] = /<((?:[\w.-]+:)?StandardBusinessDocument)[\s>]/.exec(head) ?? []
  if (end === null || root === null)
    throw new RefusedXml('tooLarge', `${bytes.length} bytes; at most ${XML_LIMITS.bytes} are read`)
  const begin = end.index + end[0].length
  const [, name = ''] = /<(?:[\w.-]+:)?(\w+)/.exec(head.slice(begin)) ?? []
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return {
    envelope: Buffer.from(`${head.slice(0, begin)}</${root}>`, 'latin1'),
    name,
    document: whole.subarray(begin, whole.lastIndexOf('</')),
  }
}
