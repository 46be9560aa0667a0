import { createHash } from 'node:crypto'
import { derivedUuid } from '../../../domain/ids.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { Identifier, Invoice } from '../../../einvoice/model/invoice-model.js'
import { InvoiceDocument, UnknownDocument } from '../../../einvoice/syntax/invoice-document.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { Submission } from '../../gateway/gateway.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import type { MessageReader } from '../../gateway/message-reader.js'
import { documentTypeId, processId } from '../document-type.js'
import { participantId } from '../participant.js'
import { inOrder } from '../self-billing.js'

/** The semantic model of a country's invoices. */
export type ModelOf = (invoice: InvoiceRequest) => Invoice

/** Sender and receiver of an invoice, as the network identifies them. */
interface Participants {
  readonly sender: string
  readonly receiver: string
}

/** The data of a document for the network. */
export interface Route extends Participants {
  readonly documentType: string
  readonly process: string
}

/**
 * A document without a route in the network; `errorMessage` in the words of access points.
 */
interface NoRoute {
  readonly errorMessage: string
}

/** EAS codes that are not schemes of participants: e-mail, and the old X.400 and AS2. */
const NO_PARTICIPANTS = /^(?:EM|AN|AQ|AS|AU|)$/

/**
 * The participants of an invoice: the seller sends it to the buyer, and a self-billing buyer to
 * the seller.
 */
export function participantsOf(
  { invoice, access }: Pick<Submission, 'invoice' | 'access'>,
  modelOf: ModelOf,
): Participants | NoRoute {
  // The lines, of which there may be many, contain nothing on the parties.
  const { seller, buyer } = modelOf({ ...invoice, lines: [] })
  const { supplier, customer } = invoice
  const isOfCustomer = access?.vatNumber === customer.vatNumber && access.vatNumber !== supplier.vatNumber
  const selfBilled = invoice.selfBilled ?? (isOfCustomer || undefined)
  const [from, to] = inOrder({ ...(selfBilled && { selfBilled }) }, { seller, buyer })
  const sender = registered(from.electronicAddress)
  const receiver = registered(to.electronicAddress)
  if (receiver === null) {
    const id = participantId(to.electronicAddress ?? { value: 'unknown' })
    return { errorMessage: `The participant ID '${id}' is not registered in the Peppol Network` }
  }
  if (sender === null)
    return { errorMessage: 'INVALID_PARAMETERS: the sender has no participant ID of the Peppol Network' }
  return { sender, receiver }
}

function registered(address: Identifier | undefined): string | null {
  return address === undefined || NO_PARTICIPANTS.test(address.scheme ?? '') ? null : participantId(address)
}

/** The data of a document for the network, read from its bytes. */
export async function routeOf(
  tools: Pick<GatewayTools, 'readFor'>,
  submission: Submission,
  modelOf: ModelOf,
): Promise<Route | NoRoute> {
  const participants = participantsOf(submission, modelOf)
  if ('errorMessage' in participants) return participants
  const kind = await readingFor(tools, submission.scope)(DOCUMENT_KIND, submission.xml, null)
  return 'errorMessage' in kind ? kind : { ...participants, ...kind }
}

/** Reads what kind of document the network has to transport. */
export const DOCUMENT_KIND: MessageReader<null, Omit<Route, keyof Participants> | NoRoute> = {
  name: 'kind of a document',
  read(bytes) {
    try {
      const { root, specification, businessProcess } = new InvoiceDocument(parseXml(bytes)).detected
      return {
        documentType: documentTypeId(root, specification),
        process: processId({ specification, businessProcess }),
      }
    } catch (error) {
      if (error instanceof RefusedXml || error instanceof UnknownDocument)
        return { errorMessage: `INVALID_PARAMETERS: ${error.message}` }
      throw error
    }
  },
}

/**
 * The SBDH instance identifier of an attempt: always the same for the same document, so that
 * receivers recognise a repetition.
 */
export function instanceId({ scope, attemptId }: Pick<Submission, 'scope' | 'attemptId'>): string {
  return derivedUuid('sbdh', scope.account, scope.environment, attemptId)
}

/**
 * The key of an invoice in the mailbox, from the data of a buyer's response. A digest, since
 * numbers have no limit. Identifiers of participants are independent of case.
 */
export function invoiceReference({ sender, receiver }: Participants, number: string): string {
  const parts = [sender.toLowerCase(), receiver.toLowerCase(), number]
  return `invoice ${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

/**
 * The key of an invoice for responses of participants to whom it was not sent: its sender, whose
 * access point gets the response, and its number.
 */
export function numberReference(sender: string, number: string): string {
  return `number ${createHash('sha256')
    .update(JSON.stringify([sender.toLowerCase(), number]))
    .digest('hex')}`
}

/** Whether a reference is by number alone. */
export function isNumberReference(reference: string): boolean {
  return reference.startsWith('number ')
}

/** The stored data of an upload: its id in the network, and the state of its delivery. */
export interface Upload {
  readonly id: string
  /** Whether the receiver's access point confirmed the delivery. */
  readonly isDelivered: boolean
  /** AS4 message id; null: not known. */
  readonly messageId: string | null
}

/** `<SBDH instance id> [delivered [<AS4 message id>]]`. */
export function uploadText({ id, isDelivered, messageId }: Upload): string {
  return [id, ...(isDelivered ? ['delivered', ...(messageId === null ? [] : [messageId])] : [])].join(' ')
}

/** The inverse of `uploadText`. */
export function readUpload(text: string): Upload {
  const [id = '', delivered, messageId = null] = text.split(' ')
  return { id, isDelivered: delivered === 'delivered', messageId }
}
