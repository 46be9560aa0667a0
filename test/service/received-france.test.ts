import { deflateSync } from 'node:zlib'
import t from 'tap'
import { readLifeCycle } from '../../src/countries/fr/cdar-reader.js'
import { call } from '../support/api.js'
import { downloadsOf, frenchReceiver, supplierInvoice } from '../support/france.js'
import { foreignPdf } from '../support/foreign-pdf.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>
type Receiver = Awaited<ReturnType<typeof frenchReceiver>>

async function received({ api }: Pick<Receiver, 'api'>, count: number): Promise<readonly (Json & { id: string })[]> {
  return waitFor(
    `${count} have arrived`,
    async () => {
      const found = await api<(Json & { id: string })[]>('GET', '/v1/received')
      return found.length >= count && found
    },
    60_000,
  )
}

const numbersOf = (found: readonly Json[]): unknown[] => found.map(({ number }) => number)

t.test(
  'UBL, CII and Factur-X arrive once, in order, with what the platform states',
  { timeout: 300_000 },
  async (t) => {
    const world = await frenchReceiver(t)
    const { platform, api, companyId, key, member, path } = world
    platform.deliver(supplierInvoice('BEFORE'))
    await waitFor('a moment later', () => Date.now() > (platform.register.flows[0]?.submittedAt.getTime() ?? 0) + 5)
    t.match(await api('PUT', path, { enabled: true }), {
      channels: [
        { country: 'FR', kind: 'flow-service', status: 'pending', lastLookedAt: null, lastErrorMessage: null },
      ],
    })
    const xml = supplierInvoice('R-3', 'cii')
    const pdf = foreignPdf(xml)
    const flows = [
      platform.deliver(supplierInvoice('R-1')),
      platform.deliver(supplierInvoice('R-2', 'cii'), { flowSyntax: 'CII' }),
      platform.deliver(pdf, { flowSyntax: 'Factur-X' }),
    ]
    const found = await received(world, 3)
    t.same(numbersOf(found), ['R-3', 'R-2', 'R-1'])
    for (const [index, format] of ['factur-x', 'cii', 'ubl'].entries())
      t.match(found[index], {
        companyId,
        country: 'FR',
        channel: 'flow-service',
        format,
        govId: flows[2 - index]?.flowId,
        valid: true,
        supplierVat: /^FR/,
        customerVat: 'FR40303265045',
        status: 'received',
      })
    const one = await api<{ findings: Json[]; invoice: Json }>('GET', `/v1/received/${found[0]?.id ?? ''}`)
    t.match(one.invoice, { country: 'FR', number: 'R-3' })
    t.notOk(
      one.findings.some(({ rule }) => rule === 'CW-OTHER-BUYER'),
      'it is the buyer',
    )
    const documents = `/v1/received/${found[0]?.id ?? ''}/documents`
    t.match(
      (await api<Json[]>('GET', documents)).map(({ kind, mediaType }) => [kind, mediaType]),
      [
        ['xml', 'application/xml'],
        ['original', 'application/pdf'],
        ['metadata', 'application/json'],
        ['pdf', 'application/pdf'],
      ],
    )
    const bytesOf = async (kind: string): Promise<Buffer> => {
      const answer = await fetch(`${member.url}${documents}/${kind}`, { headers: { authorization: `Bearer ${key}` } })
      return Buffer.from(await answer.arrayBuffer())
    }
    t.ok(xml.equals(await bytesOf('xml')))
    t.ok(pdf.equals(await bytesOf('original')))
    t.match(JSON.parse((await bytesOf('metadata')).toString()), { flowId: flows[2]?.flowId, flowSyntax: 'Factur-X' })

    const looks = (): number => platform.calls.filter((call) => call === 'search').length
    const before = looks()
    await waitFor('further looks', () => looks() > before + 3, 60_000)
    t.equal(downloadsOf(platform), 3, 'each is downloaded once')
    t.match(await api('GET', path), { channels: [{ status: 'active', lastLookedAt: String, lastErrorMessage: null }] })
    await api('PUT', path, { enabled: true, since: new Date(Date.now() - 3_600_000).toISOString() })
    t.equal((await received(world, 4)).length, 4, 'what lies there already')
  },
)

t.test('hostile documents are kept and shown, and stop nothing', { timeout: 300_000 }, async (t) => {
  const world = await frenchReceiver(t)
  const { platform, api, path } = world
  await api('PUT', path, { enabled: true })
  const text = supplierInvoice('H').toString()
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, '<a>'))
  const hostile = [
    Buffer.from(text.replace(/\?>/, `?>${entities}`)),
    Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n%%EOF'),
    Buffer.concat([
      Buffer.from(`%PDF-1.7\n4 0 obj <</Type /EmbeddedFile /Filter /FlateDecode /Length ${bomb.length}>> stream\n`),
      bomb,
      Buffer.from('\nendstream endobj\n5 0 obj <</Type /Filespec /F (factur-x.xml) /EF <</F 4 0 R>>>> endobj\n%%EOF'),
    ]),
    // It says UTF-8, and has the bytes of another encoding.
    Buffer.from(text.replace(/<cbc:Name>[^<]*/, '<cbc:Name>\u00e9\u00e8'), 'latin1'),
    Buffer.from(text, 'utf16le'),
    Buffer.alloc(0),
    Buffer.from('\u0000'.repeat(100)),
    Buffer.from('<a>'.repeat(100_000)),
    Buffer.from('<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="x"/>'),
  ]
  for (const bytes of hostile) platform.deliver(bytes)
  platform.deliver(supplierInvoice('R-1'))
  const found = await received(world, hostile.length + 1)
  t.equal(found.length, hostile.length + 1)
  t.match(found[0], { number: 'R-1', valid: true })
  for (const { id, number } of found.slice(1)) {
    t.match(await api('GET', `/v1/received/${id}`), {
      format: 'unknown',
      valid: false,
      findings: [{ rule: 'CW-UNREADABLE', severity: 'fatal' }],
      invoice: null,
    })
    t.equal(number, null)
  }
})

t.test('what can not be fetched is shown, and waited out', { timeout: 300_000 }, async (t) => {
  const world = await frenchReceiver(t)
  const { platform, api, path, connectionId, credentials } = world
  const shows = (text: RegExp): Promise<unknown> =>
    waitFor(
      `${String(text)} is shown`,
      async () => {
        const { channels } = await api<{ channels: Json[] }>('GET', path)
        return channels[0]?.['status'] === 'error' && text.test(String(channels[0]['lastErrorMessage']))
      },
      60_000,
    )
  const chorus = { chorusClientId: 'i', chorusClientSecret: 's', chorusLogin: 'l', chorusPassword: 'p' }
  await credentials(chorus)
  await api('PUT', path, { enabled: true })
  await shows(/credentials of the platform/)
  platform.faults({ on: 'search', does: { kind: 'answer', status: 503 } })
  await credentials(platform.credentials)
  await shows(/HTTP 503/)
  platform.deliver(supplierInvoice('R-1'))
  platform.faults({ on: 'download', does: { kind: 'answer', status: 200, body: '<html>' } })
  await shows(/unexpected response/)
  platform.faults()
  t.same(numbersOf(await received(world, 1)), ['R-1'])

  platform.faults({ on: 'token', does: { kind: 'answer', status: 401 } })
  platform.revokeTokens()
  const connection = `/v1/connections/${connectionId}`
  await waitFor(
    'the refused credentials are shown',
    async () => (await api<Json>('GET', connection))['status'] === 'error',
    60_000,
  )
  t.match(await api('GET', connection), { lastErrorMessage: /refused the client/ })
  platform.deliver(supplierInvoice('R-2'))
  platform.faults()
  await credentials(platform.keyCredentials)
  t.same(numbersOf(await received(world, 2)), ['R-2', 'R-1'])
})

t.test('answers go out as statuses of the life cycle, in order', { timeout: 300_000 }, async (t) => {
  const world = await frenchReceiver(t, { decisionSeconds: 1 })
  const { platform, api, path, key, member } = world
  await api('PUT', path, { enabled: true })
  platform.deliver(foreignPdf(supplierInvoice('R-1', 'cii')), { flowSyntax: 'Factur-X' })
  platform.deliver(Buffer.from('no invoice'))
  const [unreadable, { id } = { id: '' }] = await received(world, 2)
  const responses = `/v1/received/${id}/responses`
  const refused = async (body: Json, at = responses): Promise<unknown> => {
    const answer = await call(member.url, key, 'POST', at, body)
    return (answer.body as { error: { details: { path: string; message: string }[] } }).error.details[0]
  }
  t.match(await refused({ code: 'rejected' }), { path: 'reason' })
  t.match(await refused({ code: 'disputed', reasonCode: 'OTH' }), { path: 'reasonCode', message: /QTE_ERR/ })
  t.match(await refused({ code: 'suspended', reasonCode: 'QTE_ERR' }), { path: 'reasonCode', message: /disputed/ })
  t.match(await refused({ code: 'approved' }, `/v1/received/${String(unreadable?.id)}/responses`), {
    path: 'code',
    message: /could not be read/,
  })
  const given = [
    { code: 'acknowledged' },
    { code: 'in_process' },
    { code: 'suspended', reason: 'Bon de livraison ?', reasonCode: 'JUSTIF_ABS' },
    { code: 'disputed', reason: 'Deux cartons manquent', reasonCode: 'LIVR_INCOMP', amount: 24.5 },
    { code: 'partly_approved', amount: 100 },
    { code: 'approved' },
    { code: 'paid', amount: 120, date: '2026-11-20' },
  ]
  for (const body of given) t.match(await api('POST', responses, body), { id: /^rsp_/, status: 'requested' })
  const ended = await waitFor(
    'all are confirmed',
    async () => {
      const found = await api<Json[]>('GET', responses)
      return found.every(({ status }) => status === 'confirmed') && found
    },
    100_000,
  )
  const codes = ['203', '204', '208', '207', '206', '205', '211']
  t.same(
    ended.map(({ nationalCode }) => nationalCode),
    codes,
  )
  t.match(ended[4], { reasonCode: 'AUTRE' }, 'a partial approval needs one')
  const handed = platform.register.flows.filter(({ flowType }) => flowType === 'SupplierInvoiceLC')
  t.same(
    handed.map(({ bytes, info }) => [readLifeCycle(bytes)?.[0]?.code, info.trackingId, info.processingRule]),
    ended.map((response, index) => [codes[index], response['id'], 'NotApplicable']),
    'each once, in order',
  )
  t.match(await api('GET', `/v1/received/${id}`), { status: 'answered' })
  t.equal((await call(member.url, key, 'POST', responses, { code: 'rejected', reason: 'Non' })).status, 409)

  platform.deliver(supplierInvoice('R-2'))
  const [{ id: other } = { id: '' }] = await received(world, 3)
  const does = { kind: 'inadmissible', reasonCode: 'InvoiceLCStatusError', reasonMessage: 'too late' } as const
  platform.faults({ on: 'submit', times: 1, does })
  await api('POST', `/v1/received/${other}/responses`, { code: 'rejected', reason: 'Rien commandé' })
  const failed = await waitFor('it has failed', async () => {
    const [found] = await api<Json[]>('GET', `/v1/received/${other}/responses`)
    return found?.['status'] === 'failed' && found
  })
  t.match(failed, { nationalCode: '210', reasonCode: 'AUTRE', errorMessage: /InvoiceLCStatusError - too late/ })
  t.match(await api('GET', `/v1/received/${other}`), { status: 'read' })
})
