import { type Reconciled, Reconciliation } from '../../../src/audit/reconcile/reconcile.js'
import { connectionIds } from '../../../src/commands/use-cases/current-connection.js'
import { accept, handle } from '../../../src/commands/handle.js'
import { deliveryIdOf } from '../../../src/commands/delivery.js'
import type { CallBudgets } from '../../../src/countries/gateway/call-budgets.js'
import type { Gateway, Submission } from '../../../src/countries/gateway/gateway.js'
import { countryOf } from '../../../src/countries/registry.js'
import { connection, type Credentials } from '../../../src/domain/connection.js'
import { delivery } from '../../../src/domain/delivery.js'
import { eventId } from '../../../src/domain/ids.js'
import type { Scope } from '../../../src/domain/event.js'
import type { CountryCode, InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { streamName } from '../../../src/domain/streams.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { MemoryBudgets } from '../../standins/memory/budgets.js'
import { MemoryDocuments } from '../../standins/memory/documents.js'
import { History } from '../../support/history.js'

/** What three sides are compared in. */
interface Government {
  readonly country: CountryCode
  readonly gateway: Gateway
  readonly credentials: Credentials
  readonly now: () => Date
  readonly budgets?: CallBudgets
}

/** How an invoice ends by our events: accepted under this number, or not yet. */
type Ending = { readonly govId: string } | 'submitted'

/** Our side of a company with a connection, and the client's, before a government. */
export async function sidesOf({ country, gateway, credentials, now, budgets = new MemoryBudgets() }: Government) {
  const store = new MemoryEventStore()
  const clock = { now }
  const history = new History(store, clock)
  const { account } = await history.account()
  const scope: Scope = { account, environment: 'production' }
  const companyId = await history.company(scope)
  const context = { ...scope, actor: 'operator', correlationId: 'req_1', causationId: 'req_1' } as const
  const { connectionId, stream } = connectionIds(scope, companyId, country)(0)
  await handle({ store, clock }, context, connection, stream, () =>
    accept(
      { type: 'ConnectionRequested', data: { connectionId, companyId, countryCode: country } },
      { type: 'ConnectionActivated', data: { tokenExpiresAt: null } },
    ),
  )
  const documents = new MemoryDocuments()
  const reconciliation = (sent: readonly string[] = []) =>
    new Reconciliation({
      store,
      documents,
      vault: { get: () => Promise.resolve(Buffer.from(JSON.stringify(credentials))) },
      countryOf,
      countrySettings: {},
      gatewayFor: () => gateway,
      budgets,
      now,
      sentUploads: (_scope, uploadIds) => Promise.resolve(new Set(uploadIds.filter((id) => sent.includes(id)))),
    })
  const one = reconciliation()

  return {
    scope,
    /** One whose ledger of uploads has these. */
    reconciliation,
    /** An invoice that our events say was handed over under this number. */
    async handedOver(
      { attemptId, xml }: Pick<Submission, 'attemptId' | 'xml'>,
      invoice: InvoiceRequest,
      uploadId: string,
      ending: Ending,
    ): Promise<string> {
      const { id, stream: own } = await history.invoice(scope, invoice, companyId)
      const document = await documents.put(scope, xml, 'application/xml')
      await history.findings(
        scope,
        own,
        { type: 'InvoiceValidated', data: { rulesChecked: 300, format: 'XML' } },
        { type: 'InvoiceConverted', data: { format: 'XML', document } },
        { type: 'SubmissionStarted', data: { attemptId } },
        { type: 'InvoiceSubmitted', data: { attemptId, uploadId, govEndpoint: 'https://gov.example' } },
      )
      if (ending === 'submitted') return id
      await history.findings(scope, own, {
        type: 'InvoiceAccepted',
        data: { govId: ending.govId, govMessage: 'ok', receipt: null },
      })
      return id
    },
    /** The client's receiver has refused every delivery of the invoice's last event. */
    async notNotified(id: string): Promise<void> {
      const subject = streamName(scope.environment, 'Invoice', id)
      const last = (await store.readStream(subject)).at(-1)
      const about = eventId(last?.id ?? '')
      const deliveryId = deliveryIdOf(scope, about)
      const url = 'https://receiver.example/'
      const at = now().toISOString()
      const attempt = { at, statusCode: 500, error: 'HTTP 500', durationMs: 3 }
      await handle({ store, clock }, context, delivery, streamName(scope.environment, 'Delivery', deliveryId), () =>
        accept(
          {
            type: 'DeliveryScheduled',
            data: {
              deliveryId,
              eventId: about,
              subject,
              revision: last?.revision ?? 0,
              kind: 'invoice.accepted',
              invoiceId: id,
              connectionId: null,
              url,
              epoch: 1,
              nextAttemptAt: at,
              body: '{}',
            },
          },
          { type: 'DeliveryFailed', data: { subject, url, attempt } },
        ),
      )
    },
    /** What the three sides say of an invoice. */
    compared: (id: string): Promise<Reconciled | null> => one.invoice({ id, account, environment: scope.environment }),
    /** What the government lists since then beyond what was compared. */
    async unknownHere(since: Date): Promise<readonly Reconciled[]> {
      return all(one.unknownHere(since))
    },
  }
}

/** All that comes. */
export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
