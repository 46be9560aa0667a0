import { JudgingLimit } from '../judging/port.js'
import { type PoolSettings, ThreadPool } from '../judging/thread-pool.js'
import { asJson } from '../judging/threads.js'
import { type RenderRequest, type Rendering, RenderingLimit } from './port.js'

/** A task for a thread. The invoice is passed as JSON. */
export type RenderTask = Omit<RenderRequest, 'invoice'> & { readonly invoice: Uint8Array }

/**
 * Renders pages in separate threads, small ones too: the fonts stay loaded there, and only the
 * caller waits.
 */
export class RenderingInThreads implements Rendering {
  readonly #pool: ThreadPool<RenderTask, Uint8Array>

  constructor(settings: PoolSettings) {
    this.#pool = new ThreadPool(new URL('./rendering-worker.js', import.meta.url), settings)
  }

  readonly pdf: Rendering['pdf'] = async (caller, { invoice, ...request }) => {
    try {
      return await this.#pool.run(caller, async () => ({ ...request, invoice: await asJson(invoice) }))
    } catch (error) {
      if (error instanceof JudgingLimit) throw new RenderingLimit(error.message, { cause: error })
      throw error
    }
  }

  /** Ends the threads, even during a task. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}
