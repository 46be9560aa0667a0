import type { Access, CheckOutcome, Gateway } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { GovernmentHttp, callsOf } from '../../gateway/government-http.js'
import { accessPointOf } from './access.js'
import { answerDesk } from './answers.js'
import { AccessPointApi, type AccessPointHttp } from './api.js'
import { find } from './find.js'
import { listedAs, uploadsSince } from './listed.js'
import { ParticipantLookup } from './lookup.js'
import { Poll } from './poll.js'
import { Receivers } from './receivers.js'
import { buyerResponseIn } from './response-texts.js'
import type { ModelOf } from './route.js'
import { submit } from './submit.js'

/**
 * The Peppol network by the REST interface of an access point (phoss-ap): the operator's own, or
 * the customer's.
 * @param modelOf the semantic model of the country's invoices
 */
export function accessPointGateway(tools: GatewayTools, modelOf: ModelOf, http = connections(tools)): Gateway {
  const api = new AccessPointApi(tools, http)
  const lookup = new ParticipantLookup(tools, http.customers)
  const receivers = new Receivers(tools, modelOf, (participantId) => lookup.ask(participantId))
  const poll = new Poll(api, tools, modelOf)
  return {
    submit: (submission, lease) => submit(api, tools, modelOf, submission, lease),
    find: (submission) => find(api, tools, modelOf, submission),
    poll: (submission, uploadId, submittedAt) => poll.ask(submission, uploadId, submittedAt),
    reconcile: (submission, uploadId, govId) => poll.reconcile(submission, uploadId, govId),
    uploadsSince: (access, since, senders) => uploadsSince(api, tools, access, since, senders),
    listedAs: (submission, uploadId) => listedAs(modelOf, submission, uploadId),
    check: (access) => check(api, tools, access),
    answers: answerDesk(api, tools, poll),
    responseIn: buyerResponseIn,
    participant: (participantId) => lookup.ask(participantId),
    receivable: (addressed) => receivers.suited(addressed),
  }
}

function connections(tools: GatewayTools): AccessPointHttp {
  const { allowPrivateNetwork } = tools
  const watched = callsOf(tools, 'Peppol')
  return {
    operators: new GovernmentHttp(watched),
    customers: new GovernmentHttp({ ...watched, customers: { allowPrivateNetwork } }),
  }
}

/** Requests the pending transmissions, which sends nothing and needs the token. */
async function check(api: AccessPointApi, tools: GatewayTools, access: Access): Promise<CheckOutcome> {
  const point = accessPointOf(access, tools.settings)
  const answer = await api.isThere(point)
  switch (answer.kind) {
    case 'there': {
      const whose = point.isOperators ? "the operator's access point" : 'the access point'
      return { kind: 'works', detail: `${whose} answers and accepts the token` }
    }
    case 'unauthorized':
      return { kind: 'refused', reason: `${answer.reason}; send the token that it requires as X-Token` }
    case 'other':
      return {
        kind: 'refused',
        reason: 'this address has no interface of phoss-ap; send the part of its address before /api',
      }
    default:
      return { kind: 'unknown', reason: answer.reason }
  }
}
