import t from 'tap'
import { takeIn } from '../../../src/commands/use-cases/take-in.js'
import type { Scope } from '../../../src/domain/event.js'
import { PostgresReceivedBook } from '../../../src/projections/receiving-companies.js'
import { routesOf } from './routes-of.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Client, type Json, startTestService } from './test-service.js'

// As if there were a way to the government for live invoices too: what is refused here is refused
// for whom it belongs to.
const service = await startTestService(t, { hasGateway: () => true })

interface World {
  readonly name: string
  readonly client: Client
  readonly ids: Readonly<Record<'key' | 'comp' | 'conn' | 'inv' | 'dlv' | 'rcv', string>>
}

async function worldOf(name: string, client: Client, scope: Scope): Promise<World> {
  const { companyId, connectionId } = await connectedCompany(client)
  const key = await client.post('/v1/api-keys', { name })
  // In production the connection waits for its set-up, and there is no invoice yet.
  const invoice = await client.post('/v1/invoices', sampleInvoice({ externalId: name }))
  const inv = String(invoice.body['data']?.['id'] ?? 'inv_0000000000000000000000')
  await client.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['connection.expired'] })
  const delivery = await client.post('/v1/webhooks/test')
  const [keyId, dlv] = [key, delivery].map(({ body }) => String(body['data']?.['id']))
  const { state } = await takeIn(
    { ...service.deps, receivedBook: new PostgresReceivedBook(service.pool) },
    { ...scope, actor: 'processor:test', correlationId: 'test', causationId: 'test' },
    {
      company: { id: companyId, scope, country: 'RO', numbers: [] },
      country: 'RO',
      channel: 'simulated',
      govId: null,
      identity: name,
      sender: null,
      files: [],
      sentAs: null,
      bytes: Buffer.from(name),
      arrivedAt: service.clock.now(),
    },
  )
  const rcv = state.status === 'none' ? '' : state.facts.receivedId
  return { name, client, ids: { rcv, key: keyId ?? '', comp: companyId, conn: connectionId, inv, dlv: dlv ?? '' } }
}

/**
 * Every route that takes an id, by the kind of id. A route that is not here makes the last test
 * fail.
 */
const BY_ID = [
  ['DELETE', '/v1/api-keys/:id', 'key', undefined],
  ['GET', '/v1/companies/:id', 'comp', undefined],
  ['PATCH', '/v1/companies/:id', 'comp', { name: 'Mine now' }],
  ['PUT', '/v1/companies/:id/defaults', 'comp', { legalInformation: 'Mine' }],
  ['GET', '/v1/companies/:id/defaults', 'comp', undefined],
  ['DELETE', '/v1/companies/:id/defaults', 'comp', undefined],
  ['PUT', '/v1/companies/:id/numbering', 'comp', { pattern: 'R{0}' }],
  ['GET', '/v1/companies/:id/numbering', 'comp', undefined],
  ['DELETE', '/v1/companies/:id/numbering', 'comp', undefined],
  ['PUT', '/v1/companies/:id/receiving', 'comp', { enabled: true }],
  ['GET', '/v1/companies/:id/receiving', 'comp', undefined],
  ['DELETE', '/v1/companies/:id/receiving', 'comp', undefined],
  ['PUT', '/v1/companies/:id/logo', 'comp', { accentColor: '#000000' }],
  ['GET', '/v1/companies/:id/logo', 'comp', undefined],
  ['DELETE', '/v1/companies/:id/logo', 'comp', undefined],
  ['DELETE', '/v1/companies/:id', 'comp', undefined],
  ['GET', '/v1/connections/:id', 'conn', undefined],
  ['GET', '/v1/connections/:id/budget', 'conn', undefined],
  ['POST', '/v1/connections/:id/test', 'conn', undefined],
  ['PUT', '/v1/connections/:id/credentials', 'conn', { token: 'mine' }],
  ['DELETE', '/v1/connections/:id', 'conn', undefined],
  ['GET', '/v1/invoices/:id', 'inv', undefined],
  ['GET', '/v1/invoices/:id/events', 'inv', undefined],
  ['GET', '/v1/invoices/:id/responses', 'inv', undefined],
  ['GET', '/v1/invoices/:id/proof', 'inv', undefined],
  ['POST', '/v1/invoices/:id/retry', 'inv', undefined],
  ['GET', '/v1/invoices/:id/responses', 'inv', undefined],
  ['POST', '/v1/invoices/:id/paid', 'inv', { paidOn: '2026-03-31' }],
  ['GET', '/v1/invoices/:id/documents', 'inv', undefined],
  ['GET', '/v1/invoices/:id/documents/:kind', 'inv', undefined],
  ['GET', '/v1/invoices/:id/documents/pdf', 'inv', undefined],
  ['GET', '/v1/invoices/:id/documents/factur-x', 'inv', undefined],
  ['GET', '/v1/received/:id', 'rcv', undefined],
  ['GET', '/v1/received/:id/events', 'rcv', undefined],
  ['POST', '/v1/received/:id/read', 'rcv', undefined],
  ['POST', '/v1/received/:id/responses', 'rcv', { code: 'disputed', reason: 'Not mine' }],
  ['GET', '/v1/received/:id/responses', 'rcv', undefined],
  ['GET', '/v1/received/:id/documents', 'rcv', undefined],
  ['GET', '/v1/received/:id/documents/pdf', 'rcv', undefined],
  ['GET', '/v1/received/:id/documents/:kind', 'rcv', undefined],
  ['GET', '/v1/webhooks/deliveries/:id', 'dlv', undefined],
  ['POST', '/v1/webhooks/deliveries/:id/redeliver', 'dlv', undefined],
] as const

t.test('no account sees or changes anything of another account or environment', async (t) => {
  const [a, b] = [await service.account(), await service.account()]
  const worlds = [
    await worldOf('a test', a.test, { account: a.id, environment: 'test' }),
    await worldOf('a live', a.live, { account: a.id, environment: 'production' }),
    await worldOf('b test', b.test, { account: b.id, environment: 'test' }),
    await worldOf('b live', b.live, { account: b.id, environment: 'production' }),
  ]
  for (const mine of worlds) {
    for (const foreign of worlds) {
      if (mine === foreign) continue
      const sameAccount = mine.name.startsWith(foreign.name.charAt(0))
      for (const [method, url, kind, body] of BY_ID) {
        // Keys belong to the account, not to an environment.
        if (kind === 'key' && sameAccount) continue
        const path = url.replace(':id', foreign.ids[kind]).replace(':kind', 'xml')
        const answer = await mine.client.send(method, path, body)
        t.same([answer.status, answer.body['error']?.['type']], [404, 'not_found'], `${mine.name}: ${method} ${path}`)
      }
      const connection = await mine.client.post('/v1/connections', { companyId: foreign.ids.comp, countryCode: 'RO' })
      t.equal(connection.status, 404)
      const invoice = await mine.client.post('/v1/invoices', sampleInvoice({ companyId: foreign.ids.comp }))
      t.same([invoice.status, invoice.body['error']?.['details']?.[0]?.path], [400, 'companyId'])
      const note = sampleInvoice({ precedingInvoice: { id: foreign.ids.inv } })
      t.equal(
        (await mine.client.post('/v1/invoices', note)).body['error']?.['details']?.[0]?.path,
        'precedingInvoice.id',
      )
      const filtered = await mine.client.get(`/v1/invoices?companyId=${foreign.ids.comp}`)
      t.same(filtered.body['data'], [])
    }
  }
  for (const { name, client, ids } of worlds) {
    const companies = (await client.get('/v1/companies')).body['data'] as Json
    t.same(
      [...companies].map(({ id, name, isActive }) => [id, name, isActive]),
      [[ids.comp, sampleCompany()['name'], true]],
    )
    const connections = (await client.get('/v1/connections')).body['data'] as Json
    t.same(
      [...connections].map(({ id }) => id),
      [ids.conn],
    )
    const invoices = (await client.get('/v1/invoices')).body['data'] as Json
    t.same(
      [...invoices].map(({ externalId }) => externalId),
      name.endsWith('test') ? [name] : [],
    )
    const received = (await client.get('/v1/received')).body['data'] as Json
    t.same(
      [...received].map(({ id }) => id),
      [ids.rcv],
    )
    const deliveries = (await client.get('/v1/webhooks/deliveries')).body['data'] as Json
    t.same(
      [...deliveries].map(({ id }) => id),
      [ids.dlv],
    )
    const keys = (await client.get('/v1/api-keys')).body['data'] as Json
    t.equal(keys.length, 4, 'two first keys and one for each environment')
  }
})

t.test('every route that takes an id is tried above', async (t) => {
  const known = new Set(BY_ID.map(([method, url]) => `${method} ${url}`))
  const routes = routesOf(service.app.printRoutes({ commonPrefix: false }))
  t.ok(routes.includes('GET /v1/invoices/:id'))
  for (const route of routes) if (route.includes(':id')) t.ok(known.has(route), route)
})
