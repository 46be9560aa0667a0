import type { LeaseCheck, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { mayAct } from '../../gateway/lease-check.js'
import type { AccessPointApi } from './api.js'
import { unanswered } from './failures.js'
import { instanceId, invoiceReference, type ModelOf, numberReference, type Route, routeOf } from './route.js'
import { ship, type Shipment } from './shipment.js'

/**
 * Submits the invoice's document once to the access point, which sends it to the receiver's. The
 * ledger and the mailbox record it before its first byte is sent.
 */
export async function submit(
  api: AccessPointApi,
  tools: GatewayTools,
  modelOf: ModelOf,
  submission: Submission,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  const route = await routeOf(tools, submission, modelOf)
  if ('errorMessage' in route) return { kind: 'refused', errorMessage: route.errorMessage }
  if (!mayAct(lease)) return unanswered('another worker may have taken over', 1, tools)
  await expectAnswers(tools, submission, route)
  return ship(api, tools, shipmentOf(submission), route, lease)
}

/** The document of a submission for the network. */
export function shipmentOf({ scope, attemptId, createdAt, access, invoice, xml }: Submission): Shipment {
  return { scope, country: invoice.country, attemptId, createdAt, access, bytes: xml }
}

async function expectAnswers({ mailbox }: GatewayTools, submission: Submission, route: Route): Promise<void> {
  const { scope, invoiceId, invoice } = submission
  const { number } = invoice
  const references = [instanceId(submission), invoiceReference(route, number), numberReference(route.sender, number)]
  for (const reference of references)
    await mailbox.expect({ channel: 'peppol', reference, scope, country: invoice.country, invoiceId })
}
