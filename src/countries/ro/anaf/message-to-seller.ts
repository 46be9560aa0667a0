import { XmlWriter } from '../../../einvoice/syntax/xml-writer.js'
import type { Answering, OutgoingAnswer } from '../../gateway/answering.js'
import type { GovernmentDocument } from '../../gateway/government-document.js'

const MESSAGE = { code: 'RASP', label: 'Message of the buyer' }

/** What a buyer answers in RO e-Factura: a message to the seller, which has no code of its own. */
export const ROMANIAN_ANSWERING: Answering = {
  codes: { disputed: MESSAGE, rejected: MESSAGE },
  needReason: ['disputed'],
  write: writeMessage,
}

/**
 * ANAF publishes no schema of it; clients agree on this element (`standard=RASP`): the upload
 * index of the invoice, and the text.
 */
function writeMessage({ received, reason }: OutgoingAnswer): GovernmentDocument {
  const xml = new XmlWriter()
  xml.text('header', '', {
    xmlns: 'mfp:anaf:dgti:spv:reqMesaj:v1',
    index_incarcare: received.govId ?? '',
    message: reason ?? '',
  })
  return { bytes: new TextEncoder().encode(xml.toString()), mediaType: 'application/xml' }
}
