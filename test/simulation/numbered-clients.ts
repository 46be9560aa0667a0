import type { CommandDeps, ScopedContext } from '../../src/commands/handle.js'
import type { CreateInvoice } from '../../src/commands/invoice.js'
import { createNumbered, Turns } from '../../src/commands/use-cases/assign-number.js'
import type { Clock } from '../../src/domain/clock.js'
import { seriesOf } from '../../src/domain/numbering.js'
import type { PreparedInvoices } from '../../src/domain/prepared-invoice.js'
import { Refusal } from '../../src/domain/refusal.js'
import { streamName } from '../../src/domain/streams.js'
import { isOutage } from '../../src/eventstore/outage.js'
import type { Chance } from './chance.js'
import { ENVIRONMENT } from './names.js'
import type { Scene } from './scene.js'
import type { InvoicePlan } from './story.js'
import type { Host } from './timeline.js'

/** A client notices so many milliseconds later that its request gets no answer. */
const NOTICED_MS = [100, 3_000] as const
const LONGEST = 30
const SERIES = seriesOf('R-{0}', '2026-06-01')

/** A process of the API while it handles one request: it may die at any moment. */
class Request implements Host {
  isDead = false
  readonly standsStillUntil = 0
  readonly name = 'api'
  /** It dies once it has sent so many calls; null: it does not. */
  callsLeft: number | null = null
  /** Called when it dies by itself. */
  onDeath: () => void = () => undefined

  about(): void {
    return
  }

  /** A port of the server as this process calls it. */
  through<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property, target)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(member, target, args)
          if (this.callsLeft !== null && --this.callsLeft === 0) {
            // What it has sent is carried out.
            this.isDead = true
            this.onDeath()
          }
          return result
        }
      },
    })
  }
}

interface Numbering {
  readonly start: number
  readonly setAt: string
}

/** Requests for invoices with numbers of a series, each handled by a process of its own. */
export class NumberedClients {
  readonly #scene: Scene
  readonly #chance: Chance
  readonly #clock: Clock
  readonly #deps: Pick<CommandDeps, 'clock' | 'newEventId'>
  /** By account. */
  readonly #numberings = new Map<number, Numbering>()
  /** The highest counter that was answered, by account: what a user finds after a restore. */
  readonly #highest = new Map<number, number>()
  readonly #requests = new Map<Request, () => void>()
  /** The deaths of processes that will handle the next requests. */
  readonly #deaths: { readonly calls: number; readonly clientSurvives: boolean }[] = []

  constructor(scene: Scene, chance: Chance, clock: Clock) {
    this.#scene = scene
    this.#chance = chance
    this.#clock = clock
    this.#deps = { clock, newEventId: () => scene.newUuid() }
  }

  /** Posts an invoice under an idempotency key until it is answered. */
  create(plan: InvoicePlan, command: CreateInvoice, context: ScopedContext): void {
    const request = new Request()
    const again = (): void => {
      this.#scene.timeline.after(this.#chance.between(...NOTICED_MS), null, () => {
        this.create(plan, command, context)
      })
    }
    this.#requests.set(request, again)
    const death = this.#deaths.shift()
    if (death !== undefined) {
      request.callsLeft = death.calls
      request.onDeath = () => {
        this.#scene.trace(request, () => `dies with the request for invoice ${plan.number}`)
        this.#requests.delete(request)
        if (death.clientSurvives) again()
      }
    }
    this.#createBy(request, plan, command, context).then(
      () => this.#requests.delete(request),
      (error: unknown) => {
        this.#requests.delete(request)
        if (error instanceof Refusal && error.reason.kind === 'conflict') this.#setAgain(plan.account)
        else if (!isOutage(error))
          this.#scene.fail(`a request failed: ${error instanceof Error ? error.stack : String(error)}`)
        again()
      },
    )
  }

  /**
   * The processes of the API die with all requests under way, and the one that handles the next
   * request dies after so many calls. A client that does not survive never asks again.
   */
  die(calls: number, clientSurvives: boolean): void {
    for (const [request, again] of this.#requests) {
      request.isDead = true
      if (clientSurvives) again()
    }
    this.#requests.clear()
    this.#deaths.push({ calls, clientSurvives })
  }

  async #createBy(request: Request, plan: InvoicePlan, command: CreateInvoice, context: ScopedContext): Promise<void> {
    const { account } = plan
    const numbering = this.#numberings.get(account) ?? this.#setAgain(account)
    const { store, network, databaseServer, ports } = this.#scene
    const deps = {
      ...this.#deps,
      store: request.through(store.of(request)),
      prepared: request.through(network.remote<PreparedInvoices>(request, databaseServer, 'prepared', ports.prepared)),
      // Each is in a process of its own.
      turns: new Turns(),
    }
    const { loaded } = await createNumbered(deps, context, {
      companyId: command.companyId,
      series: SERIES,
      ...numbering,
      longest: LONGEST,
      invoiceId: command.invoiceId,
      isRepeatable: true,
      createdWith: (number) => Promise.resolve({ ...command, number }),
    })
    const number = loaded.state.status === 'none' ? '' : loaded.state.facts.number
    const counter = Number(number.replace('R-', ''))
    this.#highest.set(account, Math.max(counter, this.#highest.get(account) ?? 0))
    this.#scene.acknowledged(streamName(ENVIRONMENT, 'Invoice', command.invoiceId), plan, number)
  }

  /** The user sets the series again, after the last number that was answered. */
  #setAgain(account: number): Numbering {
    const numbering = {
      start: (this.#highest.get(account) ?? 0) + 1,
      setAt: this.#clock.now().toISOString(),
    }
    this.#numberings.set(account, numbering)
    return numbering
  }
}
