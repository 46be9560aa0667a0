import autocannon from 'autocannon'
import pg from 'pg'

/** The figures of one measurement. Times in milliseconds. */
export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Unexpected answers, and requests without an answer. */
  readonly failures: number
}

/**
 * The load of a measurement: this request again and again, by so many connections, for so many
 * seconds.
 */
interface Load {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly key?: string
  /** The n-th request's body. */
  readonly body?: (n: number) => string
  readonly connections: number
  readonly seconds: number
}

/** Sends requests as fast as they are answered, over so many connections at once. */
export async function load({ url, method, key, body, connections, seconds }: Load): Promise<Figures> {
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  let count = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        headers,
        ...(body && { setupRequest: (request) => ({ ...request, body: body(count++) }) }),
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/**
 * The other reference: single-row inserts, each durable, by so many clients at once, as
 * pgbench would do it.
 */
export async function durableInserts(
  connectionString: string,
  connections: number,
  seconds: number,
  bytes: number,
): Promise<Figures> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return client
    }),
  )
  const payload = 'x'.repeat(bytes)
  const times: number[] = []
  try {
    await clients[0]?.query(
      'CREATE TABLE IF NOT EXISTS bench_insert (id bigint GENERATED ALWAYS AS IDENTITY, data text)',
    )
    const end = performance.now() + seconds * 1000
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end) {
          const begun = performance.now()
          await client.query({ name: 'insert', text: 'INSERT INTO bench_insert (data) VALUES ($1)', values: [payload] })
          times.push(performance.now() - begun)
        }
      }),
    )
    await clients[0]?.query('DROP TABLE bench_insert')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  times.sort((a, b) => a - b)
  const quantile = (part: number): number => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / seconds, p50: quantile(0.5), p99: quantile(0.99), failures: 0 }
}
