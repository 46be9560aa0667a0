import { createHash } from 'node:crypto'
import { derivedUuid } from '../../../domain/ids.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { Identifier, Invoice } from '../../../einvoice/model/invoice-model.js'
import { PEPPOL_BILLING_PROCESS } from '../../../einvoice/rules/peppol/specification.js'
import { InvoiceDocument, UnknownDocument } from '../../../einvoice/syntax/invoice-document.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { Submission } from '../../gateway/gateway.js'
import { documentTypeId, processId } from '../document-type.js'
import { participantId } from '../participant.js'

/** The semantic model of a country's invoices. */
export type ModelOf = (invoice: InvoiceRequest) => Invoice

/** Who sends an invoice to whom, as the network knows them. */
interface Participants {
  readonly sender: string
  readonly receiver: string
}

/** What the network is told of a document. */
export interface Route extends Participants {
  readonly documentType: string
  readonly process: string
}

/**
 * A document that has no way through the network; `errorMessage` in the words of access points.
 */
interface NoRoute {
  readonly errorMessage: string
}

/** EAS codes that are no schemes of participants: e-mail, and the X.400 and AS2 of old. */
const NO_PARTICIPANTS = /^(?:EM|AN|AQ|AS|AU|)$/

/**
 * The participants of an invoice: the seller sends it to the buyer, and a self-billing buyer to
 * the seller.
 */
export function participantsOf({ invoice, access }: Submission, modelOf: ModelOf): Participants | NoRoute {
  // The lines, of which there may be many, say nothing of the parties.
  const { seller, buyer } = modelOf({ ...invoice, lines: [] })
  const { supplier, customer } = invoice
  const isSelfBilled = access?.vatNumber === customer.vatNumber && access.vatNumber !== supplier.vatNumber
  const [from, to] = isSelfBilled ? [buyer, seller] : [seller, buyer]
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

/** What the network is told of the document, by its very bytes. */
export function routeOf(submission: Submission, modelOf: ModelOf): Route | NoRoute {
  const participants = participantsOf(submission, modelOf)
  if ('errorMessage' in participants) return participants
  try {
    const { root, specification, businessProcess } = new InvoiceDocument(parseXml(submission.xml)).detected
    return {
      ...participants,
      documentType: documentTypeId(root, specification),
      process: processId(businessProcess ?? PEPPOL_BILLING_PROCESS),
    }
  } catch (error) {
    if (error instanceof RefusedXml || error instanceof UnknownDocument)
      return { errorMessage: `INVALID_PARAMETERS: ${error.message}` }
    throw error
  }
}

/**
 * The SBDH instance identifier of an attempt: the same document always goes under the same one, by
 * which receivers tell a repetition.
 */
export function instanceId({ scope, attemptId }: Submission): string {
  return derivedUuid('sbdh', scope.account, scope.environment, attemptId)
}

/**
 * By what the mailbox knows an invoice: what a buyer's response says of it. As a digest, since
 * numbers have no limit of their own. Identifiers of participants do not heed case.
 */
export function invoiceReference({ sender, receiver }: Participants, number: string): string {
  const parts = [sender.toLowerCase(), receiver.toLowerCase(), number]
  return `invoice ${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

/** What is kept of an upload: its id in the network, and what is known of its delivery. */
export interface Upload {
  readonly id: string
  /** Whether the receiver's access point has confirmed the document when it was handed over. */
  readonly isDelivered: boolean
  /** AS4 message id; null: not known. */
  readonly messageId: string | null
}

/** `<SBDH instance id> [delivered [<AS4 message id>]]`. */
export function uploadText({ id, isDelivered, messageId }: Upload): string {
  return [id, ...(isDelivered ? ['delivered', ...(messageId === null ? [] : [messageId])] : [])].join(' ')
}

/** The other way round. */
export function readUpload(text: string): Upload {
  const [id = '', delivered, messageId = null] = text.split(' ')
  return { id, isDelivered: delivered === 'delivered', messageId }
}
