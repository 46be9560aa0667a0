import type { Gateway } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { GovernmentHttp, heardBy } from '../../gateway/government-http.js'
import { check } from './check.js'
import { find } from './find.js'
import { Channels } from './identity.js'
import { reconcile } from './reconcile.js'
import { poll } from './poll.js'
import { responseIn } from './response.js'
import { submit } from './submit.js'

/**
 * Italy's Sistema di Interscambio by a channel of one's own (SDICoop): files go out by SOAP, with
 * the channel's client certificate; what becomes of them comes in by SdI's calls: see `sdiDoor`.
 */
export function sdiGateway(tools: GatewayTools, http = new GovernmentHttp(heardBy(tools, 'IT'))): Gateway {
  const channels = new Channels()
  return {
    submit: (submission, lease) => submit(http, channels, tools, submission, lease),
    find: (submission) => find(tools, submission),
    poll: (submission, uploadId, submittedAt) => poll(tools, submission, uploadId, submittedAt),
    reconcile: (submission, uploadId) => reconcile(tools, submission, uploadId),
    check: (access) => check(http, channels, tools, access),
    responseIn,
  }
}
