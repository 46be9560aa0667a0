import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
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
  const done = new AbortController()
  const late = async (): Promise<void> => {
    await untilAborted(AbortSignal.any([cut, done.signal]))
    if (cut.aborted) await delay(AFTER_CUT_MS, undefined, { signal: done.signal }).catch(() => undefined)
  }
  try {
    await Promise.race([work, late()])
  } finally {
    done.abort()
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve()
        },
        { once: true },
      )
  })
}
