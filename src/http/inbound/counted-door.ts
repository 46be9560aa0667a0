import type { Logger } from 'pino'
import type { InboundAnswer, InboundDoor, InboundRequest } from '../../countries/gateway/inbound-door.js'
import type { Mailbox } from '../../countries/gateway/mailbox.js'
import type { Reception } from '../../countries/gateway/reception.js'
import type { ReadMessage } from '../../countries/gateway/message-reader.js'
import { nameOfKind, observedMailbox, unknownKind } from '../../countries/gateway/observed-mailbox.js'
import { JudgingLimit } from '../../documents/judging/port.js'
import { type InboundOutcome, type Observer, UNOBSERVED } from '../../domain/observer.js'

/** A door whose messages are counted, each once: also those that do not reach the mailbox. */
export class CountedDoor {
  readonly #door: InboundDoor
  readonly #log: Pick<Logger, 'warn'>
  readonly #observer: Pick<Observer, 'happened'>

  constructor(door: InboundDoor, log: Pick<Logger, 'warn'>, observer: Pick<Observer, 'happened'> = UNOBSERVED) {
    this.#door = door
    this.#log = log
    this.#observer = observer
  }

  get maxBytes(): number {
    return this.#door.maxBytes
  }

  get path(): string {
    return this.#door.path
  }

  /** As `InboundDoor.receive`. */
  async receive(
    request: InboundRequest,
    mailbox: Pick<Mailbox, 'put' | 'expects' | 'expecting'>,
    now: Date,
    read?: ReadMessage,
    reception?: Reception,
  ): Promise<InboundAnswer> {
    let isCounted = false
    const happened: Observer['happened'] = (happening) => {
      isCounted = true
      this.#observer.happened(happening)
    }
    const counted = {
      ...observedMailbox(mailbox, { happened }, this.#log),
      expecting: this.#expecting(mailbox),
    }
    try {
      const answer = await this.#door.receive(
        request,
        counted,
        now,
        read,
        reception && this.#counting(reception, happened),
      )
      return isCounted ? answer : this.unread('refused', answer)
    } catch (error) {
      if (!isCounted) this.unread(error instanceof JudgingLimit ? 'refused' : 'failed', null)
      throw error
    }
  }

  /** Counts invoices that are handed in, and those for no company. */
  #counting(reception: Reception, happened: Observer['happened']): Reception {
    const { channel } = this.#door
    return {
      ...reception,
      participant: async (peppolId) => {
        const found = await reception.participant(peppolId)
        if (found === null)
          this.#observer.happened({ kind: 'received', country: 'none', channel, outcome: 'unknown_receiver' })
        return found
      },
      take: async (arrival) => {
        let outcome: InboundOutcome = 'failed'
        try {
          outcome = await reception.take(arrival)
          return outcome
        } finally {
          happened({ kind: 'inbound message', message: nameOfKind({ channel, kind: 'invoice' }), outcome })
        }
      },
      keepUnclaimed: async (document) => {
        let outcome: InboundOutcome = 'failed'
        try {
          const kept = await reception.keepUnclaimed(document)
          outcome = kept === 'stored' ? 'unmatched' : kept
          happened({ kind: 'received', country: 'none', channel, outcome: 'unknown_receiver' })
          return kept
        } finally {
          happened({ kind: 'inbound message', message: nameOfKind({ channel, kind: 'invoice' }), outcome })
        }
      },
    }
  }

  /** Logs a message that several invoices could expect, which belongs to none of them. */
  #expecting(mailbox: Pick<Mailbox, 'expecting'>): Mailbox['expecting'] {
    return async (channel, references) => {
      const found = await mailbox.expecting(channel, references)
      if (found.length > 1)
        this.#log.warn(
          { channel, invoiceIds: found.map(({ invoiceId }) => invoiceId) },
          'a message from an unknown sender names a document that several invoices are; it is matched to none',
        )
      return found
    }
  }

  /** Counts a message that was not put into the mailbox; returns the answer to its sender. */
  unread<T>(outcome: InboundOutcome, answer: T): T {
    const message = unknownKind(this.#door.channel)
    this.#observer.happened({ kind: 'inbound message', message, outcome })
    return answer
  }
}
