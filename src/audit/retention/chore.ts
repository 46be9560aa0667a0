import type { Chore } from '../../processors/work/chore.js'
import { LogStreams } from './log-streams.js'
import { RetentionReport } from './report.js'
import { retain, type RetentionDeps } from './retain.js'

const EVERY_MS = 24 * 3_600_000
/** Delay after a failure: recorded erasures are incomplete until they are finished. */
const AFTER_FAILURE_MS = 10 * 60_000

/** The name of the chore's lock, which the operator's command also takes. */
export const RETENTION_LOCK = 'retention'

/** Erases data after its retention period once a day, in small parts with pauses. */
export class RetentionChore implements Chore {
  readonly name = RETENTION_LOCK
  readonly #deps: RetentionDeps
  #under: { readonly parts: AsyncGenerator<undefined, void>; readonly report: RetentionReport } | null = null
  #failed = false
  /** Signal of the current run: an abandoned part ends with it. */
  #signal = new AbortController().signal

  constructor(deps: Omit<RetentionDeps, 'logs'>) {
    this.#deps = { ...deps, logs: new LogStreams(deps) }
  }

  get everyMs(): number {
    return this.#failed ? AFTER_FAILURE_MS : EVERY_MS
  }

  async run(signal: AbortSignal): Promise<'more' | 'done'> {
    this.#signal = signal
    const run = (this.#under ??= this.#begin())
    let done: boolean | undefined = false
    this.#failed = false
    try {
      done = (await run.parts.next()).done
    } catch (error) {
      // The next run finishes recorded erasures.
      this.#under = null
      this.#failed = true
      throw error
    }
    if (done !== true) return 'more'
    this.#under = null
    const { erased, documents, documentBytes, messages, kept, total } = run.report
    if (total + documents + messages > 0 || kept.hold + kept.undecided + kept.unsealed + kept.unreadable > 0) {
      this.#deps.log.info(
        { erased, documents, documentBytes, messages, kept },
        'data was erased after its retention period',
      )
    }
    return 'done'
  }

  #begin() {
    const report = new RetentionReport()
    const isStopped = (): boolean => this.#signal.aborted
    return { report, parts: retain(this.#deps, report, { dryRun: false, isStopped }) }
  }
}
