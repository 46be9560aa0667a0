import t from 'tap'
import type { GovernmentMessage } from '../../../src/countries/gateway/mailbox.js'
import { GovernmentHttp } from '../../../src/countries/gateway/government-http.js'
import { italianGateway } from '../../../src/countries/it/gateway.js'
import { gatewayTools } from '../../standins/gateway-tools.js'
import { startInvoicetronic } from '../../standins/invoicetronic/index.js'
import { selfSigned } from '../../support/certificate.js'
import { worldOf } from './invoicetronic/world.js'

const access = { connectionId: 'con_1', vatNumber: 'IT00743110157' }

t.test('the credentials of a connection choose the way to SdI', async (t) => {
  const standIn = await startInvoicetronic()
  const http = new GovernmentHttp({ connectMs: 2_000 })
  t.teardown(async () => {
    await http.close()
    await standIn.stop()
  })
  // Nothing listens on the channel's side.
  const settings = { ...standIn.settings, SDI_URL: 'http://127.0.0.1:1/ricevi_file' }
  const gateway = italianGateway(gatewayTools({ settings, pace: 0 }), http)
  const { cert, key } = selfSigned()
  const submission = (await worldOf(t)).submission()
  const byKey = { ...submission, access: { ...access, credentials: standIn.credentials } }
  const byCertificate = { ...byKey, access: { ...access, credentials: { certificate: cert, privateKey: key } } }

  t.match(await gateway.find(byKey), { kind: 'unknown' })
  t.match(await gateway.submit(byKey), { kind: 'submitted', uploadId: 'invoicetronic 1001' })
  const calls = standIn.calls.length
  const found = {
    kind: 'known',
    uploadId: 'invoicetronic 1001',
    govEndpoint: `${standIn.settings.INVOICETRONIC_URL}/send`,
  }
  t.same(await gateway.find(byKey), found, 'as when the process died after the answer')
  t.not((await gateway.submit({ ...byCertificate, attemptId: 'other' })).kind, 'submitted')
  t.equal(standIn.calls.length, calls)

  t.match(await gateway.poll(byKey, 'invoicetronic 1001', submission.createdAt), { kind: 'accepted' })
  const other = '15000000001 IT00743110157_C0000.xml'
  const polled = standIn.calls.length
  t.match(await gateway.poll(byKey, other, submission.createdAt), { kind: 'pending' }, 'SdI has not called')
  t.equal(standIn.calls.length, polled)
  t.match(await gateway.poll(byCertificate, 'invoicetronic 1001', submission.createdAt), {
    kind: 'unavailable',
    reason: /sent through Invoicetronic/,
  })

  t.match(await gateway.check?.(byKey.access), { kind: 'works' })
  const { scope } = submission
  const collected = await gateway.collect?.(scope, byKey.access, null)
  t.match(collected, { kind: 'messages', messages: [{ kind: 'RC' }] })
  t.match(await gateway.collect?.(scope, byCertificate.access, null), { kind: 'messages', messages: [] })
})

t.test('what an administration says is understood from either way', async (t) => {
  const gateway = italianGateway(gatewayTools({ settings: {} }))
  const update = { id: 1, send_id: 2, state: 'RifiutatoDalDestinatario', last_update: '2026-11-22T10:00:00Z' }
  const notice =
    '<types:NotificaEsito xmlns:types="http://www.fatturapa.gov.it/sdi/messaggi/v1.0"><IdentificativoSdI>111</IdentificativoSdI>' +
    '<NomeFile>IT01234567890_11111.xml</NomeFile><EsitoCommittente><IdentificativoSdI>111</IdentificativoSdI><Esito>EC02</Esito>' +
    '</EsitoCommittente><MessageId>123456</MessageId></types:NotificaEsito>'
  const scope = { account: 'acc_1', environment: 'production' } as const
  const messageOf = (text: string, mediaType: string, scope: GovernmentMessage['scope'] = null): GovernmentMessage => ({
    channel: 'sdi',
    scope,
    messageId: 'x',
    references: [],
    kind: 'NE',
    receivedAt: new Date(0),
    bytes: Buffer.from(text),
    mediaType,
  })
  t.match(gateway.responseIn?.(messageOf(JSON.stringify(update), 'application/json', scope)), { code: 'EC02' })
  t.match(gateway.responseIn?.(messageOf(notice, 'application/xml')), { code: 'EC02' })
  t.equal(gateway.responseIn?.(messageOf('{}', 'application/json', scope)), null)
})
