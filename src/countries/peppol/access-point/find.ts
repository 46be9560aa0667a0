import type { FindOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { AccessPointApi } from './api.js'
import { instanceId, type ModelOf, routeOf } from './route.js'
import { findShipment } from './shipment.js'
import { shipmentOf } from './submit.js'

/** Whether the access point has the invoice's document. */
export function find(
  api: AccessPointApi,
  tools: GatewayTools,
  modelOf: ModelOf,
  submission: Submission,
): Promise<FindOutcome> {
  return findShipment(api, tools, shipmentOf(submission), async (point) => {
    const route = await routeOf(tools, submission, modelOf)
    if ('errorMessage' in route) return point.address
    return api.submitAddress(point, route, submission.invoice.country, instanceId(submission))
  })
}
