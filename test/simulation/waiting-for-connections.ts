import { connectionAwaited } from '../../src/processors/work/awaited.js'
import { connectionSecret } from '../../src/domain/connection.js'
import type { Credentials } from '../../src/domain/connection.js'
import { companyIdOf } from './connecting.js'
import { COUNTRIES } from './mishap.js'
import type { World } from './world.js'

/** So long, in milliseconds, a connection may be active and not work: it is noticed by then. */
const NOTICED_MS = 120_000

/** Invoices that wait for a connection although they need not: looked for when all is well. */
export class WaitingForConnections {
  readonly #world: World
  /** Since when invoices wait for a connection that is active, by what they wait for. */
  readonly #since = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Looks once, at a moment in which nothing happens. */
  async look(): Promise<void> {
    const { database, checks, timeline, governments, vault } = this.#world
    const awaited = new Map<string, string>()
    for (const { waitsFor, key, dueAt } of database.work.values()) {
      if (waitsFor !== null && dueAt > timeline.now) awaited.set(waitsFor, key)
    }
    for (const [account, scope] of this.#world.accounts) {
      for (const country of COUNTRIES) {
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
          this.#world.fail(`${work} waits for a connection to ${country} that works`)
        }
        const since = this.#since.get(name) ?? timeline.now
        this.#since.set(name, since)
        if (timeline.now - since > NOTICED_MS) {
          this.#world.fail(`${work} waits for a connection to ${country} that is active and does not work`)
        }
      }
    }
  }
}
