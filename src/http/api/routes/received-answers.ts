import { answerReceived } from '../../../commands/use-cases/answer-received.js'
import { knownRow } from '../../../domain/aggregate.js'
import { shownAnswer } from '../../../domain/public-events/received-view.js'
import { project } from '../../../projections/engine/projection.js'
import { received } from '../../../projections/received.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { AnswerBody, AnswerResponse, AnswersResponse } from '../schemas/received-answers.js'
import { responses } from '../schemas/responses.js'
import { receivedById } from '../row-by-id.js'

const PATH = '/v1/received/:id/responses'
const tags = ['Receiving']

/** Gives answers to received invoices, and lists them. */
export function receivedAnswerRoutes(app: App, deps: RouteDeps): void {
  app.post(
    PATH,
    {
      config: { access: 'write', changes: { of: 'a received invoice', counts: 'responses', perMinute: 20 } },
      schema: {
        operationId: 'respondToReceived',
        summary: 'Respond to a received invoice',
        description:
          'Notifies the sender by the way of the country: Invoice Response in the Peppol network (Belgium, Germany), ' +
          'life-cycle status in France, message to the seller in Romania, outcome of an administration in Italy. ' +
          'Poland has none. A code that the country has not is a 400 that names those it has. After `rejected` or ' +
          '`paid` nothing follows, after `approved` only `paid` (409), unless the response failed. In the test ' +
          'environment the response is shown at the invoice of the sender at once, if a company of the account sent it; ' +
          '`SIM-REJECT-` in `reason` makes it fail, `SIM-OUTAGE-` and `SIM-SLOW-` with seconds delay it.',
        tags,
        params: IdParams,
        headers: RepeatableHeaders,
        body: AnswerBody,
        response: responses({ 201: AnswerResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    (request, reply) => {
      void reply.code(201)
      return answerOnce(deps, request, reply, async (its, context) => {
        const { responseId, loaded } = await answerReceived(its, context, request.params.id, request.body)
        await deps.freshness.waitFor(loaded.position, [received.name])
        const row = knownRow(project(received, loaded.events))
        const answer = row.answers.find((each) => each.responseId === responseId)
        if (answer === undefined) throw new Error(`the response ${responseId} is not in its stream`)
        return { data: shownAnswer(row, answer) }
      })
    },
  )

  app.get(
    PATH,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listReceivedResponses',
        summary: 'List the responses to a received invoice',
        description: 'What the company responded, oldest first, and how far each response is.',
        tags,
        params: IdParams,
        response: responses({ 200: AnswersResponse }, 404),
      },
    },
    async ({ scope, params }) => {
      const row = await receivedById(deps, scope, params.id)
      return { data: row.answers.map((answer) => shownAnswer(row, answer)) }
    },
  )
}
