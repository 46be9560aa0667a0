import type { Gateway } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { GovernmentHttp, callsOf } from '../../gateway/government-http.js'
import { InvoicetronicApi } from './api.js'
import { check } from './check.js'
import { collect, responseIn } from './collect.js'
import { find } from './find.js'
import { look } from './look.js'
import { reconcile, uploadsSince } from './reconcile.js'
import { poll } from './poll.js'
import { submit } from './submit.js'

/** A gateway whose messages are collected. */
type InvoicetronicGateway = Gateway & Required<Pick<Gateway, 'check' | 'collect' | 'responseIn'>>

/**
 * SdI through Invoicetronic, an accredited intermediary with a REST interface: for connections
 * whose credentials have an `apiKey`. It signs if SdI requires a signature.
 */
export function invoicetronicGateway(
  tools: GatewayTools,
  http = new GovernmentHttp(callsOf(tools, 'IT')),
): InvoicetronicGateway {
  const api = new InvoicetronicApi(tools, http)
  return {
    submit: (submission, lease) => submit(api, tools, submission, lease),
    find: (submission) => find(api, tools, submission),
    poll: (submission, uploadId, submittedAt) => poll(api, tools, submission, uploadId, submittedAt),
    reconcile: (submission, uploadId) => reconcile(api, tools, submission, uploadId),
    uploadsSince: (access, since) => uploadsSince(api, tools, access, since),
    check: (access) => check(api, access),
    collect: (scope, access, since) => collect(api, tools, scope, access, since),
    arrivals: { channel: 'invoicetronic', everySeconds: 300, look: (wanted) => look(api, tools, wanted) },
    responseIn,
  }
}
