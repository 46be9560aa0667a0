import { randomUUID } from 'node:crypto'
import type { Database } from './database.js'
import { PAGE, type EventFilter } from './event-filter.js'
import type { LoggedEvent } from './log-file.js'
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from './messages.js'
import { drained, type ReadCall } from './read-call.js'
import { consumerTooSlow, shuttingDown, streamDeleted, type RpcError } from './rpc-errors.js'

/**
 * A live subscription may have so many events waiting: the real server's
 * `MaxLiveEventBufferCount`.
 */
const LIVE_BUFFER = 32

/** A write that has waited so long waits for the consumer, not for the event loop. */
const BLOCKED_MS = 10

/** Which events a subscription sends. */
interface SubscriptionOptions {
  readonly database: Database
  /** Null: `$all`. */
  readonly stream: string | null
  /** From where on events are sent: a position in `$all`, or a revision in the stream. */
  readonly start: number
  readonly filter: EventFilter | null
}

/**
 * One subscription: a confirmation, history page by page at the consumer's pace, "caught up", then
 * every new event at once. It copies `Enumerator.AllSubscription`, `.AllSubscriptionFiltered` and
 * `.StreamSubscription` of 23.10:
 * - History waits for a slow consumer; a live consumer that falls `LIVE_BUFFER` events behind is
 *   dropped with code 10.
 * - Of a filtered one, history sends a checkpoint at the end of a page when `checkpointInterval`
 *   events were considered, and it is the position of the page's last event that matched; live,
 *   every `checkpointInterval` events, with the last one's position.
 * - A position beyond the end is no error: the subscription waits, and gets the events that are
 * appended
 *   next.
 */
export class Subscription {
  readonly #call: ReadCall
  readonly #options: SubscriptionOptions
  /** The next event to send is the first from here on. */
  #next: number
  #considered = 0
  #ended = false
  #caughtUp = false
  #blocked = false
  /** Since when it is blocked: events that it should have got, as far as `#counted`. */
  #behind = 0
  #counted = 0
  #wake: (() => void) | null = null

  constructor(call: ReadCall, options: SubscriptionOptions) {
    this.#call = call
    this.#options = options
    this.#next = options.start
  }

  /** Serves the subscription until its caller leaves, it is dropped, or it is ended. */
  async run(): Promise<void> {
    const { changes } = this.#options.database
    const onAppended = () => {
      this.#dropIfSlow()
      this.#wake?.()
    }
    const onCancelled = () => this.#finish()
    changes.on('appended', onAppended)
    this.#call.on('cancelled', onCancelled)
    try {
      if (this.#failIfDeleted()) return
      await this.#send(confirmationMessage(randomUUID()))
      await this.#streamToExist()
      await this.#catchUp()
      await this.#send(caughtUpMessage(), true)
      this.#caughtUp = true
      await this.#follow()
    } finally {
      changes.off('appended', onAppended)
      this.#call.off('cancelled', onCancelled)
    }
  }

  /** Ends the call without an error. */
  end(): void {
    if (this.#ended) return
    this.#finish()
    this.#call.end()
  }

  /** Ends the call as a server that shuts down. */
  shutDown(): void {
    this.#fail(shuttingDown())
  }

  /**
   * A stream that is not there yet is waited for, before "caught up"; what its metadata hides is
   * passed over.
   */
  async #streamToExist(): Promise<void> {
    const { database, stream } = this.#options
    if (stream === null) return
    while (!this.#ended && database.read(stream) === 'notFound') await this.#appended()
    const content = database.read(stream)
    if (typeof content === 'object') this.#next = Math.max(this.#next, content[0]?.revision ?? 0)
  }

  /**
   * Page by page until one ends with the log. From then on the server sends live, although the
   * consumer may not have that page yet.
   */
  async #catchUp(): Promise<void> {
    const { filter } = this.#options
    for (let atEnd = false; !this.#ended && !atEnd;) {
      const page = this.#page()
      atEnd = page.atEnd
      for (const event of page.events) await this.#send(eventMessage(event), atEnd)
      if (filter === null || atEnd || this.#considered < filter.checkpointInterval) continue
      this.#considered %= filter.checkpointInterval
      await this.#send(checkpointMessage(page.checkpoint))
    }
  }

  #page() {
    const { filter } = this.#options
    const window = filter?.window ?? PAGE
    const events: LoggedEvent[] = []
    let event = this.#from(this.#next)
    const first = event?.position ?? 0
    let considered = 0
    for (; event !== undefined && events.length < PAGE && considered < window; event = this.#from(this.#next)) {
      this.#next = this.#after(event)
      considered += 1
      if (filter === null || filter.matches(event)) events.push(event)
    }
    this.#considered += considered
    // A page that is full does not know that nothing follows it.
    const atEnd = event === undefined && events.length < PAGE && considered < window
    return { events, atEnd, checkpoint: events.at(-1)?.position ?? first }
  }

  async #follow(): Promise<void> {
    const { filter } = this.#options
    while (!this.#ended) {
      const event = this.#from(this.#next)
      if (event !== undefined) {
        this.#next = this.#after(event)
        if (filter === null || filter.matches(event)) await this.#send(eventMessage(event), true)
        if (filter !== null && ++this.#considered >= filter.checkpointInterval) {
          this.#considered = 0
          await this.#send(checkpointMessage(event.position), true)
        }
      } else if (!this.#failIfDeleted()) {
        await this.#appended()
      }
    }
  }

  async #appended(): Promise<void> {
    await new Promise<void>((wake) => (this.#wake = wake))
    this.#wake = null
  }

  #failIfDeleted(): boolean {
    const { database, stream } = this.#options
    if (stream === null || database.read(stream) !== 'deleted') return false
    this.#fail(streamDeleted(stream))
    return true
  }

  /** Sends within the bounds of HTTP/2's flow control. */
  async #send(message: Buffer, live = false): Promise<void> {
    if (this.#ended || this.#call.write(message)) return
    const timer = setTimeout(() => {
      this.#blocked = live
      ;[this.#behind, this.#counted] = [0, this.#next]
    }, BLOCKED_MS)
    await drained(this.#call)
    clearTimeout(timer)
    this.#blocked = false
  }

  #dropIfSlow(): void {
    if (!this.#blocked) return
    const { filter } = this.#options
    for (let event = this.#from(this.#counted); event !== undefined; event = this.#from(this.#counted)) {
      this.#counted = this.#after(event)
      if (filter === null || filter.matches(event)) this.#behind += 1
    }
    if (this.#behind > LIVE_BUFFER) this.#fail(consumerTooSlow(this.#caughtUp ? 'live' : 'transitioning to live'))
  }

  #from(position: number): LoggedEvent | undefined {
    const { database, stream } = this.#options
    return database.eventFrom(stream, position)
  }

  #after({ position, revision }: LoggedEvent): number {
    return (this.#options.stream === null ? position : revision) + 1
  }

  #fail(error: RpcError): void {
    if (this.#ended) return
    this.#finish()
    this.#call.emit('error', error)
  }

  #finish(): void {
    this.#ended = true
    this.#wake?.()
  }
}
