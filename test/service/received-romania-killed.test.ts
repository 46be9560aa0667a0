import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { romania } from '../support/romania.js'
import { receivedInOrder } from '../support/received-rows.js'
import { waitFor } from '../support/wait-for.js'

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../test/golden/ro/01-domestic-services.xml'), 'utf8')

t.test('kill -9 while invoices are fetched: each arrives once', { timeout: 300_000 }, async (t) => {
  const { anaf, api, authorise, deployment } = await romania(t, {}, 'apart')
  await authorise()
  const [{ id } = { id: '' }] = await api<{ id: string }[]>('GET', '/v1/companies')
  await api('PUT', `/v1/companies/${id}/receiving`, { enabled: true })
  anaf.faults({ on: 'download', does: { kind: 'slow', milliseconds: 100 } })
  const numbers = Array.from({ length: 20 }, (_, index) => `K-${index + 10}`)
  for (const number of numbers)
    anaf.register.deliver(
      '12345674',
      '18547290',
      Buffer.from(DOCUMENT.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID>${number}</cbc:ID>`)),
      new Date(),
    )
  const downloads = (): number => anaf.calls.filter(({ call }) => call === 'download').length
  for (const many of [3, 12]) {
    await waitFor(`${many} downloads`, () => downloads() >= many, 100_000)
    await deployment.killAll()
    await deployment.start('api,projections,processors')
  }
  const received = await waitFor(
    'all have arrived',
    async () => {
      const rows = await receivedInOrder(deployment.pool)
      return rows.length >= numbers.length && rows
    },
    150_000,
  )
  t.same(
    received.map(({ number }) => number),
    numbers,
    'in the order of their arrival',
  )
})
