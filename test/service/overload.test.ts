import { readFileSync } from 'node:fs'
import t from 'tap'
import { Agent, request } from 'undici'
import { Deployment } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { waitFor } from '../support/wait-for.js'

const REQUESTS = 2_000
/** None has more than half of the places: what is over is over for the process. */
const ACCOUNTS = 8
const HEAP_MB = 128

const LINES = Array.from({ length: 150 }, (_, n) => ({
  description: `Consultanță, poziția ${n} `.padEnd(80, 'x'),
  quantity: 1,
  unitPrice: 100,
  vatRate: 21,
  unitCode: 'HUR',
}))

t.test(
  'thousands of requests before a frozen database: refused before memory grows',
  { timeout: 400_000 },
  async (t) => {
    const deployment = await Deployment.create(t, {}, { ownServer: true })
    const api = await deployment.start('api', {
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      LOG_LEVEL: 'warn',
      // All of them come from this one address, before any has shown its key.
      MAX_CONNECTIONS_PER_ADDRESS: String(2 * REQUESTS),
    })
    const others = await deployment.start('projections')
    const keys: string[] = []
    for (let n = 0; n < ACCOUNTS; n++) keys.push((await deployment.customer(api)).key)
    const memory = (): number =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${api.process.pid}/status`, 'utf8'))?.[1]) / 1024
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, memory())), 50)
    t.teardown(() => {
      clearInterval(watch)
    })

    const agent = new Agent({ connections: REQUESTS, pipelining: 1, headersTimeout: 120_000 })
    t.teardown(() => agent.destroy())
    const acknowledged: string[] = []
    const statuses = new Map<string, number>()
    let retryAfter = 0
    const note = (error: unknown): void => {
      const reason = error instanceof Error ? error.message : String(error)
      statuses.set(reason, (statuses.get(reason) ?? 0) + 1)
    }
    const post = async (n: number): Promise<void> => {
      const answer = await request(`${api.url}/v1/invoices`, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[n % ACCOUNTS] ?? ''}`,
          'content-type': 'application/json',
          'x-idempotency-key': `O-${n}`,
        },
        // Each of some 18 KB, several times that once it is parsed: without bounds they would be
        // more than the heap holds.
        body: JSON.stringify(invoiceBody(`O-${n}`, { lines: LINES })),
      })
      const text = await answer.body.text()
      statuses.set(String(answer.statusCode), (statuses.get(String(answer.statusCode)) ?? 0) + 1)
      if (answer.statusCode === 503 && answer.headers['retry-after'] !== undefined) retryAfter += 1
      if (answer.statusCode === 201) acknowledged.push((JSON.parse(text) as { data: { id: string } }).data.id)
    }
    // The threads that read bodies of this size have started.
    await Promise.all(Array.from({ length: ACCOUNTS }, (_, n) => post(2 * REQUESTS + n)))
    const before = memory()
    most = before
    deployment.freezeDatabase()
    const flood = Promise.all(Array.from({ length: REQUESTS }, (_, n) => post(n).catch(note)))
    await waitFor('most are refused', () => (statuses.get('503') ?? 0) > REQUESTS / 2, 120_000)
    t.equal((await fetch(`${api.url}/health`)).status, 200, 'it lives')
    deployment.thawDatabase()
    await flood
    t.comment(
      `answers ${JSON.stringify(Object.fromEntries(statuses))}, ${Math.round(before)} MB before, ${Math.round(most)} MB at most`,
    )
    t.strictSame(
      [...statuses.keys()].filter((status) => status !== '201' && status !== '503'),
      [],
      'nothing but 201 and 503',
    )
    t.equal(retryAfter, statuses.get('503'), 'each 503 with Retry-After')
    t.ok(most < before + HEAP_MB * 1.5, 'memory is bounded')
    await waitFor('it is ready again', async () => (await fetch(`${api.url}/ready`)).status === 200, 60_000)
    await waitFor(
      'it works again',
      async () => {
        await post(REQUESTS)
        return acknowledged.length > 0
      },
      60_000,
    )
    const lost: string[] = []
    for (const id of acknowledged) {
      if ((await deployment.store.readStream(`testInvoice-${id}`)).length !== 1) lost.push(id)
    }
    t.strictSame(lost, [], 'what was acknowledged is there')
    clearInterval(watch)
    for (const member of [api, others]) t.equal(await deployment.stop(member), 0)
  },
)
