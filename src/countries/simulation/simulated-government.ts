import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { InvoiceRequest, CountryCode } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import type { InvoicingMode } from '../../domain/invoice.js'
import type { FileNumbers } from '../gateway/file-numbers.js'
import type { Quoted } from '../rejections/quoted.js'
import type {
  Addressed,
  Gateway,
  GovernmentDocument,
  OfflineOutcome,
  OfflineSubmission,
  ParticipantOutcome,
  ReceivingOutcome,
  Submission,
  Unavailable,
} from '../gateway/gateway.js'
import type { LedgerEntry, SimulatorLedger } from './ledger.js'
import { magicValues, magicValuesOf } from './magic-values.js'
import type { Simulator, SimulatorSettings } from './simulator.js'

/** The parts of a simulated government that differ by country. */
export interface SimulatedGovernment extends Pick<Simulator, 'offeredCodes'> {
  readonly country: CountryCode
  /**
   * The raw text of a catalogue code about an invoice; null for an unknown code. Without an
   * invoice the text of an example.
   */
  rejectionText(code: string, quoted?: Quoted): string | null
  /** The values of the rejected invoice that it quotes. */
  quoted(rejected: RejectedUpload): Quoted
  /**
   * The file name of an attempt, if the government identifies files by their names; `file` of the
   * other members is that name, null if there is none.
   */
  fileName?(submission: Submission, numbers: FileNumbers): Promise<string>
  /** The address of the real government's call, for `invoice.submitted`. */
  govEndpoint(submission: Submission, file: string | null): string
  /**
   * The government's id of an upload, derived from the ledger's number, and the inverse; null: not
   * one of its ids.
   */
  uploadId(ledgerId: string): string
  ledgerId(uploadId: string): string | null
  /** What has to be unique with a supplier, if not only the invoice number. */
  uniqueNumber?(invoice: InvoiceRequest): string
  /**
   * Whether the number of an invoice that was rejected with this text stays used; absent: never.
   */
  keepsNumber?(errorMessage: string): boolean
  /** Raw text for a number that the supplier has already used, in the upload `original`. */
  duplicateText(entry: LedgerEntry, original: LedgerEntry | null): string
  /**
   * Raw text for a document that the government opens and rejects; null: it finds nothing. Absent:
   * the rules of the service are the government's.
   */
  contentText?(submission: Submission): string | null
  /** Raw text for an unknown upload id. */
  unknownUploadText(uploadId: string): string
  /** Its network's data of a participant; absent: it has no network. */
  participant?(participantId: string): ParticipantOutcome
  /** Which formats a receiver accepts; absent: all. */
  receivable?(addressed: Addressed): Promise<ReceivingOutcome>
  /** Issues an invoice before it has it; absent: there are no such invoices. */
  issueOffline?(submission: OfflineSubmission): OfflineOutcome
  /** Whether it accepts reports of payments; absent: no. */
  readonly takesPaymentReports?: true
  accepted(entry: LedgerEntry, submission: Submission, file: string | null): Acceptance
  rejection(entry: LedgerEntry, submission: Submission, errorMessage: string, file: string | null): GovernmentDocument
}

/** An upload that is rejected. */
interface RejectedUpload {
  readonly entry: LedgerEntry
  readonly submission: Submission
  /** The earlier upload with the number; null: none. */
  readonly original: LedgerEntry | null
}

/** The data of a government's acceptance, in its own language. */
export interface Acceptance {
  readonly govId: string
  readonly govMessage: string
  readonly receipt: GovernmentDocument
  readonly invoicingMode?: InvoicingMode
  readonly certificateUrl?: string
}

/** The simulator of a country, from the parts that differ by country. */
export function simulatorOf(government: SimulatedGovernment): Simulator {
  return {
    offeredCodes: government.offeredCodes,
    rejectionText: (code) => government.rejectionText(code),
    gateway: (ledger, settings) => simulatedGateway(government, ledger, settings),
  }
}

/**
 * The stand-in for a government in the test environment: accepts after `decisionSeconds`, rejects
 * a number that was used before, and follows the magic values. It stores nothing itself, so any
 * process may request the decision.
 */
function simulatedGateway(
  government: SimulatedGovernment,
  ledger: SimulatorLedger,
  { decisionSeconds, now, fileNumbers }: SimulatorSettings,
): Gateway {
  const { country } = government

  function outage({ scope, invoiceId, invoice }: Submission): Promise<Unavailable | null> {
    return outageOf(scope, invoiceId, magicValuesOf(invoice).outageSeconds)
  }

  async function outageOf(scope: Scope, id: string, outageSeconds: number | null): Promise<Unavailable | null> {
    if (outageSeconds === null) return null
    const since = await ledger.firstTried(scope, country, id, now())
    const remaining = secondsUntil(after(since, outageSeconds))
    return remaining <= 0
      ? null
      : {
          kind: 'unavailable',
          reason: 'simulated outage (SIM-OUTAGE)',
          retryAfterSeconds: atMost(remaining, LONGEST_WAIT),
          // It concerns only the invoice that requests it.
          concerns: 'invoice',
        }
  }

  async function fileOf(submission: Submission): Promise<string | null> {
    return (await government.fileName?.(submission, fileNumbers)) ?? null
  }

  function secondsUntil(instant: Date): number {
    return (instant.getTime() - now().getTime()) / 1000
  }

  return {
    async submit(submission, lease) {
      const unavailable = await outage(submission)
      if (unavailable !== null) return unavailable
      const { scope, attemptId, invoiceId, invoice, xml } = submission
      const { vatNumber: supplierVat } = invoice.supplier
      const sha256 = hash('sha256', xml)
      const file = await fileOf(submission)
      // A process that was paused has due timers: they run first and show whether it still holds
      // the lease.
      await setTimeout(0)
      if (lease !== undefined && (lease.lost.aborted || !lease.isHeld()))
        return { kind: 'unavailable', reason: 'another worker took over', retryAfterSeconds: 1, concerns: 'invoice' }
      const entry = await ledger.record({
        scope,
        country,
        attemptId,
        invoiceId,
        supplierVat,
        sha256,
        number: government.uniqueNumber?.(invoice) ?? invoice.number,
        receivedAt: now(),
      })
      return {
        kind: 'submitted',
        uploadId: government.uploadId(entry.uploadId),
        govEndpoint: government.govEndpoint(submission, file),
      }
    },

    async find(submission) {
      const unavailable = await outage(submission)
      if (unavailable !== null) return unavailable
      const entry = await ledger.findByAttempt(submission.scope, country, submission.attemptId)
      if (entry === null) return { kind: 'unknown' }
      return {
        kind: 'known',
        uploadId: government.uploadId(entry.uploadId),
        govEndpoint: government.govEndpoint(submission, await fileOf(submission)),
      }
    },

    async poll(submission, uploadId) {
      const unavailable = await outage(submission)
      if (unavailable !== null) return unavailable
      const { scope, invoice } = submission
      const ledgerId = government.ledgerId(uploadId)
      const entry = ledgerId === null ? null : await ledger.findByUpload(scope, country, ledgerId)
      if (entry === null)
        return { kind: 'rejected', errorMessage: government.unknownUploadText(uploadId), document: null }
      const { rejectCode, slowSeconds } = magicValuesOf(invoice)
      const remaining = secondsUntil(after(entry.receivedAt, decisionSeconds + slowSeconds))
      if (remaining > 0) return { kind: 'pending', retryAfterSeconds: atMost(remaining, LONGEST_WAIT) }
      const { duplicateOf } = entry
      const original = duplicateOf === null ? null : await ledger.findByUpload(scope, country, duplicateOf)
      const duplicate = duplicateOf === null ? null : government.duplicateText(entry, original)
      const errorMessage =
        rejectCode === null
          ? (duplicate ?? government.contentText?.(submission) ?? null)
          : requestedText(government, rejectCode, { entry, submission, original })
      const file = await fileOf(submission)
      if (errorMessage === null) return { kind: 'accepted', ...government.accepted(entry, submission, file) }
      if (government.keepsNumber?.(errorMessage) !== true) await ledger.markRejected(scope, country, entry.uploadId)
      return { kind: 'rejected', errorMessage, document: government.rejection(entry, submission, errorMessage, file) }
    },

    async reconcile(submission, uploadId) {
      const { scope, invoice } = submission
      const ledgerId = government.ledgerId(uploadId)
      const entry = ledgerId === null ? null : await ledger.findByUpload(scope, country, ledgerId)
      if (entry === null) return { kind: 'unknown' }
      const { rejectCode, slowSeconds } = magicValuesOf(invoice)
      if (secondsUntil(after(entry.receivedAt, decisionSeconds + slowSeconds)) > 0) return { kind: 'pending' }
      if (rejectCode !== null) return { kind: 'rejected', errorMessage: `SIM-REJECT-${rejectCode}` }
      if (entry.duplicateOf !== null) return { kind: 'rejected', errorMessage: government.duplicateText(entry, null) }
      const content = government.contentText?.(submission) ?? null
      if (content !== null) return { kind: 'rejected', errorMessage: content }
      // Without the file's name: a request for it would assign one.
      return { kind: 'accepted', govId: government.accepted(entry, submission, null).govId }
    },

    ...(government.participant && {
      participant: (id) => Promise.resolve(government.participant?.(id) ?? { kind: 'unregistered' }),
    }),
    ...(government.receivable && { receivable: government.receivable.bind(government) }),
    ...(government.issueOffline && { issueOffline: government.issueOffline.bind(government) }),
    answers: {
      async send({ scope, responseId, reason }) {
        const { rejectCode, outageSeconds } = magicValues(reason ?? '')
        const unavailable = await outageOf(scope, responseId, outageSeconds)
        if (unavailable !== null) return unavailable
        if (rejectCode !== null) {
          const errorMessage = government.rejectionText(rejectCode) ?? `SIM-REJECT-${rejectCode}`
          return { kind: 'refused', errorMessage }
        }
        return { kind: 'submitted', reference: `sim-${responseId}` }
      },
      follow({ reason }, _reference, submittedAt) {
        const remaining = secondsUntil(after(submittedAt, magicValues(reason ?? '').slowSeconds))
        const isPending = remaining > 0
        return Promise.resolve(
          isPending ? { kind: 'pending', retryAfterSeconds: atMost(remaining, LONGEST_WAIT) } : { kind: 'confirmed' },
        )
      },
    },
    ...(government.takesPaymentReports && {
      async reportPayment(submission, _govId, { paymentId }) {
        return (await outage(submission)) ?? { kind: 'reported', reportId: `sim-${paymentId}`, document: null }
      },
    }),
  }
}

/**
 * The raw text of a magic code, about the invoice. The rest after a known code belongs to the
 * caller, as in `SIM-REJECT-CUI-2026-0017`, since an external id has to be unique. An unknown code
 * is its own text.
 */
function requestedText(government: SimulatedGovernment, requested: string, rejected: RejectedUpload): string {
  const quoted = government.quoted(rejected)
  const parts = requested.split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const text = government.rejectionText(parts.slice(0, length).join('-'), quoted)
    if (text !== null) return text
  }
  return `SIM-REJECT-${requested}`
}

/**
 * Long enough to spare the ledger, short enough to see a decision soon.
 */
const LONGEST_WAIT = 30

/** Whole seconds, at least one. */
function atMost(seconds: number, limit: number): number {
  return Math.min(Math.max(1, Math.ceil(seconds)), limit)
}

function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}
