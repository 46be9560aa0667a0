import t from 'tap'
import { signedFile } from '../support/cades.js'
import { selfSignedAround } from '../support/certificate.js'
import { fattura, fatture, ITALIAN_BUYER } from '../support/italian-files.js'
import { italy } from '../support/italy.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

t.test('what SdI delivers is received, once, with each invoice of a file', { timeout: 300_000 }, async (t) => {
  const { sdi, api, begun, company, receiving, member } = await italy(t)
  t.match(begun, { channels: [{ country: 'IT', kind: 'sdi', status: 'active', lastLookedAt: null }] })
  const received = async (many: number): Promise<(Json & { id: string })[]> =>
    waitFor(
      `${many} have arrived`,
      async () => {
        const found = await api<(Json & { id: string })[]>('GET', '/v1/received')
        return found.length >= many && found
      },
      60_000,
    )
  const signed = signedFile(Buffer.from(fattura('F-1')), selfSignedAround(new Date(), 'fornitore.example'))
  const id = sdi.handOver('IT01879020517_00001.xml.p7m', signed)
  const [first] = await received(1)
  t.match(first, {
    companyId: company.id,
    country: 'IT',
    channel: 'sdi',
    govId: id,
    format: 'fatturapa',
    number: 'F-1',
    supplierVat: 'IT01879020517',
    customerVat: ITALIAN_BUYER.vatNumber,
    valid: true,
    status: 'received',
  })
  const path = `/v1/received/${first?.id ?? ''}`
  t.same(
    (await api<Json[]>('GET', `${path}/documents`)).map(({ kind, filename, mediaType }) => [kind, filename, mediaType]),
    [
      ['xml', null, 'application/xml'],
      ['original', 'IT01879020517_00001.xml.p7m', 'application/pkcs7-mime'],
      ['metadata', 'IT01879020517_00001_MT_001.xml', 'application/xml'],
      ['signature', null, 'application/json'],
      ['pdf', null, 'application/pdf'],
    ],
  )

  const several = sdi.handOver('IT01879020517_00002.xml', Buffer.from(fatture(['L-1', 'L-2', 'L-3'])))
  const lot = (await received(4)).slice(0, 3)
  t.same(
    lot.map(({ number, govId, duplicateOf }) => [number, govId, duplicateOf]),
    ['L-3', 'L-2', 'L-1'].map((number) => [number, several, null]),
    'in the order of the file, under one number',
  )
  const documents = await Promise.all(lot.map((each) => api<Json[]>('GET', `/v1/received/${each.id}/documents`)))
  t.equal(new Set(documents.map(([xml]) => xml?.['sha256'])).size, 1, 'the file is one document')
  for (const { id: one, number } of lot)
    t.match(await api('GET', `/v1/received/${one}`), { invoice: { number }, losses: [], findings: [] })

  sdi.handOver('IT01879020517_00001.xml.p7m', signed, id)
  sdi.handOver('IT01879020517_00002.xml', Buffer.from(fatture(['L-1', 'L-2', 'L-3'])), several)
  sdi.handOver('IT01879020517_00003.xml', Buffer.from(fattura('FOREIGN').replaceAll('00743110157', '12345670017')))
  t.match(await sdi.termsElapsed(id), { status: 200, body: '' })
  await waitFor('all are answered', () => sdi.deliveries.every(({ isTaken }) => isTaken))
  sdi.handOver('IT01879020517_00004.xml', Buffer.from(fattura('F-1')))
  const [again] = await received(5)
  t.match(again, { number: 'F-1', duplicateOf: first?.id })
  t.equal((await received(5)).length, 5, 'nothing arrives twice')
  t.match(await api('GET', receiving), { channels: [{ lastLookedAt: String }] })
  const figures = await (await fetch(`${member.ops}/metrics`)).text()
  for (const line of [
    'clearway_received_total{country="none",channel="sdi",outcome="unknown_receiver"} 1',
    'clearway_received_total{country="IT",channel="sdi",outcome="received"} 5',
    'clearway_inbound_messages_total{kind="sdi invoice",outcome="repeated"} 2',
  ])
    t.ok(figures.includes(line), line)
})

t.test('the PDF of an invoice in a file of several is its own', { timeout: 300_000 }, async (t) => {
  const { sdi, api, key, member } = await italy(t)
  sdi.handOver('IT01879020517_00002.xml', Buffer.from(fatture(['L-1', 'L-2'])))
  const [second, first] = await waitFor('both arrive', async () => {
    const found = await api<{ id: string }[]>('GET', '/v1/received')
    return found.length === 2 && found
  })
  for (const { id = '' } of [first ?? {}, second ?? {}]) {
    const response = await fetch(`${member.url}/v1/received/${id}/documents/pdf`, {
      headers: { authorization: `Bearer ${key}` },
    })
    t.equal(response.status, 200)
    t.ok((await response.arrayBuffer()).byteLength > 10_000)
  }
})
