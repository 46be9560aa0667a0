import type { MessageReader } from './gateway/message-reader.js'
import { SDI_CALL } from './it/sdi/inbound.js'
import { BUSINESS_DOCUMENT } from './peppol/access-point/inbound.js'

/** All readers, which a thread finds by their names. */
const MESSAGE_READERS = [SDI_CALL, BUSINESS_DOCUMENT]

/** The reader of this name. What it is given was passed to the reader of the same name. */
export function messageReaderOf(name: string): MessageReader<unknown, unknown> {
  const reader = MESSAGE_READERS.find((each) => each.name === name)
  if (reader === undefined) throw new Error(`no reader of messages is named ${name}`)
  return reader as MessageReader<unknown, unknown>
}
