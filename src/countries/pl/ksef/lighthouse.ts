import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp } from '../../gateway/government-http.js'
import { type Json, objectIn, objectsIn, textIn, timeIn } from './json.js'
import { readBody } from './answers.js'
import { smallest } from '../../../domain/lists.js'

const TIMEOUT_MS = 5_000
const ANSWER_BYTES = 256 * 1024
/** How long an answer is reused; in an outage every call asks. */
const KEPT_SECONDS = 60
/** An announced end may be wrong: KSeF is tried again after this time at the latest. */
const LONGEST_WAIT_SECONDS = 900

/** The ministry's announcement on KSeF. */
interface Announced {
  /** In English, with the announcement's title. */
  readonly words: string
  /** Seconds for which KSeF need not be asked; 0: its end is unknown. */
  readonly seconds: number
}

/**
 * The ministry's "latarnia", which announces maintenance and failures. It fails at times too: a
 * missing answer of it means nothing for KSeF. So it is asked only when KSeF has already failed.
 */
export class Lighthouse {
  #kept: { readonly until: number; readonly said: Promise<Announced | null> } | null = null

  constructor(
    private readonly tools: GatewayTools,
    private readonly http: GovernmentHttp,
  ) {}

  /** null: it announces nothing, or does not answer. */
  async said(): Promise<Announced | null> {
    const now = this.tools.clock.now().getTime()
    if (this.#kept === null || this.#kept.until <= now)
      this.#kept = { until: now + KEPT_SECONDS * 1000 * this.tools.pace, said: this.#ask() }
    return this.#kept.said
  }

  /** By the lighthouse's clock. */
  #now(address: string): Date {
    return new Date(this.tools.clock.now().getTime() + this.http.aheadMs(address))
  }

  async #ask(): Promise<Announced | null> {
    const address = this.tools.settings['KSEF_STATUS_URL']
    if (address === undefined) return null
    const outcome = await this.http.send({
      method: 'GET',
      url: `${address}/status`,
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
    })
    if (outcome.kind === 'failure' || outcome.status !== 200) return null
    const body = readBody(outcome)
    const answer = body.kind === 'json' ? objectIn(body.json) : null
    return answer === null ? null : announced(answer, this.#now(address), this.tools)
  }
}

const STATES: Readonly<Record<string, string | undefined>> = {
  MAINTENANCE: 'the ministry has announced maintenance of KSeF',
  FAILURE:
    'the ministry has announced a failure of KSeF (tryb awarii): invoices are sent when it has ended, and may be ' +
    'submitted within seven working days from then',
  TOTAL_FAILURE:
    'the ministry has announced a total failure of KSeF, in which invoices may be issued outside of it: in that case ' +
    'delete this one, which is otherwise sent when KSeF is back',
}

function announced(answer: Json, now: Date, { pace }: GatewayTools): Announced | null {
  const words = STATES[textIn(answer['status']) ?? '']
  if (words === undefined) return null
  const current = objectsIn(answer['messages']).filter(({ type }) => type !== 'FAILURE_END')
  const title = current.map(({ title: text }) => textIn(text)).find((text) => text !== null)
  const ends = current.flatMap(({ end }) => timeIn(end) ?? []).filter((end) => end > now)
  const end = ends.length === 0 ? null : new Date(smallest(ends.map((each) => each.getTime())))
  return {
    words: [
      words,
      ...(title === undefined ? [] : [`"${title}"`]),
      ...(end === null ? [] : [`until ${end.toISOString()}`]),
    ].join(', '),
    seconds: end === null ? 0 : Math.min((end.getTime() - now.getTime()) / 1000, LONGEST_WAIT_SECONDS * pace),
  }
}
