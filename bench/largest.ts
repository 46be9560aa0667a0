/**
 * `npm run bench:largest`: how long a request waits for the process's one thread while the service
 * handles the largest allowed invoices: 9,999 lines, and 12 MiB of JSON or XML. The reference is
 * the wait under small invoices in the same run. A request waits 0 between two blocks of the
 * thread, and on average half of the block if it arrives within one.
 */
import { german } from './german-invoice.js'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BenchAccount, openAccount } from './account.js'
import { blocksBetween, waitOf } from './blocks.js'
import { type Bench, withProcesses } from './processes.js'

const AT_ONCE = 4
const MAX_WAIT_MS = 120_000
const MIB = 1024 * 1024

type Body = Readonly<Record<string, unknown>>

let count = 0
await withProcesses(measure)

async function measure({ processes, env }: Bench): Promise<void> {
  const delays = join(env.DATA_DIR, 'loop-delays')
  const row = (name: string, times: number, bytes: number, once: () => Promise<void>): Promise<void> =>
    measureRow(delays, name, times, bytes, once)
  const probe = pathToFileURL(fileURLToPath(new URL('./loop-delay.js', import.meta.url))).href
  const probed = { ...env, LOOP_DELAY_FILE: delays, NODE_OPTIONS: `--import ${probe}` }
  const url = await processes.start('../src/main.js', probed, /listens on (\S+)/)
  const account = await openAccount(processes, url, env)
  const companyId = await account.post('/v1/companies', {
    name: 'Beispiel GmbH',
    vatNumber: 'DE136695976',
    country: 'DE',
  })
  await account.post('/v1/connections', { companyId, countryCode: 'DE' })

  const line = { description: 'Beratung', quantity: 1.5, unitPrice: 99.95, vatRate: 19, unitCode: 'HUR' }
  const many = Array.from({ length: 9_999 }, (_, n) => ({ ...line, description: `Position ${n}`, unitPrice: n + 0.35 }))
  const wordy = many.map((each, n) => ({ ...each, description: `${n} ${'Maß und Gewicht '.repeat(60)}`.trim() }))
  const file = {
    filename: 'plan.pdf',
    mimeType: 'application/pdf',
    content: Buffer.alloc(8.7 * MIB, 7).toString('base64'),
  }
  const small = await xmlOf(account, url, german({ externalId: 'x-small', lines: [line] }))
  const large = await xmlOf(account, url, german({ externalId: 'x-large', lines: wordy.slice(0, 5_500) }))

  console.log('                                          requests   MiB   seconds   wait p50      p99  longest')
  const validate = (body: string | Buffer, type: string) => async () => {
    await send(account.key, `${url}/v1/invoices/validate`, body, type)
  }
  const json = (changes: Body) => JSON.stringify(german({ externalId: 'v', ...changes }))
  await row('reference: POST of one line, accepted', 200, 0, carried(account, url, { lines: [line] }))
  await row('validate, JSON of one line', 200, 0, validate(json({ lines: [line] }), 'application/json'))
  await row('validate, XML of one line', 200, small.length, validate(small, 'application/xml'))
  for (const [name, changes] of [
    ['9,999 lines', { lines: many }],
    ['9,999 lines with long texts', { lines: wordy }],
    ['a file', { lines: [line], attachments: [file] }],
  ] as const) {
    const size = Buffer.byteLength(json(changes))
    await row(`POST of ${name}, accepted`, 20, size, carried(account, url, changes))
    await row(`validate, JSON of ${name}`, 20, size, validate(json(changes), 'application/json'))
  }
  await row('validate, XML of 5,500 lines', 20, large.length, validate(large, 'application/xml'))
  const unknown = Buffer.from(
    large.toString().replaceAll('<cbc:Note>', '<cbc:Nota>').replaceAll('</cbc:Note>', '</cbc:Nota>'),
  )
  await row('validate, XML with unknown elements', 20, unknown.length, validate(unknown, 'application/xml'))
}

/** An invoice from its POST to the government's acceptance. */
function carried(account: BenchAccount, url: string, changes: Body): () => Promise<void> {
  return async () => {
    count += 1
    const id = await account.post('/v1/invoices', german({ externalId: `L-${count}`, ...changes }))
    await accepted(account, url, id)
  }
}

async function accepted(account: BenchAccount, url: string, id: string): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  while (performance.now() < until) {
    const answer = await fetch(`${url}/v1/invoices/${id}`, { headers: { authorization: `Bearer ${account.key}` } })
    const { data } = (await answer.json()) as { data: { status: string; errorMessage: string | null } }
    if (data.status === 'accepted') return
    if (['rejected', 'error'].includes(data.status)) throw new Error(`${data.status}: ${data.errorMessage ?? ''}`)
    await setTimeout(100)
  }
  throw new Error(`${id} was not accepted in time`)
}

async function xmlOf(account: BenchAccount, url: string, invoice: Body): Promise<Buffer> {
  const id = await account.post('/v1/invoices', invoice)
  await accepted(account, url, id)
  const headers = { authorization: `Bearer ${account.key}` }
  return Buffer.from(await (await fetch(`${url}/v1/invoices/${id}/documents/xml`, { headers })).arrayBuffer())
}

async function send(key: string, url: string, body: string | Buffer, type: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  const answer = await fetch(url, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 500)}`)
}

/**
 * Repeats the work, a few at once, and prints how long the service's thread was blocked meanwhile.
 * `delays`: the file that `loop-delay.js` writes.
 */
async function measureRow(
  delays: string,
  name: string,
  times: number,
  bytes: number,
  once: () => Promise<void>,
): Promise<void> {
  await setTimeout(500)
  const begun = performance.timeOrigin + performance.now()
  let left = times
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await once()
    }),
  )
  const ended = performance.timeOrigin + performance.now()
  await setTimeout(500)
  const blocks = blocksBetween(delays, begun, ended)
  const waits = [0.5, 0.99].map((part) =>
    waitOf(blocks, ended - begun, part)
      .toFixed(0)
      .padStart(6),
  )
  const longest = blocks.reduce((most, each) => Math.max(most, each), 0)
  const seconds = ((ended - begun) / 1000).toFixed(1).padStart(8)
  const size = (bytes / MIB).toFixed(1).padStart(5)
  console.log(
    `${name.padEnd(40)} ${String(times).padStart(8)} ${size}  ${seconds}     ${waits.join(' ms')} ms ${longest.toFixed(0).padStart(5)} ms`,
  )
}
