import { orAborted } from '../../domain/or-aborted.js'
import type { Timers } from '../../domain/timers.js'
import type { Mark, Marks, Progress } from './marks.js'

/** The dependencies of `TrailingMark`. */
interface TrailingMarkDeps {
  readonly marks: Pick<Marks, 'move'>
  readonly timers: Timers
}

/** Whose mark it is, and a callback for each move. */
interface TrailingMarkOptions {
  readonly name: string
  /** At least so long between two moves. */
  readonly everyMs: number
  readonly onMoved: () => void
}

/**
 * Moves a processor's mark a little behind it: a busy processor does not store, nor wait for, each
 * step. After a crash it repeats the last of them, which must change nothing.
 */
export class TrailingMark {
  readonly #deps: TrailingMarkDeps
  readonly #options: TrailingMarkOptions
  readonly #restores: number
  #stored: Progress
  #reached: Progress
  #moved: () => void = () => undefined

  constructor(deps: TrailingMarkDeps, mark: Mark, options: TrailingMarkOptions) {
    this.#deps = deps
    this.#options = options
    this.#restores = mark.restores
    this.#stored = mark
    this.#reached = mark
  }

  /** The processor's own progress, which the stored one follows. */
  get position(): bigint | null {
    return this.#reached.position
  }

  /** The processor has processed all up to here. */
  reached(progress: Progress): void {
    this.#reached = progress
    this.#moved()
  }

  /**
   * Stores the progress until the signal aborts, or until another process has moved the mark.
   * Throws outages.
   */
  async follow(signal: AbortSignal): Promise<void> {
    const { marks, timers } = this.#deps
    const { name, everyMs, onMoved } = this.#options
    for (;;) {
      if (this.#reached === this.#stored)
        await orAborted(new Promise<void>((resolve) => (this.#moved = resolve)), signal)
      if (signal.aborted) return
      const reached = this.#reached
      if (!(await marks.move(name, { ...this.#stored, restores: this.#restores }, reached))) return
      this.#stored = reached
      onMoved()
      await timers.sleep(everyMs, signal)
    }
  }
}
