import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { startFlowService } from '../standins/flow-service/index.js'
import { signedHeaders } from '../standins/signed-request.js'
import { supplierInvoice } from '../support/france.js'
import { freePort } from '../support/running-service.js'
import { databaseSettings, startHere } from '../support/service-here.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

interface Shown {
  readonly id: string
  readonly status: string
}

t.test(
  'a notification of the platform brings the decision long before the next poll',
  { timeout: 120_000 },
  async (t) => {
    const platform = await startFlowService({ statuses: [], decisionSeconds: 2 })
    t.teardown(() => platform.stop())
    const inbound = await freePort()
    const ops = await freePort()
    const service = await startHere(t, {
      ...(await databaseSettings(t)),
      ...platform.settings,
      // Messages are collected every twenty minutes, and a submission is polled after 100 seconds.
      GOVERNMENT_PACE: '10',
      RATE_LIMIT_PER_MINUTE: '1000000',
      INBOUND_PORT: String(inbound),
      INBOUND_TOKEN: 'of-the-proxy',
      INBOUND_PUBLIC_URL: `http://127.0.0.1:${inbound}`,
      OPS_PORT: String(ops),
    })
    const data = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${service.demo.liveKey}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { readonly data: T }).data
    }
    const sample = JSON.parse(readFileSync('samples/fr/01-domestic-services.json', 'utf8')) as object
    const supplier = { vatNumber: 'FR44732829320', siret: '73282932000074' }
    const company = await data<{ id: string }>('POST', '/v1/companies', {
      name: 'Vendeur',
      vatNumber: supplier.vatNumber,
      country: 'FR',
    })
    const connection = await data<{ id: string; notificationUrl: string }>('POST', '/v1/connections', {
      companyId: company.id,
      countryCode: 'FR',
    })
    const address = connection.notificationUrl
    t.equal(address, `http://127.0.0.1:${inbound}/afnor/${connection.id}`)
    const path = `/v1/connections/${connection.id}`
    await data('PUT', `${path}/credentials`, platform.credentials)
    t.match(await data('GET', path), { status: 'active', notificationUrl: address })
    const searches = (): number => platform.calls.filter((call) => call === 'search').length
    const flows = (): number => platform.calls.filter((call) => call === 'flow').length
    await waitFor('the messages were collected once', () => Promise.resolve(searches() > 0))

    const post = (number: string): Promise<Shown> =>
      data('POST', '/v1/invoices', {
        ...sample,
        companyId: company.id,
        externalId: number,
        number,
        supplier: { ...(sample as { supplier: object }).supplier, ...supplier },
        customer: {
          vatNumber: 'FR40303265045',
          name: 'Acheteur SAS',
          address: { country: 'FR', city: 'Lyon', street: '1 rue du Lac', postalCode: '69003' },
        },
      })
    const becomes = (id: string, status: string): Promise<unknown> =>
      waitFor(`it is ${status}`, async () => (await data<Shown>('GET', `/v1/invoices/${id}`)).status === status, 20_000)

    const { id } = await post('F-1')
    await becomes(id, 'submitted')
    await waitFor('it was polled for the first time', () => Promise.resolve(flows() > 0))
    const before = searches()
    platform.report('F-1', '200')

    // Without a key nothing is believed, nor with another one.
    t.equal(await platform.notify(address), 401)
    await data('PUT', `${path}/credentials`, { ...platform.credentials, notificationKeys: platform.notificationKeys })
    await waitFor('they are collected with the new credentials', () => Promise.resolve(searches() > before))
    await becomes(id, 'accepted')

    const second = await post('F-2')
    await becomes(second.id, 'submitted')
    const quiet = searches()
    platform.report('F-2', '200')
    const body = Buffer.from('{"flowInfo":{}}')
    const headers = signedHeaders(address, body, {
      key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
      created: Math.floor(Date.now() / 1000),
    })
    t.equal((await fetch(address, { method: 'POST', headers, body })).status, 401)
    t.equal(searches(), quiet)
    t.equal(await platform.notify(address), 200)
    await becomes(second.id, 'accepted')

    await data('PUT', `/v1/companies/${company.id}/receiving`, { enabled: true })
    const receiving = async (): Promise<Json> => data('GET', `/v1/companies/${company.id}/receiving`)
    await waitFor('it was looked once', async () => JSON.stringify(await receiving()).includes('"active"'), 60_000)
    platform.deliver(supplierInvoice('R-1'))
    t.equal(await platform.notify(address), 200)
    await waitFor('what a supplier sent', async () => (await data<Json[]>('GET', '/v1/received')).length === 1, 20_000)

    // The platform's own checks take a moment: only a poll of the invoice shows their result.
    platform.faults({
      on: 'submit',
      times: 1,
      does: { kind: 'inadmissible', reasonCode: 'InvalidSchema', reasonMessage: 'no XML' },
    })
    const polled = flows()
    const third = await post('F-3')
    await waitFor('it was polled before the checks end', () => Promise.resolve(flows() > polled))
    await becomes(third.id, 'submitted')
    const submission = platform.register.flows.at(-1)
    await waitFor('the checks end', () => Promise.resolve((submission?.acknowledgedAt ?? new Date()) < new Date()))
    t.equal(await platform.notify(address, submission), 200)
    await becomes(third.id, 'rejected')

    const figures = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text()
    t.match(figures, 'clearway_notifications_total{channel="afnor",outcome="woken"} 3\n')
    t.match(figures, 'clearway_notifications_total{channel="afnor",outcome="refused"} 2\n')
    t.notMatch(service.output(), /PUBLIC KEY/)
    await data('DELETE', path)
    t.equal(await platform.notify(address), 401, 'the address ends with its connection')
  },
)
