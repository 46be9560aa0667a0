import { NewerVersionLive, NO_RIGHT, rebuild } from '../../projections/engine/rebuild.js'
import { PROJECTIONS } from '../../projections/registry.js'
import { isMissingRight } from '../../storage/postgres/missing-right.js'
import type { ConsoleDeps } from './deps.js'

/** A read model that was asked to be built anew, in this process. */
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

/** Builds read models anew behind the pages, one at a time. */
export class RebuildDesk {
  readonly #deps: Pick<ConsoleDeps, 'store' | 'slowPool' | 'log' | 'stopping' | 'clock'>
  #last: RebuildRun | null = null

  constructor(deps: Pick<ConsoleDeps, 'store' | 'slowPool' | 'log' | 'stopping' | 'clock'>) {
    this.#deps = deps
  }

  /** The one that runs, or ran last; null: none since the process began. */
  get last(): RebuildRun | null {
    return this.#last
  }

  /** Begins one, unless one is running. Gives whether it began. `doing` records its ends. */
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
        const reason = refused ?? 'the log says why'
        this.#last = { ...run, state: 'failed', seconds: seconds(), reason }
      },
    )
    return true
  }
}

/** What the operator can mend, in words; null: it is a fault. */
function refusalOf(error: unknown): string | null {
  if (error instanceof NewerVersionLive) return error.message
  return isMissingRight(error) ? NO_RIGHT : null
}
