import type { AnswerDesk, SentAnswer, SubmittedAnswer } from '../../gateway/answering.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { INVOICE_RESPONSE, partiesOf } from '../invoice-response.js'
import { documentTypeId, processId } from '../document-type.js'
import type { AccessPointApi } from './api.js'
import type { Poll } from './poll.js'
import { readUpload, type Route } from './route.js'
import { findShipment, ship, type Shipment } from './shipment.js'
import { verdictIn } from './verdict.js'

/**
 * Sends Invoice Responses by the access point, and follows them as invoices: delivered to the
 * access point of the sender, which may send a Message Level Status.
 */
export function answerDesk(api: AccessPointApi, tools: GatewayTools, poll: Poll): AnswerDesk {
  return {
    async send(answer, lease) {
      const shipment = shipmentOf(answer)
      const route = routeOf(answer)
      const known = await findShipment(api, tools, shipment, (point) => Promise.resolve(point.address))
      if (known.kind === 'known') return { kind: 'submitted', reference: known.uploadId }
      if (known.kind !== 'unknown') return known
      const outcome = await ship(api, tools, shipment, route, lease)
      return outcome.kind === 'submitted' ? { kind: 'submitted', reference: outcome.uploadId } : outcome
    },

    async follow(answer, reference, submittedAt) {
      const { scope, received, requestedAt } = answer
      const upload = readUpload(reference)
      const messages = await tools.mailbox.about(scope, 'peppol', [upload.id])
      const about = { scope, createdAt: requestedAt, issueDate: received.issueDate ?? '' }
      const outcome =
        (await verdictIn(tools, messages, about, upload, null)) ??
        (await poll.judge({ shipment: shipmentOf(answer), upload, submittedAt, messages }))
      if (outcome.kind === 'accepted') return { kind: 'confirmed' }
      return outcome.kind === 'rejected' ? { kind: 'refused', errorMessage: outcome.errorMessage } : outcome
    },
  }
}

function shipmentOf({ scope, country, responseId, requestedAt, document, access }: SubmittedAnswer): Shipment {
  return { scope, country, attemptId: responseId, createdAt: requestedAt, bytes: document.bytes, access }
}

function routeOf(answer: SentAnswer): Route {
  const { specification, process } = INVOICE_RESPONSE
  const { sender, receiver } = partiesOf(answer)
  return {
    sender,
    receiver,
    documentType: documentTypeId('ApplicationResponse', specification),
    process: processId({ specification, businessProcess: process }),
  }
}
