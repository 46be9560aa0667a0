import { letArrive } from '../../../commands/use-cases/test-received.js'
import { knownRow } from '../../../domain/aggregate.js'
import { shownReceived } from '../../../domain/public-events/received-view.js'
import { project } from '../../../projections/engine/projection.js'
import { received } from '../../../projections/received.js'
import type { App, RouteDeps } from '../../route.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { ReceivedInBrief, TestReceivedBody } from '../schemas/received.js'
import { responses } from '../schemas/responses.js'

/** Makes documents arrive in the test environment. */
export function testReceivedRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/test/received',
    {
      config: { access: 'write', changes: { of: 'a company', perMinute: 60 } },
      schema: {
        operationId: 'createTestReceived',
        summary: 'Let a test invoice arrive',
        description:
          'As if a supplier had sent it: `sample` makes a new invoice in the format of a country, `document` delivers ' +
          'your own file to the company, even if it names another buyer. Answered when it was read and judged. The ' +
          'same file again is the same received invoice. Test keys only.',
        tags: ['Receiving'],
        headers: RepeatableHeaders,
        body: TestReceivedBody,
        response: responses({ 201: ReceivedInBrief }, 400, 403, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const answer = await answerOnce(deps, request, reply, async (its, context) => {
        const loaded = await letArrive(its, context, request.body)
        await deps.freshness.waitFor(loaded.position, [received.name])
        return { data: shownReceived(knownRow(project(received, loaded.events))) }
      })
      return reply.code(201).send(answer)
    },
  )
}
