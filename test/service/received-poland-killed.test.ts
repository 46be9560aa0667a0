import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { poland } from '../support/poland.js'
import { receivedInOrder } from '../support/received-rows.js'
import { waitFor } from '../support/wait-for.js'

const SELLER = '5265877635'
const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../test/golden/pl/01-domestic.fa3.xml'), 'utf8')

/** An invoice of the seller to the company. */
function invoice(number: string, company: string): Buffer {
  const nips = [SELLER, company]
  return Buffer.from(
    DOCUMENT.replaceAll(/<NIP>\d{10}<\/NIP>/g, (found) => {
      const nip = nips.shift()
      return nip === undefined ? found : `<NIP>${nip}</NIP>`
    }).replace(/<P_2>[^<]*<\/P_2>/, `<P_2>${number}</P_2>`),
  )
}

t.test('kills and an outage while a package is fetched: each invoice arrives once', { timeout: 300_000 }, async (t) => {
  const { ksef, api, handOver, deployment, nip } = await poland(
    t,
    { limits: null, exportSeconds: 2, exportPartBytes: 20_000 },
    'apart',
  )
  await handOver({ token: ksef.issueToken(nip, ['InvoiceWrite', 'InvoiceRead']) })
  const [{ id } = { id: '' }] = await api<{ id: string }[]>('GET', '/v1/companies')
  await api('PUT', `/v1/companies/${id}/receiving`, { enabled: true })
  const numbers: string[] = []
  const deliver = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const number = `K/${numbers.length + 100}`
      numbers.push(number)
      ksef.register.deliver(SELLER, invoice(number, nip), new Date())
      const at = Date.now()
      await waitFor('the next millisecond', () => Date.now() > at)
    }
  }
  ksef.faults({ on: 'export-part', does: { kind: 'slow', milliseconds: 300 } })
  await deliver(60)
  const restart = async (): Promise<void> => {
    await deployment.killAll()
    await deployment.start('api,projections,processors')
  }
  await waitFor('KSeF prepares a package', () => ksef.count('export') >= 1, 100_000)
  await restart()
  await waitFor('a part is fetched', () => ksef.count('export-part') >= 1, 100_000)
  await restart()
  const before = ksef.count('export-part')
  await waitFor('further parts', () => ksef.count('export-part') >= before + 2, 100_000)
  ksef.faults({ on: 'all', does: { kind: 'answer', status: 503 } })
  await restart()
  await waitFor('an outage', () => ksef.calls.length > 0, 100_000)
  await deliver(5)
  ksef.faults()
  const received = await waitFor(
    'all have arrived',
    async () => {
      const rows = await receivedInOrder(deployment.pool)
      return rows.length >= numbers.length && rows
    },
    180_000,
  )
  t.same(
    received.map(({ number }) => number),
    numbers,
    'in the order of their arrival',
  )
  t.same(
    new Set(received.map((row) => row.gov_id)),
    new Set(ksef.register.accepted.map(({ ksefNumber }) => ksefNumber)),
  )
})
