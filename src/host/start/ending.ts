import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { orAborted } from '../../domain/or-aborted.js'
import { pause } from '../../domain/pause.js'
import type { Cleanup } from './stores.js'

/**
 * From the signal: longer than the grace of uploads, and so short that the rest ends within the
 * time that a process has for its stop.
 */
const CUT_MS = 7_000
/** What then remains. */
const AFTER_CUT_MS = 1_000

/**
 * The end of a service: no work begins any more, and what is under way is finished. What takes
 * too long is cut: each claim, lock and transaction ends with its connection, and all work is
 * continued by the next process from its events.
 */
export class Ending {
  readonly #cleanup: Cleanup
  readonly #log: Pick<Logger, 'warn'>
  readonly #stopping = new AbortController()
  readonly #cut = new AbortController()

  constructor(cleanup: Cleanup, log: Pick<Logger, 'warn'>) {
    this.#cleanup = cleanup
    this.#log = log
    // Every part of the process listens to them.
    setMaxListeners(0, this.stopping, this.cut)
  }

  /** Aborts when the process is to end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Aborts when work under way has taken too long since. */
  get cut(): AbortSignal {
    return this.#cut.signal
  }

  /** Idempotent. */
  async run(): Promise<void> {
    this.#stopping.abort()
    const timer = setTimeout(() => {
      if (!this.#cut.signal.aborted) {
        const seconds = CUT_MS / 1000
        this.#log.warn({ seconds }, 'work under way takes too long and is cut; it is continued after the next start')
      }
      this.#cut.abort()
    }, CUT_MS)
    try {
      await this.#cleanup.run()
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Waits for it, but not much longer than the cut. */
export async function inTime(work: Promise<void>, cut: AbortSignal): Promise<void> {
  const isDone = await orAborted(
    work.then(() => true),
    cut,
  )
  if (isDone === true) return
  const done = new AbortController()
  try {
    await Promise.race([work, pause(AFTER_CUT_MS, done.signal)])
  } finally {
    done.abort()
  }
}
