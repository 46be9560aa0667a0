import t from 'tap'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { downloadsOf, frenchReceiver, supplierInvoice } from '../support/france.js'
import { foreignPdf } from '../support/foreign-pdf.js'
import { receivedInOrder } from '../support/received-rows.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

/** Documents of all three syntaxes in turn. */
function documentOf(number: string, index: number): Buffer {
  if (index % 3 === 0) return supplierInvoice(number)
  const cii = supplierInvoice(number, 'cii')
  return index % 3 === 1 ? cii : foreignPdf(cii)
}

t.test('kills, an outage and a restore: each invoice arrives once, in order', { timeout: 300_000 }, async (t) => {
  const { platform, api, path, deployment } = await frenchReceiver(t, { largestPage: 7 }, 'apart')
  await api('PUT', path, { enabled: true })
  platform.faults({ on: 'download', does: { kind: 'slow', milliseconds: 100 } })
  const numbers = Array.from({ length: 24 }, (_, index) => `K-${index + 10}`)
  for (const [index, number] of numbers.entries()) platform.deliver(documentOf(number, index))
  for (const many of [3, 12]) {
    await waitFor(`${many} downloads`, () => downloadsOf(platform) >= many, 100_000)
    await deployment.killAll()
    await deployment.start('api,projections,processors')
  }
  await waitFor('some more', () => downloadsOf(platform) >= 18, 100_000)
  platform.faults(
    { on: 'search', times: 2, does: { kind: 'hang' } },
    { on: 'all', times: 5, does: { kind: 'answer', status: 503 } },
  )
  const arrived = (many: number) =>
    waitFor(
      `${many} have arrived`,
      async () => {
        const rows = await receivedInOrder(deployment.pool)
        return rows.length >= many && rows
      },
      150_000,
    )
  const received = await arrived(numbers.length)
  t.same(
    received.map(({ number }) => number),
    numbers,
    'in the order of their arrival',
  )

  const downloads = downloadsOf(platform)
  const stream = `liveReceived-${received[15]?.id}`
  const kept = (await deployment.store.readStream(stream))[0]?.position ?? 0n
  await deployment.pool.query(`
    BEGIN; DELETE FROM eventstore.events WHERE position > ${kept}; UPDATE eventstore.head SET position = ${kept}; COMMIT`)
  await waitFor(
    'the restore is noticed',
    async () => (await deployment.pool.query('SELECT FROM storage.restore')).rowCount === 1,
    60_000,
  )
  const rebuilt = await runCli(['projections', 'rebuild'], deployment.env)
  t.equal(rebuilt.status, 0, rebuilt.stderr)
  t.same(
    (await arrived(numbers.length)).map(({ id, number }) => [id, number]),
    received.map(({ id, number }) => [id, number]),
    'recorded again, under the same ids',
  )
  t.equal(downloadsOf(platform), downloads, 'and nothing is fetched again')
})

t.test('kills between the sending of a status and its event: each goes out once', { timeout: 300_000 }, async (t) => {
  const world = await frenchReceiver(t, {}, 'apart')
  const { platform, deployment, path, key } = world
  let { api } = world
  await api('PUT', path, { enabled: true })
  platform.deliver(supplierInvoice('K-1'))
  const id = await waitFor(
    'it has arrived',
    async () => (await deployment.pool.query<{ id: string }>('SELECT id FROM read.received')).rows[0]?.id,
    100_000,
  )
  const responses = `/v1/received/${id}/responses`
  const statuses = () => platform.register.flows.filter(({ flowType }) => flowType === 'SupplierInvoiceLC')
  const codes = ['in_process', 'suspended', 'approved', 'paid']
  for (const [index, code] of codes.entries()) {
    // One is taken without an answer, the next with one that comes too late.
    if (index % 2 === 0) platform.faults({ on: 'submit', times: 1, does: { kind: 'lost' } })
    await api('POST', responses, { code })
    await waitFor(`${code} is handed in`, () => statuses().length > index, 100_000)
    await deployment.killAll()
    const { url } = await deployment.start('api,projections,processors')
    api = async <T>(method: string, at: string, body?: unknown): Promise<T> =>
      dataOf<T>(await call(url, key, method, at, body))
  }
  const ended = await waitFor(
    'all are confirmed',
    async () => {
      const found = await api<Json[]>('GET', responses)
      return found.every(({ status }) => status === 'confirmed') && found
    },
    150_000,
  )
  t.same(
    ended.map(({ code }) => code),
    codes,
  )
  t.same(
    statuses().map(({ info }) => info.trackingId),
    ended.map((response) => response['id']),
    'each went out once, in order',
  )
})
