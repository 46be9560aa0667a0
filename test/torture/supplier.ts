import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Customer } from './customer.js'
import type { World } from './world.js'

/** Who sends to all customers. */
const CIF = '18547290'
const DOCUMENT = readFileSync('test/golden/ro/01-domestic-services.xml', 'utf8')
const PAUSE_MS = 1_500
/** Every so many received invoices one is answered. */
const ANSWERED_EVERY = 2

/** A supplier that sends invoices to a customer all the time, who answers some of them. */
export class Supplier {
  /** The upload indexes of its invoices at the government, in their order. */
  readonly sent: string[] = []
  /** The received invoices that were answered, whose 201 came. */
  readonly answered = new Set<string>()
  #isSending = true
  #isAnswering = true
  #running: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly world: World,
    readonly customer: Customer,
  ) {}

  work(): void {
    this.#running = Promise.all([this.#send(), this.#answer()])
  }

  /** Sends nothing more. */
  rest(): void {
    this.#isSending = false
  }

  /** Ends when the last answer is given. */
  async leave(): Promise<void> {
    this.rest()
    this.#isAnswering = false
    await this.#running
  }

  async #send(): Promise<void> {
    const { anaf, governmentNow } = this.world
    while (this.#isSending) {
      const number = `${this.customer.name}-${this.sent.length + 1}`
      const document = Buffer.from(DOCUMENT.replace(/<cbc:ID>[^<]*</, `<cbc:ID>${number}<`))
      this.sent.push(anaf.register.deliver(this.customer.cif, CIF, document, governmentNow()).index)
      await delay(PAUSE_MS)
    }
  }

  async #answer(): Promise<void> {
    const seen = new Set<string>()
    while (this.#isAnswering) {
      const found = await this.customer.received().catch(() => [])
      for (const { id } of found) {
        if (seen.has(id)) continue
        seen.add(id)
        if (seen.size % ANSWERED_EVERY !== 0) continue
        try {
          await this.customer.respond(id)
          this.answered.add(id)
        } catch (error) {
          this.world.journal.broken(`${this.customer.name} could not answer ${id}: ${String(error)}`)
        }
      }
      await delay(PAUSE_MS)
    }
  }
}
