import type { AnswerDesk, SentAnswer, SubmittedAnswer } from '../../gateway/answering.js'
import { documentDesk } from '../../gateway/document-desk.js'
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
  return documentDesk({
    find: (answer) => findShipment(api, tools, shipmentOf(answer), (point) => Promise.resolve(point.address)),
    submit: (answer, lease) => ship(api, tools, shipmentOf(answer), routeOf(answer), lease),
    async poll(answer, reference, submittedAt) {
      const { scope, received, requestedAt } = answer
      const upload = readUpload(reference)
      const messages = await tools.mailbox.about(scope, 'peppol', [upload.id])
      const about = { scope, createdAt: requestedAt, issueDate: received.issueDate ?? '' }
      return (
        (await verdictIn(tools, messages, about, upload, null)) ??
        poll.judge({ shipment: shipmentOf(answer), upload, submittedAt, messages })
      )
    },
  })
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
