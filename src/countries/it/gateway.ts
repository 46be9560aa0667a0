import type { Gateway } from '../gateway/gateway.js'
import type { GatewayTools } from '../gateway/gateway-tools.js'
import type { GovernmentHttp } from '../gateway/government-http.js'
import { invoicetronicGateway } from './invoicetronic/gateway.js'
import { sdiGateway } from './sdi/gateway.js'
import { byWay } from './ways.js'

/** Italy's gateway to SdI, by an own channel or by the intermediary Invoicetronic. */
export function italianGateway(tools: GatewayTools, http?: GovernmentHttp): Gateway {
  return byWay({ channel: sdiGateway(tools, http), intermediary: invoicetronicGateway(tools, http) }, tools)
}
