import type { Readable } from 'node:stream'
import { convertToCommandError } from '@eventstore/db-client'
import { EventStoreUnavailable } from '../port.js'
import { translated } from './errors.js'

/** The messages of a server, read one by one when a consumer is ready. */
export class Inbox<T> {
  readonly #stream: Promise<Readable>
  readonly #read: (message: never) => T | null
  readonly #cancel: () => Promise<void>
  readonly #signal: AbortSignal | null
  readonly #onAbort = (): void => {
    this.#wake()
  }
  #open: Readable | null = null
  #waiting: T[] = []
  #taken = 0
  #paused = false
  #wake: () => void = () => undefined
  #waking = false
  #over: unknown = null
  #closed = false

  /**
   * `read`: the content of a message of the stream, or null for none. `cancel` ends the call;
   * without it the stream would stay open for ever. `signal` ends every wait.
   */
  constructor(
    stream: Readable | Promise<Readable>,
    read: (message: never) => T | null,
    cancel: () => Promise<void>,
    signal: AbortSignal | null = null,
  ) {
    this.#stream = Promise.resolve(stream)
    this.#read = read
    this.#cancel = cancel
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
    if (!(stream instanceof Promise)) this.#listen(stream)
    else
      stream.then(
        (opened) => this.#listen(opened),
        (error: unknown) => this.#end(error),
      )
  }

  /** The next available message, or null. */
  take(): T | null {
    const next = this.#waiting[this.#taken]
    if (next === undefined) return null
    this.#taken += 1
    if (this.#taken === this.#waiting.length) {
      this.#waiting = []
      this.#taken = 0
      if (this.#paused) {
        this.#paused = false
        this.#open?.resume()
      }
    }
    return next
  }

  /**
   * Waits, after `take` returned null, until there may be a message. `ended`: the server has
   * closed the call, nothing will come; `late`: nothing has come for `patience` milliseconds;
   * `aborted`: the signal. Throws the error that broke the call, as the port defines it.
   */
  async more(patience: number): Promise<'something' | 'ended' | 'late' | 'aborted'> {
    if (this.#signal?.aborted === true) return 'aborted'
    if (this.#waiting.length > 0) return 'something'
    if (this.#over === ENDED) return 'ended'
    if (this.#over !== null) throw translated(this.#over)
    // One promise and one timer: it is called again and again.
    return await new Promise((resolve) => {
      const timer = setTimeout(resolve, patience, 'late')
      this.#wake = () => {
        clearTimeout(timer)
        resolve('something')
      }
    })
  }

  /**
   * Cancels the call. Messages that still arrive must be read nevertheless: the client library
   * releases a call only when its end was read.
   */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#stream
      .then(async (stream) => {
        stream.removeAllListeners('data').resume()
        await this.#cancel()
      })
      .catch(() => undefined)
  }

  #listen(stream: Readable): void {
    this.#open = stream
    const end = (): void => {
      this.#end(ENDED)
    }
    // The listeners stay: an error without a listener would end the process.
    stream.on('error', (error) => {
      this.#end(error)
    })
    stream.on('end', end).on('close', end)
    if (this.#closed) return
    stream.on('data', (message: unknown) => {
      const next = this.#read(message as never)
      if (next === null) return
      this.#waiting.push(next)
      if (this.#waiting.length - this.#taken >= READ_AHEAD && !this.#paused) {
        this.#paused = true
        stream.pause()
      }
      // They come one by one; a consumer that waits one turn gets all that have come in it.
      if (this.#waking) return
      this.#waking = true
      setImmediate(() => {
        this.#waking = false
        this.#wake()
      })
    })
  }

  #end(reason: unknown): void {
    this.#over ??= reason instanceof Error ? convertToCommandError(reason) : reason
    this.#wake()
  }
}

/**
 * All messages of the server in answer to a read, or until the inbox's signal aborts. Throws as
 * `more` does. A consumer that stops early ends the call.
 */
export async function* readToEnd<T>(inbox: Inbox<T>, patience: number): AsyncGenerator<T, void, undefined> {
  try {
    for (;;) {
      const next = inbox.take()
      if (next !== null) {
        yield next
        continue
      }
      const outcome = await inbox.more(patience)
      if (outcome === 'ended' || outcome === 'aborted') return
      if (outcome === 'late') throw new EventStoreUnavailable(`The event store did not answer for ${patience} ms`)
    }
  } finally {
    inbox.close()
  }
}

const ENDED = Symbol('ended')
/** Buffered for a consumer beyond what it has taken. */
const READ_AHEAD = 64
