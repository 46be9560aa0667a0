import { createHash } from 'node:crypto'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Simulator } from '../simulation/simulator.js'
import { type SimulatedGovernment, simulatorOf } from '../simulation/simulated-government.js'
import { elementsOf, quotedInvoice } from '../simulation/quoted-invoice.js'
import { processId } from './document-type.js'
import { participantId } from './participant.js'
import { inOrder } from './self-billing.js'
import { documentTypeOf } from './receiving.js'
import type { RejectionCatalogue } from '../rejections/rejection.js'
import { invoiceResponse, messageLevelStatus, type Transmission } from './responses.js'
import { simulatedParticipant, simulatedReceiver } from './simulated-participant.js'
import { ledgerIdOf, transmissionId } from './transmission-id.js'

/** The facts of a country that a simulated network needs. */
interface PeppolNetwork {
  readonly country: CountryCode
  readonly model: (accepted: InvoiceRequest) => Invoice
  readonly catalogue: RejectionCatalogue
}

/**
 * The stand-in for the Peppol network: our access point accepts the document, the receiving one
 * answers with a Message Level Status, and a buyer that refuses the invoice with an Invoice
 * Response. "Accepted" means delivered; no government decides.
 */
export function peppolSimulator({ country, model, catalogue }: PeppolNetwork): Simulator {
  /** All that the network reads, without the lines, of which there may be many. */
  const head = (invoice: InvoiceRequest): Invoice => model({ ...invoice, lines: [] })

  const network: SimulatedGovernment = {
    country,
    govEndpoint({ invoice }) {
      const document = head(invoice)
      const [sender, receiver] = participants(document, invoice)
      const process = processId(document)
      const parts = [sender, receiver, documentTypeOf(document, invoice.format), process, country]
      return `https://ap.peppol.example/api/outbound/submit/${parts.map(encodeURIComponent).join('/')}`
    },
    participant: simulatedParticipant,
    receivable: (addressed) => simulatedReceiver(addressed, model),
    uploadId: transmissionId,
    ledgerId: ledgerIdOf,
    offeredCodes: ['LOOKUP-NOT-REGISTERED', 'MLS-RE', 'IMR-RE'],
    rejectionText: (code, quoted) => catalogue.rejectionText(code, quoted),
    quoted({ submission }) {
      const { invoice } = submission
      const document = head(invoice)
      const [, receiver] = participants(document, invoice)
      return {
        ...quotedInvoice(submission, elementsOf(invoice)),
        participant: receiver,
        participantHost: hostOf(receiver),
        documentType: documentTypeOf(document, invoice.format),
      }
    },
    duplicateText: () => catalogue.rejectionText('DUPLICATE') ?? 'DUPLICATE',
    unknownUploadText: (uploadId) => `404 Not Found: no transmission with SBDH instance identifier ${uploadId}`,
    accepted(entry, { invoice }) {
      const transmission = transmissionOf(transmissionId(entry.uploadId), invoice, entry.receivedAt)
      return {
        govId: messageId(entry.uploadId),
        govMessage: `Message Level Status AP: accepted and delivered to ${transmission.receiver}`,
        receipt: messageLevelStatus(transmission, null),
      }
    },
    rejection(entry, { invoice }, errorMessage) {
      const transmission = transmissionOf(transmissionId(entry.uploadId), invoice, entry.receivedAt)
      const isFromBuyer = errorMessage.includes('Invoice Response')
      return isFromBuyer ? invoiceResponse(transmission, errorMessage) : messageLevelStatus(transmission, errorMessage)
    },
  }

  function transmissionOf(id: string, accepted: InvoiceRequest, receivedAt: Date): Transmission {
    const [sender, receiver] = participants(head(accepted), accepted)
    return { id, sender, receiver, number: accepted.number, at: receivedAt }
  }

  return simulatorOf(network)
}

function participants(document: Invoice, invoice: InvoiceRequest): [sender: string, receiver: string] {
  const unknown = { value: 'unknown' }
  const [sender, receiver] = inOrder(invoice, document)
  return [participantId(sender.electronicAddress ?? unknown), participantId(receiver.electronicAddress ?? unknown)]
}

/** The name of a participant in the directory (SML). */
function hostOf(participant: string): string {
  const [scheme = '', value = ''] = participant.split('::')
  return `B-${createHash('md5').update(value.toLowerCase()).digest('hex')}.${scheme}.participant.sml.prod.tech.peppol.org`
}

/** AS4 message id of the transmission, which both access points record. */
function messageId(ledgerId: string): string {
  const digest = createHash('sha256').update(`as4 ${ledgerId}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}@phase4`
}
