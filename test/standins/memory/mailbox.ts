import {
  boundedMessage,
  boundedReference,
  type Channel,
  type ExpectedMessages,
  type ExpectingInvoice,
  type GovernmentMessage,
  type Kept,
  type Mailbox,
  type MessageHead,
  MOST_OF_REFERENCE,
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
  readonly #aside = new Map<GovernmentMessage, ReadonlySet<string>>()
  readonly #waiting = new Map<string, Waiting>()

  async put(given: GovernmentMessage): Promise<Kept> {
    const message = boundedMessage(given)
    if (this.messages.some((known) => keyOf(known) === keyOf(message))) return 'repeated'
    const aside = message.references.filter((reference) => this.#isFull(reference, message))
    this.messages.push(message)
    this.#aside.set(message, new Set(aside))
    for (const expected of this.expected) this.#join(expected, message)
    return aside.length === 0 ? 'stored' : 'aside'
  }

  #isFull(reference: string, { channel, scope, kind, decides = true }: GovernmentMessage): boolean {
    const alike = this.messages.filter(
      (known) =>
        known.channel === channel &&
        JSON.stringify(known.scope) === JSON.stringify(scope) &&
        this.#isRead(known, reference) &&
        (known.decides ?? true) === decides &&
        (!decides || known.kind === kind),
    )
    return alike.length >= MOST_OF_REFERENCE
  }

  /** Whether a message has a reference, and was not set aside for it. */
  #isRead(message: GovernmentMessage, reference: string): boolean {
    return message.references.includes(reference) && this.#aside.get(message)?.has(reference) !== true
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

  async expecting(channel: Channel, references: readonly string[]): Promise<readonly ExpectingInvoice[]> {
    const sought = references.map(boundedReference)
    const found = this.expected.filter((each) => each.channel === channel && sought.includes(each.reference))
    const distinct = new Map(
      found.map(({ scope, invoiceId }) => [JSON.stringify([scope, invoiceId]), { scope, invoiceId }]),
    )
    return [...distinct.values()].slice(0, 2)
  }

  async expect(given: ExpectedMessages): Promise<void> {
    const expected = { ...given, reference: boundedReference(given.reference) }
    const key = JSON.stringify(expected)
    if (this.expected.some((known) => JSON.stringify(known) === key)) return
    this.expected.push(expected)
    for (const message of this.messages) this.#join(expected, message)
  }

  async about(scope: Scope, channel: Channel, references: readonly string[]): Promise<readonly MessageHead[]> {
    const sought = references.map(boundedReference)
    return this.messages
      .filter(
        (message) =>
          message.channel === channel &&
          speaksFor(message, scope) &&
          sought.some((reference) => this.#isRead(message, reference)),
      )
      .map(headOf)
  }

  async known(scope: Scope, channel: Channel, references: readonly string[]): Promise<ReadonlySet<string>> {
    const theirs = this.messages.filter((message) => message.channel === channel && speaksFor(message, scope))
    const isKnown = (reference: string): boolean => theirs.some((message) => message.references.includes(reference))
    return new Set(references.filter((reference) => isKnown(boundedReference(reference))))
  }

  async whole(head: MessageHead): Promise<GovernmentMessage | null> {
    return this.messages.find((message) => keyOf(message) === keyOf(head)) ?? null
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
    if (message.channel !== channel || !this.#isRead(message, reference) || !speaksFor(message, scope)) return
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

function speaksFor({ scope: whose }: MessageHead, { account, environment }: Scope): boolean {
  return whose === null || (whose.account === account && whose.environment === environment)
}

function keyOf({ channel, scope, messageId }: MessageHead): string {
  return JSON.stringify([channel, scope?.account, scope?.environment, messageId])
}

function headOf(message: GovernmentMessage): MessageHead {
  const { channel, scope, messageId, references, kind, receivedAt, mediaType, decides, issueDates } = message
  const noted = { ...(decides !== undefined && { decides }), ...(issueDates !== undefined && { issueDates }) }
  return { channel, scope, messageId, references, kind, receivedAt, mediaType, ...noted }
}
