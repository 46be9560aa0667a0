import type { Logger } from 'pino'
import type { Timers } from '../domain/timers.js'
import type { Mailbox } from '../countries/gateway/mailbox.js'
import type { CountrySettings } from '../countries/settings.js'
import type { Vault } from '../storage/vault/vault.js'
import { WakeUpSignal } from './work/wake-up-signal.js'
import { type Chore, runPeriodically } from './work/chore.js'
import { collectedCountries, Collecting, type CollectionMarks } from './collecting/collecting.js'
import { HintDesk, type Hints } from './collecting/hints.js'
import { DeliveryLanes } from './deliveries/lane.js'
import { DeliveryReconciliation } from './deliveries/reconciliation.js'
import { DeliveryScheduler } from './deliveries/scheduler.js'
import type { Sender } from './deliveries/sender.js'
import { Answers } from './receiving/answers.js'
import { ArrivalDesk, type ArrivalDeskDeps } from './receiving/arrival-desk.js'
import { lookedAtCountries, Looking, wakingOfLooks } from './receiving/looking.js'
import type { Looks } from './receiving/looks.js'
import { TestArrivals } from './receiving/test-arrivals.js'
import type { ReceivingCompanies } from './receiving/receiving-companies.js'
import type { InvoiceMessages } from './collecting/invoice-messages.js'
import { InvoicePipeline } from './pipeline/invoice-pipeline.js'
import type { PipelineDeps } from './pipeline/invoice-step.js'
import type { Locks } from './work/locks.js'
import type { Marks } from './work/marks.js'
import type { Restores } from '../eventstore/restores.js'
import { InboundMessages } from './collecting/inbound-messages.js'
import type { Outbox } from './deliveries/outbox.js'
import type { Receivers } from './deliveries/receivers.js'
import { SecretSweep } from './deliveries/secret-erasure.js'
import { SubmittingAccess } from './connections/submitting-access.js'
import { TokenRefresh } from './connections/token-refresh.js'
import { WebhookHistory } from './deliveries/webhook-history.js'
import { Worker } from './work/worker.js'
import type { Gates, WorkList, WorkSource } from './work/work-list.js'

/** The state that the processors of all processes share. */
export interface ProcessorPorts {
  readonly workList: WorkList
  readonly gates: Gates
  readonly outbox: Outbox
  readonly receivers: Receivers
  readonly marks: Marks
  readonly restores: Restores
  readonly locks: Locks
  readonly messages: InvoiceMessages
  readonly mailbox: Pick<Mailbox, 'put' | 'expects'>
  readonly collectionMarks: CollectionMarks
  readonly hints: Pick<Hints, 'obey'>
}

/** The state that the processors of receiving share. */
export interface ReceivingPorts extends Pick<ArrivalDeskDeps, 'arrivals' | 'receivedBook' | 'receivedUpTo'> {
  readonly companies: ReceivingCompanies
  readonly looks: Looks
}

/** The dependencies of all processors of a process. */
interface ProcessorsDeps extends Omit<PipelineDeps, 'access'>, ProcessorPorts {
  readonly timers: Timers
  readonly vault: Vault
  readonly sender: Sender
  readonly log: Logger
  /** Contains the service's registrations with governments. */
  readonly countrySettings: CountrySettings
  /** Multiplies waiting times between calls to governments: `GOVERNMENT_PACE`. */
  readonly pace: number
  /** Aborts when the process is to end; absent: calls to governments last as long as they do. */
  readonly stopping?: AbortSignal
  /** The companies that receive, and what they have received; absent: none do. */
  readonly receiving?: ReceivingPorts
  /** Chores of other parts of the service. */
  readonly chores?: readonly Chore[]
}

/** Signals that read models have moved on; later reads may show changes. */
interface ProgressSignal {
  onProgress(readModel: string, listener: () => void): void
}

/**
 * All processors: everything that reacts to events with external effects. Any number of processes
 * may run them on one database.
 */
export class Processors {
  readonly #wakeUpSignals: { readonly [Kind in WorkSource['kind']]: WakeUpSignal }
  readonly #worker: Worker
  readonly #scheduler: DeliveryScheduler
  readonly #desk: InboundMessages
  readonly #hintDesk: HintDesk
  readonly #arrivalDesk: ArrivalDesk | undefined
  readonly #chores: readonly Chore[]
  readonly #deps: ProcessorsDeps

  constructor(deps: ProcessorsDeps) {
    const { timers } = deps
    const webhooks = new WebhookHistory(deps.store)
    this.#deps = deps
    this.#wakeUpSignals = {
      invoices: new WakeUpSignal(timers),
      deliveries: new WakeUpSignal(timers),
      connections: new WakeUpSignal(timers),
      collections: new WakeUpSignal(timers),
      looks: new WakeUpSignal(timers),
      answers: new WakeUpSignal(timers),
    }
    this.#scheduler = new DeliveryScheduler({ ...deps, webhooks })
    this.#desk = new InboundMessages(deps)
    this.#hintDesk = new HintDesk(deps)
    const access = new SubmittingAccess(deps)
    const { receiving } = deps
    this.#chores = [
      new DeliveryReconciliation(deps),
      new SecretSweep(deps),
      ...(receiving ? [wakingOfLooks({ ...deps, ...receiving })] : []),
      ...(deps.chores ?? []),
    ]
    const testArrivals = receiving && new TestArrivals({ ...deps, ...receiving })
    this.#arrivalDesk = receiving && new ArrivalDesk({ ...deps, ...receiving })
    const invoices = new InvoicePipeline({ ...deps, access, ...(testArrivals && { testArrivals }) })
    const countries = collectedCountries(deps)
    const lookedAt = receiving === undefined ? [] : lookedAtCountries(deps)
    this.#worker = new Worker({
      ...deps,
      jobs: [
        invoices,
        new DeliveryLanes({ ...deps, webhooks }),
        new TokenRefresh(deps),
        ...(countries.length > 0 ? [new Collecting({ ...deps, access }, countries)] : []),
        ...(receiving ? [new Answers({ ...deps, access })] : []),
        ...(receiving && lookedAt.length > 0 ? [new Looking({ ...deps, ...receiving, access }, lookedAt)] : []),
      ],
      wakeUpSignalOf: (kind) => this.#wakeUpSignals[kind],
    })
  }

  /**
   * Ends the claims of a dead process. Only for a process that is certainly alone on its database.
   */
  async takeOver(): Promise<void> {
    await this.#deps.workList.releaseAll()
    await this.#deps.receiving?.arrivals.releaseAll()
  }

  /**
   * Looks for work as soon as a read model of this process shows new rows, not only at intervals.
   */
  listenTo(progress: ProgressSignal): void {
    progress.onProgress('todo', () => {
      this.#wakeUpSignals.invoices.send()
    })
    progress.onProgress('answers', () => {
      this.#wakeUpSignals.answers.send()
    })
    progress.onProgress('outbox', () => {
      this.#wakeUpSignals.deliveries.send()
    })
    progress.onProgress('collections', () => {
      this.#wakeUpSignals.collections.send()
      this.#wakeUpSignals.looks.send()
    })
    progress.onProgress('token_refreshes', () => {
      this.#wakeUpSignals.connections.send()
    })
  }

  /** Works until the signal aborts, then finishes what is under way. */
  async run(signal: AbortSignal): Promise<void> {
    const { claimSeconds } = this.#deps.workList
    const chores = this.#chores.map((chore) => runPeriodically(chore, { ...this.#deps, claimSeconds }, signal))
    const desks = [this.#desk.run(signal), this.#hintDesk.run(signal), this.#arrivalDesk?.run(signal)]
    await Promise.all([this.#worker.run(signal), this.#scheduler.run(signal), ...desks, ...chores])
  }
}
