import type { Locks } from '../../../src/processors/work/locks.js'

/** A process's connection to the locks. It ends with its process, and when that is silent. */
interface Session {
  /** What is called when the session ends. */
  readonly onEnd: Set<() => void>
  /** Lets something happen in the process; at once, where it can't stand still. */
  readonly notify: (work: () => void) => void
}

/** Who holds which lock. */
export class MemoryLocks {
  readonly #held = new Set<string>()

  /** The locks as a process sees them. */
  of({ onEnd, notify }: Session): Locks {
    const held = this.#held
    return {
      async exclusively(name, _silentSeconds, signal, work) {
        if (held.has(name) || signal.aborted) return null
        held.add(name)
        const lost = new AbortController()
        let isOver = false
        const release = (): void => {
          if (!isOver) held.delete(name)
          isOver = true
          onEnd.delete(end)
        }
        const end = (): void => {
          release()
          // Others may have the lock by now; the process learns it when it can.
          notify(() => {
            lost.abort()
          })
        }
        onEnd.add(end)
        try {
          return await work(AbortSignal.any([signal, lost.signal]))
        } finally {
          release()
        }
      },
    }
  }
}
