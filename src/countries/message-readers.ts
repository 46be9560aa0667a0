import type { AnsweredInvoice, BuyerResponse } from './gateway/gateway.js'
import type { GovernmentMessage } from './gateway/mailbox.js'
import type { MessageReader } from './gateway/message-reader.js'
import { SDI_CALL } from './it/sdi/inbound.js'
import { SDI_NOTIFICATION } from './it/sdi/notification.js'
import { responseIn } from './it/sdi/response.js'
import { SIGNED, TO_SIGN } from './it/sdi/signed.js'
import { BUSINESS_DOCUMENT } from './peppol/access-point/inbound.js'
import { APPLICATION_RESPONSE, buyerResponseIn } from './peppol/access-point/response-texts.js'
import { DOCUMENT_KIND } from './peppol/access-point/route.js'

/** A message without its bytes, and the invoice that it is about. */
interface Answering {
  readonly message: Omit<GovernmentMessage, 'bytes'>
  readonly invoice: AnsweredInvoice
}

/** Reads a response to an invoice from a message of the operator's own endpoints. */
export const RESPONSE: MessageReader<Answering, BuyerResponse | null> = {
  name: 'response to an invoice',
  read(bytes, { message, invoice }) {
    const whole = { ...message, bytes }
    return message.channel === 'sdi' ? responseIn(whole) : buyerResponseIn(whole, invoice)
  },
}

/** All readers, which a thread finds by their names. */
const MESSAGE_READERS = [
  ...[SDI_CALL, SDI_NOTIFICATION, SIGNED, TO_SIGN],
  ...[BUSINESS_DOCUMENT, APPLICATION_RESPONSE, DOCUMENT_KIND],
  RESPONSE,
]

/** The reader of this name. What it is given was passed to the reader of the same name. */
export function messageReaderOf(name: string): MessageReader<unknown, unknown> {
  const reader = MESSAGE_READERS.find((each) => each.name === name)
  if (reader === undefined) throw new Error(`no reader of messages is named ${name}`)
  return reader as MessageReader<unknown, unknown>
}
