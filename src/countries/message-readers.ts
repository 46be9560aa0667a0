import { ANSWERED_DOCUMENT } from './answered-document.js'
import { LIFE_CYCLE_MESSAGE } from './fr/cdar-reader.js'
import { responseInState } from './fr/chorus/statuses.js'
import { responseInLifeCycle } from './fr/flow-service/responses.js'
import type { AnsweredInvoice, BuyerResponse } from './gateway/gateway.js'
import type { GovernmentMessage } from './gateway/mailbox.js'
import type { MessageReader } from './gateway/message-reader.js'
import { responseIn as responseInUpdate } from './it/invoicetronic/collect.js'
import { INVOICES_IN_FILE } from './it/receiving/invoices-in-file.js'
import { OPENED_FILE } from './it/receiving/opened-file.js'
import { SDI_CALL } from './it/sdi/inbound.js'
import { RECEPTION_CALL } from './it/sdi/reception.js'
import { SDI_NOTIFICATION } from './it/sdi/notification.js'
import { responseIn } from './it/sdi/response.js'
import { SDI_SIGNATURE } from './it/sdi/signature.js'
import { SIGNED, TO_SIGN } from './it/sdi/signed.js'
import { BUSINESS_DOCUMENT } from './peppol/access-point/inbound.js'
import { APPLICATION_RESPONSE, buyerResponseIn } from './peppol/access-point/response-texts.js'
import { DOCUMENT_KIND } from './peppol/access-point/route.js'
import { BUYER_MESSAGE, responseIn as responseInMessage } from './ro/anaf/buyer-messages.js'

/** A message without its bytes, and the invoice that it is about. */
interface Answering {
  readonly message: Omit<GovernmentMessage, 'bytes'>
  readonly invoice: AnsweredInvoice
}

/** Reads a response to an invoice from a message, as the gateway of its channel does. */
export const RESPONSE: MessageReader<Answering, BuyerResponse | null> = {
  name: 'response to an invoice',
  read(bytes, { message, invoice }) {
    const whole = { ...message, bytes }
    switch (message.channel) {
      case 'sdi':
        return message.scope === null ? responseIn(whole) : responseInUpdate(whole)
      case 'afnor':
        return responseInState(whole) ?? responseInLifeCycle(whole)
      case 'anaf':
        return responseInMessage(whole)
      case 'peppol':
        return buyerResponseIn(whole, invoice)
    }
  },
}

/** All readers, which a thread finds by their names. */
const MESSAGE_READERS = [
  ...[SDI_CALL, SDI_NOTIFICATION, SDI_SIGNATURE, SIGNED, TO_SIGN],
  ...[RECEPTION_CALL, OPENED_FILE, INVOICES_IN_FILE],
  ...[BUSINESS_DOCUMENT, APPLICATION_RESPONSE, DOCUMENT_KIND],
  ...[LIFE_CYCLE_MESSAGE, BUYER_MESSAGE, RESPONSE, ANSWERED_DOCUMENT],
]

/** The reader of this name. What it is given was passed to the reader of the same name. */
export function messageReaderOf(name: string): MessageReader<unknown, unknown> {
  const reader = MESSAGE_READERS.find((each) => each.name === name)
  if (reader === undefined) throw new Error(`no reader of messages is named ${name}`)
  return reader as MessageReader<unknown, unknown>
}
