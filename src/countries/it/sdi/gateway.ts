import type { Gateway } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { GovernmentHttp, callsOf } from '../../gateway/government-http.js'
import { answerDesk } from './answer-desk.js'
import { check } from './check.js'
import { find } from './find.js'
import { Channels } from './identity.js'
import { reconcile } from './reconcile.js'
import { poll } from './poll.js'
import { responseIn } from './response.js'
import { NotificationSignatures } from './signature.js'
import { submit } from './submit.js'

/**
 * Italy's Sistema di Interscambio by an own channel (SDICoop): files are sent by SOAP, with the
 * channel's client certificate; SdI calls us with their outcomes: see `sdiDoor`.
 */
export function sdiGateway(tools: GatewayTools, http = new GovernmentHttp(callsOf(tools, 'IT'))): Gateway {
  const channels = new Channels()
  const signatures = new NotificationSignatures(tools)
  return {
    submit: (submission, lease) => submit(http, channels, tools, submission, lease),
    find: (submission) => find(tools, submission),
    poll: (submission, uploadId, submittedAt) => poll(tools, signatures, submission, uploadId, submittedAt),
    reconcile: (submission, uploadId) => reconcile(tools, submission, uploadId),
    check: (access) => check(http, channels, tools, access),
    answers: answerDesk(http, channels, tools),
    responseIn,
  }
}
