import { hash } from 'node:crypto'
import type { ReceivingCompany } from '../../../domain/receiving.js'
import type { InboundAnswer, InboundDoor, InboundRequest } from '../../gateway/inbound-door.js'
import type { Mailbox } from '../../gateway/mailbox.js'
import { type MessageReader, readHere, type ReadMessage } from '../../gateway/message-reader.js'
import { NO_RECEPTION, type ArrivedDocument, type Reception } from '../../gateway/reception.js'
import { OPENED_FILE, type OpenedFile, signatureFile } from '../receiving/opened-file.js'
import { disagreementOf } from './inbound.js'
import { BadNotification, readNotification } from './notification.js'
import { receivedReference } from './references.js'
import { BadSoap, binaryOf, envelope, faultEnvelope, readSoap, SOAP_MEDIA_TYPE } from './soap.js'
import { isSdiFileName, sdiNumber } from '../sdi-names.js'
import { childOf, localName, textOf } from '../xml-names.js'

/** Documents have at most 12 MB, and may be in Base64. */
const MOST_BYTES = 20 * 1024 * 1024
const TYPES = 'http://www.fatturapa.gov.it/sdi/ws/ricezione/v1.0/types'
const TAKEN = envelope(
  `<types:rispostaRiceviFatture xmlns:types="${TYPES}"><Esito>ER01</Esito></types:rispostaRiceviFatture>`,
)

/** The endpoint to which SdI delivers the invoices of suppliers. */
export const sdiReceptionDoor: InboundDoor = {
  path: '/sdi-ricezione',
  channel: 'sdi',
  maxBytes: MOST_BYTES,
  receive: receiveCall,
}

/**
 * The service `RicezioneFatture` (WSDL 1.0). A file is answered with ER01 when it is durable, also
 * one for no company; a notification of elapsed terms with an empty body. What is no such call
 * gets a client fault. An outage is thrown, so that SdI repeats its call.
 */
async function receiveCall(
  { body, contentType, headers }: InboundRequest,
  mailbox: Pick<Mailbox, 'put'>,
  now: Date,
  read: ReadMessage = readHere,
  reception: Reception = NO_RECEPTION,
): Promise<InboundAnswer> {
  const call = await read(RECEPTION_CALL, body, { contentType, soapAction: headers['soapaction'] })
  if (typeof call === 'string') return answer(500, faultEnvelope('Client', call))
  if (call.kind === 'terms') {
    await mailbox.put({
      channel: 'sdi',
      scope: null,
      messageId: `received ${hash('sha256', call.bytes)}`,
      references: [receivedReference(call.id)],
      kind: 'DT',
      receivedAt: now,
      bytes: call.bytes,
      mediaType: 'application/xml',
      decides: false,
    })
    return answer(200, '')
  }
  await takeFile(call, now, reception)
  return answer(200, TAKEN)
}

async function takeFile(call: ReceivedFile, now: Date, reception: Reception): Promise<void> {
  const { id, name, bytes, metadata, opened } = call
  const companies = await receiversOf(opened, reception)
  if (companies.length === 0) {
    await reception.keepUnclaimed({ channel: 'sdi', identity: id, bytes, arrivedAt: now })
    return
  }
  const document: ArrivedDocument = {
    govId: id,
    identity: id,
    sender: opened.supplier,
    bytes,
    ...(name !== null && { filename: name }),
    parts: opened.parts,
    files: [...signatureFile(opened), ...metadata],
    arrivedAt: now,
  }
  for (const company of companies)
    await reception.take({
      ...document,
      company,
      country: 'IT',
      channel: 'sdi',
      sentAs: null,
      correlationId: null,
    })
}

/** The companies with the buyer's VAT number; where there are none, with its Codice Fiscale. */
async function receiversOf(
  { buyerVat, buyerTaxCode }: OpenedFile,
  reception: Reception,
): Promise<readonly ReceivingCompany[]> {
  const byVat = buyerVat === null ? [] : await reception.numbered('IT', [buyerVat])
  if (byVat.length > 0 || buyerTaxCode === null) return byVat
  // That of a firm is usually the number of its VAT.
  return reception.numbered('IT', [buyerTaxCode, `IT${buyerTaxCode}`])
}

/** A file with its metadata. */
interface ReceivedFile {
  readonly kind: 'file'
  /** IdentificativoSdI. */
  readonly id: string
  /** null: it is not in the form of SdI's names. */
  readonly name: string | null
  readonly bytes: Uint8Array
  /** MetadatiInvioFile; empty: there are none. */
  readonly metadata: ArrivedDocument['files']
  readonly opened: OpenedFile
}

/** The administration did not answer within fifteen days. */
interface ElapsedTerms {
  readonly kind: 'terms'
  /** IdentificativoSdI. */
  readonly id: string
  readonly bytes: Uint8Array
}

interface CallHead {
  readonly contentType: string
  readonly soapAction: string | undefined
}

/** The operations by the elements of their messages. */
const OPERATIONS: ReadonlyMap<string, ReceivedFile['kind'] | ElapsedTerms['kind']> = new Map([
  ['fileSdIConMetadati', 'file'],
  ['fileSdI', 'terms'],
  ['notificaDecorrenzaTermini', 'terms'],
])
/** The official WSDL has the first with SdI at its end. */
const ACTION = /^"?http:\/\/www\.fatturapa\.it\/RicezioneFatture\/(RiceviFatture|NotificaDecorrenzaTermini)(?:SdI)?"?$/

/** Reads a call; a text: the error in it. */
export const RECEPTION_CALL: MessageReader<CallHead, ReceivedFile | ElapsedTerms | string> = {
  name: 'call of SdI with an invoice of a supplier',
  read(body, head) {
    try {
      return callIn(body, head)
    } catch (error) {
      if (error instanceof BadSoap || error instanceof BadNotification) return error.message
      throw error
    }
  },
}

function callIn(body: Uint8Array, { contentType, soapAction }: CallHead): ReceivedFile | ElapsedTerms | string {
  const { payload, parts } = readSoap(body, contentType)
  const kind = OPERATIONS.get(localName(payload))
  if (kind === undefined) return 'an operation that RicezioneFatture does not have'
  const [, action] = ACTION.exec(soapAction ?? '') ?? []
  if (action !== undefined && (action === 'RiceviFatture') !== (kind === 'file'))
    return 'a SOAPAction of another operation than the message'
  const given = textOf(payload, 'IdentificativoSdI') ?? ''
  const id = sdiNumber(given)
  if (id === null) return 'a message without IdentificativoSdI'
  const file = childOf(payload, 'File')
  if (file === undefined) return 'a message without File'
  const bytes = binaryOf(file, parts)
  const named = textOf(payload, 'NomeFile') ?? ''
  if (kind === 'terms') {
    const notification = readNotification(bytes)
    if (notification.kind !== 'DT') return 'a notification of another kind'
    return disagreementOf(notification, given, named) ?? { kind, id, bytes }
  }
  if (bytes.length === 0) return 'an empty File'
  const metadata = childOf(payload, 'Metadati')
  return {
    kind,
    id,
    name: isSdiFileName(named) ? named : null,
    bytes,
    metadata: metadata === undefined ? [] : metadataIn(binaryOf(metadata, parts), textOf(payload, 'NomeFileMetadati')),
    opened: OPENED_FILE.read(bytes, null),
  }
}

function metadataIn(bytes: Uint8Array, named: string | undefined): ArrivedDocument['files'] {
  if (bytes.length === 0) return []
  const filename = named !== undefined && isSdiFileName(named) ? named : null
  return [{ kind: 'metadata', filename, mediaType: 'application/xml', bytes }]
}

function answer(status: number, body: string): InboundAnswer {
  return { status, contentType: SOAP_MEDIA_TYPE, body }
}
