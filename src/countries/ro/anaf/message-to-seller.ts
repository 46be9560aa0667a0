import { hash } from 'node:crypto'
import { parseXmlOrNull } from '../../../einvoice/xml/parse.js'
import { XmlWriter } from '../../../einvoice/syntax/xml-writer.js'
import type { Answering } from '../../gateway/answering.js'

/** The code of a message to the seller, and its meaning. */
export const MESSAGE = { code: 'RASP', label: 'Message of the buyer' } as const

/** What a buyer answers in RO e-Factura: a message to the seller, which has no code of its own. */
export const ROMANIAN_ANSWERING: Answering = {
  codes: { disputed: MESSAGE, rejected: MESSAGE },
  needReason: ['disputed'],
  write: ({ received, reason }) => ({
    bytes: written({ uploadId: received.govId ?? '', text: reason ?? '' }),
    mediaType: 'application/xml',
  }),
}

/** A message to a seller. */
interface MessageToSeller {
  /** The upload index of the invoice that it is about. */
  readonly uploadId: string
  readonly text: string
}

const NAMESPACE = 'mfp:anaf:dgti:spv:reqMesaj:v1'

/** ANAF publishes no schema of it, but an example of this element (`standard=RASP`). */
function written({ uploadId, text }: MessageToSeller): Uint8Array {
  const xml = new XmlWriter()
  xml.text('header', '', { xmlns: NAMESPACE, index_incarcare: uploadId, message: text })
  return new TextEncoder().encode(xml.toString())
}

/** The message in a document; null: it contains none. Never throws: a document may be anything. */
export function messageIn(document: Uint8Array): MessageToSeller | null {
  const root = parseXmlOrNull(document)?.root
  const uploadId = root?.attribute('index_incarcare')
  const text = root?.attribute('message')
  if (root?.name !== `{${NAMESPACE}}header` || uploadId === undefined || text === undefined) return null
  return { uploadId, text }
}

/** Bytes: a reason has 5,000 characters at most. */
const LARGEST_OF_OURS = 100_000

/**
 * The SHA-256 (hex) of a message as we write it, because ANAF may write it in another way; of
 * anything else, its own.
 */
export function digestOfMessage(document: Uint8Array): string {
  const message = document.length > LARGEST_OF_OURS ? null : messageIn(document)
  return hash('sha256', message === null ? document : written(message))
}
