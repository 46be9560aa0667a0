import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { AnafApi, ListFilter } from './api.js'
import type { Sender } from './company.js'
import { unanswered } from './failures.js'
import type { ListedMessage } from './message-page.js'
import { OLDEST_MS, settledMs } from './waits.js'
import { addAll } from '../../../domain/lists.js'

/** All messages of a period. */
interface Listed {
  readonly kind: 'listed'
  readonly messages: readonly ListedMessage[]
  /** The time up to which the list is complete, by our clock. */
  readonly to: Date
}

/** A requested list, for all callers that came before the request began. */
interface Round {
  from: Date
  token: string
  readonly outcome: Promise<Listed | NoAnswer>
}

/** ANAF refuses an end in the future, by its own clock; at a pace below 1 there is a stand-in. */
const SKEW_MS = 30_000
/** Half a million messages at 500 a page: far more than any company sends in the period. */
const MOST_PAGES = 1000
const TOO_LONG_SECONDS = 3600

/**
 * ANAF's list of messages. Simultaneous callers of one connection share one request, which begins
 * after the last of them came: a message that it does not show did not exist by then.
 */
export class MessageLists {
  /** By connection: the last round that began or waits to begin. */
  readonly #rounds = new Map<string, { readonly round: Round; hasBegun: boolean }>()

  constructor(
    private readonly api: AnafApi,
    private readonly tools: GatewayTools,
  ) {}

  /** The messages since then; `filter` as in `ListedPeriod`. */
  async since(sender: Sender, from: Date, filter?: ListFilter): Promise<Listed | NoAnswer> {
    const key = `${sender.connectionId} ${filter ?? ''}`
    const last = this.#rounds.get(key)
    if (last !== undefined && !last.hasBegun) {
      const { round } = last
      if (from < round.from) round.from = from
      round.token = sender.token
      return round.outcome
    }
    const round: Round = {
      from,
      token: sender.token,
      outcome: ended(last?.round).then(() => {
        kept.hasBegun = true
        return this.#all(sender.cif, round, filter)
      }),
    }
    const kept = { round, hasBegun: false }
    this.#rounds.set(key, kept)
    try {
      return await round.outcome
    } finally {
      if (this.#rounds.get(key) === kept) this.#rounds.delete(key)
    }
  }

  async #all(cif: string, { from, token }: Round, filter: ListFilter | undefined): Promise<Listed | NoAnswer> {
    const first = await this.api.firstPage((now) => {
      // What our clock showed then may be another time of ANAF's.
      const start = from.getTime() + Math.min(this.api.aheadMs, 0)
      const to = now.getTime() - settledMs(SKEW_MS, this.tools)
      return {
        cif,
        from: new Date(Math.min(Math.max(start, now.getTime() - OLDEST_MS), to - 1000)),
        to: new Date(to),
        ...(filter !== undefined && { filter }),
      }
    }, token)
    if ('kind' in first) return first
    const { period } = first
    const messages: ListedMessage[] = []
    let answer = first.page
    for (let page = 1; ; page += 1) {
      addAll(messages, answer.messages)
      if (page >= answer.pages) {
        return { kind: 'listed', messages, to: new Date(period.to.getTime() - this.api.aheadMs) }
      }
      if (page === MOST_PAGES) break
      const next = await this.api.page(period, page + 1, token)
      if (next.kind !== 'page') return next
      answer = next
    }
    return unanswered(`ANAF's list of messages of ${cif} has over ${MOST_PAGES} pages`, TOO_LONG_SECONDS, this.tools)
  }
}

/** Waits for the earlier round; its own callers receive its failure. */
async function ended(round: Round | undefined): Promise<void> {
  await round?.outcome.catch(() => undefined)
}
