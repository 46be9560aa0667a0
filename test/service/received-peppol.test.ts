import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { AccessPointOptions } from '../standins/access-point/options.js'
import { inEnvelope } from '../standins/access-point/envelope.js'
import { belgium } from '../support/belgium.js'
import { runCli } from '../support/command-line.js'
import { hasArtefacts, ARTEFACTS } from '../support/official-artefacts.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

const SAMPLE = readFileSync(join(import.meta.dirname, '../../../test/golden/be/01-domestic.xml'), 'utf8')
const NUMBER = /<cbc:ID>([^<]*)</.exec(SAMPLE)?.[1] ?? ''
const SUPPLIER = 'iso6523-actorid-upis::9482:of-a-supplier'

t.test('what the access point forwards is received, once', { timeout: 300_000 }, async (t) => {
  if (!hasArtefacts(t, 'the official example of Peppol BIS Billing')) return
  const { accessPoint, member, api, deployment } = await belgium(t)
  const [{ id: companyId } = { id: '' }] = await api<{ id: string }[]>('GET', '/v1/companies')
  t.match(await api('PUT', `/v1/companies/${companyId}/receiving`, { enabled: true, peppolIds: ['0208:0403170701'] }), {
    channels: [{ country: 'BE', kind: 'peppol', status: 'active', lastLookedAt: null }],
  })
  const text = readFileSync(join(ARTEFACTS, 'examples/be/valid/base-example.xml'), 'utf8')
  const receiver = 'iso6523-actorid-upis::0208:0403170701'
  const whole = inEnvelope({ sender: SUPPLIER, receiver, instanceId: 'of-the-network-1' }, text)
  for (let time = 0; time < 3; time += 1) t.match(await accessPoint.forward(whole), { status: 200, isTaken: true })
  const again = inEnvelope({ sender: SUPPLIER, receiver, instanceId: 'of-the-network-2' }, text)
  t.match(await accessPoint.forward(again), { isTaken: true }, 'the same document in another envelope')
  const stranger = inEnvelope({ sender: SUPPLIER, receiver: receiver.replace('0403170701', '0202239951') }, text)
  t.match(await accessPoint.forward(stranger), { isTaken: true })

  const [received] = await waitFor('it is received', async () => {
    const found = await api<Json[]>('GET', '/v1/received')
    return found.length > 0 && found
  })
  t.match(received, {
    companyId,
    country: 'BE',
    channel: 'peppol',
    govId: 'of-the-network-1',
    format: 'ubl',
    number: 'Snippet1',
    supplierName: 'SupplierOfficialName Ltd',
    status: 'received',
  })
  const documents = await api<Json[]>('GET', `/v1/received/${String(received?.['id'])}/documents`)
  t.match(
    documents.map(({ kind }) => kind),
    ['xml', 'original', 'pdf'],
  )
  await api('POST', '/v1/connections', { companyId, countryCode: 'PL' })
  t.match(await api('GET', `/v1/companies/${companyId}/receiving`), {
    channels: [
      { kind: 'peppol', status: 'active', lastLookedAt: String },
      { kind: 'ksef', status: 'pending', lastLookedAt: null },
    ],
  })
  const figures = await (await fetch(`${member.ops}/metrics`)).text()
  for (const line of [
    'clearway_received_total{country="none",channel="peppol",outcome="unknown_receiver"} 1',
    'clearway_received_total{country="BE",channel="peppol",outcome="received"} 1',
    'clearway_inbound_messages_total{kind="peppol invoice",outcome="repeated"} 3',
  ])
    t.ok(figures.includes(line), line)
  t.equal((await api<Json[]>('GET', '/v1/received')).length, 1)

  const { stdout } = await runCli(['peppol', 'registration', companyId, '--json'], deployment.env)
  const { participants, documentTypes } = JSON.parse(stdout) as { participants: string[]; documentTypes: Json[] }
  t.same(participants, [receiver])
  t.equal(documentTypes.length, 8)
  const without = await runCli(['peppol', 'registration', companyId, '--register'], deployment.env)
  t.match([without.status, without.stderr], [1, /Set PEPPOL_SMP_URL, PEPPOL_SMP_TOKEN, PEPPOL_ENDPOINT_URL/])
  t.match(documentTypes[0], {
    documentType: /::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1$/,
    process: 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  })
})

t.test('XRechnung in both syntaxes, credit notes and self-billed invoices arrive', { timeout: 300_000 }, async (t) => {
  const { accessPoint, api } = await belgium(t)
  const [{ id: companyId } = { id: '' }] = await api<{ id: string }[]>('GET', '/v1/companies')
  await api('PUT', `/v1/companies/${companyId}/receiving`, { enabled: true, peppolIds: ['0208:0403170701'] })
  const receiver = 'iso6523-actorid-upis::0208:0403170701'
  const cases = [
    ['de/02-business-skonto.xml', { format: 'ubl', country: 'DE', invoiceType: 'invoice' }],
    ['de/02-business-skonto.cii.xml', { format: 'cii', country: 'DE', invoiceType: 'invoice' }],
    ['be/02-credit-note.xml', { format: 'ubl', country: 'BE', invoiceType: 'credit_note' }],
    ['self-billed', { format: 'ubl', country: 'BE', invoiceType: 'invoice' }],
  ] as const
  const selfBilled = SAMPLE.replace('billing:3.0', 'selfbilling:3.0')
    .replace('billing:01:1.0', 'selfbilling:01:1.0')
    .replace('InvoiceTypeCode>380', 'InvoiceTypeCode>389')
  for (const [index, [file, expected]] of cases.entries()) {
    const golden = join(import.meta.dirname, '../../../test/golden', file)
    const document = file === 'self-billed' ? selfBilled : readFileSync(golden, 'utf8')
    const instanceId = `of-the-network-${index}`
    t.match(await accessPoint.forward(inEnvelope({ sender: SUPPLIER, receiver, instanceId }, document)), {
      isTaken: true,
    })
    const [newest] = await waitFor(file, async () => {
      const found = await api<Json[]>('GET', '/v1/received')
      return found.length > index && found
    })
    t.match(newest, { ...expected, govId: instanceId, channel: 'peppol', valid: true }, file)
    // The company has a connection to Belgium alone.
    await api('POST', `/v1/received/${String(newest?.['id'])}/responses`, { code: 'approved' })
    await waitFor('the response is sent', () => accessPoint.transactions.length > index)
  }
})

/** A company with an invoice that came by the network. */
async function received(t: Test, where: 'here' | 'apart', options: AccessPointOptions = {}) {
  const world = await belgium(t, options, where)
  const { accessPoint, api } = world
  const [{ id: companyId } = { id: '' }] = await api<{ id: string }[]>('GET', '/v1/companies')
  await api('PUT', `/v1/companies/${companyId}/receiving`, { enabled: true, peppolIds: ['0208:0403170701'] })
  const receiver = 'iso6523-actorid-upis::0208:0403170701'
  await accessPoint.forward(inEnvelope({ sender: SUPPLIER, receiver, instanceId: 'of-the-network-1' }, SAMPLE))
  const [{ id } = { id: '' }] = await waitFor('it is received', async () => {
    const found = await api<{ id: string }[]>('GET', '/v1/received')
    return found.length > 0 && found
  })
  const path = `/v1/received/${id}/responses`
  const becomes = (status: string, index = 0) =>
    waitFor(`the response is ${status}`, async () => {
      const answer = (await api<(Json & { id: string })[]>('GET', path))[index]
      return answer?.['status'] === status && answer
    })
  return { ...world, receiver, id, path, becomes }
}

t.test('responses go to the sender of the envelope, once each, and are followed', { timeout: 300_000 }, async (t) => {
  const { accessPoint, api, receiver, id, path, becomes } = await received(t, 'here')
  // An answer that is lost, and a status that is not there at once.
  accessPoint.faults({ on: 'submit', times: 1, does: { kind: 'answer-after', status: 500, body: '{}' } })
  const answer = await api<{ id: string }>('POST', path, { code: 'disputed', reason: 'Zu spät', reasonCode: 'DEL' })
  const { documentType, process, sender, ...sent } = await waitFor('it is sent', () => accessPoint.transactions[0])
  t.same([sender, sent.receiver], [receiver, SUPPLIER])
  t.match(documentType, /::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1$/)
  t.equal(process, 'cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:bis:invoice_response:3')
  const xml = sent.bytes.toString('utf8')
  for (const part of ['>UQ<', '>DEL<', '>Zu spät<', `>${NUMBER}<`, answer.id]) t.ok(xml.includes(part), part)
  await becomes('submitted')
  t.equal(accessPoint.transactions.length, 1, 'once')
  await accessPoint.levelStatus(sent.instanceId, { code: 'AP' })
  await becomes('confirmed')

  await api('POST', path, { code: 'approved' })
  const second = await waitFor('the second is sent', () => accessPoint.transactions[1])
  await accessPoint.levelStatus(second.instanceId, { code: 'RE', description: 'the mailbox is closed' })
  t.match(await becomes('failed', 1), { errorMessage: /the mailbox is closed/ })
  t.match(await api('GET', `/v1/received/${id}`), { status: 'answered' }, 'by the first one')
  await api('POST', path, { code: 'approved' })
  await becomes('submitted', 2)
})

t.test('a sender that takes no responses', { timeout: 300_000 }, async (t) => {
  const { accessPoint, api, id, path, becomes } = await received(t, 'here')
  const failure = { lookupError: 'The participant ID is not registered in the Peppol Network' }
  accessPoint.faults({ on: 'submit', does: { kind: 'fails', failure, permanent: true } })
  await api('POST', path, { code: 'approved' })
  t.match(await becomes('failed'), { errorMessage: /not registered/ })
  t.match(await api('GET', `/v1/received/${id}`), { status: 'read' })
})

t.test('kill -9 while responses are sent: each is sent once, in order', { timeout: 300_000 }, async (t) => {
  const { accessPoint, api, path, deployment } = await received(t, 'apart')
  accessPoint.faults({ on: 'submit', does: { kind: 'slow', milliseconds: 300 } })
  const codes = ['acknowledged', 'in_process', 'disputed', 'in_process', 'approved', 'paid']
  for (const code of codes) await api('POST', path, { code, ...(code === 'disputed' && { reason: 'Why' }) })
  for (const many of [1, 3]) {
    await waitFor(`${many} are sent`, () => accessPoint.transactions.length >= many, 100_000)
    await deployment.killAll()
    await deployment.start('api,projections,processors')
  }
  await waitFor('all are sent', () => accessPoint.transactions.length >= codes.length, 100_000)
  await waitFor('all are recorded', async () => {
    const { rows } = await deployment.pool.query<{ answers: Json[] }>('SELECT answers FROM read.received')
    return rows[0]?.answers.every(({ status }) => status === 'submitted' || status === 'confirmed')
  })
  t.same(
    accessPoint.transactions.map(({ bytes }) => /<cbc:ResponseCode>(..)</.exec(bytes.toString('utf8'))?.[1]),
    ['AB', 'IP', 'UQ', 'IP', 'AP', 'PD'],
  )
})
