import t from 'tap'
import { createClearway } from '../../clients/typescript/src/index.js'
import { startReceivingService } from '../support/receiving-service.js'

t.test('a company receives its first invoice, with the typed client', { timeout: 120_000 }, async (t) => {
  const { service } = await startReceivingService(t)
  const apiKey = /test key\s+(\S+)/.exec(service.output())?.[1] ?? ''
  const { companies, connections, received, POST } = createClearway({ apiKey, baseUrl: service.url })
  const { id: companyId } = await companies.create({ name: 'Acheteur SA', vatNumber: 'BE0202239951', country: 'BE' })
  await connections.create({ companyId, countryCode: 'BE' })
  t.match(await companies.setReceiving(companyId, { enabled: true, peppolIds: [] }), { enabled: true })
  t.match(await companies.getReceiving(companyId), { companyId, channels: [{ kind: 'simulated' }] })
  await POST('/v1/test/received', { body: { companyId, sample: 'BE' } })

  const all = []
  for await (const each of received.list({ companyId })) all.push(each)
  const [{ id, number } = { id: '', number: null }] = all
  t.equal(all.length, 1)
  t.match(await received.get(id), { valid: true, findings: [], invoice: { number } })
  t.match(await received.markAsRead(id), { id, status: 'read' })
  const answer = { code: 'disputed', reason: 'Two chairs are missing' } as const
  const response = await received.respond(id, answer, { idempotencyKey: 'once' })
  t.match(response, { code: 'disputed', nationalCode: 'UQ' })
  t.equal((await received.respond(id, answer, { idempotencyKey: 'once' })).id, response.id)
  t.match(await received.responses(id), [{ id: response.id }])
  t.match(await received.timeline(id), [{ event: 'received.created' }, { event: 'received.read' }])
  t.match(await received.documents(id), [{ kind: 'xml' }, { kind: 'pdf' }])
  t.match(Buffer.from((await received.document(id, 'xml')).bytes).toString('utf8'), '<Invoice')
  t.match(Buffer.from((await received.pdf(id, { language: 'en' })).bytes).toString('latin1'), /^%PDF-/)
})
