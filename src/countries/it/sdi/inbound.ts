import { hash } from 'node:crypto'
import type { InboundAnswer, InboundDoor } from '../../gateway/inbound-door.js'
import type { GovernmentMessage, Mailbox } from '../../gateway/mailbox.js'
import { type MessageReader, readHere, type ReadMessage } from '../../gateway/message-reader.js'
import { BadNotification, type Notification, readNotification, withoutSignature } from './notification.js'
import { fileReference, idReference } from './references.js'
import { BadSoap, binaryOf, faultEnvelope, readSoap, SOAP_MEDIA_TYPE } from './soap.js'
import { sdiNumber } from '../sdi-names.js'
import { childOf, localName, textOf } from '../xml-names.js'
import { isZip } from '../../gateway/zip.js'

/** The headers of a call of SdI, and the time of its arrival. */
interface SdiCall {
  readonly contentType: string
  readonly soapAction: string | undefined
  readonly now: Date
}

/** The endpoint for SdI's notifications. */
export const sdiDoor: InboundDoor = {
  path: '/sdi',
  channel: 'sdi',
  maxBytes: 10 * 1024 * 1024,
  receive: ({ body, contentType, headers }, mailbox, now, read) =>
    receiveSoap(body, { contentType, soapAction: headers['soapaction'], now }, mailbox, read),
}

/**
 * The service `TrasmissioneFatture` (WSDL 1.1), whose operations are one-way: puts a notification
 * into the mailbox, and responds with an empty body (WS-I Basic Profile 1.1, R2714) when it is
 * durable there. A malformed one gets a client fault and is not stored. An outage of the mailbox
 * is thrown, so that SdI retries.
 */
async function receiveSoap(
  body: Uint8Array,
  call: SdiCall,
  mailbox: Pick<Mailbox, 'put'>,
  read: ReadMessage = readHere,
): Promise<InboundAnswer> {
  const message = await read(SDI_CALL, body, call)
  if (typeof message === 'string')
    return { status: 500, contentType: SOAP_MEDIA_TYPE, body: faultEnvelope('Client', message) }
  await mailbox.put(message)
  return { status: 200, contentType: SOAP_MEDIA_TYPE, body: '' }
}

/** The elements of the operations' messages, in either version of the types. */
const OPERATIONS: ReadonlySet<string> = new Set([
  ...['ricevutaConsegna', 'notificaMancataConsegna', 'notificaScarto', 'notificaEsito'],
  ...['notificaDecorrenzaTermini', 'attestazioneTrasmissioneFattura', 'notificaFileNonRecapitabile'],
])

const ACTION = /^"?http:\/\/www\.fatturapa\.it\/TrasmissioneFatture\/([A-Za-z]+)"?$/

/** The message of a call; a text: the error in the call. */
function messageIn(body: Uint8Array, { contentType, soapAction, now }: SdiCall): GovernmentMessage | string {
  try {
    const { payload, parts } = readSoap(body, contentType)
    const operation = localName(payload)
    const lowered = operation.charAt(0).toLowerCase() + operation.slice(1)
    if (!OPERATIONS.has(lowered)) return 'an operation that TrasmissioneFatture does not have'
    const [, action] = ACTION.exec(soapAction ?? '') ?? []
    if (action !== undefined && action.toLowerCase() !== operation.toLowerCase())
      return 'a SOAPAction of another operation than the message'
    const file = childOf(payload, 'File')
    if (file === undefined) return 'a message without File'
    const bytes = binaryOf(file, parts)
    const notification = readNotification(bytes)
    const name = textOf(payload, 'NomeFile') ?? ''
    const disagreement = disagreementOf(notification, textOf(payload, 'IdentificativoSdI'), name)
    if (disagreement !== null) return disagreement
    return {
      channel: 'sdi',
      scope: null,
      messageId: `${shown(name)} ${hash('sha256', bytes)}`,
      references: [idReference(notification.id), fileReference(notification.fileName)],
      kind: notification.kind,
      receivedAt: now,
      bytes,
      mediaType: isZip(bytes) ? 'application/zip' : 'application/xml',
    }
  } catch (error) {
    if (error instanceof BadSoap || error instanceof BadNotification) return error.message
    throw error
  }
}

/** Reads a call. */
export const SDI_CALL: MessageReader<SdiCall, GovernmentMessage | string> = { name: 'call of SdI', read: messageIn }

/** The name as the beginning of a message's id, which helps when inspecting the mailbox. */
function shown(name: string): string {
  return /^[a-zA-Z0-9_.]{1,60}/.exec(name)?.[0] ?? ''
}

/**
 * `IT01234567890_00001_RC_001.xml`: the name of a notification begins with that of its invoice.
 */
const NOTIFICATION_NAME = /^(.+)_[A-Z]{2}_[0-9A-Za-z]{3}\.(?:xml|zip)$/i

/**
 * Why the envelope and the notification in it can't concern the same file; null: they agree. A
 * name in another form is ignored.
 */
export function disagreementOf(
  { id, fileName }: Notification,
  outerId: string | undefined,
  name: string,
): string | null {
  if (outerId === undefined) return 'a message without IdentificativoSdI'
  if (sdiNumber(outerId) !== id) return 'an IdentificativoSdI that is not the one of the notification'
  const [, named = withoutSignature(name).replace(/\.xml$/i, '')] = NOTIFICATION_NAME.exec(name) ?? []
  const [, file] = /^([A-Z]{2}[A-Z0-9]+_[A-Z0-9]{1,5})$/i.exec(named) ?? []
  const inner = fileName.replace(/\.[^.]*$/, '')
  return file !== undefined && file.toLowerCase() !== inner.toLowerCase()
    ? 'a NomeFile that is not the one of the notification'
    : null
}
