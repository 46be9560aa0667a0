import { NewerVersionLive, NO_RIGHT, rebuild } from '../../projections/engine/rebuild.js'
import { PROJECTIONS } from '../../projections/registry.js'
import { isMissingRight } from '../../storage/postgres/missing-right.js'
import type { ConsoleDeps } from './deps.js'

/** A rebuild of a read model that was requested in this process. */
export interface RebuildRun {
  readonly name: string
  readonly operator: string
  readonly begunAt: Date
  readonly state: 'running' | 'done' | 'failed'
  readonly events: number | null
  readonly seconds: number | null
  /** Why it failed; null: it did not. */
  readonly reason: string | null
}

/** Rebuilds read models in the background, one at a time. */
export class RebuildDesk {
  readonly #deps: Pick<ConsoleDeps, 'store' | 'slowPool' | 'log' | 'stopping' | 'clock'>
  #last: RebuildRun | null = null

  constructor(deps: Pick<ConsoleDeps, 'store' | 'slowPool' | 'log' | 'stopping' | 'clock'>) {
    this.#deps = deps
  }

  /** The current or the last rebuild; null: none since the process began. */
  get last(): RebuildRun | null {
    return this.#last
  }

  /**
   * Begins a rebuild unless one is running; returns whether it began. `doing` records start and
   * end.
   */
  begin(name: string, operator: string, doing: <T>(work: () => Promise<T>) => Promise<T>): boolean {
    const projection = PROJECTIONS.find((each) => each.name === name)
    if (projection === undefined || this.#last?.state === 'running') return false
    const { store, slowPool: pool, log, stopping, clock } = this.#deps
    const begun = performance.now()
    const run = {
      name,
      operator,
      begunAt: clock.now(),
      state: 'running',
      events: null,
      seconds: null,
      reason: null,
    } as const
    this.#last = run
    const seconds = (): number => (performance.now() - begun) / 1000
    doing(() => rebuild({ store, pool, log }, projection, stopping)).then(
      (events) => {
        this.#last = { ...run, state: 'done', events, seconds: seconds() }
      },
      (error: unknown) => {
        const refused = refusalOf(error)
        if (refused === null && !stopping.aborted) {
          log.error({ err: error, projection: name }, 'a read model could not be rebuilt')
        }
        const reason = refused ?? 'see the log'
        this.#last = { ...run, state: 'failed', seconds: seconds(), reason }
      },
    )
    return true
  }
}

/** The reason if the operator can fix it; null: it is a fault. */
function refusalOf(error: unknown): string | null {
  if (error instanceof NewerVersionLive) return error.message
  return isMissingRight(error) ? NO_RIGHT : null
}
