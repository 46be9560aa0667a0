import { SCHEDULER } from '../../src/processors/deliveries/scheduler.js'
import { connectionAwaited } from '../../src/processors/work/awaited.js'
import { connectionSecret } from '../../src/domain/connection.js'
import type { Credentials } from '../../src/domain/connection.js'
import { companyIdOf } from './connecting.js'
import type { MemoryWork } from './memory/database.js'
import { COUNTRIES } from './mishap.js'
import { CONNECTIONS } from './names.js'
import type { Story } from './story.js'
import type { World } from './world.js'

/** So long, in milliseconds, a connection may be active and not work: it is noticed by then. */
const NOTICED_MS = 120_000

/** Invoices that wait for a connection although they need not: looked for when all is well. */
export class WaitingForConnections {
  readonly #world: World
  readonly #wereClocksAhead: boolean
  /** Since when invoices wait for a connection that is active, by what they wait for. */
  readonly #since = new Map<string, number>()
  /** What waited at the last look although its connection works. */
  #suspected: ReadonlySet<MemoryWork> = new Set()

  constructor(world: World, { mishaps }: Pick<Story, 'mishaps'>) {
    this.#world = world
    this.#wereClocksAhead = mishaps.some((mishap) => mishap.kind === 'clock' && mishap.by > 0)
  }

  /**
   * Looks once, at a moment in which nothing happens. Returns whether time may pass: what waits
   * may still be woken by a process that stands still, by the scheduler, which has not passed the
   * connection's newest event, or by the worker that has just released it.
   */
  async look(): Promise<boolean> {
    const { database, checks, timeline, governments, vault } = this.#world
    const awaited = new Map<string, MemoryWork>()
    for (const work of database.work.values()) {
      if (work.waitsFor !== null && work.dueAt > timeline.now) awaited.set(work.waitsFor, work)
    }
    const isAwake = this.#isAwake()
    const before = this.#suspected
    const suspected = new Set<MemoryWork>()
    for (const [account, scope] of this.#world.accounts) {
      for (const country of COUNTRIES) {
        // To a clock that is ahead a token seems to have ended: it is waited for a new one.
        if (this.#wereClocksAhead && country === 'RO') continue
        const name = connectionAwaited(scope, companyIdOf(account), country)
        const work = awaited.get(name)
        const state = checks.connections.find(companyIdOf(account), country)
        if (work === undefined || state?.status !== 'active') {
          this.#since.delete(name)
          continue
        }
        const secret = await vault.get(scope, connectionSecret(state.connectionId))
        const credentials = JSON.parse(secret === null ? '{}' : Buffer.from(secret).toString()) as Credentials
        const access = { connectionId: state.connectionId, vatNumber: '', credentials }
        // A clock that was wrong makes a token end too soon.
        const ended = credentials['expiresAt'] !== undefined && Date.parse(credentials['expiresAt']) <= timeline.now
        if (!ended && governments.grants.refusal(account, country, access) === null) {
          if (isAwake && before.has(work) && this.#isPassed(`${CONNECTIONS}${state.connectionId}`)) {
            this.#world.fail(`${work.key} waits for a connection to ${country} that works`)
          }
          suspected.add(work)
        }
        const since = this.#since.get(name) ?? timeline.now
        this.#since.set(name, since)
        if (timeline.now - since > NOTICED_MS) {
          this.#world.fail(`${work.key} waits for a connection to ${country} that is active and does not work`)
        }
      }
    }
    this.#suspected = isAwake ? suspected : new Set()
    return suspected.size === 0
  }

  #isAwake(): boolean {
    const { machines, timeline } = this.#world
    return machines.every(({ process }) => (process?.standsStillUntil ?? 0) <= timeline.now)
  }

  /** Whether the scheduler, which wakes what waits, has passed a connection's newest event. */
  #isPassed(stream: string): boolean {
    const { database, store } = this.#world
    const newest = store.log.findLast((event) => event.stream === stream)
    const mark = database.marks.get(SCHEDULER)
    if (newest === undefined || mark?.restores !== database.restores) return false
    return mark.position !== null && mark.position >= newest.position
  }
}
