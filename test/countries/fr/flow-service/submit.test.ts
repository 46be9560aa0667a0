import { hash } from 'node:crypto'
import t from 'tap'
import type { FaultKind } from '../../../standins/flow-service/options.js'
import { partsOf } from '../../../standins/flow-service/form.js'
import { multipartForm } from '../../../../src/countries/fr/flow-service/multipart.js'
import { sendsNothingWithoutLease } from '../../gateway/lost-lease.js'
import { france } from '../../../../src/countries/fr/index.js'
import { renderInProcess } from '../../../../src/documents/rendering/in-process.js'
import { acceptedSamples } from '../../accepted-sample.js'
import { type Change, concernOf, INVOICE, ubl, worldOf } from './world.js'

const EXTENDED = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'
const CII =
  '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" ' +
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">' +
  '<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID>' +
  '</ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>' +
  '<rsm:ExchangedDocument><ram:ID>F-9</ram:ID></rsm:ExchangedDocument></rsm:CrossIndustryInvoice>'

t.test('an invoice goes out, and is accepted when the platform reports its deposit', async (t) => {
  const world = await worldOf(t, { decisionSeconds: 5 })
  const submission = world.submission()
  const uploadId = await world.submitted(submission)
  t.match(await world.poll(submission, uploadId), { kind: 'pending', retryAfterSeconds: 10 })
  world.pass(6)
  t.match(await world.poll(submission, uploadId), { kind: 'pending' }, 'acknowledged, and not reported')
  t.match(await world.collect(), { kind: 'messages', messages: [{ kind: 'CDV-200' }] })
  const decision = await world.poll(submission, uploadId)
  t.match(decision, {
    kind: 'accepted',
    govId: uploadId,
    govMessage: '200 Déposée : facture F-1 du 2026-11-22',
    receipt: { mediaType: 'application/xml' },
  })
  t.equal(world.platform.received.length, 1)
})

t.test('what is sent to the platform with a file', async (t) => {
  const world = await worldOf(t)
  const table: readonly (readonly [string, Change, object])[] = [
    ['a French buyer', {}, { processingRule: 'B2B', flowSyntax: 'UBL', flowProfile: 'CIUS' }],
    [
      'a buyer abroad',
      { invoice: { customer: { vatNumber: 'DE136695976', name: 'K' } } },
      { processingRule: 'B2BInt' },
    ],
    ['a consumer', { invoice: { customer: { vatNumber: '', name: 'P', consumer: true } } }, { processingRule: 'B2C' }],
    ['the extension', { xml: ubl('F-4', { id: EXTENDED }) }, { flowProfile: 'Extended-CTC-FR' }],
    ['another profile', { xml: ubl('F-5', { id: 'urn:other' }) }, { flowProfile: undefined }],
    ['a credit note', { xml: ubl('F-6', { root: 'CreditNote' }) }, { flowSyntax: 'UBL' }],
    ['CII', { xml: CII }, { flowSyntax: 'CII', flowProfile: 'CIUS' }],
  ]
  for (const [what, change, expected] of table) {
    const submission = world.submission(change)
    await world.submitted(submission)
    const info = world.platform.taken.at(-1)?.info
    const name = `${submission.attemptId}.xml`
    t.match(info, { ...expected, trackingId: submission.attemptId, name, sha256: hash('sha256', submission.xml) }, what)
  }
})

t.test('a form holds any name and any bytes', (t) => {
  const bytes = Buffer.from('\r\n--boundary\r\n\u0000é')
  const parts = [{ name: 'file', filename: 'a"b\r\nc.xml', mediaType: 'application/xml', bytes }]
  const { mediaType, body } = multipartForm(parts)
  t.match(partsOf(mediaType, Buffer.from(body)), [{ name: 'file', filename: 'a%22b%0D%0Ac.xml', bytes }])
  t.end()
})

t.test('a refusal at the door that retrying can not cure', async (t) => {
  const { platform, gateway, submission, uploads } = await worldOf(t)
  const table: readonly (readonly [status: number, body: string, text: string])[] = [
    [400, '{"errorCode":"MISSING_REQUIRED_FIELD","errorMessage":"Invalid request format"}', 'as it came'],
    [422, '{"errorCode":"UNPROCESSABLE_ENTITY","errorMessage":"Entity consistency error"}', 'as it came'],
    [413, '{"errorCode":"FILE_SIZE_EXCEEDED","errorMessage":"Provided file is too big"}', 'as it came'],
    [413, '<html><h1>413 Request Entity Too Large</h1></html>', 'FILE_SIZE_EXCEEDED (HTTP 413)'],
  ]
  for (const [status, body, text] of table) {
    platform.faults({ on: 'submit', does: { kind: 'answer', status, body } })
    const invoice = submission()
    const errorMessage = text === 'as it came' ? body : text
    t.same(await gateway.submit(invoice), { kind: 'refused', errorMessage })
    t.equal(await uploads.find(invoice.scope, invoice.attemptId), null, 'it may be sent again at once')
    platform.faults()
    t.same(await gateway.find(invoice), { kind: 'unknown' })
  }
})

t.test('credentials that the platform does not take', async (t) => {
  const world = await worldOf(t)
  const { platform, gateway, uploads } = world
  const unauthorized = { kind: 'unauthorized', needs: 'user' }
  const wrongKey = world.submission({ credentials: { ...platform.keyCredentials, apiKey: 'wrong' } })
  t.match(await gateway.submit(wrongKey), unauthorized)
  t.match(await gateway.find(wrongKey), unauthorized)
  const wrongSecret = world.submission({ credentials: { ...platform.credentials, clientSecret: 'wrong' } })
  t.match(await gateway.submit(wrongSecret), { ...unauthorized, reason: /invalid_client/ })
  t.match(await gateway.check?.({ ...world.access, credentials: wrongSecret.access?.credentials ?? {} }), {
    kind: 'refused',
    reason: /invalid_client/,
  })
  platform.faults({ on: 'submit', does: { kind: 'answer', status: 403, body: '{"errorCode":"FORBIDDEN_ACCESS"}' } })
  const forbidden = world.submission()
  t.match(await gateway.submit(forbidden), { ...unauthorized, reason: /FORBIDDEN_ACCESS/ })
  for (const { scope, attemptId } of [wrongKey, wrongSecret, forbidden])
    t.equal(await uploads.find(scope, attemptId), null, 'certainly not taken')
  const key = world.submission({ credentials: platform.keyCredentials })
  platform.faults()
  t.match(await gateway.submit(key), { kind: 'submitted' })
})

t.test('a token that ended is replaced, once', async (t) => {
  const world = await worldOf(t, { accessTokenSeconds: 600 })
  const { platform, gateway } = world
  const tokens = (): number => platform.calls.filter((call) => call === 'token').length
  await Promise.all([1, 2, 3].map(() => world.submitted(world.submission())))
  t.equal(tokens(), 1, 'many invoices share a token')
  platform.revokeTokens()
  await world.submitted(world.submission())
  t.equal(tokens(), 2)
  world.pass(545)
  await world.submitted(world.submission())
  t.equal(tokens(), 3, 'ahead of its end')
  platform.faults({ on: 'search', does: { kind: 'answer', status: 401 } })
  t.match(await gateway.find(world.submission()), { kind: 'unauthorized', needs: 'user' })
  t.equal(tokens(), 4)
})

t.test('either way to say who the client is', async (t) => {
  for (const clientMay of ['basic', 'post'] as const) {
    const world = await worldOf(t, { clientMay })
    await world.submitted(world.submission())
    await world.submitted(world.submission())
    t.equal(world.platform.calls.filter((call) => call === 'token').length, clientMay === 'basic' ? 1 : 2)
  }
})

t.test('a token endpoint that is away says nothing of the credentials', async (t) => {
  const { platform, gateway, submission } = await worldOf(t)
  const table: readonly FaultKind[] = [
    { kind: 'cut' },
    { kind: 'answer', status: 503 },
    { kind: 'answer', status: 400, body: '<html>Bad gateway</html>' },
    { kind: 'answer', status: 400, body: '{"error":"temporarily_unavailable"}' },
    { kind: 'answer', status: 200, body: '<html>maintenance</html>' },
    { kind: 'answer', status: 200, body: '{"access_token":"a\\nb"}' },
    { kind: 'answer', status: 404, body: '' },
  ]
  for (const does of table) {
    platform.faults({ on: 'token', does })
    const expected = { kind: 'unavailable', concerns: concernOf(does) }
    t.match(await gateway.find(submission()), expected, JSON.stringify(does))
  }
})

t.test('too many calls', async (t) => {
  const { platform, gateway, submission, uploads } = await worldOf(t)
  const until = (seconds: number) => ({
    kind: 'exhausted',
    concerns: 'connection',
    until: new Date(Date.parse('2026-11-22T10:00:00.000Z') + seconds * 1000),
  })
  const table: readonly (readonly [Readonly<Record<string, string>>, object])[] = [
    [{}, until(60)],
    [{ 'retry-after': '17' }, until(17)],
    [{ 'retry-after': 'Sun, 22 Nov 2026 10:05:00 GMT' }, until(300)],
    [{ 'retry-after': '86400' }, until(3600)],
  ]
  for (const [headers, expected] of table) {
    platform.faults({ on: 'submit', does: { kind: 'answer', status: 429, headers } })
    const invoice = submission()
    t.match(await gateway.submit(invoice), expected)
    t.equal(await uploads.find(invoice.scope, invoice.attemptId), null)
  }
})

t.test('a worker that has lost its lease sends nothing', async (t) => {
  const { platform, gateway, submission, uploads } = await worldOf(t)
  await sendsNothingWithoutLease(t, submission(), { gateway, uploads, received: platform.received })
})

t.test('a buyer whom the directory does not know', async (t) => {
  const world = await worldOf(t, { addresses: ['303265045'] })
  const { platform, gateway, submission } = world
  t.match(await gateway.submit(submission()), { kind: 'submitted' })
  const stranger = { customer: { vatNumber: 'FR83404833048', name: 'X' } }
  t.match(await gateway.submit(submission({ invoice: stranger })), {
    kind: 'refused',
    errorMessage: /^DEST_INC - .*0225:404833048.*customer\.vatNumber/,
  })
  const consumer = { customer: { name: 'X', vatNumber: '', consumer: true as const } }
  t.match(await gateway.submit(submission({ invoice: consumer })), { kind: 'submitted' }, 'is not delivered to')
  const abroad = { customer: { vatNumber: 'DE136695976', name: 'K' } }
  t.match(await gateway.submit(submission({ invoice: abroad })), { kind: 'submitted' }, 'is in no French directory')
  t.equal(platform.received.length, 3)
})

t.test('a directory without an answer holds an invoice up for five minutes', async (t) => {
  const world = await worldOf(t, { addresses: [] })
  const table: readonly FaultKind[] = [
    { kind: 'answer', status: 503 },
    { kind: 'answer', status: 404, body: '<html>wrong address</html>' },
    { kind: 'cut' },
  ]
  for (const does of table) {
    world.platform.faults({ on: 'directory', does })
    const invoice = world.submission()
    t.match(await world.gateway.submit(invoice), { kind: 'unavailable', concerns: concernOf(does) })
    world.pass(300)
    t.match(await world.gateway.submit(invoice), { kind: 'submitted' })
  }
  t.equal(world.warnings.length, table.length)
})

t.test('a Factur-X goes to a platform as such, or as its XML where the platform takes none', async (t) => {
  const [sample] = acceptedSamples('FR', '2026-11-22').filter(({ name }) => name === '01-domestic-services')
  const invoice = { ...(sample?.invoice ?? INVOICE), format: 'cii' } as const
  const xml = Buffer.from(france.invoicing?.convert(invoice, sample?.attachments ?? []).xml ?? '')
  const state = { environment: 'production', status: null, governmentNumber: null, at: '2026-11-22T10:00:00Z' } as const
  const shown = { country: 'FR', invoice, language: 'fr', state, xml: { bytes: xml, sha256: '' } } as const
  const pdf = await renderInProcess.pdf({ account: 'acc_1', whenBusy: 'wait' }, { ...shown, isHybrid: true })
  for (const [takesFacturX, flowSyntax] of [
    [true, 'Factur-X'],
    [false, 'CII'],
  ] as const) {
    const world = await worldOf(t, { takesFacturX })
    const submission = { ...world.submission({ invoice }), xml, pdf }
    const uploadId = await world.submitted(submission)
    t.match(world.platform.taken, [{ info: { flowSyntax, trackingId: submission.attemptId } }])
    t.match(await world.restored().find(submission), { kind: 'known', uploadId }, 'either is found again')
  }
})

t.test("the check of a connection shows the company's entries in the directory", async (t) => {
  const own = ['732829320', '732829320_00074', '303265045']
  const listed = await worldOf(t, { addresses: own })
  t.match(await listed.gateway.check?.(listed.access), {
    kind: 'works',
    detail: /accepts the credentials\. Suppliers reach the company at 732829320, 732829320_00074 \(directory/,
  })
  listed.platform.faults({ on: 'directory', does: { kind: 'answer', status: 500, body: '' } })
  t.match(await listed.gateway.check?.(listed.access), { kind: 'works', detail: /could not be asked/ })
  const unlisted = await worldOf(t, { addresses: ['303265045'] })
  t.match(await unlisted.gateway.check?.(unlisted.access), { kind: 'works', detail: /has no entry of 732829320/ })
})
