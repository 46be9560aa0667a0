import t from 'tap'
import { poland } from '../support/poland.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

const BUYER = '5265877635'

t.test('what KSeF stores for the buyer arrives once, with its metadata', { timeout: 300_000 }, async (t) => {
  const { ksef, api, handOver, post, becomes, invoice, nip } = await poland(t)
  await handOver({ token: ksef.issueToken(nip) })
  const before = await post('FA/0')
  await becomes(before.id, 'accepted')
  const buyer = { name: 'Nabywca S.A.', vatNumber: `PL${BUYER}`, country: 'PL' }
  const { id: companyId } = await api<{ id: string }>('POST', '/v1/companies', buyer)
  const { id } = await api<{ id: string }>('POST', '/v1/connections', { companyId, countryCode: 'PL' })
  await api('PUT', `/v1/connections/${id}/credentials`, { token: ksef.issueToken(BUYER) })
  const path = `/v1/companies/${companyId}/receiving`
  t.match(await api('PUT', path, { enabled: true }), { channels: [{ country: 'PL', kind: 'ksef', status: 'pending' }] })
  const sent = [await post('FA/1'), await post('FA/2')]
  for (const each of sent) await becomes(each.id, 'accepted')
  await waitFor(
    'the missing permission is shown',
    async () => JSON.stringify(await api('GET', path)).includes('InvoiceRead'),
    100_000,
  )
  t.match(await api('GET', `/v1/connections/${id}`), { status: 'active' }, 'sending continues')
  const reading = ksef.issueToken(BUYER, ['InvoiceWrite', 'InvoiceRead'])
  await api('PUT', `/v1/connections/${id}/credentials`, { token: reading })
  const received = await waitFor(
    'both arrive',
    async () => {
      const found = await api<(Json & { id: string })[]>('GET', '/v1/received')
      return found.length === 2 && found
    },
    100_000,
  )
  t.same(
    new Set(received.map(({ govId }) => govId)),
    new Set(await Promise.all(sent.map(async (each) => (await invoice(each.id)).govId))),
  )
  for (const each of received)
    t.match(each, {
      companyId,
      country: 'PL',
      channel: 'ksef',
      format: 'fa3',
      supplierVat: `PL${nip}`,
      customerVat: `PL${BUYER}`,
      grossAmount: '123.00',
    })
  const documents = await api<Json[]>('GET', `/v1/received/${received[0]?.id ?? ''}/documents`)
  t.match(
    documents.map(({ kind, mediaType }) => [kind, mediaType]),
    [
      ['xml', 'application/xml'],
      ['metadata', 'application/json'],
      ['pdf', 'application/pdf'],
    ],
  )
  const downloads = (): number => ksef.calls.filter(({ call }) => call === 'download').length
  const looks = (): number => ksef.calls.filter(({ call }) => call === 'metadata').length
  const seen = looks()
  await waitFor('further looks', () => looks() > seen + 1, 100_000)
  t.equal(downloads(), 2, 'each is downloaded once')
  t.equal((await api<Json[]>('GET', '/v1/received')).length, 2)
  t.match(await api('GET', path), { channels: [{ status: 'active', lastLookedAt: String }] })
})
