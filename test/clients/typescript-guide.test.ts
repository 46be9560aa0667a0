import t from 'tap'
import {
  ClearwayError,
  createClearway,
  type CreateInvoice,
  expectSuccess,
  type Invoice,
  verifyWebhook,
} from '../../clients/typescript/src/index.js'
import { ApiDocument, escaped, JSON_SCHEMA } from '../http/api/api-document.js'
import { invoiceBody } from '../support/invoice-body.js'
import { startReceivingService } from '../support/receiving-service.js'
import { waitFor } from '../support/wait-for.js'

t.test(
  'the way of the guide, from the first invoice to going live, with the typed client',
  { timeout: 120_000 },
  async (t) => {
    const { service, receiver } = await startReceivingService(t)
    const keyOf = (environment: string): string =>
      new RegExp(`${environment} key\\s+(\\S+)`).exec(service.output())?.[1] ?? ''
    const clearway = createClearway({ apiKey: keyOf('test'), baseUrl: service.url })

    // Webhooks first, so that they deliver everything.
    const { data: webhook } = expectSuccess(await clearway.POST('/v1/webhooks', { body: { url: receiver.url() } }))
    t.equal(expectSuccess(await clearway.GET('/v1/webhooks')).data.secret, 'wh_***')

    // First invoice.
    const company = { name: 'Exemplu SRL', vatNumber: 'RO12345674', country: 'RO' } as const
    const { data: created } = expectSuccess(await clearway.POST('/v1/companies', { body: company }))
    const connect = { companyId: created.id, countryCode: 'RO' } as const
    const { data: connection } = expectSuccess(await clearway.POST('/v1/connections', { body: connect }))
    t.equal(connection.status, 'active')
    const body = { ...invoiceBody('order-4711'), country: 'RO' } satisfies CreateInvoice
    t.same(expectSuccess(await clearway.POST('/v1/invoices/validate', { body })).errors, [])

    // Idempotency.
    const params = { header: { 'X-Idempotency-Key': 'order-4711' } }
    const first = await clearway.POST('/v1/invoices', { body, params })
    const again = await clearway.POST('/v1/invoices', { body, params })
    t.same(again.data, first.data)
    t.equal(again.response.headers.get('idempotent-replayed'), 'true')
    const other = await clearway.POST('/v1/invoices', { body: { ...body, externalId: 'another' }, params })
    t.throws(() => expectSuccess(other), { name: 'ClearwayError', status: 409, type: 'conflict_error' })

    const { id } = expectSuccess(first).data
    const path = { params: { path: { id } } }
    const decided = async (invoiceId: string): Promise<Invoice> =>
      waitFor('the decision', async () => {
        const { data } = expectSuccess(await clearway.GET('/v1/invoices/{id}', { params: { path: { id: invoiceId } } }))
        return ['accepted', 'rejected', 'error'].includes(data.status) && data
      })
    t.match(await decided(id), { status: 'accepted', govId: /^\d+$/ })
    const { data: events } = expectSuccess(await clearway.GET('/v1/invoices/{id}/events', path))
    t.same(
      events.map(({ event }) => event),
      ['invoice.created', 'invoice.validated', 'invoice.submitted', 'invoice.accepted'],
    )
    const { data: documents } = expectSuccess(await clearway.GET('/v1/invoices/{id}/documents', path))
    t.same(
      documents.map(({ kind }) => kind),
      ['xml', 'receipt', 'pdf'],
    )
    const xml = await clearway.GET('/v1/invoices/{id}/documents/{kind}', {
      params: { path: { id, kind: 'xml' } },
      parseAs: 'text',
    })
    t.match(xml.data, /^<\?xml/)
    const download = await clearway.invoices.document(id, 'xml')
    t.match(download, { mediaType: 'application/xml', filename: `${id}-xml.xml` })
    t.equal(Buffer.from(download.bytes).toString('utf8'), xml.data)
    t.match(await clearway.invoices.validateXml(download.bytes, { country: 'RO' }), { valid: true, profile: 'ro' })
    t.match(await clearway.invoices.pdf(id, { language: 'en' }), {
      mediaType: 'application/pdf',
      filename: `${body.externalId}.pdf`,
    })
    t.match(await clearway.invoices.waitUntilDecided(id), { status: 'accepted' })
    await t.rejects(clearway.invoices.facturX(id), { name: 'ClearwayError', status: 404 })
    await t.rejects(clearway.invoices.retry(id), { name: 'ClearwayError', status: 409 })

    // Webhooks.
    await waitFor('the acceptance is delivered', () => receiver.kinds().includes('invoice.accepted'))
    const verified = receiver.received.map(({ headers, body: text }) => verifyWebhook(text, headers, webhook.secret))
    const accepted = verified.find(({ type }) => type === 'invoice.accepted')
    t.match(accepted, { data: { id, status: 'accepted', externalId: 'order-4711' } })
    expectSuccess(await clearway.POST('/v1/webhooks/test'))
    await waitFor('the test event', () => receiver.kinds().includes('webhook.test'))
    const succeeded = { params: { query: { status: 'succeeded', limit: 100 } } } as const
    await waitFor('all deliveries are noted', async () => {
      const { data } = expectSuccess(await clearway.GET('/v1/webhooks/deliveries', succeeded))
      return data.length === receiver.received.length
    })

    const document = new ApiDocument(await (await fetch(`${service.url}/openapi.json`)).json())
    for (const { headers, body: text } of receiver.received) {
      const kind = escaped(String(headers['x-service-event']))
      const pointer = `/webhooks/${kind}/post/requestBody${JSON_SCHEMA}`
      t.same(document.faults(pointer, JSON.parse(text)), [], `${kind} is as the document says`)
    }

    // Testing every path.
    const magic = { ...body, externalId: 'SIM-REJECT-CUI' }
    const { data: rejected } = expectSuccess(await clearway.POST('/v1/invoices', { body: magic }))
    t.match(await decided(rejected.id), { status: 'rejected', errorMessage: 'CUI invalid', errorFix: String })
    const page = expectSuccess(await clearway.GET('/v1/invoices', { params: { query: { limit: 1, country: 'RO' } } }))
    t.match(page, { hasMore: true, nextCursor: String, data: [{ id: rejected.id }] })
    const listed: string[] = []
    for await (const each of clearway.invoices.list({ country: 'RO', limit: 1 })) listed.push(each.id)
    t.same(listed, [rejected.id, id])
    const fed: string[] = []
    let place: string | undefined
    for await (const { events: few, cursor } of clearway.events.pages({ limit: 2 })) {
      fed.push(...few.map(({ type }) => type))
      place = cursor
    }
    t.ok(fed.includes('invoice.accepted') && fed.includes('invoice.rejected'))
    for await (const { events: few } of clearway.events.pages({ cursor: place })) t.same(few, [], 'nothing twice')

    // Errors.
    const wrong = await clearway.POST('/v1/invoices', { body: { ...body, lines: [] } })
    try {
      expectSuccess(wrong)
      t.fail('an invoice without lines')
    } catch (error) {
      if (!(error instanceof ClearwayError)) throw error
      t.match(error, { status: 400, type: 'validation_error', requestId: /^req_/, details: [{ path: 'lines' }] })
    }

    // Going live.
    const live = createClearway({ apiKey: keyOf('live'), baseUrl: service.url })
    const { data: liveCompany } = expectSuccess(await live.POST('/v1/companies', { body: company }))
    const polish = { companyId: liveCompany.id, countryCode: 'PL' } as const
    const { data: pending } = expectSuccess(await live.POST('/v1/connections', { body: polish }))
    t.match(pending, { status: 'pending_setup', setupInstructions: [String] })
    const credentials = { params: { path: { id: pending.id } }, body: { token: 'ksef-token' } }
    const { data: active } = expectSuccess(await live.PUT('/v1/connections/{id}/credentials', credentials))
    t.equal(active.status, 'active')
    const reader = { name: 'Dashboard', environment: 'production', permissions: ['read'] } as const
    const { data: key } = expectSuccess(
      await live.POST('/v1/api-keys', { body: { ...reader, permissions: [...reader.permissions] } }),
    )
    const dashboard = createClearway({ apiKey: key.key, baseUrl: service.url })
    t.equal((await dashboard.POST('/v1/companies', { body: company })).response.status, 403)
    expectSuccess(await live.DELETE('/v1/api-keys/{id}', { params: { path: { id: key.id } } }))
    t.equal((await dashboard.GET('/v1/companies')).response.status, 401)
  },
)
