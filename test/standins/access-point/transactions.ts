import { randomUUID } from 'node:crypto'
import type { Failure } from './options.js'

/** A row of `outbound_transaction`. */
export interface Transaction {
  readonly id: string
  readonly instanceId: string
  readonly sender: string
  readonly receiver: string
  readonly documentType: string
  readonly process: string
  readonly country: string
  readonly bytes: Buffer
  readonly createdAt: Date
  status: 'pending' | 'sending' | 'sent' | 'failed' | 'permanently_failed' | 'rejected'
  attempts: number
  completedAt: Date | null
  nextRetryAt: Date | null
  error: string | null
  levelStatus: 'pending' | 'received_ap' | 'received_ab' | 'received_re'
}

/** A document that a receiver's access point has got. Repetitions have no effect there. */
export interface Delivery {
  readonly instanceId: string
  readonly messageId: string
  readonly at: Date
}

/** What the next tries of a transaction come to. */
export interface Plan {
  readonly failure: Failure | null
  /** So many tries still fail. */
  failing: number
  readonly permanent: boolean
  readonly arrives: boolean
}

/** phoss-ap's own tries. */
const MOST_ATTEMPTS = 5

/** All accepted documents of the access point, and their outcomes. */
export class Transactions {
  readonly rows: Transaction[] = []
  readonly deliveries: Delivery[] = []
  readonly #plans = new Map<Transaction, Plan>()

  constructor(
    private readonly now: () => Date,
    private readonly retrySeconds: number,
  ) {}

  /** A new row, under any id: the access point does not check it. */
  take(
    row: Pick<Transaction, 'instanceId' | 'sender' | 'receiver' | 'documentType' | 'process' | 'country' | 'bytes'>,
    plan: Plan,
  ): Transaction {
    const taken: Transaction = {
      ...row,
      id: randomUUID(),
      createdAt: this.now(),
      status: 'pending',
      attempts: 0,
      completedAt: null,
      nextRetryAt: null,
      error: null,
      levelStatus: 'pending',
    }
    this.rows.push(taken)
    this.#plans.set(taken, plan)
    return taken
  }

  /** One try to hand a document over; the AS4 message id that it went under. */
  attempt(row: Transaction, at = this.now()): { readonly messageId: string; readonly failure: Failure | null } {
    const plan = this.#plans.get(row)
    const messageId = `${randomUUID()}@phase4`
    row.attempts += 1
    if (plan?.failure && plan.failing > 0) {
      plan.failing -= 1
      if (plan.arrives) this.deliveries.push({ instanceId: row.instanceId, messageId, at })
      row.error = errorOf(plan.failure)
      const isOver = plan.permanent || row.attempts >= MOST_ATTEMPTS
      row.status = isOver ? 'permanently_failed' : 'failed'
      row.nextRetryAt = isOver ? null : new Date(at.getTime() + this.retrySeconds * 1000 * 2 ** (row.attempts - 1))
      return { messageId, failure: plan.failure }
    }
    this.deliveries.push({ instanceId: row.instanceId, messageId, at })
    row.status = 'sent'
    row.completedAt = at
    row.nextRetryAt = null
    row.error = null
    return { messageId, failure: null }
  }

  /** What its own scheduler has done by now. */
  catchUp(): void {
    for (const row of this.rows)
      while (row.status === 'failed' && row.nextRetryAt !== null && row.nextRetryAt <= this.now())
        this.attempt(row, row.nextRetryAt)
  }

  /** Null where there is none, and where there are several. */
  byInstance(instanceId: string): Transaction | null {
    const [only, ...others] = this.rows.filter((row) => row.instanceId === instanceId)
    return others.length === 0 ? (only ?? null) : null
  }

  forget(row: Transaction): void {
    this.rows.splice(this.rows.indexOf(row), 1)
  }
}

/** `errorDetails`, which says less than the report does. */
function errorOf({ lookupError, lookupException, sendingResult }: Failure): string {
  if (lookupError === undefined) return `Error in AS4 sending with result code ${sendingResult ?? ''}`
  return lookupException === undefined ? lookupError : `${lookupError}. Technical details: ${lookupException.message}`
}

/** A row as the API shows it. */
export function shown(row: Transaction): object {
  return {
    id: row.id,
    transactionType: 'business_document',
    senderID: row.sender,
    receiverID: row.receiver,
    docTypeID: row.documentType,
    processID: row.process,
    sbdhInstanceID: row.instanceId,
    status: row.status,
    attemptCount: row.attempts,
    createdDT: row.createdAt.toISOString(),
    completedDT: row.completedAt?.toISOString() ?? null,
    reportingStatus: 'pending',
    nextRetryDT: row.nextRetryAt?.toISOString() ?? null,
    errorDetails: row.error,
    mlsStatus: row.levelStatus,
    custom1: null,
    custom2: null,
    custom3: null,
  }
}
