import fc from 'fast-check'
import { takeIn } from '../../../src/commands/use-cases/take-in.js'
import { PostgresReceivedBook } from '../../../src/projections/receiving-companies.js'
import t from 'tap'
import { newId } from '../../../src/domain/ids.js'
import { pauseProjection } from '../../../src/projections/engine/pausing.js'
import { PROJECTIONS } from '../../../src/projections/registry.js'
import { waitFor } from '../../support/wait-for.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Answer, type Client, startTestService, type TestService } from './test-service.js'

/** Without these, no request is authorised. */
const NEEDED = new Set(['accounts', 'api_keys'])
const WEBHOOK = { url: 'https://93.184.216.34/hook', events: ['invoice.accepted'] }

const idOf = ({ body }: Answer): string => String(body['data']?.['id'])

/** Stops the read models, as a start or an outage does; queries show the state before. */
async function stopReadModels({ pool, deps }: TestService): Promise<void> {
  const names = PROJECTIONS.map(({ name }) => name).filter((name) => !NEEDED.has(name))
  for (const name of names) await pauseProjection(pool, name)
  await waitFor('the read models to rest', async () => {
    const begun = performance.now()
    const isFresh = await deps.freshness.waitFor(10n ** 15n, names)
    // A caller waits for none that is known to rest.
    return !isFresh && performance.now() - begun < 500
  })
}

/** Creates one of each resource. */
async function createAll(client: Client) {
  const { companyId, connectionId } = await connectedCompany(client)
  const created = await client.post('/v1/invoices', sampleInvoice({ companyId }))
  t.match(created, { status: 201, body: { data: { status: 'created', companyId } } })
  t.match(await client.post('/v1/webhooks', WEBHOOK), { status: 200 })
  const sent = await client.post('/v1/webhooks/test')
  t.match(sent, { status: 200 })
  return { companyId, connectionId, created, invoiceId: idOf(created), sent, deliveryId: idOf(sent) }
}

/** Every route of the API that names a resource of the client by its id. */
async function routesById(client: Client): Promise<readonly string[]> {
  const { body } = await client.get('/openapi.json')
  return Object.entries(body['paths'] as unknown as Record<string, Record<string, unknown>>)
    .filter(([path]) => path.includes('{id}'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
}

t.test('what was acknowledged is found by its id, though no read model shows it', async (t) => {
  const service = await startTestService(t)
  const [mine, others] = [await service.account(), await service.account()]
  await stopReadModels(service)
  const client = mine.test
  const { companyId, connectionId, created, invoiceId, sent, deliveryId } = await createAll(client)
  const keyId = idOf(await client.post('/v1/api-keys', { name: 'Another' }))

  const { state } = await takeIn(
    { ...service.deps, receivedBook: new PostgresReceivedBook(service.pool) },
    { account: mine.id, environment: 'test', actor: 'processor:test', correlationId: 'test', causationId: 'test' },
    {
      company: { id: companyId, scope: { account: mine.id, environment: 'test' }, country: 'RO', numbers: [] },
      country: 'RO',
      channel: 'simulated',
      govId: null,
      identity: 'one',
      sender: null,
      files: [],
      sentAs: null,
      bytes: Buffer.from('no invoice'),
      arrivedAt: service.clock.now(),
    },
  )
  const receivedId = state.status === 'none' ? '' : state.facts.receivedId
  const receivedInvoice = `/v1/received/${receivedId}`
  const [invoice, connection] = [`/v1/invoices/${invoiceId}`, `/v1/connections/${connectionId}`]
  // In this order: the deletions come last. 409 and 400: the resource is known.
  const asked: Record<string, readonly [path: string, status: number, answer?: unknown, body?: unknown]> = {
    'GET /v1/companies/{id}': [`/v1/companies/${companyId}`, 200, { id: companyId, isActive: true }],
    'GET /v1/companies/{id}/defaults': [`/v1/companies/${companyId}/defaults`, 200, { companyId }],
    'GET /v1/companies/{id}/logo': [`/v1/companies/${companyId}/logo`, 200, { companyId }],
    'GET /v1/companies/{id}/numbering': [`/v1/companies/${companyId}/numbering`, 200, { companyId }],
    'GET /v1/companies/{id}/receiving': [`/v1/companies/${companyId}/receiving`, 200, { companyId, enabled: false }],
    'GET /v1/connections/{id}': [connection, 200, { id: connectionId, companyId, status: 'active' }],
    'GET /v1/connections/{id}/budget': [`${connection}/budget`, 200, { connectionId }],
    'GET /v1/invoices/{id}': [invoice, 200, { id: invoiceId, number: created.body['data']?.['number'] }],
    'GET /v1/invoices/{id}/events': [`${invoice}/events`, 200, [{ event: 'invoice.created', status: 'created' }]],
    'GET /v1/invoices/{id}/documents': [`${invoice}/documents`, 200, [{ kind: 'pdf' }]],
    'GET /v1/invoices/{id}/documents/pdf': [`${invoice}/documents/pdf`, 200],
    'GET /v1/invoices/{id}/proof': [`${invoice}/proof`, 200, { invoiceId, sealed: false }],
    'GET /v1/invoices/{id}/responses': [`${invoice}/responses`, 200, []],
    'GET /v1/webhooks/deliveries/{id}': [`/v1/webhooks/deliveries/${deliveryId}`, 200, { url: WEBHOOK.url }],
    'POST /v1/invoices/{id}/retry': [`${invoice}/retry`, 409],
    'POST /v1/invoices/{id}/paid': [`${invoice}/paid`, 400, undefined, { paidOn: '2026-03-31' }],
    'POST /v1/connections/{id}/test': [`${connection}/test`, 200, { ok: true }],
    'PUT /v1/connections/{id}/credentials': [`${connection}/credentials`, 409, undefined, {}],
    'POST /v1/webhooks/deliveries/{id}/redeliver': [`/v1/webhooks/deliveries/${deliveryId}/redeliver`, 200],
    'PATCH /v1/companies/{id}': [`/v1/companies/${companyId}`, 200, { name: 'New' }, { name: 'New' }],
    'PUT /v1/companies/{id}/logo': [
      `/v1/companies/${companyId}/logo`,
      200,
      { accentColor: '#000000' },
      { accentColor: '#000000' },
    ],
    'DELETE /v1/companies/{id}/logo': [`/v1/companies/${companyId}/logo`, 200, { companyId }],
    'PUT /v1/companies/{id}/defaults': [
      `/v1/companies/${companyId}/defaults`,
      200,
      { legalInformation: 'SRL' },
      { legalInformation: 'SRL' },
    ],
    'DELETE /v1/companies/{id}/defaults': [`/v1/companies/${companyId}/defaults`, 200, { companyId }],
    'PUT /v1/companies/{id}/numbering': [
      `/v1/companies/${companyId}/numbering`,
      200,
      { next: 'R1' },
      { pattern: 'R{0}' },
    ],
    'DELETE /v1/companies/{id}/numbering': [`/v1/companies/${companyId}/numbering`, 200, { companyId }],
    'PUT /v1/companies/{id}/receiving': [
      `/v1/companies/${companyId}/receiving`,
      200,
      { enabled: true, channels: [{ country: 'RO', kind: 'simulated' }] },
      { enabled: true },
    ],
    'DELETE /v1/companies/{id}/receiving': [`/v1/companies/${companyId}/receiving`, 200, { enabled: false }],
    'GET /v1/received/{id}': [receivedInvoice, 200, { id: receivedId, format: 'unknown' }],
    'GET /v1/received/{id}/events': [`${receivedInvoice}/events`, 200, [{ event: 'received.created' }]],
    'GET /v1/received/{id}/documents': [`${receivedInvoice}/documents`, 200, [{ kind: 'xml' }]],
    'GET /v1/received/{id}/documents/{kind}': [`${receivedInvoice}/documents/xml`, 200],
    'GET /v1/received/{id}/documents/pdf': [`${receivedInvoice}/documents/pdf`, 404],
    'POST /v1/received/{id}/read': [`${receivedInvoice}/read`, 200, { status: 'read' }],
    'POST /v1/received/{id}/responses': [
      `${receivedInvoice}/responses`,
      201,
      { status: 'requested' },
      { code: 'disputed', reason: 'Not complete' },
    ],
    'GET /v1/received/{id}/responses': [`${receivedInvoice}/responses`, 200, [{ code: 'disputed' }]],
    'DELETE /v1/connections/{id}': [connection, 200, { deleted: true }],
    'DELETE /v1/companies/{id}': [`/v1/companies/${companyId}`, 200, { deleted: true }],
    'DELETE /v1/api-keys/{id}': [`/v1/api-keys/${keyId}`, 200, { revoked: true }],
  }
  // Those that exist later only: documents, and the PDF of countries with hybrid invoices.
  const later = ['GET /v1/invoices/{id}/documents/{kind}', 'GET /v1/invoices/{id}/documents/factur-x']
  t.strictSame((await routesById(client)).toSorted(), [...Object.keys(asked), ...later].toSorted())

  for (const [route, [path, status, answer, body]] of Object.entries(asked)) {
    const [method = ''] = route.split(' ')
    const ask = (who: Client) => who.send(method as 'GET', path, body)
    // Keys belong to both environments.
    for (const stranger of [others.test, others.live, ...(path.includes('api-keys') ? [] : [mine.live])]) {
      const refused = await ask(stranger)
      t.equal(refused.status, 404, `${route} with another's key`)
      t.match(
        refused.body['error']?.['message'],
        /^No such (?:invoice|received invoice|company|connection|delivery|API key)$/,
      )
    }
    if (route === 'PATCH /v1/companies/{id}') {
      t.strictSame((await client.get(invoice)).body['data'], created.body['data'])
      t.match((await client.get(`/v1/webhooks/deliveries/${deliveryId}`)).body['data'], {
        eventId: sent.body['data']?.['eventId'],
      })
    }
    const found = await ask(client)
    t.equal(found.status, status, `${route}: ${JSON.stringify(found.body).slice(0, 200)}`)
    if (answer !== undefined) t.match(found.body['data'], answer, route)
  }
  t.match(await client.get('/v1/webhooks'), { body: { data: { url: WEBHOOK.url, events: WEBHOOK.events } } })
  t.match(await others.test.get('/v1/webhooks'), { body: { data: { url: null } } })
  t.match(await mine.live.get('/v1/webhooks'), { body: { data: { url: null } } })
  for (const table of ['invoices', 'timeline', 'companies', 'connections', 'deliveries', 'webhooks'])
    t.equal((await service.pool.query(`SELECT 1 FROM read.${table}`)).rowCount, 0, `${table} rests`)

  t.equal((await client.get(connection)).status, 404, 'a deleted connection is gone')
  t.match(await client.get(`/v1/companies/${companyId}`), { body: { data: { name: 'New', isActive: false } } })
  const late = await client.post('/v1/invoices', sampleInvoice({ companyId }))
  t.match(late, { status: 400, body: { error: { details: [{ message: /names a company that was deleted/ }] } } })
})

t.test('an answer from the stream is the one that the read models have', async (t) => {
  const service = await startTestService(t)
  const { test: client } = await service.account()
  const { companyId, connectionId, invoiceId, deliveryId } = await createAll(client)
  const paths = [
    `/v1/companies/${companyId}`,
    `/v1/connections/${connectionId}`,
    `/v1/connections/${connectionId}/budget`,
    `/v1/invoices/${invoiceId}`,
    `/v1/invoices/${invoiceId}/events`,
    `/v1/invoices/${invoiceId}/responses`,
    `/v1/webhooks/deliveries/${deliveryId}`,
    '/v1/webhooks',
  ]
  const shown = await Promise.all(paths.map((path) => client.get(path)))
  for (const table of ['invoices', 'timeline', 'companies', 'connections', 'deliveries', 'webhooks'])
    t.equal((await service.pool.query(`DELETE FROM read.${table}`)).rowCount, 1, table)
  for (const [index, path] of paths.entries()) t.strictSame((await client.get(path)).body, shown[index]?.body, path)
})

t.test('an id that does not exist costs one read of a stream at most, and leaves nothing', async (t) => {
  const service = await startTestService(t)
  const [mine, others] = [await service.account(), await service.account()]
  const known = await createAll(mine.test)
  let reads = 0
  const counted = new Proxy(service.deps.store, {
    get: (target, name) => {
      if (name === 'readStream') reads += 1
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const app = await service.secondApp({ store: counted })
  const client = others.test.on(app)
  const KINDS = { inv: known.invoiceId, comp: known.companyId, conn: known.connectionId, dlv: known.deliveryId }
  const PATHS = {
    inv: ['invoices/ID', 'invoices/ID/events', 'invoices/ID/responses'],
    comp: ['companies/ID'],
    conn: ['connections/ID', 'connections/ID/budget'],
    dlv: ['webhooks/deliveries/ID'],
  }
  const prefix = fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[]))
  const anId = prefix.chain((kind) =>
    fc.record({
      path: fc.constantFrom(...PATHS[kind]),
      id: fc.oneof(
        fc.constant(KINDS[kind]),
        fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => newId(kind, () => bytes)),
        fc.string({ minLength: 1, maxLength: 40 }),
        prefix.map((other) => KINDS[other]),
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anId, async ({ path, id }) => {
      const url = `/v1/${path.replace('ID', encodeURIComponent(id))}`
      if (new URL(url, 'http://x').pathname !== url) return
      reads = 0
      const { status } = await client.get(url)
      t.equal(status, 404, url)
      t.ok(reads <= 1, `${url} cost ${reads} reads`)
    }),
    { numRuns: 150 },
  )
  // Those that the read models show cost none.
  const own = mine.test.on(app)
  for (const [kind, id] of Object.entries(KINDS)) {
    reads = 0
    t.equal((await own.get(`/v1/${PATHS[kind as keyof typeof KINDS][0]?.replace('ID', id)}`)).status, 200)
    t.equal(reads, 0, kind)
  }
  const { rows } = await service.pool.query('SELECT 1 FROM operations.snapshot')
  t.strictSame(rows, [], 'nothing is stored for a stranger')
})
