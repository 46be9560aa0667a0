import type pg from 'pg'
import type { Logger } from 'pino'
import type { ProgressTracker } from '../projections/engine/progress.js'
import type { Vault } from '../storage/vault.js'
import { WakeUpSignal } from './wake-up-signal.js'
import { type Chore, seeTo } from './chore.js'
import { DeliveryLanes } from './delivery-lane.js'
import { DeliveryReconciliation } from './delivery-reconciliation.js'
import { DeliveryScheduler } from './delivery-scheduler.js'
import type { Sender } from './delivery-sender.js'
import { InvoicePipeline } from './invoice-pipeline.js'
import type { PipelineDeps } from './invoice-steps.js'
import { SecretSweep } from './secret-erasure.js'
import { WebhookHistory } from './webhook-history.js'
import { Worker } from './worker.js'
import { WorkList } from './work-list.js'

/** What all processors of a process work with. */
export interface ProcessorsDeps extends PipelineDeps {
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly sender: Sender
  readonly log: Logger
  /** Seconds after which the work of a killed or paused process goes to others; default 15. */
  readonly claimSeconds?: number | undefined
}

/**
 * All processors: whatever reacts to events with effects outside. Any number of processes may run
 * them on one database.
 */
export class Processors {
  readonly #wakeUpSignals = { invoices: new WakeUpSignal(), deliveries: new WakeUpSignal() }
  readonly #workList: WorkList
  readonly #worker: Worker
  readonly #scheduler: DeliveryScheduler
  readonly #chores: readonly Chore[]
  readonly #deps: ProcessorsDeps

  constructor(deps: ProcessorsDeps) {
    const { pool, log, clock } = deps
    const webhooks = new WebhookHistory(deps.store)
    this.#deps = deps
    this.#workList = new WorkList(pool, deps.claimSeconds)
    this.#scheduler = new DeliveryScheduler({ ...deps, webhooks, workList: this.#workList })
    this.#chores = [new DeliveryReconciliation(deps), new SecretSweep(deps)]
    this.#worker = new Worker({
      workList: this.#workList,
      jobs: [new InvoicePipeline(deps), new DeliveryLanes({ ...deps, webhooks })],
      wakeUpSignalOf: (kind) => this.#wakeUpSignals[kind],
      clock,
      log,
    })
  }

  /**
   * Ends the claims of a dead process. Only for a process that knows that it is alone on its
   * database.
   */
  async takeOver(): Promise<void> {
    await this.#workList.releaseAll()
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
  }

  /** Works until the signal aborts, then finishes what is under way. */
  async run(signal: AbortSignal): Promise<void> {
    const { claimSeconds } = this.#workList
    const chores = this.#chores.map((chore) => seeTo(chore, { ...this.#deps, claimSeconds }, signal))
    await Promise.all([this.#worker.run(signal), this.#scheduler.run(signal), ...chores])
  }
}
