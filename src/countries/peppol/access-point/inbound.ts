import { createHash } from 'node:crypto'
import { cut } from '../../../domain/text.js'
import { RefusedXml, XML_LIMITS } from '../../../einvoice/xml/refused-xml.js'
import type { InboundAnswer, InboundDoor, InboundRequest } from '../../gateway/inbound-door.js'
import type { GovernmentMessage, Mailbox } from '../../gateway/mailbox.js'
import { type MessageReader, readHere, type ReadMessage } from '../../gateway/message-reader.js'
import { datesIn } from './response-texts.js'
import { type ApplicationResponse, type BusinessDocument, readBusinessDocument } from './business-document.js'
import { invoiceReference, numberReference } from './route.js'

/** The mailbox's length limits of a reference, a message's id and its kind. */
const LONGEST_REFERENCE = 200
const LONGEST_KIND = 50

/**
 * Stores a business document of the Peppol network that an access point forwards, and responds
 * when it is durable: a response other than a JSON object makes the access point forward it again.
 * A response to our document is stored with that document's reference; any other document is
 * stored without one and gets the same response.
 */
export async function receiveBusinessDocument(
  { body, contentType, headers }: InboundRequest,
  mailbox: Pick<Mailbox, 'put' | 'expecting'>,
  now: Date,
  read: ReadMessage = readHere,
): Promise<InboundAnswer> {
  const message = await read(BUSINESS_DOCUMENT, body, headers['x-sbdh-instance-id'] ?? '')
  if (typeof message === 'string') return answer(400, { error: message })
  const { messageId, kind, issueDates } = message
  const kept = await mailbox.put({
    channel: 'peppol',
    messageId,
    kind,
    ...(issueDates && { issueDates }),
    ...(await addressee(mailbox, message)),
    receivedAt: now,
    bytes: body,
    mediaType: /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'application/xml',
  })
  return answer(200, { received: true, repeated: kept === 'repeated' })
}

/** The message's place in the mailbox. */
interface Addressed extends Pick<GovernmentMessage, 'messageId' | 'references' | 'kind' | 'decides' | 'issueDates'> {
  /** References by number alone, of a buyer's response. */
  readonly numbers: readonly string[]
}

/**
 * A buyer may respond from another of its identifiers. Such a response belongs to the one invoice
 * with that number of the participant who gets it: to its account alone, and it never decides. If
 * there are several, of any accounts, it belongs to none.
 */
async function addressee(
  mailbox: Pick<Mailbox, 'expecting'>,
  { references, numbers, decides = true }: Addressed,
): Promise<Pick<GovernmentMessage, 'scope' | 'references' | 'decides'>> {
  const unmatched = { scope: null, references, decides }
  if (numbers.length === 0 || (await mailbox.expecting('peppol', references)).length > 0) return unmatched
  const [only, another] = await mailbox.expecting('peppol', numbers)
  if (only === undefined || another !== undefined) return unmatched
  return { scope: only.scope, references: numbers, decides: false }
}

/** Reads a forwarded document; a text: the error in it. */
export const BUSINESS_DOCUMENT: MessageReader<string, Addressed | string> = {
  name: 'business document of Peppol',
  read(body, instanceId) {
    try {
      const document = readBusinessDocument(body)
      return addressed(document, document.envelope?.instanceId ?? instanceId, body)
    } catch (error) {
      if (error instanceof RefusedXml) return `not a business document: ${error.message}`
      throw error
    }
  },
}

/** The endpoint to which an access point forwards, for all countries of the network. */
export const PEPPOL_DOOR: InboundDoor = {
  path: '/peppol',
  channel: 'peppol',
  maxBytes: XML_LIMITS.bytes,
  receive: receiveBusinessDocument,
}

function addressed({ name, response }: BusinessDocument, instanceId: string, body: Uint8Array): Addressed {
  if (response !== null) {
    return {
      messageId: `${response.kind} ${digest(identityOf(response))}`,
      references: referencesOf(response),
      kind: cut(`${response.kind} ${response.code}`, LONGEST_KIND),
      decides: canDecide(response),
      issueDates: datesIn(response),
      numbers: numbersOf(response),
    }
  }
  const isShort = instanceId !== '' && instanceId.length <= LONGEST_REFERENCE
  return {
    messageId: isShort ? instanceId : createHash('sha256').update(body).digest('hex'),
    references: [],
    numbers: [],
    decides: false,
    kind: cut(name, LONGEST_KIND),
  }
}

/** Whether a response has a code that decides on an invoice. */
function canDecide({ kind, code }: ApplicationResponse): boolean {
  return code === 'RE' || (kind !== 'IMR' && (code === 'AP' || code === 'AB'))
}

/**
 * The identity of a response: a sender may repeat it in another envelope, and may use the same id
 * for responses to different documents.
 */
function identityOf({ kind, id, sender, receiver, code, references }: ApplicationResponse): unknown {
  return [kind, id, sender, receiver, code, references.map((reference) => reference.id)]
}

/**
 * A buyer can only respond to its own invoices: the reference contains the sender of the response
 * as the invoice's receiver, regardless of the parties in the response.
 */
export function referencesOf({ kind, sender, receiver, references }: ApplicationResponse): readonly string[] {
  const given = references.map(({ id }) => id).filter((id) => id !== '')
  if (kind === 'IMR') return given.map((number) => invoiceReference({ sender: receiver, receiver: sender }, number))
  return given.filter((id) => id.length <= LONGEST_REFERENCE).map((id) => id.toLowerCase())
}

function numbersOf({ kind, receiver, references }: ApplicationResponse): readonly string[] {
  if (kind !== 'IMR') return []
  return references.flatMap(({ id }) => (id === '' ? [] : numberReference(receiver, id)))
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

function answer(status: number, body: Readonly<Record<string, unknown>>): InboundAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}
