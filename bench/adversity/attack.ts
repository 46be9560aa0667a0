import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { blocksBetween, waitOf } from '../blocks.js'
import type { Input } from './inputs.js'

/** A route and what it is sent. */
export interface Target {
  readonly name: string
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent in turn; empty: the route reads no body. */
  readonly inputs: readonly Input[]
}

/** Another account's request, which should not notice anything. */
interface Probe {
  readonly url: string
  readonly key: string
}

/** Milliseconds of the other account's answers. */
interface Answers {
  readonly median: number
  readonly slowest: number
}

/** What an attack did. Times in milliseconds. */
export interface Figures extends Answers {
  /** Answers by their status; 0: none. */
  readonly statuses: ReadonlyMap<number, number>
  /** The delay of the event loop that one of a hundred moments exceeds. */
  readonly loopP99: number
  readonly loopLongest: number
}

const CONNECTIONS = 12
const PAUSE_MS = 10
/** The service needs so long at most to get rid of what the attack has left. */
const PATIENCE_MS = 120_000

/**
 * Sends the inputs over twelve connections for so many seconds, while the other account asks.
 * @param delays the file that `loop-delay.js` writes
 */
export async function attack(target: Target, probe: Probe, delays: string, seconds: number): Promise<Figures> {
  const begun = performance.timeOrigin + performance.now()
  const end = performance.now() + seconds * 1000
  const { origin, pathname, search } = new URL(target.url)
  const pool = new Pool(origin, { connections: CONNECTIONS, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  const statuses = new Map<number, number>()
  let next = 0
  const strike = async (): Promise<void> => {
    while (performance.now() < end) {
      const status = await sent(pool, target, pathname + search, next++)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const probing = new AbortController()
  const answers = answersOf(probe, probing.signal)
  await Promise.all(Array.from({ length: CONNECTIONS }, strike))
  const ended = performance.timeOrigin + performance.now()
  await pool.destroy()
  probing.abort()
  const { median, slowest } = await answers
  await setTimeout(500)
  const blocks = blocksBetween(delays, begun, ended)
  return {
    statuses,
    median,
    slowest,
    loopP99: waitOf(blocks, ended - begun, 0.99),
    loopLongest: blocks.reduce((most, each) => Math.max(most, each), 0),
  }
}

async function sent(pool: Pool, target: Target, path: string, turn: number): Promise<number> {
  const { method, headers, inputs } = target
  const input = inputs[turn % Math.max(1, inputs.length)]
  try {
    const answer = await pool.request({
      path,
      method,
      headers: { ...headers, ...(input !== undefined && { 'content-type': input.type }) },
      ...(input !== undefined && { body: input.body }),
    })
    await answer.body.dump({ limit: 1e9 })
    return answer.statusCode
  } catch {
    return 0
  }
}

/** Asks until the signal aborts. */
export async function answersOf({ url, key }: Probe, signal: AbortSignal): Promise<Answers> {
  const pool = new Pool(new URL(url).origin, { connections: 1, headersTimeout: PATIENCE_MS })
  const times: number[] = []
  while (!signal.aborted) {
    const begun = performance.now()
    const answer = await pool.request({
      path: new URL(url).pathname,
      method: 'GET',
      headers: { authorization: `Bearer ${key}` },
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`the other account got ${answer.statusCode}`)
    times.push(performance.now() - begun)
    await setTimeout(PAUSE_MS)
  }
  await pool.destroy()
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(times.length / 2)] ?? 0, slowest: times.at(-1) ?? 0 }
}
