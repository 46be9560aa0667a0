import type { Readable } from 'node:stream'
import { EventStoreUnavailable } from '../port.js'
import { translated } from './errors.js'
import type { Resolved } from './naming.js'

/** What a server sends, taken one by one when somebody is ready for it. */
export class Inbox {
  readonly #stream: Readable
  readonly #cancel: () => Promise<void>
  #wake: () => void = () => undefined
  #over: Error | 'ended' | null = null
  #checkpoint: bigint | null = null

  /** `cancel` ends the call; leaving the stream alone would keep it for ever. */
  constructor(stream: Readable, cancel: () => Promise<void>) {
    this.#stream = stream
    this.#cancel = cancel
    const end = (): void => {
      this.#end('ended')
    }
    // They stay: an error that comes when nobody listens any more would end the process.
    stream.on('error', (error) => {
      this.#end(error)
    })
    stream.on('end', end).on('close', end)
    stream.on('readable', () => {
      this.#wake()
    })
  }

  /** The next one that is there, or null. */
  take(): Resolved | null {
    return this.#stream.read() as Resolved | null
  }

  /** Everything up to here was taken or was left out by the server: what it says of that runs ahead of what it has sent before. */
  get checkpoint(): bigint | null {
    return this.isEmpty ? this.#checkpoint : null
  }

  /** For the client's callback: must not throw, which would stop the subscription for ever. */
  noteCheckpoint(position: bigint): void {
    this.#checkpoint = position
    this.#wake()
  }

  /** Everything that was sent so far was taken. */
  get isEmpty(): boolean {
    return this.#stream.readableLength === 0
  }

  /** Lets `more` return: something has happened that is no record. */
  nudge(): void {
    this.#wake()
  }

  /**
   * Waits, after `take` gave null, until there may be something, or the signal (if any) aborts. `ended`: nothing will come, the server has closed it; `late`: nothing has come for
   * `patience` milliseconds. Throws what has broken it, as the port has it.
   */
  async more(patience: number, signal: AbortSignal | null): Promise<'something' | 'ended' | 'late'> {
    if (this.#over === 'ended') return 'ended'
    if (this.#over !== null) throw translated(this.#over)
    if (signal?.aborted === true) return 'something'
    // Once for nearly every record of history: nothing is made here that costs more than the record.
    return await new Promise((resolve) => {
      const settle = (outcome: 'something' | 'late'): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        this.#wake = () => undefined
        resolve(outcome)
      }
      const wake = (): void => {
        settle('something')
      }
      const timer = setTimeout(settle, patience, 'late')
      signal?.addEventListener('abort', wake)
      this.#wake = wake
    })
  }

  /** Gives the call up. What still comes must be read all the same: the client forgets a call only when somebody has seen its end. */
  close(): void {
    this.#cancel().catch(() => undefined)
    this.#stream.removeAllListeners('readable').resume()
  }

  #end(reason: Error | 'ended'): void {
    this.#over ??= reason
    this.#wake()
  }
}

/** All that the server sends in answer to a read. Throws as `more`. Who leaves early ends the call. */
export async function* readToEnd(
  read: Readable & { cancel(): Promise<void> },
  patience: number,
): AsyncGenerator<Resolved, void, undefined> {
  const inbox = new Inbox(read, () => read.cancel())
  try {
    for (;;) {
      const next = inbox.take()
      if (next !== null) {
        yield next
        continue
      }
      const outcome = await inbox.more(patience, null)
      if (outcome === 'ended') return
      if (outcome === 'late') throw new EventStoreUnavailable(`The event store was silent for ${patience} ms`)
    }
  } finally {
    inbox.close()
  }
}
