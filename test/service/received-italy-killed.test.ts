import t from 'tap'
import { fattura, fatture } from '../support/italian-files.js'
import { italy, italyByIntermediary } from '../support/italy.js'
import { receivedInOrder } from '../support/received-rows.js'
import { waitFor } from '../support/wait-for.js'

t.test('kill -9 while SdI delivers: each invoice arrives once', { timeout: 300_000 }, async (t) => {
  const { sdi, deployment } = await italy(t, {}, 'apart')
  const numbers = Array.from({ length: 24 }, (_, index) => `K-${index + 10}`)
  const lots = [numbers.slice(0, 6), numbers.slice(6, 12)]
  const singles = numbers.slice(12)
  const name = (place: number): string => `IT01879020517_${String(place).padStart(5, '0')}.xml`
  const recorded = async (): Promise<number> => {
    const { rows } = await deployment.pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM eventstore.events WHERE type = 'InvoiceReceived'`,
    )
    return rows[0]?.total ?? 0
  }
  lots.forEach((each, index) => sdi.handOver(name(index), Buffer.from(fatture(each))))
  singles.slice(0, 6).forEach((each, index) => sdi.handOver(name(index + 2), Buffer.from(fattura(each))))
  for (const many of [2, 8, 14]) {
    await waitFor(`${many} are recorded`, async () => (await recorded()) >= many, 90_000)
    await deployment.killAll()
    // During the outage SdI gets no answer, and calls again.
    if (many === 8) singles.slice(6).forEach((each, index) => sdi.handOver(name(index + 8), Buffer.from(fattura(each))))
    await deployment.start('api,projections,processors')
  }
  await waitFor('SdI has every answer', () => sdi.deliveries.every(({ isTaken }) => isTaken), 90_000)
  const received = await waitFor(
    'all have arrived',
    async () => {
      const rows = await receivedInOrder(deployment.pool)
      return rows.length >= numbers.length && rows.map(({ number }) => number ?? '')
    },
    150_000,
  )
  t.same(received.toSorted(), numbers)
  for (const lot of lots)
    t.same(
      received.filter((number) => lot.includes(number)),
      lot,
      'those of a file in its order',
    )
  t.equal(await recorded(), numbers.length)
})

t.test('kill -9 while files are fetched from Invoicetronic: each arrives once', { timeout: 300_000 }, async (t) => {
  const { invoicetronic, deployment, deliver } = await italyByIntermediary(t, 'apart')
  invoicetronic.faults({ on: 'arrival', does: { kind: 'slow', milliseconds: 100 } })
  const numbers = Array.from({ length: 20 }, (_, index) => `K-${index + 10}`)
  numbers.slice(0, 16).forEach((number, index) => deliver(String(index), Buffer.from(fattura(number))))
  deliver('L', Buffer.from(fatture(numbers.slice(16))))
  const fetched = (): number => invoicetronic.calls.filter(({ call }) => call === 'arrival').length
  for (const many of [3, 12]) {
    await waitFor(`${many} are fetched`, () => fetched() >= many, 100_000)
    await deployment.killAll()
    await deployment.start('api,projections,processors')
  }
  invoicetronic.faults({ on: 'arrivals', times: 3, does: { kind: 'answer', status: 503 } })
  const received = await waitFor(
    'all have arrived',
    async () => {
      const rows = await receivedInOrder(deployment.pool)
      return rows.length >= numbers.length && rows.map(({ number }) => number ?? '')
    },
    150_000,
  )
  t.same(received, numbers, 'in the order of their arrival')
})
