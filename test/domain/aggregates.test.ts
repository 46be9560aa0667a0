import t from 'tap'
import { account } from '../../src/domain/account.js'
import { fold } from '../../src/domain/aggregate.js'
import { apiKey } from '../../src/domain/api-key.js'
import { company } from '../../src/domain/company.js'
import { connection } from '../../src/domain/connection.js'
import { CorruptStream, invoice, statusAfter } from '../../src/domain/invoice.js'
import { categoryPrefixes, streamName } from '../../src/domain/streams.js'

t.test('no aggregate accepts an unknown event', async (t) => {
  const unknown = { type: 'SomethingElse', data: {} } as never
  const created = { companyId: 'comp_1', name: 'A', vatNumber: 'RO12', country: 'RO' as const, currency: 'EUR' }
  const requested = { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' as const }
  t.throws(() => fold(account, [unknown]), /unknown event/)
  t.throws(() => fold(apiKey, [unknown]), /unknown event/)
  t.throws(() => fold(company, [{ type: 'CompanyCreated', data: created }, unknown]), /unknown event/)
  t.throws(() => fold(connection, [{ type: 'ConnectionRequested', data: requested }, unknown]), /unknown event/)
  t.throws(() => statusAfter(unknown), /unknown event/)
})

t.test('a stream that begins in the middle is corrupt', async (t) => {
  t.throws(() => fold(company, [{ type: 'CompanyDeactivated', data: {} }]), /before CompanyCreated/)
  t.throws(() => fold(account, [{ type: 'AccountPlanChanged', data: { plan: 'free' } }]), /before AccountCreated/)
  t.throws(() => fold(apiKey, [{ type: 'ApiKeyRevoked', data: {} }]), /before ApiKeyCreated/)
  t.throws(() => fold(connection, [{ type: 'ConnectionDeleted', data: {} }]), /none/)
  t.throws(() => fold(invoice, [{ type: 'InvoiceRetried', data: {} }]), CorruptStream)
})

t.test('streams of the two environments never share a name', async (t) => {
  t.equal(streamName('test', 'Invoice', 'inv_1'), 'testInvoice-inv_1')
  t.equal(streamName('production', 'Invoice', 'inv_1'), 'liveInvoice-inv_1')
  t.same(categoryPrefixes('Company'), ['liveCompany-', 'testCompany-'])
})
