import t from 'tap'
import { COUNTRIES } from '../../src/countries/registry.js'
import { IDS } from '../../src/http/openapi/example.js'
import { EXAMPLES } from '../../src/http/openapi/examples/all.js'
import { ApiDocument } from '../http/api-document.js'
import { type Answer, call } from '../support/api.js'
import { freePort, runCli, startProcess, stopProcess, temporaryDataDir } from '../support/running-service.js'
import { withoutAccidents } from '../support/same-as-example.js'
import { waitFor } from '../support/wait-for.js'

interface Account {
  readonly testKey: string
  readonly liveKey: string
}

t.test('every example of the API reference is what the service takes and answers', { timeout: 120_000 }, async (t) => {
  const dataDir = temporaryDataDir(t)
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    SIMULATED_DECISION_SECONDS: '0',
    PUBLIC_URL: 'https://api.example.com',
    ANAF_CLIENT_ID: 'clearway',
  }
  const service = await startProcess(env)
  t.teardown(() => stopProcess(service).then(() => undefined))
  const { testKey, liveKey } = JSON.parse(
    (await runCli(['accounts', 'create', '--name', 'Examples', '--json'], { DATA_DIR: dataDir })).stdout,
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
    return call(service.url, key, method, path.replace('{id}', id), body)
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

  note(IDS.company, await same('createCompany'))
  await same('listCompanies')
  await same('getCompany')
  note(IDS.connection, await same('createConnection', 'romania', 'test'))
  await same('listConnections')
  await same('getConnection')
  await same('getConnectionBudget')

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

  await same('deleteConnection')
  await same('updateCompany')
  await same('deleteCompany')

  note(IDS.company, await send('createCompany', 'example', liveKey))
  await same('createConnection', 'romania', 'oauth', liveKey)
  note(IDS.connection, await same('createConnection', 'belgium', 'credentials', liveKey))
  await same('setConnectionCredentials', 'accessPoint', 'example', liveKey)
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
  const prefixes = { 'api-keys': 'key_', companies: 'comp_', connections: 'conn_', invoices: 'inv_', webhooks: 'dlv_' }
  return prefixes[path.split('/')[2] as keyof typeof prefixes] ?? '-'
}

function eventsIn(answer: Answer): readonly { readonly type: string }[] {
  return (answer.body as { readonly data: readonly { readonly type: string }[] }).data
}
