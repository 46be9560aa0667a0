import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startInvoicetronic } from '../../standins/invoicetronic/index.js'
import { signedFile } from '../../support/cades.js'
import { selfSigned } from '../../support/certificate.js'
import { call, dataOf } from '../../support/api.js'
import { runCli } from '../../support/command-line.js'
import { databaseSettings, startHere } from '../../support/service-here.js'
import { waitFor } from '../../support/wait-for.js'
import { ROOT } from '../accepted-sample.js'

interface Shown {
  readonly id: string
  readonly status: string
  readonly govId: string | null
}

/** Samples with what only FatturaPA contains. */
const OF_FATTURAPA_ALONE = readdirSync(join(ROOT, 'samples', 'it'))
  .filter((file) => /^(?:4\d|5[01])-.*\.json$/.test(file))
  .map((file) => file.replace(/\.json$/, ''))

t.test('Italian invoices are posted, and accepted or refused by SdI', { timeout: 120_000 }, async (t) => {
  const invoicetronic = await startInvoicetronic()
  t.teardown(() => invoicetronic.stop())
  const env = {
    ...(await databaseSettings(t)),
    ...invoicetronic.settings,
    SIMULATED_DECISION_SECONDS: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const service = await startHere(t, env)
  const account = await runCli(['accounts', 'create', '--name', 'Italia', '--json'], env)
  const { testKey, liveKey } = JSON.parse(account.stdout) as { testKey: string; liveKey: string }
  const send = (method: string, path: string, body?: unknown) => call(service.url, testKey, method, path, body)
  const sample = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(ROOT, 'samples', 'it', `${name}.json`), 'utf8')) as Record<string, unknown>
  const settled = async (body: unknown): Promise<Shown> => {
    const { id } = dataOf<Shown>(await send('POST', '/v1/invoices', body))
    return waitFor('the decision', async () => {
      const shown = dataOf<Shown>(await send('GET', `/v1/invoices/${id}`))
      return ['accepted', 'rejected', 'error'].includes(shown.status) && shown
    })
  }
  const document = async (id: string, kind: string): Promise<string> => {
    const path = `/v1/invoices/${id}/documents/${kind}`
    const answer = await fetch(service.url + path, { headers: { Authorization: `Bearer ${testKey}` } })
    return answer.text()
  }

  const company = { name: 'Officina Digitale Aretina S.r.l.', vatNumber: 'IT01879020517', country: 'IT' }
  const { id: companyId } = dataOf<Shown>(await send('POST', '/v1/companies', company))
  dataOf(await send('POST', '/v1/connections', { companyId, countryCode: 'IT' }))

  const accepted = await settled(sample('01-services'))
  t.match(accepted, { status: 'accepted', govId: /^150\d{8}$/ })
  t.match(await document(accepted.id, 'xml'), '<Numero>FE-2026-0117</Numero>')
  const receipt = await document(accepted.id, 'receipt')
  t.match(receipt, ':RicevutaConsegna ')
  t.match(receipt, '<NomeFile>IT01879020517_C0000.xml</NomeFile>')

  const again = await settled({ ...sample('01-services'), externalId: 'again', number: 'FE-2026-0117' })
  t.match(again, { status: 'rejected', govId: null })
  const refused = await settled(sample('20-refused-by-administration'))
  t.match(refused, { status: 'rejected' })
  const consumer = await settled(sample('13-consumer'))
  t.match(consumer, { status: 'accepted' })
  t.match(await document(consumer.id, 'receipt'), ':RicevutaImpossibilitaRecapito ')

  for (const name of OF_FATTURAPA_ALONE) t.match(await settled(sample(name)), { status: 'accepted' }, name)

  const file = signedFile(
    Buffer.from((await document(accepted.id, 'xml')).replace('FE-2026-0117', 'FE-2026-0999')),
    selfSigned('issuer.example'),
  )
  const settledFile = async (key: string, statuses = ['accepted', 'rejected', 'error']): Promise<Shown> => {
    const posted = await fetch(`${service.url}/v1/invoices`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/pkcs7-mime' },
      body: Uint8Array.from(file),
    })
    const { data } = (await posted.json()) as { readonly data: Shown }
    return waitFor(
      'the decision on the signed file',
      async () => {
        const shown = dataOf<Shown>(await call(service.url, key, 'GET', `/v1/invoices/${data.id}`))
        return statuses.includes(shown.status) && shown
      },
      90_000,
    )
  }
  const signed = await settledFile(testKey)
  t.match(signed, { status: 'accepted' })
  t.match(await document(signed.id, 'receipt'), /<NomeFile>IT01879020517_\w{5}\.xml\.p7m<\/NomeFile>/)

  const live = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    call(service.url, liveKey, method, path, body).then((answer) => dataOf<T>(answer))
  const { id: liveCompany } = await live<Shown>('POST', '/v1/companies', company)
  const connection = await live<Shown>('POST', '/v1/connections', { companyId: liveCompany, countryCode: 'IT' })
  await live('PUT', `/v1/connections/${connection.id}/credentials`, invoicetronic.credentials)
  // Its decision is asked for a minute later; the tests of the gateway have it.
  const sent = await settledFile(liveKey, ['submitted', 'accepted', 'rejected', 'error'])
  t.match(sent, { status: 'submitted' }, 'through Invoicetronic')
  const [arrived] = invoicetronic.account.sent
  t.ok(arrived?.signedFile?.equals(file), 'byte for byte')
  t.match(arrived, { fileName: /^IT01879020517_\w{5}\.xml\.p7m$/, number: 'FE-2026-0999', signature: 'Auto' })
  const kept = await fetch(`${service.url}/v1/invoices/${sent.id}/documents/xml`, {
    headers: { Authorization: `Bearer ${liveKey}` },
  })
  t.ok(Buffer.from(await kept.arrayBuffer()).equals(file), 'and so it is kept')

  const judged = await send('POST', '/v1/invoices/validate', { ...sample('01-services'), number: 'no-digit' })
  t.match(judged.body, { valid: false, details: [{ rule: '00425', path: 'number' }] })
  const xml = await fetch(`${service.url}/v1/invoices/validate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/xml' },
    body: (await document(accepted.id, 'xml')).replace('<Imposta>638.00', '<Imposta>639.00'),
  })
  t.match(await xml.json(), { valid: false, profile: 'it', details: [{ rule: '00421' }] })
})
