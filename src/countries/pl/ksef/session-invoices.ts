import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { isOthers, isRefusedWith, isSaid, saidInWords } from './api.js'
import { Bounded } from './bounded.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { notUnderstood, unanswered } from './failures.js'
import { type Json, objectIn, objectsIn, textIn } from './json.js'
import { addAll } from '../../../domain/lists.js'

/** KSeF's list of a session. */
type Listed =
  | { readonly kind: 'listed'; readonly invoices: readonly Json[] }
  /** KSeF does not find the session, does not show it to us, or it is temporarily unavailable. */
  | { readonly kind: 'no-session'; readonly isForAWhile: boolean }
  | NoAnswer

interface Kept {
  listedAt: number
  listed: Promise<Listed> | null
}

const PAGE = 1000
/** KSeF accepts 10,000 invoices in a session. */
const MOST_PAGES = 20
/** Requests within this time share one list. */
const SHARED_MS = 5_000
const MOST_KEPT = 1_000
const TOO_LONG_SECONDS = 3600

/** The invoices of a session, as KSeF lists them. */
export class SessionInvoices {
  readonly #kept = new Bounded<Kept>(MOST_KEPT)

  constructor(
    private readonly connections: Connections,
    private readonly tools: GatewayTools,
  ) {}

  /** The list as of a moment after `after`. */
  async of(taxpayer: Taxpayer, session: string, after: Date): Promise<Listed> {
    const kept = this.#kept.of(`${taxpayer.key} ${session}`, () => ({ listedAt: 0, listed: null }))
    const now = this.tools.clock.now().getTime()
    const isFresh = kept.listedAt > after.getTime() && now - kept.listedAt < SHARED_MS * this.tools.pace
    if (kept.listed !== null && isFresh) return kept.listed
    kept.listedAt = now
    kept.listed = this.#all(taxpayer, session)
    return kept.listed
  }

  async #all(taxpayer: Taxpayer, session: string): Promise<Listed> {
    const name = 'the list of the invoices of a session'
    const invoices: Json[] = []
    let next: string | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const said = await this.connections.ask(taxpayer, {
        method: 'GET',
        path: `/sessions/${session}/invoices?pageSize=${PAGE}`,
        name,
        ...(next !== null && { headers: { 'x-continuation-token': next } }),
        expects: 'json',
        group: 'invoices',
      })
      if (!isSaid(said)) return said
      if (isOthers(said)) return { kind: 'no-session', isForAWhile: false }
      if (said.kind === 'refused' && (said.faults.length === 0 || isRefusedWith(said, 21173, 21184)))
        return { kind: 'no-session', isForAWhile: isRefusedWith(said, 21184) }
      const json = said.kind === 'json' ? objectIn(said.json) : null
      if (json === null || !Array.isArray(json['invoices'])) return notUnderstood(name, saidInWords(said), this.tools)
      addAll(invoices, objectsIn(json['invoices']))
      next = textIn(json['continuationToken'])
      if (next === null) return { kind: 'listed', invoices }
      // A value from outside becomes a header.
      if (!/^[\x21-\x7e]{1,8000}$/.test(next)) return notUnderstood(name, 'a broken continuation token', this.tools)
    }
    return unanswered(`${name} has over ${MOST_PAGES} pages`, TOO_LONG_SECONDS, this.tools)
  }
}
