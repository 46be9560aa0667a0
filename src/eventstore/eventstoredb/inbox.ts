import type { Readable } from 'node:stream'
import { EventStoreUnavailable } from '../port.js'
import { translated } from './errors.js'
import type { Resolved } from './naming.js'

/** What a server sends, taken one by one when somebody is ready for it. */
export class Inbox {
  readonly #stream: Readable
  readonly #cancel: () => Promise<void>
  readonly #signal: AbortSignal | null
  readonly #onAbort = (): void => {
    this.#wake()
  }
  #wake: () => void = () => undefined
  #waking = false
  #over: Error | 'ended' | null = null
  #checkpoint: bigint | null = null

  /** `cancel` ends the call; leaving the stream alone would keep it for ever. `signal` ends every wait. */
  constructor(stream: Readable, cancel: () => Promise<void>, signal: AbortSignal | null = null) {
    this.#stream = stream
    this.#cancel = cancel
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
    const end = (): void => {
      this.#end('ended')
    }
    // They stay: an error that comes when nobody listens any more would end the process.
    stream.on('error', (error) => {
      this.#end(error)
    })
    stream.on('end', end).on('close', end)
    // Records come one by one; whoever waits a turn takes all that have come in it.
    stream.on('readable', () => {
      if (this.#waking) return
      this.#waking = true
      setImmediate(() => {
        this.#waking = false
        this.#wake()
      })
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
   * Waits, after `take` gave null, until there may be something, or the signal aborts. `ended`: nothing will come, the server has closed it; `late`: nothing has come for
   * `patience` milliseconds. Throws what has broken it, as the port has it.
   */
  async more(patience: number): Promise<'something' | 'ended' | 'late'> {
    if (this.#over === 'ended') return 'ended'
    if (this.#over !== null) throw translated(this.#over)
    if (this.#signal?.aborted === true) return 'something'
    // One promise and one timer: it is called for nearly every event.
    return await new Promise((resolve) => {
      const timer = setTimeout(resolve, patience, 'late')
      this.#wake = () => {
        clearTimeout(timer)
        resolve('something')
      }
    })
  }

  /** Gives the call up. What still comes must be read all the same: the client forgets a call only when somebody has seen its end. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort)
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
      const outcome = await inbox.more(patience)
      if (outcome === 'ended') return
      if (outcome === 'late') throw new EventStoreUnavailable(`The event store was silent for ${patience} ms`)
    }
  } finally {
    inbox.close()
  }
}
