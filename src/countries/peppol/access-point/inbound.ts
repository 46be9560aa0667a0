import { createHash } from 'node:crypto'
import { cut } from '../../../domain/text.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { InboundAnswer, InboundDoor, InboundRequest } from '../../gateway/inbound-door.js'
import type { GovernmentMessage, Mailbox } from '../../gateway/mailbox.js'
import { NO_RECEPTION, type Reception } from '../../gateway/reception.js'
import { type MessageReader, readHere, type ReadMessage } from '../../gateway/message-reader.js'
import { datesIn } from './response-texts.js'
import { type ApplicationResponse, type BusinessDocument, readBusinessDocument } from './business-document.js'
import { invoiceReference, numberReference } from './route.js'

/** The mailbox's length limits of a reference, a message's id and its kind. */
const LONGEST_REFERENCE = 200
const LONGEST_KIND = 50

/**
 * Takes a business document of the Peppol network that an access point forwards, and responds when
 * it is durable: a response other than a JSON object makes the access point forward it again. An
 * invoice goes to the company that is its receiver; a response to our document is stored with that
 * document's reference. For anything else the access point is not to try again.
 */
export async function receiveBusinessDocument(
  { body, contentType, headers }: InboundRequest,
  mailbox: Pick<Mailbox, 'put' | 'expecting'>,
  now: Date,
  read: ReadMessage = readHere,
  reception: Reception = NO_RECEPTION,
): Promise<InboundAnswer> {
  const message = await read(BUSINESS_DOCUMENT, body, headers['x-sbdh-instance-id'] ?? '')
  if (typeof message === 'string') return answer(400, { error: message })
  if ('refused' in message) return answer(200, { retry: 'none', errorMessage: message.refused })
  if ('invoice' in message) return takeInvoice(message, body, reception, now)
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

/** The receiver is that of the envelope, which the network has checked. */
async function takeInvoice(
  { invoice, sender, receiver, instanceId }: ForwardedInvoice,
  body: Uint8Array,
  reception: Reception,
  now: Date,
): Promise<InboundAnswer> {
  const company = await reception.participant(receiver.replace(/^iso6523-actorid-upis::/, ''))
  if (company === null)
    return answer(200, { retry: 'none', errorMessage: `No company receives here as the participant ${receiver}.` })
  await reception.take({
    company,
    country: company.country,
    channel: 'peppol',
    govId: instanceId === '' ? null : cut(instanceId, LONGEST_REFERENCE),
    identity: createHash('sha256').update(invoice).digest('hex'),
    sender: cut(sender, LONGEST_REFERENCE),
    bytes: invoice,
    files: [{ kind: 'original', filename: null, mediaType: 'application/xml', bytes: body }],
    arrivedAt: now,
    sentAs: null,
    correlationId: null,
  })
  return answer(200, { countryCodeC4: company.country })
}

/** An invoice of another participant. */
interface ForwardedInvoice {
  readonly invoice: Uint8Array
  readonly sender: string
  readonly receiver: string
  readonly instanceId: string
}

/** A document that is never for us; the reason in a sentence. */
interface RefusedDocument {
  readonly refused: string
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

/** Reads a forwarded document; a text: it can't be read, and why. */
export const BUSINESS_DOCUMENT: MessageReader<string, Addressed | ForwardedInvoice | RefusedDocument | string> = {
  name: 'business document of Peppol',
  read(body, instanceId) {
    try {
      const document = readBusinessDocument(body)
      const { envelope, invoice, name, response } = document
      if (response !== null || name === 'ApplicationResponse')
        return addressed(document, envelope?.instanceId ?? instanceId, body)
      if (invoice === null)
        return { refused: `Only invoices and credit notes are received, and it is ${nameOf(name)}.` }
      if (envelope === null) return { refused: 'The invoice has no envelope (SBDH) that names its receiver.' }
      return { invoice, ...envelope, instanceId: envelope.instanceId === '' ? instanceId : envelope.instanceId }
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
  maxBytes: 30 * 1024 * 1024,
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

/** The name of a root element; anything may be called anything. */
function nameOf(name: string): string {
  return /^\w{1,50}$/.test(name) ? `'${name}'` : 'another document'
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
