import type { Access, CheckOutcome, Gateway } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { GovernmentHttp, callsOf } from '../../gateway/government-http.js'
import { KsefApi } from './api.js'
import { BatchStates } from './batch-states.js'
import { Batches } from './batches.js'
import { budgetsOfCompany, Calls } from './budgets.js'
import { Connections } from './connections.js'
import { connected, nipOf } from './credentials.js'
import { Dispatch } from './dispatch.js'
import { Duplicates } from './duplicate.js'
import { Exports } from './exports.js'
import { find } from './find.js'
import { issueOffline } from './issue-offline.js'
import { look } from './look.js'
import { reconcile } from './reconcile.js'
import { PartUploads } from './part-upload.js'
import { Polls } from './poll.js'
import { PublicKeys } from './public-keys.js'
import { Sender } from './send.js'
import { SessionInvoices } from './session-invoices.js'
import { Sessions } from './sessions.js'
import { SignIn } from './sign-in.js'
import { Stores } from './stores.js'
import { submit } from './submit.js'

/** Poland's KSeF 2.0, by its REST interface. Its addresses come from the country's settings. */
export function ksefGateway(tools: GatewayTools, http = new GovernmentHttp(callsOf(tools, 'PL'))): Gateway {
  const api = new KsefApi(tools, http)
  const keys = new PublicKeys(api, tools)
  const calls = new Calls(tools)
  const connections = new Connections(api, new SignIn(api, keys, tools), calls, tools)
  const sessions = new Sessions(connections, keys, tools)
  const invoices = new SessionInvoices(connections, tools)
  const stores = new Stores(tools, http)
  const batches = new Batches(connections, keys, new PartUploads(stores), tools)
  const exports = new Exports(connections, keys, stores, tools)
  const dispatch = new Dispatch(new Sender(connections, sessions, keys, tools), batches, tools)
  const batchStates = new BatchStates(connections, invoices, tools)
  const duplicates = new Duplicates(connections, invoices, tools)
  const polls = new Polls({ connections, sessions, invoices, batchStates, duplicates, dispatch, keys, tools })
  return {
    submit: (submission, lease) => submit(api, dispatch, submission, lease),
    find: (submission) => find(api, invoices, batchStates, tools, submission),
    poll: (submission, uploadId, submittedAt) => polls.poll(submission, uploadId, submittedAt),
    arrivals: { channel: 'ksef', everySeconds: 900, look: (wanted) => look(connections, exports, tools, wanted) },
    reconcile: (submission, uploadId) => reconcile(connections, invoices, tools, submission, uploadId),
    budgets: (vatNumber, now) => budgetsOfCompany(calls, nipOf(vatNumber), now),
    issueOffline: (submission) => issueOffline(submission, tools.clock.now()),
    check: (access) => check(connections, sessions, access),
  }
}

/**
 * Signs in and opens a session, which proves the permission to issue invoices. The next invoices
 * use the session; KSeF cancels a session without invoices, without effect.
 */
async function check(connections: Connections, sessions: Sessions, access: Access): Promise<CheckOutcome> {
  const taxpayer = connected(access)
  const failure = await connections.signIn(taxpayer)
  const outcome = failure ?? (await sessions.openNew(taxpayer))
  switch (outcome.kind) {
    case 'session':
      return { kind: 'works', detail: `These credentials may issue invoices in KSeF for the NIP ${taxpayer.nip}.` }
    case 'unauthorized':
      return { kind: 'refused', reason: outcome.reason }
    default:
      return { kind: 'unknown', reason: outcome.reason }
  }
}
