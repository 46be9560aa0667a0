import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Customer } from './customer.js'
import type { Fault, Planned } from './plan.js'
import type { World } from './world.js'

/** Carries out the planned faults, each at its time. */
export class Faults {
  readonly #world: World
  readonly #customers: readonly Customer[]
  readonly #underWay = new Set<Promise<void>>()
  /** Of the receiver's latest trouble: an older one must not end it. */
  #turn = 0
  readonly #over = new AbortController()

  constructor(world: World, customers: readonly Customer[]) {
    this.#world = world
    this.#customers = customers
  }

  /** Ends when all has happened, and has passed. */
  async happen(plan: readonly Planned[]): Promise<void> {
    const { journal } = this.#world
    const begun = performance.now()
    for (const { at, fault } of plan) {
      await delay(Math.max(0, begun + at - performance.now()))
      journal.say(`${(at / 1000).toFixed(1).padStart(6)} s  ${JSON.stringify(fault)}`)
      const happening = this.#apply(fault)
        .catch((error: unknown) => {
          // A fault of the torture itself: without its faults it would prove nothing.
          journal.broken(`the fault ${JSON.stringify(fault)} could not be made: ${String(error)}`)
        })
        .finally(() => this.#underWay.delete(happening))
      this.#underWay.add(happening)
    }
    this.#over.abort()
    await Promise.all(this.#underWay)
    await this.#calm()
  }

  async #apply(fault: Fault): Promise<void> {
    const { deployment, links, slots, anaf, journal } = this.#world
    switch (fault.kind) {
      case 'kill':
      case 'terminate':
      case 'pause': {
        const slot = slots[fault.slot]
        const done = await (fault.kind === 'pause' ? slot?.pause(fault.forMs) : slot?.end(fault.kind, fault.downMs))
        if (done !== true) journal.note(`${slot?.name ?? ''} was not there for: ${fault.kind}`)
        return
      }
      case 'link':
        return links.get(fault.link)?.trouble(fault.trouble, fault.forMs)
      case 'database':
        if (fault.how === 'kill') return deployment.killDatabase()
        deployment.freezeDatabase()
        await delay(fault.forMs)
        return deployment.thawDatabase()
      case 'government': {
        const end = anaf.addFaults(...fault.faults)
        await delay(fault.forMs, undefined, { signal: this.#over.signal }).catch(() => undefined)
        return end()
      }
      case 'revoke':
        return anaf.revokeAccessTokens()
      case 'receiver':
        return this.#troubleReceiver(fault.does, fault.forMs)
      case 'disconnect':
        return this.#customers[fault.customer]?.disconnect()
    }
  }

  async #troubleReceiver(does: 'refuse' | 'hang', forMs: number): Promise<void> {
    const { receiver } = this.#world
    const turn = ++this.#turn
    const hanging: ServerResponse[] = []
    receiver.answer = () => (does === 'refuse' ? 500 : (response) => void hanging.push(response))
    await delay(forMs)
    if (turn === this.#turn) receiver.answer = () => 200
    for (const response of hanging) response.destroy()
  }

  /** All faults are over. */
  async #calm(): Promise<void> {
    const { deployment, links, slots, anaf, receiver } = this.#world
    deployment.thawDatabase()
    for (const link of links.values()) link.restore()
    anaf.faults()
    receiver.answer = () => 200
    await Promise.all(slots.map((slot) => slot.settled()))
  }
}
