import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { isOthers, isRefusedWith, isSaid, saidInWords } from './api.js'
import { Bounded } from './bounded.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { notUnderstood } from './failures.js'
import { referencesIn } from './locate.js'
import type { SessionInvoices } from './session-invoices.js'
import { SESSION_QUESTION, sessionState } from './session-state.js'
import type { HashPlace } from './upload-id.js'

/** The state of a document in a batch. */
type InBatch =
  /** Unpacked: from now on it is an invoice like any other. */
  | { readonly kind: 'found'; readonly invoice: string }
  /** The session was closed, and KSeF is processing it. */
  | { readonly kind: 'unpacking' }
  /** It was not closed, or KSeF does not show it: it has no effect so far. */
  | { readonly kind: 'open' }
  /** KSeF has processed the session, and the document is not in it. */
  | { readonly kind: 'absent'; readonly status: number }
  | NoAnswer

/** The known answers of KSeF on a session. */
interface Kept {
  /** Its state, as it was at a time. */
  state: { readonly askedAt: number; readonly code: Promise<number | NoAnswer> } | null
  /** The references of its invoices by their hashes, once it was processed. */
  references: ReadonlyMap<string, string> | null
}

const OPEN = 100
const PROCESSED = 200
/** Requests within this time share one answer. */
const SHARED_MS = 1_000
const MOST_KEPT = 1_000

/** The states of documents in batches. The members of one batch share its requests. */
export class BatchStates {
  readonly #kept = new Bounded<Kept>(MOST_KEPT)

  constructor(
    private readonly connections: Connections,
    private readonly invoices: SessionInvoices,
    private readonly tools: GatewayTools,
  ) {}

  /**
   * The list of invoices is read when the session is processed: KSeF allows far fewer calls for it
   * than for the state.
   * @param isSlow whether to read the list before the session is processed
   */
  async of(taxpayer: Taxpayer, { session, sha256 }: HashPlace, isSlow: boolean): Promise<InBatch> {
    const kept = this.#kept.of(`${taxpayer.key} ${session}`, () => ({ state: null, references: null }))
    const known = kept.references?.get(sha256)
    if (known !== undefined) return { kind: 'found', invoice: known }
    const now = this.tools.clock.now().getTime()
    if (kept.state === null || now - kept.state.askedAt >= SHARED_MS * this.tools.pace)
      kept.state = { askedAt: now, code: this.#ask(taxpayer, session) }
    const { askedAt } = kept.state
    const code = await kept.state.code
    if (typeof code !== 'number') return code
    if (code <= OPEN) return { kind: 'open' }
    if (code < PROCESSED && !isSlow) return { kind: 'unpacking' }
    const listed = await this.invoices.of(taxpayer, session, new Date(askedAt - 1))
    if (listed.kind === 'no-session') return { kind: 'open' }
    if (listed.kind !== 'listed') return listed
    const references = referencesIn(listed.invoices)
    if (code >= PROCESSED) kept.references = references
    const invoice = references.get(sha256)
    if (invoice !== undefined) return { kind: 'found', invoice }
    return code < PROCESSED ? { kind: 'unpacking' } : { kind: 'absent', status: code }
  }

  /** A session that KSeF does not find, or does not show us now, counts as open. */
  async #ask(taxpayer: Taxpayer, session: string): Promise<number | NoAnswer> {
    const { code, said } = await sessionState(this.connections, taxpayer, session)
    if (code !== null) return code
    if (!isSaid(said)) return said
    if (isOthers(said)) return OPEN
    if (said.kind === 'refused' && (said.faults.length === 0 || isRefusedWith(said, 21173, 21184))) return OPEN
    return notUnderstood(SESSION_QUESTION, saidInWords(said), this.tools)
  }
}
