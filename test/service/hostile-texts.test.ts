import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TSchema, Type } from '@sinclair/typebox'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { countryOf } from '../../src/countries/registry.js'
import { CreateApiKeyBody } from '../../src/http/api/schemas/api-key.js'
import { AmendCompanyBody, CreateCompanyBody } from '../../src/http/api/schemas/company.js'
import { CreateConnectionBody } from '../../src/http/api/schemas/connection.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import { ConfigureWebhookBody } from '../../src/http/api/schemas/webhook.js'
import type { Detail } from '../../src/domain/refusal.js'
import { compileCheck } from '../../src/documents/intake/check.js'
import { CERTIFICATE, Receiver } from '../standins/receiver.js'
import { type Answer, call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { Deployment } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { hostileText, textFields, UNHOLDABLE, withText } from '../support/random/hostile-texts.js'
import { waitFor } from '../support/wait-for.js'

/** VAT numbers of companies of one account. */
const NUMBERS = [
  'PL1234563218',
  'PL5260250274',
  'PL5265877635',
  'PL7740001454',
  'PL5250007738',
  'PL1111111111',
  'PL2222222222',
  'PL3333333333',
  'PL4444444444',
]

/** Texts that the XML repeats as they are, if the invoice obeys the rules. */
const IN_THE_XML = [
  'supplier.name',
  'customer.name',
  'lines[0].description',
  'paymentMeans.paymentTerms',
  'supplier.address.street',
]

interface Endpoint {
  readonly method: 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly schema: TSchema
  readonly body: object
}

/** What was sent in the fields of an invoice that was accepted. */
interface Sent {
  readonly id: string
  readonly externalId: string
  readonly number: string
  readonly texts: ReadonlyMap<string, string>
}

/** The whole service, a receiver of its webhooks, and a customer. */
async function begin(t: Test) {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-hostile-'))
  writeFileSync(join(directory, 'receiver.pem'), CERTIFICATE.cert)
  const receiver = await Receiver.listen()
  const deployment = await Deployment.create(t, {
    NODE_EXTRA_CA_CERTS: join(directory, 'receiver.pem'),
    LOG_LEVEL: 'error',
  })
  t.teardown(async () => {
    await receiver.close()
    rmSync(directory, { recursive: true })
  })
  const member = await deployment.start('api,projections,processors')
  const { key } = await deployment.customer(member, receiver.url())
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    call(member.url, key, method, path, body)
  return { deployment, member, receiver, send, key }
}

function pathsOf({ body }: Answer): readonly string[] {
  const { error } = body as { error?: { details?: readonly { path: string }[] } }
  return (error?.details ?? []).map(({ path }) => path)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Whether a group that the invoice does not have is refused with this text alone in it. */
function isAlone(schema: TSchema, path: string): boolean {
  const details: Detail[] = []
  compileCheck(schema)(withText(invoiceBody('x'), path, 'x'), '', details)
  return details.length > 0
}

t.test('all texts are refused by name, or kept by every part of the service', { timeout: 600_000 }, async (t) => {
  const { deployment, member, receiver, send, key } = await begin(t)
  const { setup } = countryOf('PL')
  if (setup.kind !== 'credentials') throw new Error('Poland takes no credentials')
  const credentials: Endpoint[] = []
  let companyId = ''
  // A connection takes 20 changes a minute, so that each field has one of its own.
  for (const [index, name] of Object.keys(setup.schema.properties).entries()) {
    const company = await send('POST', '/v1/companies', { name: 'Firma', vatNumber: NUMBERS[index], country: 'PL' })
    companyId = dataOf<{ id: string }>(company).id
    const connection = await send('POST', '/v1/connections', { companyId, countryCode: 'PL' })
    const path = `/v1/connections/${dataOf<{ id: string }>(connection).id}/credentials`
    credentials.push({ method: 'PUT', path, schema: Type.Pick(setup.schema, [name]), body: { token: 'x' } })
  }
  const invoice: Endpoint = { method: 'POST', path: '/v1/invoices', schema: InvoiceBody, body: invoiceBody('x') }
  const company = { name: 'Firma', vatNumber: 'PL1234563218', country: 'PL' }
  const endpoints: readonly Endpoint[] = [
    invoice,
    { method: 'POST', path: '/v1/companies', schema: CreateCompanyBody, body: company },
    { method: 'PATCH', path: `/v1/companies/${companyId}`, schema: AmendCompanyBody, body: {} },
    { method: 'POST', path: '/v1/connections', schema: CreateConnectionBody, body: { companyId, countryCode: 'PL' } },
    ...credentials,
    { method: 'POST', path: '/v1/webhooks', schema: ConfigureWebhookBody, body: { url: receiver.url() } },
    { method: 'POST', path: '/v1/api-keys', schema: CreateApiKeyBody, body: { name: 'x' } },
  ]

  for (const { method, path, schema, body } of endpoints) {
    for (const field of textFields(schema)) {
      for (const text of UNHOLDABLE) {
        const answer = await send(method, path, withText(body, field.path, `a${text}b`))
        if (answer.status !== 400 || !pathsOf(answer).includes(field.path))
          t.fail(`${method} ${path}: ${field.path}`, { text: JSON.stringify(text), answer: answer.body })
      }
    }
  }

  const sent: Sent[] = []
  const names = new Map<string, string>()
  const create = async (texts: ReadonlyMap<string, string>): Promise<void> => {
    const ids = {
      externalId: texts.get('externalId') ?? `e-${sent.length}`,
      number: texts.get('number') ?? `n-${sent.length}`,
    }
    const body = [...texts].reduce<unknown>((body, [path, text]) => withText(body, path, text), {
      ...invoice.body,
      ...ids,
    })
    const answer = await send('POST', '/v1/invoices', body)
    if (answer.status === 400) {
      const named = pathsOf(answer)
      if (named.length === 0 || !named.every((path) => texts.has(path))) throw new Error(JSON.stringify(answer.body))
    } else sent.push({ id: dataOf<{ id: string }>(answer).id, ...ids, texts })
  }
  const emoji = (characters: number): string => '😀'.repeat(characters)
  await create(new Map([['lines[0].exemptionReasonCode', emoji(50)]]))
  await create(new Map([['customer.address.stateOrProvince', emoji(40)]]))
  await create(new Map(IN_THE_XML.map((path, n) => [path, `x${emoji(20 + n)} e\u0301\u202E &<]]>"`])))
  // A preceding invoice and a company are looked up, and vatNumber has a form of its own: what
  // is wrong with them is reported at once.
  const free = textFields(InvoiceBody).filter(
    ({ path, countries }) =>
      !/^(companyId|precedingInvoice.*)$|vatNumber$/.test(path) &&
      !isAlone(InvoiceBody, path) &&
      (countries?.includes('RO') ?? true),
  )
  for (const { path, maxLength } of free) await create(new Map([[path, `x${emoji(maxLength - 1)}`]]))
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(fc.constantFrom(...free), { minLength: 1, maxLength: 6 })
        .chain((fields) =>
          fc.tuple(...fields.map((field) => hostileText(field.maxLength).map((text) => [field.path, text] as const))),
        ),
      (texts) => create(new Map(texts)),
    ),
    { numRuns: 40 },
  )
  await fc.assert(
    fc.asyncProperty(hostileText(200), hostileText(200), async (name, keyName) => {
      const { id } = dataOf<{ id: string }>(await send('POST', '/v1/companies', { ...company, name }))
      names.set(id, name)
      names.set(dataOf<{ id: string }>(await send('POST', '/v1/api-keys', { name: keyName })).id, keyName)
    }),
    { numRuns: 20 },
  )

  const rowsOf = async (): Promise<ReadonlyMap<string, { status: string; external_id: string; number: string }>> => {
    const { rows } = await deployment.pool.query<{ id: string; status: string; external_id: string; number: string }>(
      'SELECT id, status, external_id, number FROM read.invoices',
    )
    return new Map(rows.map((row) => [row.id, row]))
  }
  await waitFor(
    'every invoice is decided',
    async () => {
      const rows = await rowsOf()
      return sent.every(({ id }) => ['accepted', 'rejected', 'error'].includes(rows.get(id)?.status ?? ''))
    },
    120_000,
  )
  const rows = await rowsOf()
  t.strictSame(
    sent.filter(
      ({ id, externalId, number }) => rows.get(id)?.external_id !== externalId || rows.get(id)?.number !== number,
    ),
    [],
    'the read model holds the very texts',
  )
  const shown = new Map<string, string>()
  for (const path of ['/v1/companies', '/v1/api-keys']) {
    for (const { id, name } of dataOf<{ id: string; name: string }[]>(await send('GET', path))) shown.set(id, name)
  }
  t.strictSame(
    [...names].filter(([id, name]) => shown.get(id) !== name),
    [],
    'so do the others',
  )

  const accepted = sent.filter(({ id }) => rows.get(id)?.status === 'accepted')
  t.ok(accepted.length >= 5 && accepted.length < sent.length - 5, `${accepted.length} of ${sent.length} obey the rules`)
  const lacking: string[] = []
  for (const { id, texts } of accepted) {
    const response = await fetch(`${member.url}/v1/invoices/${id}/documents/xml`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const xml = await response.text()
    for (const path of IN_THE_XML) {
      const text = texts.get(path)
      if (text !== undefined && !xml.includes(`>${escaped(text)}<`)) lacking.push(`${id} ${path} ${text}`)
    }
  }
  t.strictSame(lacking, [], 'the documents hold the very texts')

  const delivered = (id: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: { id: string; externalId: string } })
      .filter(({ data }) => data.id === id)
  await waitFor(
    'every decision is delivered',
    () => sent.every(({ id }) => delivered(id).some(({ type }) => /accepted|rejected|error/.test(type))),
    120_000,
  )
  t.strictSame(
    sent.filter(({ id, externalId }) => delivered(id).some(({ data }) => data.externalId !== externalId)),
    [],
    'the webhooks hold the very texts',
  )

  const status = await runCli(['projections', 'status', '--json'], deployment.env)
  const { projections, events } = JSON.parse(status.stdout) as {
    projections: readonly { setAside: number }[]
    events: readonly object[]
  }
  t.strictSame([events, projections.filter(({ setAside }) => setAside > 0)], [[], []], 'nothing had to be set aside')
  const ready = (await (await fetch(`${member.ops}/ready`)).json()) as {
    status: string
    checks: Record<string, string>
  }
  t.match(ready, { status: 'ok', checks: { quarantine: 'ok', projections: 'ok' } })
  await deployment.verifyRebuild(t)
  t.notMatch(member.output(), /"level":50/, 'no error in the log')
})
