import type { NoAnswer, PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { acceptance, modeIn } from './acceptance.js'
import { inWords, type KsefStatus } from './answers.js'
import { isSaid, saidInWords } from './api.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { sha256 } from './encryption.js'
import { notUnderstood, unanswered } from './failures.js'
import { type Json, objectIn, objectsIn, referenceIn, textIn } from './json.js'
import { fetchReceipt, type Receipt } from './receipt.js'
import type { SessionInvoices } from './session-invoices.js'

/** The invoice that KSeF already has, as far as it could be determined. */
type Original =
  | { readonly kind: 'ours' | 'another' }
  /** It can't be determined. */
  | { readonly kind: 'hidden' }
  | NoAnswer

const NUMBER = /\b[0-9]{10}-[0-9]{8}-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}\b/i
const SESSION = /\b[0-9]{8}-[A-Z]{2}-[0-9A-F]{10}-[0-9A-F]{10}-[0-9A-F]{2}\b/i
/** How far our clock may run ahead of KSeF's. */
const SKEW_MS = 5 * 60_000
const PAGE = 1000
/** Sessions of a company since an invoice was made: with interactive ones alone, two a day. */
const MOST_SESSIONS = 50
const HIDDEN_SECONDS = 3600
const NO_RECEIPT_SECONDS = 30

/**
 * KSeF refuses duplicates by the seller's NIP, the kind of invoice and its number, and names the
 * first one. If that is the same document, byte by byte, it is this invoice, and is accepted; else
 * another document has the number, and the rejection is final.
 */
export class Duplicates {
  constructor(
    private readonly connections: Connections,
    private readonly invoices: SessionInvoices,
    private readonly tools: GatewayTools,
  ) {}

  /** @param isOld whether nothing was determined for a day: then the rejection is final */
  async judged(
    submission: Submission,
    taxpayer: Taxpayer,
    status: KsefStatus,
    rejected: PollOutcome,
    isOld: boolean,
  ): Promise<PollOutcome> {
    const words = inWords(status)
    const number = numberIn(status.extensions['originalKsefNumber']) ?? numberIn(words)
    const session = referenceIn(status.extensions['originalSessionReferenceNumber']) ?? SESSION.exec(words)?.[0] ?? null
    if (number === null) {
      if (isOld) return rejected
      return unanswered(`KSeF reports an earlier invoice without its number: ${words}`, HIDDEN_SECONDS, this.tools)
    }
    const ours = sha256(submission.xml)
    if (session !== null) {
      const path = `/sessions/${session}/invoices/ksef/${number}/upo`
      const receipt = await fetchReceipt(this.connections, this.tools, taxpayer, path)
      if (receipt.kind === 'receipt' && receipt.ksefNumber === number)
        return receipt.invoiceHash === ours ? this.#accepted(submission, taxpayer, number, receipt) : rejected
      if (receipt.kind !== 'receipt' && receipt.kind !== 'none') return receipt
    }
    // The session may be that of the duplicate itself, or one of another program of the seller.
    const original = await this.#original(submission, taxpayer, number, ours)
    switch (original.kind) {
      case 'ours':
        return this.#withReceipt(submission, taxpayer, number, isOld)
      case 'another':
        return rejected
      case 'hidden':
        if (isOld) return rejected
        return unanswered(
          `KSeF already has ${number} and does not show whether it is this document; grant the credentials InvoiceRead`,
          HIDDEN_SECONDS,
          this.tools,
        )
      default:
        return original
    }
  }

  /** By the sessions since the invoice was made, then by the invoice itself. */
  async #original(submission: Submission, taxpayer: Taxpayer, number: string, ours: string): Promise<Original> {
    const listed = await this.#listed(submission, taxpayer, number)
    if (listed !== null && 'kind' in listed) return listed
    if (listed !== null) return { kind: listed.item['invoiceHash'] === ours ? 'ours' : 'another' }
    const { said } = await this.connections.call(taxpayer, {
      method: 'GET',
      path: `/invoices/ksef/${number}`,
      name: 'the download of an invoice',
      expects: 'bytes',
      group: 'download',
    })
    if (!isSaid(said)) return said
    if (said.kind === 'bytes') return { kind: sha256(said.bytes) === ours ? 'ours' : 'another' }
    return { kind: 'hidden' }
  }

  async #withReceipt(submission: Submission, taxpayer: Taxpayer, number: string, isOld: boolean): Promise<PollOutcome> {
    const listed = await this.#listed(submission, taxpayer, number)
    if (listed !== null && 'kind' in listed) return listed
    if (listed !== null) {
      const path = `/sessions/${listed.session}/invoices/ksef/${number}/upo`
      const receipt = await fetchReceipt(this.connections, this.tools, taxpayer, path)
      if (receipt.kind === 'receipt') return this.#accepted(submission, taxpayer, number, receipt)
      if (receipt.kind !== 'none') return receipt
    }
    if (isOld) {
      const mode = modeIn(listed?.item['invoicingMode'])
      return acceptance({ ksefNumber: number, mode, receipt: null }, submission, taxpayer, this.tools)
    }
    return { kind: 'pending', retryAfterSeconds: NO_RECEIPT_SECONDS * this.tools.pace }
  }

  #accepted(
    submission: Submission,
    taxpayer: Taxpayer,
    ksefNumber: string,
    { mode, document }: Extract<Receipt, { kind: 'receipt' }>,
  ): PollOutcome {
    return acceptance({ ksefNumber, mode, receipt: document }, submission, taxpayer, this.tools)
  }

  /** The first with that number among those that these credentials sent; null: none. */
  async #listed(
    { createdAt }: Submission,
    taxpayer: Taxpayer,
    number: string,
  ): Promise<{ readonly session: string; readonly item: Json } | NoAnswer | null> {
    const from = new Date(createdAt.getTime() - SKEW_MS)
    for (const type of ['Online', 'Batch'] as const) {
      const sessions = await this.#sessions(taxpayer, type, from)
      if ('kind' in sessions) return sessions
      for (const session of sessions) {
        const listed = await this.invoices.of(taxpayer, session, createdAt)
        if (listed.kind === 'no-session') continue
        if (listed.kind !== 'listed') return listed
        const item = listed.invoices.find(({ ksefNumber }) => ksefNumber === number)
        if (item !== undefined) return { session, item }
      }
    }
    return null
  }

  async #sessions(taxpayer: Taxpayer, type: 'Online' | 'Batch', from: Date): Promise<readonly string[] | NoAnswer> {
    const query = new URLSearchParams({
      sessionType: type,
      pageSize: String(PAGE),
      dateCreatedFrom: from.toISOString(),
    })
    const name = 'the list of sessions'
    const { said } = await this.connections.call(taxpayer, {
      method: 'GET',
      path: `/sessions?${query.toString()}`,
      name,
      expects: 'json',
      group: 'sessions',
    })
    if (!isSaid(said)) return said
    // Without the right to list sessions none are visible.
    if (said.kind === 'forbidden') return []
    const json = said.kind === 'json' ? objectIn(said.json) : null
    if (json === null || !Array.isArray(json['sessions'])) return notUnderstood(name, saidInWords(said), this.tools)
    return objectsIn(json['sessions'])
      .flatMap(({ referenceNumber }) => referenceIn(referenceNumber) ?? [])
      .slice(0, MOST_SESSIONS)
  }
}

function numberIn(value: unknown): string | null {
  return NUMBER.exec(textIn(value) ?? '')?.[0] ?? null
}
