import type { Gateway } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { GovernmentHttp, callsOf } from '../../gateway/government-http.js'
import { answerDesk } from './answer-desk.js'
import { AnafApi } from './api.js'
import { budgetsOfCompany } from './budgets.js'
import { awaitMessages, collect, responseIn } from './buyer-messages.js'
import { check } from './check.js'
import { Comparisons } from './comparisons.js'
import { cifOf, uploadOf } from './company.js'
import { find } from './find.js'
import { reconcile, uploadsSince } from './reconcile.js'
import { look } from './look.js'
import { MessageLists } from './message-lists.js'
import { poll } from './poll.js'
import { submit } from './submit.js'

/**
 * Romania's RO e-Factura, by ANAF's REST interface with OAuth. Its addresses come from the
 * country's settings. Null without our registration, which every connection needs.
 */
export function anafGateway(tools: GatewayTools, http = new GovernmentHttp(callsOf(tools, 'RO'))): Gateway | null {
  if (tools.settings['ANAF_CLIENT_ID'] === undefined) return null
  const api = new AnafApi(tools, http)
  const lists = new MessageLists(api, tools)
  const comparisons = new Comparisons(api, tools)
  return {
    submit: (submission, lease) => submit(api, tools, uploadOf(submission), lease),
    find: (submission) => find(api, lists, comparisons, tools, uploadOf(submission)),
    async poll(submission, uploadId, submittedAt) {
      const outcome = await poll(api, tools, uploadOf(submission), uploadId, submittedAt)
      // From now on a buyer can answer it.
      if (outcome.kind === 'accepted') await awaitMessages(tools, submission, outcome.govId)
      return outcome
    },
    collect: (scope, access, since) => collect(api, lists, tools, scope, access, since),
    responseIn,
    arrivals: { channel: 'anaf', everySeconds: 600, look: (wanted) => look(api, lists, tools, wanted) },
    answers: answerDesk(api, lists, comparisons, tools),
    reconcile: (submission, uploadId, govId) => reconcile(api, submission, govId ?? uploadId),
    uploadsSince: (access, since) => uploadsSince(lists, access, since),
    check: (access) => check(api, tools, access),
    budgets: (vatNumber, now) => Promise.resolve(budgetsOfCompany(cifOf(vatNumber), now)),
  }
}
