import type { Country } from '../../src/countries/country.js'
import type { Gateway, GovernmentDocument, PollOutcome, Submission } from '../../src/countries/gateway/gateway.js'
import type { InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { memoryLedger } from './simulation/memory-ledger.js'
import { memoryFileNumbers } from './gateway/memory-file-numbers.js'

/** A simulated government with a clock of its own, one way to hand in and one to wait. */
export interface Simulated extends Pick<Gateway, 'find' | 'submit'> {
  /** Lets time pass, in seconds. */
  pass(seconds: number): void
  /** Another process takes over: a gateway of its own on the same ledger. */
  restart(): void
  /** The sample as an upload of its own, with what is to be otherwise. */
  submission(change?: Partial<InvoiceRequest>, account?: string): Submission
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
  /** Hands in, and gives the upload's id. */
  submitted(submission: Submission): Promise<string>
  /** Hands in, waits for the decision, so many seconds longer than usual, and gives it. */
  decisionOn(submission: Submission, slow?: number): Promise<PollOutcome>
  /** The same of the sample, with what is to be otherwise. */
  decided(change?: Partial<InvoiceRequest>, options?: { account?: string; slow?: number }): Promise<PollOutcome>
}

/** How a simulated government begins. */
interface Beginning {
  /** The invoice that is handed in where nothing else is said. */
  readonly sample: InvoiceRequest
  /** The time on its clock. */
  readonly now?: string
  /** Its document. */
  readonly xml?: string
}

/** Seconds from an upload to the decision. */
export const DECISION_SECONDS = 10

/** A country's simulated government. */
export function simulated({ invoicing }: Country, { sample, ...beginning }: Beginning): Simulated {
  if (invoicing === null) throw new Error('no format')
  const { simulator } = invoicing
  const xml = new TextEncoder().encode(beginning.xml ?? '<Invoice/>')
  let now = new Date(beginning.now ?? '2026-11-21T10:00:00.000Z')
  let attempts = 0
  const ledger = memoryLedger()
  const fileNumbers = memoryFileNumbers()
  const start = (): Gateway =>
    simulator.gateway(ledger, { decisionSeconds: DECISION_SECONDS, now: () => now, fileNumbers })
  let gateway = start()

  function pass(seconds: number): void {
    now = new Date(now.getTime() + seconds * 1000)
  }

  function poll(submission: Submission, uploadId: string): Promise<PollOutcome> {
    return gateway.poll(submission, uploadId, now)
  }

  async function submitted(submission: Submission): Promise<string> {
    const outcome = await gateway.submit(submission)
    if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
    return outcome.uploadId
  }

  function submission(change: Partial<InvoiceRequest> = {}, account = 'acc_1'): Submission {
    attempts += 1
    return {
      scope: { account, environment: 'test' },
      invoiceId: `inv_${attempts}`,
      attemptId: `attempt-${attempts}`,
      refusals: 0,
      createdAt: now,
      access: null,
      invoice: { ...sample, ...change },
      xml,
    }
  }

  async function decisionOn(handed: Submission, slow = 0): Promise<PollOutcome> {
    const uploadId = await submitted(handed)
    pass(DECISION_SECONDS + slow)
    return poll(handed, uploadId)
  }

  return {
    pass,
    poll,
    submission,
    submitted,
    decisionOn,
    restart() {
      gateway = start()
    },
    submit: (handed) => gateway.submit(handed),
    find: (handed) => gateway.find(handed),
    decided: (change, { account, slow } = {}) => decisionOn(submission(change, account), slow),
  }
}

/** The document that came with a decision; null: none came. */
export function documentOf(outcome: PollOutcome): GovernmentDocument | null {
  return outcome.kind === 'accepted' ? outcome.receipt : outcome.kind === 'rejected' ? outcome.document : null
}

/** Its text; empty where none came. */
export function textOf(outcome: PollOutcome): string {
  return new TextDecoder().decode(documentOf(outcome)?.bytes)
}
