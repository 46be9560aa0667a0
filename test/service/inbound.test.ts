import t from 'tap'
import { noticeCall } from '../standins/sdi/soap.js'
import { runCli } from '../support/command-line.js'
import { freePort } from '../support/running-service.js'
import { databaseSettings, startHere } from '../support/service-here.js'

const TOKEN = 'of-the-proxy'
const NOTICE = `<?xml version="1.0"?><n:RicevutaConsegna
  xmlns:n="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0" versione="1.0">
  <IdentificativoSdI>111</IdentificativoSdI><NomeFile>IT01234567890_11111.xml</NomeFile></n:RicevutaConsegna>`

t.test('a notification for no invoice is taken in, kept and counted; the service stops', async (t) => {
  const inbound = await freePort()
  const ops = await freePort()
  const ports = { INBOUND_PORT: String(inbound), OPS_PORT: String(ops) }
  const env = { ...(await databaseSettings(t)), ...ports, INBOUND_TOKEN: TOKEN }
  const service = await startHere(t, env)
  const { headers, body } = noticeCall('RC', '111', 'IT01234567890_11111_RC_001.xml', Buffer.from(NOTICE))
  const post = (token: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${inbound}/sdi`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
    })
  t.equal((await post('other')).status, 401)
  for (let n = 0; n < 2; n++) t.equal((await post(TOKEN)).status, 200, 'also when it comes again')
  const garbage = { ...headers, authorization: `Bearer ${TOKEN}` }
  t.equal((await fetch(`http://127.0.0.1:${inbound}/sdi`, { method: 'POST', headers: garbage, body: 'x' })).status, 500)
  const figures = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text()
  for (const [kind, outcome, count] of [
    ['sdi RC', 'unmatched', 1],
    ['sdi RC', 'repeated', 1],
    ['sdi unknown', 'refused', 1],
    ['peppol MLS', 'stored', 0],
  ] as const)
    t.match(figures, `clearway_inbound_messages_total{kind="${kind}",outcome="${outcome}"} ${count}\n`)
  const listed = await runCli(['messages', 'list', '--json'], env)
  t.match(JSON.parse(listed.stdout), { total: 1, messages: [{ channel: 'sdi', kind: 'RC', account: null }] })
  const inWords = await runCli(['messages', 'list'], env)
  t.match(inWords, { status: 0, stdout: /^Messages that match no invoice: 1\n\S+ sdi RC about / })
  t.equal((await fetch(`${service.url}/health`)).status, 200)
  t.equal((await fetch(`${service.url}/sdi`, { method: 'POST' })).status, 404, 'the API has no such door')
  await service.stop()
})
