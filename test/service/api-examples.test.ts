import t from 'tap'
import { COUNTRIES } from '../../src/countries/registry.js'
import { IDS } from '../../src/http/api/openapi/example.js'
import { EXAMPLES } from '../../src/http/api/openapi/examples/all.js'
import { ApiDocument } from '../http/api/api-document.js'
import { type Answer, call } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { databaseSettings, startHere } from '../support/service-here.js'
import { withoutAccidents } from '../support/same-as-example.js'
import { waitFor } from '../support/wait-for.js'

interface Account {
  readonly testKey: string
  readonly liveKey: string
}

t.test('every example of the API reference is what the service takes and answers', { timeout: 120_000 }, async (t) => {
  const env = {
    ...(await databaseSettings(t)),
    SIMULATED_DECISION_SECONDS: '0',
    PUBLIC_URL: 'https://api.example.com',
    ANAF_CLIENT_ID: 'clearway',
    RATE_LIMIT_PER_MINUTE: '100000',
  }
  const service = await startHere(t, env)
  const { testKey, liveKey } = JSON.parse(
    (await runCli(['accounts', 'create', '--name', 'Examples', '--plan', 'unlimited', '--json'], env)).stdout,
  ) as Account
  const document = new ApiDocument(await (await fetch(`${service.url}/openapi.json`)).json())

  /** What the ids of the examples stand for here. */
  const real = new Map<string, string>()
  const withRealIds = (text: string): string => [...real].reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const tried = new Set<string>()

  /** Sends an example as it stands, with the ids of this run in place of its own. */
  const send = async (operationId: string, request = 'example', key = testKey): Promise<Answer> => {
    const { method, path } = document.operation(operationId)
    const example = EXAMPLES[operationId]?.requests?.[request]
    if (EXAMPLES[operationId]?.requests && !example) throw new Error(`${operationId} has no example ${request}`)
    if (example) tried.add(`${operationId} request ${request}`)
    const id = [...real].find(([from]) => from.startsWith(prefixOf(path)))?.[1] ?? ''
    const body: unknown = example && JSON.parse(withRealIds(JSON.stringify(example.value)))
    return call(service.url, key, method, path.replace('{id}', id).replace('{participantId}', '0208:0403170701'), body)
  }
  /** Sends it, and compares the answer with an example. */
  const same = async (
    operationId: string,
    request = 'example',
    response = 'example',
    key = testKey,
  ): Promise<Answer> => {
    const answer = await send(operationId, request, key)
    const expected = EXAMPLES[operationId]?.responses?.[response]?.value
    t.same(withoutAccidents(answer.body), withoutAccidents(expected), `${operationId} ${request} ${response}`)
    t.ok(document.operation(operationId).operation.responses[String(answer.status)], `${operationId} ${answer.status}`)
    tried.add(`${operationId} response ${response}`)
    return answer
  }
  const note = (example: string, answer: Answer): void => {
    real.set(example, (answer.body as { data: { id: string } }).data.id)
  }
  const settled = (): Promise<Answer> =>
    waitFor('the decision', async () => {
      const answer = await send('getInvoice')
      const { status } = (answer.body as { data: { status: string } }).data
      return ['accepted', 'rejected', 'error'].includes(status) && answer
    })

  await same('getHealth')
  await waitFor('readiness', async () => (await call(service.url, '', 'GET', '/ready')).status === 200)
  await same('getReadiness')

  note(IDS.key, await same('createApiKey'))
  await same('listApiKeys')
  await same('revokeApiKey')

  note(IDS.company, await same('createCompany', 'romania'))
  await same('listCompanies')
  await same('getCompany')
  note(IDS.connection, await same('createConnection', 'romania', 'test'))
  await same('listConnections')
  await same('getConnection')
  await same('getConnectionBudget')
  await same('testConnection')
  await same('getParticipant')

  await waitFor('the connection in the feed', async () => eventsIn(await send('listEvents')).length > 0)
  await same('listEvents')

  await same('configureWebhook')
  await same('getWebhook')
  await same('rotateWebhookSecret')
  note(IDS.delivery, await same('sendTestEvent'))
  await same('getDelivery')
  await same('listDeliveries')
  await same('redeliver')
  await same('deleteWebhook')

  await same('validateInvoice', 'valid', 'valid')
  await same('validateInvoice', 'invalid', 'invalid')
  const wrongUnit = EXAMPLES['validateInvoice']?.documents?.['wrongUnit']?.value
  const { path } = document.operation('validateInvoice')
  const verdict = await call(service.url, testKey, 'POST', path, wrongUnit, { 'Content-Type': 'application/xml' })
  t.same(verdict.body, EXAMPLES['validateInvoice']?.responses?.['document']?.value, 'of a document in XML')
  tried.add('validateInvoice document wrongUnit').add('validateInvoice response document')
  const xml = { 'Content-Type': 'application/xml' }
  const ownUbl = EXAMPLES['convertDocument']?.documents?.['ownDocument']?.value
  const cii = await call(service.url, testKey, 'POST', '/v1/convert?to=cii', ownUbl, xml)
  t.same(cii.body, EXAMPLES['convertDocument']?.responses?.['example']?.value, 'of a document to convert')
  const inJson = EXAMPLES['convertDocument']?.requests?.['domestic']?.value
  t.match((await call(service.url, testKey, 'POST', '/v1/convert?to=ubl', inJson)).body, { data: { losses: [] } })
  tried
    .add('convertDocument document ownDocument')
    .add('convertDocument response example')
    .add('convertDocument request domestic')
  note(IDS.invoice, await same('createInvoice', 'domestic'))
  await settled()
  await same('getInvoice', 'example', 'accepted')
  await waitFor('the acceptance in the feed', async () =>
    eventsIn(await send('listEvents')).some(({ type }) => type === 'invoice.accepted'),
  )
  // The period of the example, in this run.
  real.set('2026-03-29T18:00:00.000Z', new Date(Date.now() - 60_000).toISOString())
  real.set('2026-03-31T12:00:00.000Z', new Date(Date.now() + 60_000).toISOString())
  await send('configureWebhook')
  await same('replayEvents')
  await send('deleteWebhook')
  await same('listInvoices')
  await same('listInvoiceEvents')
  await same('listInvoiceDocuments')
  // Nothing of the test environment is sealed; test/http/invoice-proof has the sealed example.
  const proof = await send('getInvoiceProof')
  t.match(proof, { status: 200, body: { data: { sealed: false, seal: null } } })
  const fields = Object.keys((proof.body as { data: object }).data)
  t.same(fields, Object.keys((EXAMPLES['getInvoiceProof']?.responses?.['example']?.value as { data: object }).data))
  tried.add('getInvoiceProof response example')
  // No buyer answers in the test environment.
  t.match(await send('listInvoiceResponses'), { status: 200, body: { data: [], hasMore: false, nextCursor: null } })
  tried.add('listInvoiceResponses response example')
  t.match((await send('createInvoice', 'creditNote')).body, { data: { status: 'created' } })
  note(IDS.invoice, await send('createInvoice', 'rejected'))
  await settled()
  await same('getInvoice', 'example', 'rejected')

  // Without its currency the domestic invoice breaks a rule, and is in error.
  const inLei = EXAMPLES['createInvoice']?.requests?.['domestic']?.value as Readonly<Record<string, unknown>>
  const inEuro = { ...inLei, currency: undefined, externalId: 'order-4712' }
  note(IDS.invoice, await call(service.url, testKey, 'POST', '/v1/invoices', inEuro))
  await settled()
  await same('retryInvoice')
  const { requests, responses } = EXAMPLES['createInvoiceBatch'] ?? {}
  const taken = await fetch(`${service.url}/v1/invoices/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/x-ndjson' },
    body: String(requests?.['example']?.value),
  })
  t.same(linesIn(await taken.text()), linesIn(String(responses?.['example']?.value)), 'of a batch')
  tried.add('createInvoiceBatch request example').add('createInvoiceBatch response example')

  t.match(await send('validateInvoice', 'domesticShopPrices'), { status: 200, body: { valid: true, warnings: [] } })
  t.match(await send('createInvoice', 'domesticShopPrices'), { status: 201, body: { data: { grossAmount: '389.79' } } })
  const invoices = Object.entries(EXAMPLES['createInvoice']?.requests ?? {})
  for (const { code, name } of Object.values(COUNTRIES)) {
    const names = invoices.flatMap(([each, { value }]) =>
      (value as { country: string }).country === code && !tried.has(`createInvoice request ${each}`) ? [each] : [],
    )
    t.ok(names.length > 0, `an invoice of ${name}`)
    if (code !== 'RO') {
      const { body } = await send('createCompany', name.toLowerCase())
      const companyId = (body as { data: { id: string } }).data.id
      await call(service.url, testKey, 'POST', '/v1/connections', { companyId, countryCode: code })
    }
    for (const each of names) {
      t.match(await send('validateInvoice', each), { status: 200, body: { valid: true, warnings: [] } }, each)
      note(IDS.invoice, await send('createInvoice', each))
      t.match((await settled()).body, { data: { country: code, status: 'accepted' } }, each)
      if (each === 'france') {
        await same('reportPayment', 'whole')
        await waitFor('the report', async () => JSON.stringify((await send('getInvoice')).body).includes('"reported"'))
      }
      if (each === 'franceCii') {
        t.match((await send('reportPayment', 'part')).body, {
          data: { payments: [{ amounts: [{ amount: '600.00' }] }] },
        })
      }
    }
  }

  const own = EXAMPLES['createInvoice']?.documents?.['ownDocument']?.value
  note(
    IDS.invoice,
    await call(service.url, testKey, 'POST', '/v1/invoices', own, { 'Content-Type': 'application/xml' }),
  )
  t.match((await settled()).body, { data: { country: 'BE', number: 'BRW-2026-0312', status: 'accepted' } })
  tried.add('createInvoice document ownDocument')

  // The customer of the example is a company of the account, and receives.
  const domesticInvoice = EXAMPLES['createInvoice']?.requests?.['domestic']?.value as {
    readonly customer: { readonly name: string; readonly vatNumber: string }
  }
  const supplierId = real.get(IDS.company) ?? ''
  const { name, vatNumber } = domesticInvoice.customer
  note(IDS.company, await call(service.url, testKey, 'POST', '/v1/companies', { name, vatNumber, country: 'RO' }))
  const atCustomer = { companyId: real.get(IDS.company), countryCode: 'RO' }
  await call(service.url, testKey, 'POST', '/v1/connections', atCustomer)
  await same('setCompanyReceiving')
  await same('getCompanyReceiving')
  await call(service.url, testKey, 'POST', '/v1/invoices', {
    ...domesticInvoice,
    externalId: 'order-4780',
    companyId: supplierId,
  })
  await waitFor('the received invoice', async () => {
    const answer = await send('listReceived')
    if (answer.status !== 200) throw new Error(JSON.stringify(answer))
    const { data } = answer.body as { readonly data: readonly { readonly id: string }[] }
    const [arrived] = data
    if (arrived !== undefined) real.set(IDS.received, arrived.id)
    return arrived
  })
  await same('listReceived')
  // The invoice is read from the document, with all defaults that it got.
  const whole = await send('getReceived')
  t.match(whole.body, { data: { losses: [], findings: [], invoice: { country: 'RO', lines: [{ quantity: 10 }] } } })
  const shownFields = EXAMPLES['getReceived']?.responses?.['example']?.value as { readonly data: object }
  t.same(Object.keys((whole.body as { data: object }).data), Object.keys(shownFields.data))
  tried.add('getReceived response example')
  await same('listReceivedEvents')
  await same('listReceivedDocuments')
  await same('readReceived')
  await same('respondToReceived')
  await waitFor('the response reaches the government', async () => {
    const { body } = await send('listReceivedResponses')
    return (body as { readonly data: readonly { readonly status: string }[] }).data[0]?.status === 'confirmed'
  })
  await same('listReceivedResponses')
  // Each sample has another number.
  const sample = await send('createTestReceived')
  const shownSample = EXAMPLES['createTestReceived']?.responses?.['example']?.value as { readonly data: object }
  t.match(sample, { status: 201, body: { data: { supplierName: 'Furnizor Exemplu S.R.L.', grossAmount: '1168.86' } } })
  t.same(Object.keys((sample.body as { data: object }).data), Object.keys(shownSample.data))
  tried.add('createTestReceived response example')
  await same('deleteCompanyReceiving')
  real.set(IDS.company, supplierId)

  await same('deleteConnection')
  await same('updateCompany')
  await same('setCompanyDefaults')
  await same('getCompanyDefaults')
  await same('deleteCompanyDefaults')
  for (const series of ['invoices', 'started'])
    t.match(await send('setCompanyNumbering', series), { status: 200, body: { data: { next: /1|18/ } } })
  await same('setCompanyNumbering', 'creditNotes')
  await same('getCompanyNumbering')
  await same('deleteCompanyNumbering')
  await send('setCompanyLogo', 'colour')
  await same('setCompanyLogo', 'both')
  await same('getCompanyLogo')
  await same('deleteCompanyLogo')
  await same('deleteCompany')

  note(IDS.company, await send('createCompany', 'romania', liveKey))
  await same('createConnection', 'romania', 'oauth', liveKey)
  note(IDS.connection, await same('createConnection', 'italy', 'credentials', liveKey))
  await same('setConnectionCredentials', 'invoicetronicKey', 'example', liveKey)
  for (const { code, setup } of Object.values(COUNTRIES)) {
    if (setup.kind !== 'credentials') continue
    const body = { companyId: real.get(IDS.company), countryCode: code }
    note(IDS.connection, await call(service.url, liveKey, 'POST', '/v1/connections', body))
    for (const { name } of setup.examples) {
      const answer = await send('setConnectionCredentials', name, liveKey)
      t.match(answer, { status: 200, body: { data: { countryCode: code, status: 'active' } } }, `${code} ${name}`)
    }
  }

  const all = Object.entries(EXAMPLES).flatMap(([id, { requests = {}, documents = {}, responses = {} }]) => [
    ...Object.keys(requests).map((name) => `${id} request ${name}`),
    ...Object.keys(documents).map((name) => `${id} document ${name}`),
    ...Object.keys(responses).map((name) => `${id} response ${name}`),
  ])
  t.same(
    all.filter((example) => !tried.has(example)),
    [],
    'none was left out',
  )
})

/** Which kind of id a path takes. */
function prefixOf(path: string): string {
  const prefixes = {
    'api-keys': 'key_',
    companies: 'comp_',
    connections: 'conn_',
    invoices: 'inv_',
    webhooks: 'dlv_',
    received: 'rcv_',
  }
  return prefixes[path.split('/')[2] as keyof typeof prefixes] ?? '-'
}

/** Of newline-delimited JSON. */
function linesIn(text: string): readonly unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => withoutAccidents(JSON.parse(line)))
}

function eventsIn(answer: Answer): readonly { readonly type: string }[] {
  return (answer.body as { readonly data: readonly { readonly type: string }[] }).data
}
