import { JudgingLimit } from '../judging/port.js'
import { type PoolSettings, ThreadPool } from '../judging/thread-pool.js'
import { type RenderedPages, type RenderRequest, type Rendering, RenderingLimit } from './port.js'

/** Every page takes a while, however small its invoice is: it has a whole place in the queue. */
const LEAST_BYTES = 256 * 1024

/**
 * Renders pages in separate threads, small ones too: the fonts stay loaded there, and only the
 * caller waits.
 */
export class RenderingInThreads implements Rendering {
  readonly #pool: ThreadPool<RenderRequest, RenderedPages>

  constructor(settings: PoolSettings) {
    this.#pool = new ThreadPool(new URL('./rendering-worker.js', import.meta.url), settings)
  }

  readonly pages: Rendering['pages'] = async (caller, request) => {
    const { invoice, xml } = request
    const bytes = (invoice instanceof Uint8Array ? invoice.length : 0) + (xml?.bytes.length ?? 0)
    try {
      return await this.#pool.run(caller, Math.max(LEAST_BYTES, bytes), request)
    } catch (error) {
      if (error instanceof JudgingLimit) throw new RenderingLimit(error.message, { cause: error })
      throw error
    }
  }

  readonly pdf: Rendering['pdf'] = async (caller, request) => (await this.pages(caller, request)).pdf

  /** Ends the threads, even during a task. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}
