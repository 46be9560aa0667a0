import type { Logger } from 'pino'
import {
  type CommandContext,
  type CommandDeps,
  handle,
  load,
  type Loaded,
  StreamErased,
} from '../../commands/handle.js'
import { recordResponse } from '../../commands/invoice.js'
import type { Country } from '../../countries/country.js'
import type { AnsweredInvoice, BuyerResponse, Gateway } from '../../countries/gateway/gateway.js'
import { RESPONSE } from '../../countries/message-readers.js'
import type { Judging } from '../../documents/judging/port.js'
import { LARGE_BYTES } from '../../domain/large-work.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { GovernmentMessage } from '../../countries/gateway/mailbox.js'
import { invoice, type InvoiceEvent, type InvoiceState } from '../../domain/invoice.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { Timers } from '../../domain/timers.js'
import { isOutage } from '../../eventstore/outage.js'
import { LastLook, type Restores } from '../../eventstore/restores.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { correlated, correlationOf } from '../work/correlation.js'
import { keepLooking } from '../work/desk.js'
import { fitted } from '../work/event-texts.js'
import type { InvoiceMessage, InvoiceMessages } from './invoice-messages.js'
import type { Marks, Place } from '../work/marks.js'
import { messagesAwaited } from '../work/awaited.js'
import type { WorkList } from '../work/work-list.js'

/** The dependencies of `InboundMessages`. */
export interface MessageDeskDeps extends CommandDeps {
  readonly messages: InvoiceMessages
  readonly marks: Pick<Marks, 'read' | 'reach'>
  readonly restores: Restores
  readonly workList: Pick<WorkList, 'wake'>
  readonly documents: DocumentStore
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
  /** Where large messages are read; absent: in this thread. */
  readonly judging?: Pick<Judging, 'message'>
  readonly timers: Timers
  readonly log: Logger
}

/** Under this name the newest event is noted by which an invoice has recorded a message. */
const MESSAGE_DESK = 'message-desk'
/** After this time, others may claim the messages of a process that died. */
const CLAIM_SECONDS = 60
const CLAIMED_AT_ONCE = 50
const AT_ONCE = 8
const FIRST_PAUSE_SECONDS = 1
const LONGEST_PAUSE_SECONDS = 3_600
/**
 * An invoice may be polling at the moment in which it is woken, and miss the message: it is woken
 * this many times, with growing pauses, for a minute in all.
 */
const MOST_WAKES = 6
/** The limit of a code, which is an identifier, and of its meaning: no government's is longer. */
const LABEL_BYTES = 1_000
const REASON_BYTES = 10_000

/**
 * Delivers messages of the mailbox to their invoices. An undecided invoice is woken, so that its
 * poll finds the message; a decided one records the message's content for people as an event,
 * once. Any number of processes do it: the stream shows what it has. A message that can't be
 * processed is tried again with growing pauses, and delays no other.
 */
export class InboundMessages {
  readonly #deps: MessageDeskDeps
  readonly #lastLook: LastLook

  constructor(deps: MessageDeskDeps) {
    this.#deps = deps
    this.#lastLook = new LastLook(deps, 'the reading of messages')
  }

  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return keepLooking(this.#deps, 'messages', signal, async () => (await this.look(signal)) === CLAIMED_AT_ONCE)
  }

  /** Processes some of the due messages; returns how many. Throws outages. */
  async look(signal: AbortSignal): Promise<number> {
    const { messages, marks, clock } = this.#deps
    // Before any stream is read: no message is settled by an event that was lost since.
    const { anchor, restores, restoresFound: known } = await marks.read(MESSAGE_DESK)
    if (restores === known && !(await this.#lastLook.holds(anchor, known))) return 0
    const claimed = await messages.claim(clock.now(), CLAIM_SECONDS, CLAIMED_AT_ONCE)
    // Those about one invoice in their order.
    const byInvoice = new Map<string, InvoiceMessage[]>()
    for (const message of claimed) {
      const stream = streamOf(message)
      const queue = byInvoice.get(stream)
      if (queue) queue.push(message)
      else byInvoice.set(stream, [message])
    }
    const queues = byInvoice.values()
    const takeNext = async (): Promise<void> => {
      for (const queue of queues) {
        for (const message of queue) if (!signal.aborted) await this.#deal(message, known)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
    return claimed.length
  }

  async #deal(message: InvoiceMessage, known: number): Promise<void> {
    const { messages, marks, log } = this.#deps
    try {
      const loaded = await this.#noted(message)
      if (loaded !== null && (await marks.reach(MESSAGE_DESK, known, placeOf(loaded)))) await messages.settle(message)
      else await this.#postpone(message)
    } catch (error) {
      if (isOutage(error)) throw error
      const { position, invoiceId } = message
      const about = { err: error, message: String(position), invoiceId, ...correlationOf(error) }
      log.error(about, 'a message could not be recorded, will try again')
      await this.#postpone(message)
    }
  }

  async #postpone(message: InvoiceMessage): Promise<void> {
    const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(message.looks, 20), LONGEST_PAUSE_SECONDS)
    await this.#deps.messages.postpone(message, new Date(this.#deps.clock.now().getTime() + seconds * 1000))
  }

  /** The invoice with the message; null: it is not decided. */
  async #noted(message: InvoiceMessage): Promise<LoadedInvoice | null> {
    const { store } = this.#deps
    const stream = streamOf(message)
    const loaded = await load(store, invoice, stream)
    const correlationId = loaded.events[0]?.metadata.$correlationId ?? null
    return correlated(correlationId, () => this.#notedIn(stream, message, loaded))
  }

  async #notedIn(stream: string, message: InvoiceMessage, loaded: LoadedInvoice): Promise<LoadedInvoice | null> {
    const { workList, clock, messages, gatewayFor, countryOf } = this.#deps
    const { status } = loaded.state
    if (status !== 'accepted' && status !== 'rejected') {
      if (message.looks < MOST_WAKES) await workList.wake(messagesAwaited(stream), clock.now())
      return null
    }
    const content = await messages.read(message)
    if (content === null) return loaded
    const gateway = gatewayFor(message.scope.environment, countryOf(message.country))
    const { issueDate } = loaded.state.facts
    const about = { createdAt: createdAt(loaded), issueDate }
    const response = gateway === null ? null : await this.#responseIn(gateway, message, content, about)
    return response === null ? loaded : this.#record(message, content, response, loaded)
  }

  /** A large message is read in a thread. */
  async #responseIn(
    gateway: Gateway,
    { scope }: InvoiceMessage,
    content: GovernmentMessage,
    about: AnsweredInvoice,
  ): Promise<BuyerResponse | null> {
    if (gateway.responseIn === undefined) return null
    const { judging } = this.#deps
    const { bytes, ...message } = content
    if (judging === undefined || bytes.length < LARGE_BYTES) return gateway.responseIn(content, about)
    const caller = { account: scope.account, whenBusy: 'wait' } as const
    return judging.message(caller, RESPONSE, bytes, { message, invoice: about })
  }

  async #record(
    { scope, position, invoiceId }: InvoiceMessage,
    { messageId, bytes, mediaType }: GovernmentMessage,
    { at, code, label, reason }: BuyerResponse,
    loaded: LoadedInvoice,
  ): Promise<LoadedInvoice> {
    const { documents, log } = this.#deps
    const stream = streamName(scope.environment, 'Invoice', invoiceId)
    const context: CommandContext = {
      ...scope,
      actor: 'processor:message-desk',
      correlationId: loaded.events[0]?.metadata.$correlationId ?? stream,
      causationId: loaded.events.at(-1)?.id ?? stream,
    }
    const decide = recordResponse({
      messageId,
      at: at.toISOString(),
      code: fitted(code, LABEL_BYTES),
      label: fitted(label, LABEL_BYTES),
      reason: reason === null ? null : fitted(reason, REASON_BYTES),
      document: await documents.put(scope, bytes, mediaType),
    })
    try {
      const outcome = await handle(this.#deps, context, invoice, stream, decide, loaded)
      if (outcome.kind === 'rejected') {
        log.warn(
          { invoiceId, correlationId: context.correlationId, message: String(position) },
          'an invoice has reached the limit of responses; no more are recorded',
        )
      }
      return outcome.loaded
    } catch (error) {
      // At the end of its retention.
      if (!(error instanceof StreamErased)) throw error
      return loaded
    }
  }
}

type LoadedInvoice = Loaded<InvoiceState, InvoiceEvent>

/** The newest event of a decided invoice. */
function placeOf({ events, position }: LoadedInvoice): Place {
  const last = events.at(-1)
  if (last === undefined) throw new Error('a decided invoice without an event')
  return { position, anchor: { stream: last.stream, revision: last.revision, id: last.id } }
}

function createdAt({ events: [created] }: LoadedInvoice): Date {
  if (created === undefined) throw new Error('a decided invoice without an event')
  return new Date(created.metadata.occurredAt)
}

function streamOf({ scope, invoiceId }: InvoiceMessage): string {
  return streamName(scope.environment, 'Invoice', invoiceId)
}
