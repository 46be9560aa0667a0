import type { CallBudgets } from '../../../src/countries/gateway/call-budgets.js'
import type { CallBudget, Concerns, Exhausted } from '../../../src/countries/gateway/gateway.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { MemoryBudgets } from '../../standins/memory/budgets.js'
import { BEGIN, type Caller, type Scene } from '../scene.js'

/** Calls that are nearly used up for a while. */
interface Shortage {
  readonly account: number
  readonly country: CountryCode
  readonly concerns: Concerns
  readonly calls: number
  readonly from: Date
  readonly until: Date
  /** How often one asked for more. */
  asked: number
}

/** A call, as budgets count it. */
interface Counted {
  readonly host: Caller
  readonly country: CountryCode
  readonly account: number
  /** The number of the invoice; null: none in particular. */
  readonly number: number | null
}

/** More than all the calls that may be under way when nothing is left, with some repetitions. */
const MOST_ASKED = 150
const PLENTY = 1_000_000

/** How many calls the governments answer, as the gateways count them before they call. */
export class Allowances {
  readonly #scene: Scene
  readonly #budgets = new MemoryBudgets()
  readonly #shortages: Shortage[] = []

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** From now on so many calls are left, until the end of a window. */
  shorten(shortage: Omit<Shortage, 'asked' | 'from' | 'until'>, milliseconds: number): void {
    const { now } = this.#scene.timeline
    this.#shortages.push({ ...shortage, from: new Date(now), until: new Date(now + milliseconds), asked: 0 })
  }

  /** Takes a call from its budgets; null: it may be made. */
  async take(counted: Counted): Promise<Exhausted | null> {
    const { host } = counted
    const { network, databaseServer } = this.#scene
    const budgets: CallBudgets = network.remote(host, databaseServer, 'budgets', this.#budgets)
    const now = host.clock.now()
    const short = this.#shortages.filter((each) => concerns(each, counted) && each.from <= now && now < each.until)
    const wanted = short.map((each) => budgetOf(each, counted))
    const usual = { name: `${counted.country} calls`, limit: PLENTY, from: new Date(BEGIN), until: new Date(BEGIN) }
    const usedUp = await budgets.take([usual, ...wanted])
    const shortage = usedUp === null ? undefined : short[wanted.indexOf(usedUp)]
    if (usedUp === null || shortage === undefined) return null
    shortage.asked += 1
    if (shortage.asked > MOST_ASKED) {
      this.#scene.fail(`calls that are used up were asked for again and again: ${usedUp.name}`)
    }
    return { kind: 'exhausted', reason: 'the calls are used up', until: usedUp.until, concerns: shortage.concerns }
  }
}

function concerns(shortage: Shortage, { country, account }: Counted): boolean {
  return shortage.country === country && (shortage.concerns === 'government' || shortage.account === account)
}

function budgetOf({ concerns, calls, from, until }: Shortage, { country, account, number }: Counted): CallBudget {
  const whose = { government: '', connection: ` of ${account}`, invoice: ` about ${account} ${number}` }[concerns]
  return { name: `${country} calls${whose}`, limit: calls, from, until }
}
