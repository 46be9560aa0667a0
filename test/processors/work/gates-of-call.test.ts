import t from 'tap'
import type { Concerns, NoAnswer } from '../../../src/countries/gateway/access.js'
import { noteOutcome } from '../../../src/processors/work/gates-of-call.js'
import type { Gates } from '../../../src/processors/work/work-list.js'

const NOW = new Date('2026-11-27T10:00:00.000Z')
const UNTIL = new Date('2026-11-27T11:00:00.000Z')
const BEGUN = new Date('2026-11-27T09:59:00.000Z')
const PASSED = { government: 'RO production', lane: 'RO production submit', begunAt: BEGUN }

/** Notes what is done at them. */
class NotedGates implements Gates {
  readonly done: string[] = []

  answered = (gate: string): Promise<void> => this.#note('answered', gate)
  reached = (gate: string): Promise<void> => this.#note('reached', gate)
  unused = (gate: string): Promise<void> => this.#note('unused', gate)
  close = (gate: string, until: Date): Promise<void> => this.#note('closed', gate, until)
  away = (gate: string, _now: Date, seconds: number, begunAt?: Date): Promise<void> =>
    this.#note('away', gate, seconds, begunAt)
  closedUntil = (): Promise<null> => Promise.resolve(null)
  pass = (): Promise<null> => Promise.resolve(null)

  #note(...words: readonly unknown[]): Promise<void> {
    this.done.push(words.map((word) => (word instanceof Date ? word.toISOString().slice(11, 16) : word)).join(' '))
    return Promise.resolve()
  }
}

async function doneAfter(outcome: NoAnswer | null, connection: string | null): Promise<readonly string[]> {
  const gates = new NotedGates()
  await noteOutcome(gates, { ...PASSED, connection }, outcome, NOW)
  return gates.done
}

const away = (concerns: Concerns): NoAnswer => ({ kind: 'unavailable', reason: 'x', retryAfterSeconds: 7, concerns })
const usedUp = (concerns: Concerns): NoAnswer => ({ kind: 'exhausted', reason: 'x', until: UNTIL, concerns })
const refused: NoAnswer = { kind: 'unauthorized', reason: 'x', needs: 'user' }

for (const [name, outcome, atGovernment, atConnection] of [
  ['an answer', null, ['answered RO production'], 'reached'],
  ['refused credentials', refused, ['answered RO production'], 'reached'],
  ['an outage of the government', away('government'), ['away RO production 7 09:59'], 'unused'],
  ['an outage of the connection', away('connection'), ['answered RO production'], 'away'],
  ['an outage of one invoice', away('invoice'), ['answered RO production'], 'unused'],
  ['a shared limit', usedUp('government'), ['closed RO production submit 11:00'], 'unused'],
  ['a limit of the connection', usedUp('connection'), [], 'closed'],
  ['a limit of one invoice', usedUp('invoice'), [], 'unused'],
] as const) {
  t.test(`given ${name}, then the gates behind it open or close`, async (t) => {
    const more = { away: ' 7 09:59', closed: ' 11:00', reached: '', unused: '' }[atConnection]
    t.same(await doneAfter(outcome, 'connection c'), [...atGovernment, `${atConnection} connection c${more}`])
    t.same(await doneAfter(outcome, null), atGovernment, 'in the test environment')
  })
}
