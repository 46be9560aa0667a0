import { pino } from 'pino'
import t from 'tap'
import { sentenceOf } from '../../../src/audit/sentences.js'
import { disconnect } from '../../../src/commands/use-cases/connections.js'
import { accept, handle } from '../../../src/commands/handle.js'
import { connectionSecret } from '../../../src/domain/connection.js'
import type { Environment, RecordedEvent, Scope } from '../../../src/domain/event.js'
import { invoice, type InvoiceEvent } from '../../../src/domain/invoice.js'
import { streamName } from '../../../src/domain/streams.js'
import { ConnectionClosing } from '../../../src/processors/connections/closing.js'
import { SecretSweep } from '../../../src/processors/deliveries/secret-erasure.js'
import { ClosableConnections } from '../../../src/projections/closable-connections.js'
import { PROJECTIONS } from '../../../src/projections/registry.js'
import { storeWith } from '../../audit/retention/retaining.js'
import { connectedCompany, sampleCompany, sampleInvoice } from '../../http/api/samples.js'
import { type Client, startTestService } from '../../http/api/test-service.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NAMES = PROJECTIONS.map(({ name }) => name)
const XML = { sha256: 'e'.repeat(64), size: 10, mediaType: 'application/xml' }
const VALIDATED: InvoiceEvent = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } }
const ACCEPTED: readonly InvoiceEvent[] = [
  VALIDATED,
  { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
  { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
  { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: 'u1', govEndpoint: 'simulated' } },
  { type: 'InvoiceAccepted', data: { govId: 'g1', govMessage: 'ok', receipt: null } },
]
const FAILED: InvoiceEvent = {
  type: 'InvoiceFailed',
  data: { reason: 'internal', errorMessage: 'broke', errorTranslated: null, errorFix: null } as never,
}

const service = await startTestService(t)
const { deps, clock, pool } = service
const { store, vault, freshness } = deps
const log = pino({ level: 'silent' })

/** An account with a deleted company, whose connection has a secret. */
async function deletedCompany({
  of = 'RO',
  before,
}: { of?: 'RO' | 'FR'; before?: (client: Client) => Promise<void> } = {}) {
  const { id: account, test: client } = await service.account('unlimited')
  const scope: Scope = { account, environment: 'test' }
  const french = { name: 'Ateliers SAS', vatNumber: 'FR82812473155', country: 'FR' }
  const { companyId, connectionId } = await connectedCompany(client, of === 'RO' ? sampleCompany() : french, of)
  const secret = connectionSecret(connectionId)
  await vault.put(scope, secret, Buffer.from('token'))
  await before?.(client)
  await client.delete(`/v1/companies/${companyId}`)
  const stream = streamName('test', 'Connection', connectionId)
  return {
    scope,
    account,
    client,
    companyId,
    connectionId,
    stream,
    secret,
    async isKept(): Promise<boolean> {
      const kept = (await store.readStream(stream)).at(-1)?.type !== 'ConnectionDeleted'
      const stored = (await vault.get(scope, secret)) !== null
      if (kept !== stored) throw new Error(`the connection is ${kept ? 'kept' : 'deleted'}, its secret is not`)
      return kept
    },
  }
}

async function happens(account: string, id: string, ...events: readonly InvoiceEvent[]): Promise<void> {
  const context = { account, environment: 'test', actor: 'operator', correlationId: 'r', causationId: 'r' } as const
  await handle(deps, context, invoice, streamName('test', 'Invoice', id), () => accept(...events))
}

function chore(changes: Partial<ConstructorParameters<typeof ConnectionClosing>[0]> = {}): ConnectionClosing {
  return new ConnectionClosing({ ...deps, log, closable: closableOf(), ...changes })
}

function closableOf(): ClosableConnections {
  return new ClosableConnections({ pool, store })
}

async function settled(): Promise<void> {
  t.ok(await freshness.waitFor((await store.head()) ?? 0n, NAMES))
}

/** One whole run, over up-to-date read models. */
async function run(closing = chore()): Promise<void> {
  await settled()
  while ((await closing.run(new AbortController().signal)) === 'more');
}

const created = async (client: Client, body: object): Promise<string> =>
  String((await client.post('/v1/invoices', body)).body['data']?.['id'])

t.test('a connection is deleted with its secret some minutes after its company, and no other', async (t) => {
  const live = await service.account('unlimited')
  const other = await connectedCompany(live.test)
  const gone = await deletedCompany()
  const second = await connectedCompany(gone.client)
  await vault.put(gone.scope, connectionSecret(second.connectionId), Buffer.from('token'))
  clock.advance(14 * MINUTE)
  await run()
  t.ok(await gone.isKept(), 'a request may still be creating an invoice')
  clock.advance(MINUTE)
  await run()
  t.notOk(await gone.isKept())
  const [deactivated, last] = [
    (await store.readStream(streamName('test', 'Company', gone.companyId))).at(-1),
    (await store.readStream(gone.stream)).at(-1),
  ]
  t.match(last, {
    data: { reason: 'company_deleted' },
    metadata: { actor: 'processor:connection-closing', $causationId: deactivated?.id },
  })
  t.equal(
    sentenceOf(last as RecordedEvent),
    'The connection was deleted, since its company was deleted and no invoice needs it.',
  )
  await settled()
  t.equal((await gone.client.get(`/v1/connections/${gone.connectionId}`)).status, 404)
  t.equal((await gone.client.get(`/v1/connections/${second.connectionId}`)).status, 200, 'of a company that is active')
  t.ok(await vault.get(gone.scope, connectionSecret(second.connectionId)))
  t.equal((await live.test.get(`/v1/connections/${other.connectionId}`)).status, 200, 'of another account')
})

t.test('an invoice that is not decided keeps the connection, for any time', async (t) => {
  let id = ''
  const gone = await deletedCompany({
    before: async (client) => {
      id = await created(client, sampleInvoice())
    },
  })
  clock.advance(400 * DAY)
  await run()
  t.ok(await gone.isKept())
  await happens(gone.account, id, ...ACCEPTED)
  await run()
  t.notOk(await gone.isKept(), 'nothing follows the decision of this government')
})

t.test('an invoice in error keeps it for a year: it may be retried', async (t) => {
  let id = ''
  const gone = await deletedCompany({
    before: async (client) => {
      id = await created(client, sampleInvoice({ number: 'E-1' }))
    },
  })
  await happens(gone.account, id, FAILED)
  clock.advance(364 * DAY)
  await run()
  t.ok(await gone.isKept())
  const again = await gone.client.post(`/v1/invoices/${id}/retry`)
  t.equal(again.status, 200, JSON.stringify(again.body))
  await happens(gone.account, id, FAILED)
  clock.advance(365 * DAY)
  await run()
  t.ok(await gone.isKept(), 'a year after its last change')
  clock.advance(1)
  await run()
  t.notOk(await gone.isKept())
  const late = await gone.client.post(`/v1/invoices/${id}/retry`)
  t.equal(late.status, 409)
  t.match(late.body['error']?.['message'], /company and its connection for RO were deleted/)
})

t.test('an accepted invoice keeps it for a year where payments are reported, a report for any time', async (t) => {
  const address = { street: '14 quai de la Fosse', city: 'Nantes', postalCode: '44000', country: 'FR' }
  const body = {
    country: 'FR',
    currency: 'EUR',
    supplier: { vatNumber: 'FR82812473155', name: 'Ateliers SAS', siret: '81247315500024', address },
    customer: { vatNumber: 'FR51394728612', name: 'Librairie SARL', siret: '39472861200018', address },
    lines: [{ description: 'Conseil', quantity: 10, unitPrice: 50, vatRate: 20 }],
  }
  const ids: string[] = []
  const gone = await deletedCompany({
    of: 'FR',
    before: async (client) => void ids.push(await created(client, body), await created(client, body)),
  })
  for (const id of ids) await happens(gone.account, id, ...ACCEPTED)
  const [paid = '', unpaid = ''] = ids
  const paidOn = clock.now().toISOString().slice(0, 10)
  const report = await gone.client.post(`/v1/invoices/${paid}/paid`, { paidOn })
  t.equal(report.status, 200, JSON.stringify(report.body))
  clock.advance(366 * DAY)
  await run()
  t.ok(await gone.isKept(), 'a report waits')
  const [{ paymentId }] = (await store.readStream(streamName('test', 'Invoice', paid))).flatMap(({ type, data }) =>
    type === 'PaymentReportRequested' ? [data as { paymentId: string }] : [],
  ) as [{ paymentId: string }]
  await happens(gone.account, paid, {
    type: 'PaymentReported',
    data: { paymentId, reportId: 'r1', document: null },
  })
  await run()
  t.ok(await gone.isKept(), 'its buyer may respond')
  clock.advance(365 * DAY + 1)
  await run()
  t.notOk(await gone.isKept())
  const late = await gone.client.post(`/v1/invoices/${unpaid}/paid`, { paidOn })
  t.equal(late.status, 409)
  t.match(late.body['error']?.['message'], /its payment can no longer be reported/)
})

t.test('the streams decide, not the read models', async (t) => {
  const { id: account, test: client } = await service.account('unlimited')
  const scope: Scope = { account, environment: 'test' }
  const { companyId, connectionId } = await connectedCompany(client)
  const gone = await deletedCompany()
  const second = await connectedCompany(gone.client)
  clock.advance(16 * MINUTE)
  const shows = (left: { account: string; environment: Environment; id: string; companyId: string }) =>
    run(
      chore({
        closable: {
          ofDeactivated: (after) => Promise.resolve(after === null ? [{ ...left, country: 'RO' }] : []),
          isNeeded: () => Promise.resolve(false),
          lackBefore: () => Promise.resolve(false),
        },
      }),
    )
  const last = async (id: string) => (await store.readStream(streamName('test', 'Connection', id))).at(-1)?.type
  await shows({ ...scope, id: connectionId, companyId })
  t.equal(await last(connectionId), 'ConnectionActivated', 'its company is active')
  await shows({ ...gone.scope, id: second.connectionId, companyId: gone.companyId })
  t.equal(await last(second.connectionId), 'ConnectionActivated', 'it is of another company')
  await shows({ ...scope, id: gone.connectionId, companyId: gone.companyId })
  t.ok(await gone.isKept(), 'it is of another account')
  await shows({ ...gone.scope, id: gone.connectionId, companyId: gone.companyId })
  t.notOk(await gone.isKept())
})

t.test('while read models lack old events nothing is deleted', async (t) => {
  const gone = await deletedCompany()
  clock.advance(16 * MINUTE)
  const unseen = (minutes: number): ClosableConnections => {
    const occurredAt = new Date(clock.now().getTime() - minutes * MINUTE).toISOString()
    const event = { type: 'InvoiceCreated', metadata: { occurredAt } } as unknown as RecordedEvent
    return new ClosableConnections({
      pool,
      store: storeWith(store, {
        async *subscribe() {
          yield { kind: 'events', events: [event], position: 1n } as never
        },
      }),
    })
  }
  await run(chore({ closable: unseen(6) }))
  t.ok(await gone.isKept())
  await run(chore({ closable: unseen(4) }))
  t.notOk(await gone.isKept())
})

t.test('an event that a read model has set aside keeps the connections of its account', async (t) => {
  const gone = await deletedCompany()
  clock.advance(16 * MINUTE)
  await settled()
  await pool.query(
    `INSERT INTO projections.quarantine (projection, schema, version, position, stream, revision, event_id, type, account, reason)
     SELECT name, live_schema, 1, 1, 'testInvoice-inv_1', 0, gen_random_uuid(), 'InvoiceCreated', $1, 'broken' FROM projections.checkpoints WHERE name = 'todo'`,
    [gone.account],
  )
  await run()
  t.ok(await gone.isKept())
  await pool.query('DELETE FROM projections.quarantine')
  await run()
  t.notOk(await gone.isKept())
})

t.test('a client who deletes it at the same moment is first', async (t) => {
  const gone = await deletedCompany()
  clock.advance(16 * MINUTE)
  const context = { ...gone.scope, actor: 'operator', correlationId: 'r', causationId: 'r' } as const
  const real = closableOf()
  const closable = {
    ofDeactivated: real.ofDeactivated.bind(real),
    lackBefore: real.lackBefore.bind(real),
    isNeeded: async () => {
      await disconnect(deps, context, gone.connectionId)
      return false
    },
  }
  await run(chore({ closable }))
  const deletions = (await store.readStream(gone.stream)).filter(({ type }) => type === 'ConnectionDeleted')
  t.strictSame(
    deletions.map(({ data }) => data),
    [{}],
  )
})

t.test('after a death between event and erasure the secret is erased, and the others follow', async (t) => {
  const both = [await deletedCompany(), await deletedCompany()].sort((a, b) =>
    a.connectionId < b.connectionId ? -1 : 1,
  )
  const [first, second] = both as [(typeof both)[0], (typeof both)[0]]
  clock.advance(16 * MINUTE)
  const closing = chore({
    vault: {
      delete: (scope, name) => (name === first.secret ? Promise.reject(new Error('died')) : vault.delete(scope, name)),
    },
  })
  await t.rejects(run(closing), /died/)
  t.equal((await store.readStream(first.stream)).at(-1)?.type, 'ConnectionDeleted')
  t.ok(await vault.get(first.scope, first.secret))
  t.ok(await second.isKept())
  await run(closing)
  t.notOk(await second.isKept())
  await new SecretSweep({ store, vault, clock, log }).run(new AbortController().signal)
  t.notOk(await first.isKept())
})

t.test('each run is bounded, and ends with its signal', async (t) => {
  const ids = Array.from({ length: 120 }, (_, index) => `conn_${String(index).padStart(3, '0')}`)
  let asked = 0
  const closable = {
    ofDeactivated: (after: string | null, limit: number) => {
      const from = after === null ? 0 : ids.indexOf(after) + 1
      const left = { account: 'acc_1', environment: 'test', companyId: 'comp_1', country: 'RO' } as const
      return Promise.resolve(ids.slice(from, from + limit).map((id) => ({ ...left, id })))
    },
    isNeeded: () => Promise.resolve(false),
    lackBefore: () => Promise.resolve(false),
  }
  const counting = storeWith(store, {
    readStream: (stream) => {
      asked += 1
      return store.readStream(stream)
    },
  })
  const closing = chore({ closable, store: counting })
  const going = new AbortController().signal
  t.equal(await closing.run(going), 'more')
  t.equal(asked, 50)
  t.equal(await closing.run(AbortSignal.abort()), 'done')
  t.equal(asked, 50)
  t.equal(await closing.run(going), 'more')
  t.equal(await closing.run(going), 'done')
  t.equal(asked, 120)
  t.equal(await closing.run(going), 'more', 'from the first again')
})
