import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { isSaid, saidInWords } from './api.js'
import { Bounded } from './bounded.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { SessionCipher } from './encryption.js'
import { notUnderstood } from './failures.js'
import { objectIn, referenceIn, timeIn } from './json.js'
import { openSession } from './open-session.js'
import type { PublicKeys } from './public-keys.js'

/** An open interactive session. */
export interface Session {
  readonly kind: 'session'
  readonly reference: string
  readonly cipher: SessionCipher
  readonly until: Date
  /** Invoices that were sent in it. */
  sent: number
}

/** Companies with a session at the same time; KSeF ends forgotten sessions after 12 hours. */
const MOST_SESSIONS = 5_000
/** How long before KSeF's own limit a session is closed. */
const MARGIN_MS = 30 * 60_000
/** KSeF accepts 10,000 invoices in a session. */
const MOST_INVOICES = 9_000

/** The open session of a connection in this process. One is opened at a time. */
interface Kept {
  session: Session | null
  underWay: Promise<Session | NoAnswer> | null
}

/**
 * The interactive sessions in which invoices are sent: one for each connection and process, used
 * again until its end is near.
 */
export class Sessions {
  readonly #kept = new Bounded<Kept>(MOST_SESSIONS)

  constructor(
    private readonly connections: Connections,
    private readonly keys: PublicKeys,
    private readonly tools: GatewayTools,
  ) {}

  /** A session in which invoices can be sent now. */
  async of(taxpayer: Taxpayer): Promise<Session | NoAnswer> {
    const kept = this.#of(taxpayer)
    const { session } = kept
    if (session !== null && !this.#isDone(session)) return session
    if (session !== null) {
      kept.session = null
      // KSeF then creates its collective receipt. It does the same for an open session at its end,
      // so nothing depends on the result.
      this.#closeBeside(taxpayer, session)
    }
    kept.underWay ??= this.#open(taxpayer)
      .then((opened) => {
        if (opened.kind === 'session') kept.session = opened
        return opened
      })
      .finally(() => {
        kept.underWay = null
      })
    return kept.underWay
  }

  /** Always opens a new session, which shows the credentials' present permissions. */
  async openNew(taxpayer: Taxpayer): Promise<Session | NoAnswer> {
    const kept = this.#of(taxpayer)
    const { session } = kept
    kept.session = null
    const opened = await this.of(taxpayer)
    if (session !== null) this.#closeBeside(taxpayer, session)
    return opened
  }

  /** KSeF accepts no more invoices in it; the next one is sent in a new session. */
  drop(taxpayer: Taxpayer, reference: string): void {
    const kept = this.#of(taxpayer)
    if (kept.session?.reference === reference) kept.session = null
  }

  /** No caller waits for it; a failure of our own storage must not end the process. */
  #closeBeside(taxpayer: Taxpayer, session: Session): void {
    this.#close(taxpayer, session).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      this.tools.warn({ government: 'KSeF', session: session.reference }, `a session could not be closed: ${reason}`)
    })
  }

  async #close(taxpayer: Taxpayer, { reference }: Session): Promise<void> {
    await this.connections.ask(taxpayer, {
      method: 'POST',
      path: `/sessions/online/${reference}/close`,
      name: 'the end of a session',
      expects: 'nothing',
      group: 'close',
    })
  }

  #of({ key }: Taxpayer): Kept {
    return this.#kept.of(key, () => ({ session: null, underWay: null }))
  }

  #isDone({ until, sent }: Session): boolean {
    return sent >= MOST_INVOICES || until.getTime() - MARGIN_MS <= this.connections.now.getTime()
  }

  async #open(taxpayer: Taxpayer): Promise<Session | NoAnswer> {
    const name = 'the opening of a session'
    const cipher = new SessionCipher()
    const opening = { path: '/sessions/online', name, group: 'open', cipher } as const
    const said = await openSession(this.connections, this.keys, taxpayer, opening)
    if (!isSaid(said)) return said
    const json = said.kind === 'json' ? objectIn(said.json) : null
    const [reference, until] = [referenceIn(json?.['referenceNumber']), timeIn(json?.['validUntil'])]
    if (reference === null || until === null) return notUnderstood(name, saidInWords(said), this.tools)
    return { kind: 'session', reference, cipher, until, sent: 0 }
  }
}
