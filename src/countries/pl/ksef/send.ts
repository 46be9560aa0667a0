import { hash } from 'node:crypto'
import type { NoAnswer, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { inWords } from './answers.js'
import { isRefusedWith, type Said, saidInWords } from './api.js'
import { forbidden } from './auth-status.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { sha256 } from './encryption.js'
import { notUnderstood, unanswered } from './failures.js'
import { objectIn, referenceIn } from './json.js'
import type { PublicKeys } from './public-keys.js'
import type { Session, Sessions } from './sessions.js'
import { uploadIdOf } from './upload-id.js'

/** The result of sending a document. */
export type Sent =
  | { readonly kind: 'sent'; readonly uploadId: string; readonly path: string }
  /** KSeF refused the upload, because of the document or the call. */
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

const SEND_MS = 60_000
/** Sessions that are tried for one invoice at a time. */
const MOST_SESSIONS = 3
const NEXT_TRY_SECONDS = 60

/** The session accepts no invoices: it is full, closed, unknown or temporarily unavailable. */
const NO_SESSION = [21155, 21173, 21180, 21184]
/** KSeF refuses the document; repeating the call does not change that. */
const AT_THE_DOOR = [21001, 21217, 21405]
/** The received bytes are not those that were sent. */
const GARBLED = [21402, 21403]

/** Sends documents in interactive sessions. */
export class Sender {
  constructor(
    private readonly connections: Connections,
    private readonly sessions: Sessions,
    private readonly keys: PublicKeys,
    private readonly tools: GatewayTools,
  ) {}

  /**
   * Sends it once. The ledger records its session before the first byte: KSeF has no key for
   * repeated documents, but lists them by their hashes.
   */
  async send(submission: Submission, taxpayer: Taxpayer, mayBegin: () => boolean): Promise<Sent> {
    for (let tries = 1; ; tries += 1) {
      const session = await this.sessions.of(taxpayer)
      if (session.kind !== 'session') return session
      if (!mayBegin()) return unanswered('another worker may have taken over', 1, this.tools)
      const said = await this.#sendIn(session, submission, taxpayer, mayBegin)
      if (said.kind === 'sent' || !isAboutSession(said)) return this.#judged(said)
      this.sessions.drop(taxpayer, session.reference)
      // KSeF can't decrypt the session's key: it was encrypted with a key that KSeF replaced.
      if (said.kind === 'refused' && said.faults.some((fault) => /\b415\b/.test(inWords(fault)))) this.keys.forget()
      if (tries === MOST_SESSIONS) {
        const reason = `KSeF accepts no invoices in ${tries} new sessions: ${saidInWords(said)}`
        return unanswered(reason, NEXT_TRY_SECONDS, this.tools)
      }
    }
  }

  async #sendIn(
    session: Session,
    { scope, attemptId, xml, invoice: { offline } }: Submission,
    taxpayer: Taxpayer,
    mayBegin: () => boolean,
  ): Promise<Extract<Sent, { kind: 'sent' }> | Said | NoAnswer> {
    const { uploads, clock } = this.tools
    const path = `/sessions/online/${session.reference}/invoices`
    const documentHash = hash('sha256', xml)
    const begunAt = clock.now()
    await uploads.begin({ scope, country: 'PL', attemptId, sha256: documentHash, begunAt })
    await uploads.taken(
      scope,
      attemptId,
      uploadIdOf({ session: session.reference, sha256: documentHash, isInBatch: false }),
    )
    const encrypted = session.cipher.encrypted(xml)
    session.sent += 1
    const { said, isDonePerhaps } = await this.connections.call(taxpayer, {
      method: 'POST',
      path,
      name: 'the sending of an invoice',
      body: {
        invoiceHash: sha256(xml),
        invoiceSize: xml.length,
        encryptedInvoiceHash: sha256(encrypted),
        encryptedInvoiceSize: encrypted.length,
        encryptedInvoiceContent: encrypted.toString('base64'),
        offlineMode: offline !== undefined,
      },
      expects: 'json',
      group: 'send',
      timeoutMs: SEND_MS,
      mayBegin,
    })
    const invoice = said.kind === 'json' ? referenceIn(objectIn(said.json)?.['referenceNumber']) : null
    if (invoice !== null) {
      const uploadId = uploadIdOf({ session: session.reference, invoice })
      await uploads.taken(scope, attemptId, uploadId)
      return { kind: 'sent', uploadId, path }
    }
    if (!isDonePerhaps) await uploads.refused({ scope, attemptId, begunAt })
    return said
  }

  #judged(said: Extract<Sent, { kind: 'sent' }> | Said | NoAnswer): Sent {
    const name = 'the sending of an invoice'
    switch (said.kind) {
      case 'sent':
      case 'unavailable':
      case 'exhausted':
      case 'unauthorized':
        return said
      case 'forbidden':
        return forbidden(said.reasonCode, said.words)
      case 'refused': {
        const words = saidInWords(said)
        if (isRefusedWith(said, ...AT_THE_DOOR)) return { kind: 'refused', errorMessage: words }
        if (isRefusedWith(said, ...GARBLED))
          return unanswered(`KSeF received the invoice with wrong content: ${words}`, NEXT_TRY_SECONDS, this.tools)
        return notUnderstood(name, words, this.tools)
      }
      case 'json':
        // It is searched by its hash before anything else is done.
        return unanswered('KSeF answered the sending of an invoice without its number', NEXT_TRY_SECONDS, this.tools)
      default:
        return notUnderstood(name, saidInWords(said), this.tools)
    }
  }
}

function isAboutSession(said: Said | NoAnswer): said is Extract<Said, { kind: 'refused' | 'forbidden' }> {
  if (said.kind === 'forbidden') return said.reasonCode === 'insufficient-resource-access'
  return said.kind === 'refused' && (said.faults.length === 0 || isRefusedWith(said, ...NO_SESSION))
}
