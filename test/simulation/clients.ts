import { configureWebhook, removeWebhook } from '../../src/commands/webhook.js'
import { createCompany } from '../../src/commands/company.js'
import { createInvoice, type CreateInvoice, retryInvoice } from '../../src/commands/invoice.js'
import { type CommandDeps, handle, type ScopedContext } from '../../src/commands/handle.js'
import { replayEvents } from '../../src/commands/use-cases/replay.js'
import { rotateSecret } from '../../src/commands/use-cases/webhook.js'
import { base62, derivedId } from '../../src/domain/ids.js'
import type { Clock } from '../../src/domain/clock.js'
import { company } from '../../src/domain/company.js'
import { invoice } from '../../src/domain/invoice.js'
import { listedTerms } from '../../src/domain/request/invoice-request.js'
import { USUAL_KINDS } from '../../src/domain/public-events/event-kinds.js'
import { streamName, webhookStream } from '../../src/domain/streams.js'
import type { Timers } from '../../src/domain/timers.js'
import { newWebhookSecret, webhook } from '../../src/domain/webhook.js'
import { isOutage } from '../../src/eventstore/outage.js'
import { acceptedInvoice } from '../support/history.js'
import { scheduledUpTo } from '../../src/processors/deliveries/scheduled.js'
import type { Vault } from '../../src/storage/vault/vault.js'
import { Chance } from './chance.js'
import { Buyers } from './buyers.js'
import { companyIdOf, Connecting, unlessRefused } from './connecting.js'
import type { Grants } from './governments/grants.js'
import { NumberedClients } from './numbered-clients.js'
import { publicEventsOf } from './public-events.js'
import type { InvoicePlan, Story } from './story.js'
import { ENVIRONMENT } from './names.js'
import { BEGIN, type Caller, type Scene } from './scene.js'
import { timersOf } from './timeline.js'

/** What webhooks hear of received invoices if they name it. */
const RECEIVED_KINDS = ['received.created', 'received.response_sent', 'received.response_failed']
/** The account whose company has a number series. */
const NUMBERED = 1
/** A client tries again after so many milliseconds. */
const AGAIN_MS = [200, 2_000] as const

/** The clients of the API, by the commands of its routes. They try again what was not answered. */
export class Clients implements Caller {
  readonly name = 'client'
  readonly isDead = false
  readonly standsStillUntil = 0
  readonly stopping = new AbortController().signal
  readonly clock: Clock
  readonly timers: Timers
  readonly connections: Connecting
  readonly buyers: Buyers
  /** What webhooks hear, but where a mishap chooses other kinds; null: the usual. */
  readonly kinds: readonly string[] | null
  readonly numbered: NumberedClients
  readonly #scene: Scene
  readonly #chance: Chance
  readonly #deps: CommandDeps
  readonly #vault: Vault
  /** Streams whose retry is under way. */
  readonly #retrying = new Set<string>()

  constructor(scene: Scene, story: Story, grants: Grants) {
    const { seed } = story
    this.#scene = scene
    this.#chance = new Chance(seed, 'clients')
    this.clock = { now: () => new Date(scene.timeline.now) }
    this.timers = timersOf(scene.timeline, this)
    this.#deps = { store: scene.store.of(this), clock: this.clock, newEventId: () => scene.newUuid() }
    this.#vault = scene.network.remote(this, scene.databaseServer, 'vault', scene.vault)
    this.numbered = new NumberedClients(scene, new Chance(seed, 'numbers'), this.clock)
    this.kinds = scene.receives ? [...USUAL_KINDS, ...RECEIVED_KINDS] : null
    this.buyers = new Buyers({
      scene,
      caller: this,
      chance: new Chance(seed, 'buyers'),
      commands: this.#deps,
      untilDone: (work) => {
        this.#untilDone(work)
      },
      contextOf: (account) => this.#context(account),
    })
    this.connections = new Connecting(
      {
        scene,
        caller: this,
        grants,
        chance: new Chance(seed, 'connecting'),
        commands: this.#deps,
        vault: this.#vault,
        untilDone: (work) => {
          this.#untilDone(work)
        },
        contextOf: (account) => this.#context(account),
      },
      story,
    )
  }

  /** Clients never stumble. */
  about(): void {
    return
  }

  /** Hands an invoice in, under an idempotency key, until it is acknowledged. */
  create(plan: InvoicePlan): void {
    const command = commandOf(plan)
    if (this.#scene.hasNumbers && plan.account === NUMBERED) {
      this.numbered.create(plan, command, this.#context(plan.account))
      return
    }
    const stream = streamName(ENVIRONMENT, 'Invoice', command.invoiceId)
    this.#untilDone(async () => {
      await handle(this.#deps, this.#context(plan.account), invoice, stream, createInvoice(command))
      this.#scene.acknowledged(stream, plan)
    })
  }

  /** Asks for another try of an invoice that failed, a while later. */
  retry(stream: string, account: number): void {
    if (this.#retrying.has(stream)) return
    this.#retrying.add(stream)
    this.#scene.timeline.after(this.#chance.between(500, 8_000), this, () => {
      this.#untilDone(async () => {
        await handle(this.#deps, this.#context(account), invoice, stream, retryInvoice())
        this.#retrying.delete(stream)
      })
    })
  }

  /** Connects the company of an account to the governments that its invoices go to. */
  open(account: number): void {
    const companyId = companyIdOf(account)
    const details = { companyId, name: 'Furnizor', vatNumber: 'RO12345674', country: 'RO', currency: 'RON' } as const
    this.#untilDone(async () => {
      const context = this.#context(account)
      await handle(this.#deps, context, company, streamName(ENVIRONMENT, 'Company', companyId), createCompany(details))
      for (const country of this.connections.countriesOf(account)) await this.connections.setUp(account, country)
      this.configure(account, this.kinds)
      this.buyers.receive(account)
    })
  }

  /** Configures the webhook of an account. `kinds`: those that it chooses; null: all. */
  configure(account: number, kinds: readonly string[] | null): void {
    const scope = this.#scene.scopeOf(account)
    this.#untilDone(async () => {
      const secretName = `webhook/${base62(this.#chance.bytes(16), 22)}`
      const secret = newWebhookSecret((size) => this.#chance.bytes(size))
      await this.#vault.put(scope, secretName, Buffer.from(secret))
      const command = configureWebhook({ url: `https://receiver.example/${account}`, events: kinds, secretName })
      await handle(this.#deps, this.#context(account), webhook, webhookStream(scope), command)
    })
  }

  /** Removes the webhook of an account. */
  remove(account: number): void {
    const stream = webhookStream(this.#scene.scopeOf(account))
    this.#untilDone(async () => {
      await handle(this.#deps, this.#context(account), webhook, stream, removeWebhook())
    })
  }

  /** Asks for a new signing secret for the webhook of an account, if it has one. */
  rotate(account: number): void {
    const context = { ...this.#context(account), commandId: this.#scene.newUuid() }
    const deps = { ...this.#deps, vault: this.#vault, random: (size: number) => this.#chance.bytes(size) }
    this.#untilDone(() => unlessRefused(rotateSecret(deps, context)))
  }

  /** Has all events of an account sent again, if it has a webhook. */
  replay(account: number): void {
    const context = { ...this.#context(account), commandId: this.#scene.newUuid() }
    const wanted = { from: new Date(BEGIN - 1), to: null, kinds: null, after: null }
    const { network, databaseServer, ports, store } = this.#scene
    const marks = network.remote(this, databaseServer, 'marks', ports.marks)
    const events = publicEventsOf(store, (position) => scheduledUpTo(marks, this.timers, position, this.stopping))
    this.#untilDone(() => unlessRefused(replayEvents(this.#deps, events, context, wanted)))
  }

  #untilDone(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!isOutage(error)) {
        this.#scene.fail(`a command failed: ${error instanceof Error ? error.stack : String(error)}`)
        return
      }
      this.#scene.timeline.after(this.#chance.between(...AGAIN_MS), this, () => {
        this.#untilDone(work)
      })
    })
  }

  #context(account: number): ScopedContext {
    const scope = this.#scene.scopeOf(account)
    return { ...scope, actor: 'operator', correlationId: 'req_simulated', causationId: 'req_simulated' }
  }
}

/** The id of an invoice, from the idempotency key of its client. */
export function invoiceIdOf({ number }: Pick<InvoicePlan, 'number'>): string {
  return derivedId('inv', 'simulated', String(number))
}

function commandOf(plan: InvoicePlan): CreateInvoice {
  const { country, number } = plan
  const accepted = acceptedInvoice(String(number), { country, issueDate: '2026-06-01', dueDate: '2026-06-30' })
  return {
    invoiceId: invoiceIdOf(plan),
    companyId: companyIdOf(plan.account),
    ...listedTerms(accepted),
    netAmount: '200.00',
    vatAmount: '42.00',
    grossAmount: '242.00',
    content: { kind: 'inline', invoice: accepted },
    requestHash: 'the same',
  }
}
