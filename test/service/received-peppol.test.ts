import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { inEnvelope } from '../standins/access-point/envelope.js'
import { belgium } from '../support/belgium.js'
import { hasArtefacts, ARTEFACTS } from '../support/official-artefacts.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

const SUPPLIER = 'iso6523-actorid-upis::9482:of-a-supplier'

t.test('what the access point forwards is received, once', { timeout: 300_000 }, async (t) => {
  if (!hasArtefacts(t, 'the official example of Peppol BIS Billing')) return
  const { accessPoint, member, api } = await belgium(t)
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
  t.match(await api('GET', `/v1/companies/${companyId}/receiving`), { channels: [{ lastLookedAt: String }] })
  const figures = await (await fetch(`${member.ops}/metrics`)).text()
  for (const line of [
    'clearway_received_total{country="none",channel="peppol",outcome="unknown_receiver"} 1',
    'clearway_received_total{country="BE",channel="peppol",outcome="received"} 1',
    'clearway_inbound_messages_total{kind="peppol invoice",outcome="repeated"} 3',
  ])
    t.ok(figures.includes(line), line)
  t.equal((await api<Json[]>('GET', '/v1/received')).length, 1)
})
