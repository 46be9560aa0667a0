import t from 'tap'
import { signedFile } from '../support/cades.js'
import { selfSignedAround } from '../support/certificate.js'
import { fattura, fatture } from '../support/italian-files.js'
import { italyByIntermediary } from '../support/italy.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

t.test('what SdI delivers to Invoicetronic is fetched, once', { timeout: 300_000 }, async (t) => {
  const { invoicetronic, api, begun, company, receiving, deliver } = await italyByIntermediary(t)
  t.match(begun, { channels: [{ country: 'IT', kind: 'invoicetronic', status: 'pending', lastLookedAt: null }] })
  const signed = signedFile(Buffer.from(fattura('I-1')), selfSignedAround(new Date(), 'fornitore.example'))
  const { identifier } = deliver('00001', signed, 'IT01879020517_00001.xml.p7m')
  deliver('00002', Buffer.from(fatture(['I-2', 'I-3'])))
  const received = await waitFor(
    'all arrive',
    async () => {
      const found = await api<(Json & { id: string })[]>('GET', '/v1/received')
      return found.length >= 3 && found
    },
    60_000,
  )
  t.same(
    received.map(({ number }) => number),
    ['I-3', 'I-2', 'I-1'],
  )
  t.match(received[2], {
    companyId: company.id,
    country: 'IT',
    channel: 'invoicetronic',
    govId: identifier,
    format: 'fatturapa',
    valid: true,
  })
  t.match(
    (await api<Json[]>('GET', `/v1/received/${received[2]?.id ?? ''}/documents`)).map(({ kind, filename }) => [
      kind,
      filename,
    ]),
    [
      ['xml', null],
      ['original', 'IT01879020517_00001.xml.p7m'],
      ['metadata', null],
      ['signature', null],
      ['pdf', null],
    ],
  )
  const calls = (of: string): number => invoicetronic.calls.filter(({ call }) => call === of).length
  const seen = calls('arrivals')
  await waitFor('further looks', () => calls('arrivals') > seen + 2, 60_000)
  t.equal(calls('arrival'), 2, 'each file is fetched once')
  t.match(await api('GET', receiving), {
    channels: [{ status: 'active', lastLookedAt: String, lastErrorMessage: null }],
  })

  invoicetronic.faults({ on: 'arrivals', does: { kind: 'answer', status: 503 } })
  deliver('00003', Buffer.from(fattura('I-4')))
  await waitFor(
    'the outage is shown',
    async () => JSON.stringify(await api('GET', receiving)).includes('"status":"error"'),
    60_000,
  )
  invoicetronic.faults()
  await waitFor('it arrives', async () => (await api<Json[]>('GET', '/v1/received')).length === 4, 100_000)
})

t.test('a connection that gets a certificate is not looked at any more', { timeout: 300_000 }, async (t) => {
  const { invoicetronic, api, receiving, connectionId } = await italyByIntermediary(t)
  await waitFor('a look', () => invoicetronic.calls.some(({ call }) => call === 'arrivals'), 60_000)
  const { cert: certificate, key: privateKey } = selfSignedAround(new Date(), 'channel.example')
  await api('PUT', `/v1/connections/${connectionId}/credentials`, { certificate, privateKey })
  t.match(await api('GET', receiving), {
    channels: [{ kind: 'sdi', status: 'active', lastLookedAt: null, lastErrorMessage: null }],
  })
  await api('PUT', `/v1/connections/${connectionId}/credentials`, invoicetronic.credentials)
  t.match(await api('GET', receiving), { channels: [{ kind: 'invoicetronic' }] })
  const seen = invoicetronic.calls.filter(({ call }) => call === 'arrivals').length
  await waitFor(
    'it is looked at again',
    () => invoicetronic.calls.filter(({ call }) => call === 'arrivals').length > seen,
    60_000,
  )
})
