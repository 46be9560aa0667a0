import { notFound } from '../../errors.js'
import { ProofResponse } from '../schemas/proof.js'
import { responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

/** Returns the proof that an invoice's events are sealed. */
export function invoiceProofRoute(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/invoices/:id/proof',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getInvoiceProof',
        summary: "Prove that an invoice's events are unchanged",
        description:
          'Every hour all live events are sealed: a Merkle tree over them is signed. The proof shows that the ' +
          'tree contains each event of the invoice as it was recorded. `verifyProof` of the clients checks it. ' +
          'Events after the newest seal have `sealed: false`; invoices of the test environment are never sealed.',
        tags: ['Invoices'],
        params: IdParams,
        response: responses({ 200: ProofResponse }, 404),
      },
    },
    async (request) => {
      const proof = await deps.proofOf(request.scope, request.params.id)
      if (proof === null) throw notFound('invoice')
      return {
        data: { ...proof, events: proof.events.map((event) => ({ ...event, path: event.path && [...event.path] })) },
      }
    },
  )
}
