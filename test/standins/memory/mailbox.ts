import {
  boundedMessage,
  boundedReference,
  type Channel,
  type ExpectedMessages,
  type GovernmentMessage,
  type Mailbox,
} from '../../../src/countries/gateway/mailbox.js'
import type { Scope } from '../../../src/domain/event.js'
import type { InvoiceMessage, InvoiceMessages } from '../../../src/processors/collecting/invoice-messages.js'

interface Waiting extends InvoiceMessage {
  /** Milliseconds; null: settled. */
  dueAt: number | null
  looks: number
}

/** A mailbox that lasts as long as its test, with what waits for its invoices. */
export class MemoryMailbox implements Mailbox, InvoiceMessages {
  readonly messages: GovernmentMessage[] = []
  readonly expected: ExpectedMessages[] = []
  readonly #waiting = new Map<string, Waiting>()

  async put(given: GovernmentMessage): Promise<boolean> {
    const message = boundedMessage(given)
    if (this.messages.some((known) => keyOf(known) === keyOf(message))) return false
    this.messages.push(message)
    for (const expected of this.expected) this.#join(expected, message)
    return true
  }

  async expects({ channel, scope, references }: Parameters<Mailbox['expects']>[0]): Promise<boolean> {
    const sought = references.map(boundedReference)
    return this.expected.some(
      (expected) =>
        expected.channel === channel &&
        sought.includes(expected.reference) &&
        (scope === null ||
          (scope.account === expected.scope.account && scope.environment === expected.scope.environment)),
    )
  }

  async expect(given: ExpectedMessages): Promise<void> {
    const expected = { ...given, reference: boundedReference(given.reference) }
    const key = JSON.stringify(expected)
    if (this.expected.some((known) => JSON.stringify(known) === key)) return
    this.expected.push(expected)
    for (const message of this.messages) this.#join(expected, message)
  }

  async about(scope: Scope, channel: Channel, references: readonly string[]): Promise<readonly GovernmentMessage[]> {
    const sought = references.map(boundedReference)
    return this.messages.filter(
      (message) =>
        message.channel === channel &&
        speaksFor(message, scope) &&
        message.references.some((reference) => sought.includes(reference)),
    )
  }

  async claim(now: Date, seconds: number, most: number): Promise<readonly InvoiceMessage[]> {
    const due = [...this.#waiting.values()]
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now.getTime())
      .sort((one, other) => Number(one.dueAt) - Number(other.dueAt) || Number(one.position - other.position))
      .slice(0, most)
      .sort((one, other) => Number(one.position - other.position))
    return due.map((waiting) => {
      const { position, scope, country, invoiceId, looks } = waiting
      waiting.dueAt = now.getTime() + seconds * 1000
      waiting.looks += 1
      return { position, scope, country, invoiceId, looks }
    })
  }

  async read({ position }: InvoiceMessage): Promise<GovernmentMessage | null> {
    return this.messages[Number(position)] ?? null
  }

  async settle(message: InvoiceMessage): Promise<void> {
    this.#of(message).dueAt = null
  }

  async postpone(message: InvoiceMessage, until: Date): Promise<void> {
    const waiting = this.#of(message)
    if (waiting.dueAt !== null) waiting.dueAt = until.getTime()
  }

  async hasten(invoiceIds: readonly string[], now: Date): Promise<void> {
    for (const waiting of this.#waiting.values()) {
      if (waiting.dueAt !== null && waiting.dueAt > now.getTime() && invoiceIds.includes(waiting.invoiceId)) {
        waiting.dueAt = now.getTime()
      }
    }
  }

  async reopen(): Promise<void> {
    for (const waiting of this.#waiting.values()) waiting.dueAt ??= -Infinity
  }

  /** When each message that waits for its invoice is due, in milliseconds since 1970. */
  dueTimes(): readonly number[] {
    return [...this.#waiting.values()].flatMap(({ dueAt }) => dueAt ?? [])
  }

  #join({ channel, reference, scope, country, invoiceId }: ExpectedMessages, message: GovernmentMessage): void {
    if (message.channel !== channel || !message.references.includes(reference) || !speaksFor(message, scope)) return
    const position = BigInt(this.messages.indexOf(message))
    const key = waitingKey({ position, scope, invoiceId })
    if (this.#waiting.has(key)) return
    this.#waiting.set(key, { position, scope, country, invoiceId, looks: 0, dueAt: -Infinity })
  }

  #of(message: InvoiceMessage): Waiting {
    const waiting = this.#waiting.get(waitingKey(message))
    if (waiting === undefined) throw new Error(`message ${message.position} does not wait for ${message.invoiceId}`)
    return waiting
  }
}

function waitingKey({ position, scope, invoiceId }: Pick<InvoiceMessage, 'position' | 'scope' | 'invoiceId'>): string {
  return JSON.stringify([String(position), scope.account, scope.environment, invoiceId])
}

function speaksFor({ scope: whose }: GovernmentMessage, { account, environment }: Scope): boolean {
  return whose === null || (whose.account === account && whose.environment === environment)
}

function keyOf({ channel, scope, messageId }: GovernmentMessage): string {
  return JSON.stringify([channel, scope?.account, scope?.environment, messageId])
}
