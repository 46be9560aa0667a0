import { afterAnswer, afterFailure } from '../../../src/processors/work/breaker.js'
import { openingAwaited } from '../../../src/processors/work/connection-gates.js'
import type { Gates, Lane } from '../../../src/processors/work/work-list.js'
import type { MemoryDatabase } from './database.js'

const PROBE_MS = 60_000

/** The gates in memory. */
export class MemoryGates implements Gates {
  readonly #database: MemoryDatabase
  readonly #chance: () => number

  /** `chance` gives numbers from 0 to 1. */
  constructor(database: MemoryDatabase, chance: () => number) {
    this.#database = database
    this.#chance = chance
  }

  async answered(government: string): Promise<void> {
    const { gates } = this.#database
    const gate = gates.get(government)
    if (gate === undefined) return
    const state = afterAnswer(gate)
    if (state === null) gates.delete(government)
    else gates.set(government, { ...state, closedUntil: null })
  }

  async away(government: string, now: Date, atLeastSeconds: number): Promise<void> {
    const { gates } = this.#database
    const gate = gates.get(government) ?? { failures: 0, atOnce: null }
    const { state, closedSeconds } = afterFailure(gate, atLeastSeconds, { chance: this.#chance() })
    gates.set(government, { ...state, closedUntil: closedSeconds === 0 ? null : now.getTime() + closedSeconds * 1000 })
  }

  async close(lane: string, until: Date): Promise<void> {
    const { gates } = this.#database
    const gate = gates.get(lane) ?? { failures: 0, atOnce: null, closedUntil: null }
    gates.set(lane, { ...gate, closedUntil: Math.max(gate.closedUntil ?? -Infinity, until.getTime()) })
  }

  async pass(name: string, now: Date): Promise<Date | null> {
    const { gates } = this.#database
    const gate = gates.get(name)
    if (gate === undefined) return null
    if (gate.closedUntil !== null && gate.closedUntil > now.getTime()) return new Date(gate.closedUntil)
    if (gate.atOnce !== null) gates.set(name, { ...gate, closedUntil: now.getTime() + PROBE_MS })
    return null
  }

  async reached(name: string, now: Date): Promise<void> {
    const { gates, work } = this.#database
    const gate = gates.get(name)
    if (gate === undefined || (gate.failures === 0 && (gate.closedUntil ?? -Infinity) > now.getTime())) return
    gates.delete(name)
    for (const [key, waiting] of work) {
      if (waiting.waitsFor !== openingAwaited(name)) continue
      work.set(key, { ...waiting, waitsFor: null, dueAt: Math.min(waiting.dueAt, now.getTime()) })
    }
  }

  async unused(name: string, now: Date): Promise<void> {
    const gate = this.#database.gates.get(name)
    if (gate === undefined || gate.atOnce === null) return
    this.#database.gates.set(name, { ...gate, closedUntil: now.getTime() })
  }

  async closedUntil({ name, government }: Lane, now: Date): Promise<Date | null> {
    const { gates } = this.#database
    const closed = [name, government ?? ''].map((gate) => gates.get(gate)?.closedUntil ?? -Infinity)
    const last = Math.max(...closed)
    return last > now.getTime() ? new Date(last) : null
  }
}
