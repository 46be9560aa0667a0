import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { sampleCompany, sampleInvoice } from '../../http/api/samples.js'
import { CERTIFICATE, Receiver } from '../../standins/receiver.js'
import { killProcess, startProcess, stopProcess, temporaryDataDir } from '../../support/running-service.js'
import { waitFor } from '../../support/wait-for.js'

t.test(
  'the whole service notifies a client of its invoice, also after a kill -9, and stops while a receiver hangs',
  async (t) => {
    const dataDir = temporaryDataDir(t)
    const directory = mkdtempSync(join(tmpdir(), 'clearway-ca-'))
    const ca = join(directory, 'receiver.pem')
    writeFileSync(ca, CERTIFICATE.cert)
    const receiver = await Receiver.listen()
    t.teardown(async () => {
      await receiver.close()
      rmSync(directory, { recursive: true })
    })
    const env = {
      DATA_DIR: dataDir,
      PORT: '0',
      SIMULATED_DECISION_SECONDS: '0',
      WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true',
      NODE_EXTRA_CA_CERTS: ca,
    }
    let service = await startProcess(env)
    t.teardown(() => stopProcess(service))
    const key = /test key\s+(\S+)/.exec(service.output())?.[1] ?? ''
    const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
      const response = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const { data } = (await response.json()) as { data: Record<string, unknown> }
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
      return data
    }
    const { secret } = await call('POST', '/v1/webhooks', { url: receiver.url() })
    const { id: companyId } = await call('POST', '/v1/companies', sampleCompany())
    await call('POST', '/v1/connections', { companyId, countryCode: 'RO' })
    const issueDate = new Date().toISOString().slice(0, 10)
    const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const invoice = (number: string) => call('POST', '/v1/invoices', sampleInvoice({ number, issueDate, dueDate }))
    const { id } = await invoice('F-1')
    await waitFor('the decision is delivered', () => receiver.kinds().includes('invoice.accepted'))
    t.strictSame(receiver.kinds(), [
      'connection.active',
      'invoice.created',
      'invoice.validated',
      'invoice.submitted',
      'invoice.accepted',
    ])
    for (const { body, headers } of receiver.received) {
      t.same(new Webhook(String(secret)).verify(body, headers as Record<string, string>), JSON.parse(body))
    }
    const last = JSON.parse(receiver.received.at(-1)?.body ?? '') as { data: { id: string } }
    const shown = await call('GET', `/v1/invoices/${String(id)}`)
    t.match(shown, last.data, 'the same as the API shows')
    const active = JSON.parse(receiver.received[0]?.body ?? '') as { data: { id: string } }
    t.same(active.data, await call('GET', `/v1/connections/${active.data.id}`))

    // The receiver does not answer; the service dies with requests under way and starts again.
    receiver.answer = () => () => undefined
    const before = receiver.received.length
    await invoice('F-2')
    await waitFor('a request hangs', () => receiver.received.length > before)
    await killProcess(service, dataDir, true)
    receiver.answer = () => 200
    service = await startProcess(env)
    await waitFor(
      'everything is delivered',
      () => receiver.kinds().filter((kind) => kind === 'invoice.accepted').length === 2,
    )
    const ids = receiver.received.slice(before).map(({ headers }) => headers['x-service-delivery-id'])
    t.equal(ids[0], ids[1], 'the interrupted delivery came again under its id')

    receiver.answer = () => () => undefined
    const test = await call('POST', '/v1/webhooks/test')
    await waitFor('the test event hangs', () => receiver.kinds().at(-1) === 'webhook.test')
    t.equal(receiver.received.at(-1)?.headers['webhook-id'], test['id'])
    const begun = performance.now()
    t.equal(await stopProcess(service), 0)
    t.ok(performance.now() - begun < 10_000, 'within ten seconds')
  },
)
