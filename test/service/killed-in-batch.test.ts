import t, { type Test } from 'tap'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { invoiceBody } from '../support/invoice-body.js'
import {
  freePort,
  killProcess,
  type RunningService,
  startProcess,
  stopProcess,
  temporaryDataDir,
} from '../support/running-service.js'

const LINES = 200
/** So many results are read before the service dies, each time it was started again. */
const DEATHS = [1, 30, 90] as const

interface Result {
  readonly line: number
  readonly status: number
  readonly replayed?: boolean
  readonly data?: { readonly id: string; readonly number: string }
}

/** A service of its own, an account without limits in it, and how to kill and start it again. */
async function killable(t: Test) {
  const dataDir = temporaryDataDir(t)
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '100000',
  }
  let service: RunningService = await startProcess(env)
  t.teardown(() => stopProcess(service))
  const account = await runCli(['accounts', 'create', '--name', 'Batch', '--plan', 'unlimited', '--json'], env)
  const { testKey: key } = JSON.parse(account.stdout) as { testKey: string }
  return {
    url: service.url,
    key,
    /** kill -9, the second time together with its PostgreSQL. */
    async kill(times: number): Promise<void> {
      await killProcess(service, dataDir, times === 1)
      service = await startProcess(env)
    },
  }
}

/** Reads results until so many have come, or the answer ends or breaks. */
async function resultsOf(url: string, key: string, body: string, most: number): Promise<readonly Result[]> {
  const answer = await fetch(`${url}/v1/invoices/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-ndjson' },
    body,
  })
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString()
    if (text.split('\n').length > most) break
  }
  const complete = text.split('\n').slice(0, -1)
  return complete.map((line) => JSON.parse(line) as Result)
}

t.test('kill -9 in the middle of a batch: nothing is lost, twice or half done', { timeout: 240_000 }, async (t) => {
  const { url, key, kill } = await killable(t)
  const { id: companyId } = dataOf<{ id: string }>(
    await call(url, key, 'POST', '/v1/companies', { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }),
  )
  dataOf(await call(url, key, 'POST', '/v1/connections', { companyId, countryCode: 'RO' }))
  const lines = Array.from({ length: LINES }, (_, n) => ({ idempotencyKey: `k${n}`, ...invoiceBody(`B-${n}`) }))
  const body = lines.map((line) => JSON.stringify(line)).join('\n')

  const acknowledged = new Map<number, string>()
  const note = (results: readonly Result[]): void => {
    for (const { line, status, data } of results) {
      t.equal(status, 201, `line ${line}`)
      const before = acknowledged.get(line)
      if (before !== undefined) t.equal(data?.id, before, `line ${line} is the invoice that it was`)
      acknowledged.set(line, data?.id ?? '')
    }
  }
  for (const [times, most] of DEATHS.entries()) {
    note(await resultsOf(url, key, body, most))
    await kill(times)
  }
  const last = await resultsOf(url, key, body, Infinity)
  note(last)
  t.equal(last.length, LINES)
  t.ok(last.filter(({ replayed }) => replayed).length >= Math.max(...DEATHS), 'what was answered was done')

  const listed: string[] = []
  for (let cursor: string | null = null; ;) {
    const page = await call(url, key, 'GET', `/v1/invoices?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`)
    listed.push(...dataOf<{ id: string }[]>(page).map(({ id }) => id))
    cursor = (page.body as { nextCursor: string | null }).nextCursor
    if (cursor === null) break
  }
  t.same(listed.sort(), [...acknowledged.values()].sort(), 'there are these invoices and no others')
})

t.test('kill -9 while keyed requests are under way: each has one effect', { timeout: 240_000 }, async (t) => {
  const { url, key, kill } = await killable(t)
  const COMPANIES = 12
  let isOver = false
  const until201 = async (
    path: string,
    body: object,
    idempotencyKey: string,
  ): Promise<{ id: string; key?: string }> => {
    for (;;) {
      const answer = await call(url, key, 'POST', path, body, { 'Idempotency-Key': idempotencyKey }).catch(() => null)
      if (answer !== null && answer.status !== 503) return dataOf(answer)
      if (isOver) throw new Error(`${path} was not answered`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const made = Promise.all(
    Array.from({ length: COMPANIES }, async (_, n) => {
      const body = { name: `Firma ${n}`, vatNumber: 'RO12345674', country: 'RO' }
      const company = await until201('/v1/companies', body, `company-${n}`)
      const secret = await until201('/v1/api-keys', { name: `Key ${n}` }, `key-${n}`)
      return { company, secret }
    }),
  )
  for (const times of [0, 1]) await kill(times)
  const all = await made
  isOver = true
  const count = async (path: string): Promise<number> =>
    dataOf<unknown[]>(await call(url, key, 'GET', `${path}?limit=1000`)).length
  t.equal(await count('/v1/companies'), COMPANIES)
  t.equal(await count('/v1/api-keys'), COMPANIES + 2)
  for (const [n, { company, secret }] of all.entries()) {
    t.equal((await call(url, secret.key ?? '', 'GET', `/v1/companies/${company.id}`)).status, 200, 'the key works')
    t.equal((await until201('/v1/api-keys', { name: `Key ${n}` }, `key-${n}`)).key, secret.key)
  }
})

t.test('kill -9 in batches with a number series: no gap, and no number twice', { timeout: 240_000 }, async (t) => {
  const { url, key, kill } = await killable(t)
  const { id: companyId } = dataOf<{ id: string }>(
    await call(url, key, 'POST', '/v1/companies', { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }),
  )
  dataOf(await call(url, key, 'POST', '/v1/connections', { companyId, countryCode: 'RO' }))
  const path = `/v1/companies/${companyId}/numbering`
  dataOf(await call(url, key, 'PUT', path, { pattern: 'RE-{YYYY}-{0000}' }))
  const KEYED = 120
  // Every second one has no key: a process that dies may have created it unanswered.
  const lines = Array.from({ length: KEYED * 2 }, (_, n) => ({
    ...(n % 2 === 0 && { idempotencyKey: `k${n}` }),
    ...invoiceBody(`B-${n}`),
    number: undefined,
  }))
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const numbers = new Map<number, string>()
  const unkeyed: string[] = []
  const note = (results: readonly Result[]): void => {
    for (const { line, status, data } of results) {
      t.equal(status, 201, `line ${line}`)
      const number = data?.number ?? ''
      if (line % 2 === 0) unkeyed.push(number)
      else {
        t.equal(number, numbers.get(line) ?? number, `line ${line} has the number that it had`)
        numbers.set(line, number)
      }
    }
  }
  for (const [times, most] of DEATHS.entries()) {
    note(await resultsOf(url, key, body, most))
    await kill(times)
  }
  note(await resultsOf(url, key, body, Infinity))
  t.equal(numbers.size, KEYED)

  const next = async (): Promise<number> => {
    const { next: number } = dataOf<{ next: string }>(await call(url, key, 'GET', path))
    return Number(number.slice(-4))
  }
  const assigned = (await next()) - 1
  t.ok(assigned >= KEYED * 2, `${assigned} numbers`)
  const listed = async (): Promise<readonly string[]> => {
    const found: string[] = []
    for (let cursor: string | null = null; ;) {
      const page = await call(url, key, 'GET', `/v1/invoices?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`)
      found.push(...dataOf<{ number: string }[]>(page).map(({ number }) => number))
      cursor = (page.body as { nextCursor: string | null }).nextCursor
      if (cursor === null) return found.sort()
    }
  }
  const year = new Date().getUTCFullYear()
  const all = Array.from({ length: assigned }, (_, n) => `RE-${year}-${String(n + 1).padStart(4, '0')}`)
  t.same(await listed(), all, 'each number has one invoice')
  for (const number of [...numbers.values(), ...unkeyed]) t.ok(all.includes(number))
  t.equal(new Set([...numbers.values(), ...unkeyed]).size, KEYED + unkeyed.length, 'no number was answered twice')
})
