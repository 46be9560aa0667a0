import type { Logger } from 'pino'
import type { Timers } from '../domain/timers.js'
import type { ProgressTracker } from '../projections/engine/progress.js'
import type { Mailbox } from '../countries/mailbox.js'
import type { CountrySettings } from '../countries/settings.js'
import type { Vault } from '../storage/vault.js'
import { WakeUpSignal } from './wake-up-signal.js'
import { type Chore, seeTo } from './chore.js'
import { collectedCountries, Collecting, type CollectionMarks } from './collecting.js'
import { DeliveryLanes } from './delivery-lane.js'
import { DeliveryReconciliation } from './delivery-reconciliation.js'
import { DeliveryScheduler } from './delivery-scheduler.js'
import type { Sender } from './delivery-sender.js'
import type { InvoiceMessages } from './invoice-messages.js'
import { InvoicePipeline } from './invoice-pipeline.js'
import type { PipelineDeps } from './invoice-step.js'
import type { Locks } from './locks.js'
import type { Marks } from './marks.js'
import { MessageDesk } from './message-desk.js'
import type { Outbox } from './outbox.js'
import type { Receivers } from './receivers.js'
import { SecretSweep } from './secret-erasure.js'
import { SubmittingAccess } from './submitting-access.js'
import { TokenRefresh } from './token-refresh.js'
import { WebhookHistory } from './webhook-history.js'
import { Worker } from './worker.js'
import type { Gates, WorkList, WorkSource } from './work-list.js'

/** What the processors of all processes share. */
export interface ProcessorPorts {
  readonly workList: WorkList
  readonly gates: Gates
  readonly outbox: Outbox
  readonly receivers: Receivers
  readonly marks: Marks
  readonly locks: Locks
  readonly messages: InvoiceMessages
  readonly mailbox: Pick<Mailbox, 'put'>
  readonly collectionMarks: CollectionMarks
}

/** What all processors of a process work with. */
export interface ProcessorsDeps extends Omit<PipelineDeps, 'access'>, ProcessorPorts {
  readonly timers: Timers
  readonly vault: Vault
  readonly sender: Sender
  readonly log: Logger
  /** Our registrations at governments stand in them. */
  readonly countrySettings: CountrySettings
  /** Multiplies waiting times between calls to governments: `GOVERNMENT_PACE`. */
  readonly pace: number
  /** Chores of other parts of the service. */
  readonly chores?: readonly Chore[]
}

/**
 * All processors: whatever reacts to events with effects outside. Any number of processes may run
 * them on one database.
 */
export class Processors {
  readonly #wakeUpSignals: { readonly [Kind in WorkSource['kind']]: WakeUpSignal }
  readonly #worker: Worker
  readonly #scheduler: DeliveryScheduler
  readonly #desk: MessageDesk
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
    }
    this.#scheduler = new DeliveryScheduler({ ...deps, webhooks })
    this.#desk = new MessageDesk(deps)
    this.#chores = [new DeliveryReconciliation(deps), new SecretSweep(deps), ...(deps.chores ?? [])]
    const access = new SubmittingAccess(deps)
    const invoices = new InvoicePipeline({ ...deps, access })
    const countries = collectedCountries(deps)
    this.#worker = new Worker({
      ...deps,
      jobs: [
        invoices,
        new DeliveryLanes({ ...deps, webhooks }),
        new TokenRefresh(deps),
        ...(countries.length > 0 ? [new Collecting({ ...deps, access }, countries)] : []),
      ],
      wakeUpSignalOf: (kind) => this.#wakeUpSignals[kind],
    })
  }

  /**
   * Ends the claims of a dead process. Only for a process that knows that it is alone on its
   * database.
   */
  async takeOver(): Promise<void> {
    await this.#deps.workList.releaseAll()
  }

  /**
   * Looks for work as soon as a read model of this process shows new rows, not only at intervals.
   */
  listenTo(progress: ProgressTracker): void {
    progress.onProgress('todo', () => {
      this.#wakeUpSignals.invoices.send()
    })
    progress.onProgress('outbox', () => {
      this.#wakeUpSignals.deliveries.send()
    })
    progress.onProgress('collections', () => {
      this.#wakeUpSignals.collections.send()
    })
    progress.onProgress('token_refreshes', () => {
      this.#wakeUpSignals.connections.send()
    })
  }

  /** Works until the signal aborts, then finishes what is under way. */
  async run(signal: AbortSignal): Promise<void> {
    const { claimSeconds } = this.#deps.workList
    const chores = this.#chores.map((chore) => seeTo(chore, { ...this.#deps, claimSeconds }, signal))
    await Promise.all([this.#worker.run(signal), this.#scheduler.run(signal), this.#desk.run(signal), ...chores])
  }
}
