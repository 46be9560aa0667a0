import type { Exhausted, NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp, HttpAnswer, HttpOutcome } from '../../gateway/government-http.js'
import { type AccountStatus, jsonIn, type Sent, sentIn, statusIn, updateIn } from './answers.js'
import { judgedStatus, noConnection, notUnderstood } from './failures.js'
import {
  companyIn,
  type DeliveredFile,
  deliveredFileIn,
  type KnownCompany,
  type ListedFile,
  listedFileIn,
} from './deliveries.js'
import { Pauses } from './pauses.js'
import type { Update } from './states.js'
import { UsedNames } from './used-names.js'
import { itemsOf } from '../../../domain/json.js'

const SEND_MS = 60_000
const CALL_MS = 30_000
/** Size limit of a response; lists have pages of a hundred. */
const ANSWER_BYTES = 8 * 1024 * 1024
const PAGE_SIZE = 100
/** The number of pages read at a time. */
const MOST_PAGES = 500

/** All entries of a list, with the responses that contained them. */
interface Listed<Item> {
  readonly kind: 'listed'
  readonly items: readonly { readonly item: Item; readonly json: unknown }[]
  /** Whether there are more. */
  readonly isCut: boolean
}

type Query = Readonly<Record<string, string>>

/** Invoicetronic's REST interface (OpenAPI 1.13.6). */
export class InvoicetronicApi {
  /** The address for sending invoices, for the audit log. */
  readonly sendAddress: string
  /** File names that other invoices of the account have used. */
  readonly usedNames = new UsedNames()
  readonly #address: string
  readonly #pauses: Pauses

  constructor(
    private readonly tools: GatewayTools,
    private readonly http: GovernmentHttp,
  ) {
    // Its setting has a default.
    this.#address = tools.settings['INVOICETRONIC_URL'] ?? ''
    this.sendAddress = `${this.#address}/send`
    this.#pauses = new Pauses(tools.clock)
  }

  /** Milliseconds by which Invoicetronic's clock is ahead of ours, as far as is known. */
  get aheadMs(): number {
    return this.http.aheadMs(this.#address)
  }

  /** Whether this key still has to wait. */
  pause(key: string): Exhausted | null {
    return this.#pauses.of(key)
  }

  /** `POST /send`. */
  async send(key: string, query: Query, body: Uint8Array, mayBegin: () => boolean): Promise<HttpOutcome> {
    const url = `${this.sendAddress}?${new URLSearchParams(query).toString()}`
    const headers = { ...authorization(key), accept: 'application/json', 'content-type': 'application/json' }
    const sent = { method: 'POST', url, headers, body, timeoutMs: SEND_MS, maxBytes: ANSWER_BYTES, mayBegin } as const
    return this.http.send(sent)
  }

  /** The outcome of a response's status; see `judgedStatus`. */
  judged(key: string, call: string, answer: HttpAnswer): NoAnswer | null {
    const said = judgedStatus(call, answer, this.tools)
    if (said?.kind === 'exhausted') this.#pauses.begin(key, said)
    return said
  }

  /** `GET /send` with filters. */
  sends(key: string, query: Query): Promise<Listed<Sent> | NoAnswer> {
    return this.#list(key, 'send', query, sentIn, ({ id }) => id)
  }

  /** `GET /update` with filters, oldest first by SdI's time. */
  updates(key: string, query: Query): Promise<Listed<Update> | NoAnswer> {
    return this.#list(key, 'update', { sort: 'last_update', ...query }, updateIn, ({ id }) => id)
  }

  /** `GET /send/{id}`. */
  async sent(key: string, id: string): Promise<Sent | 'none' | NoAnswer> {
    const call = `GET /send/${id}`
    const answer = await this.#get(key, call, `send/${id}`, {})
    if (!('status' in answer)) return answer
    if (answer.status === 404) return isFromApi(answer) ? 'none' : notUnderstood(call, answer, this.tools)
    return (answer.status === 200 ? sentIn(jsonIn(answer)) : null) ?? notUnderstood(call, answer, this.tools)
  }

  /** `GET /company` with a text to search for. */
  companies(key: string, q: string): Promise<Listed<KnownCompany> | NoAnswer> {
    return this.#list(key, 'company', { q }, companyIn, ({ id }) => id)
  }

  /** `GET /receive` with filters, without the files, oldest first by SdI's time. */
  arrivals(key: string, query: Query): Promise<Listed<ListedFile> | NoAnswer> {
    return this.#list(key, 'receive', { sort: 'last_update', ...query }, listedFileIn, ({ id }) => id)
  }

  /** `GET /receive/{id}` with its file. It counts as an operation of the account. */
  async file(key: string, id: number): Promise<DeliveredFile | 'none' | 'empty' | NoAnswer> {
    const call = `GET /receive/${id}`
    const answer = await this.#get(key, call, `receive/${id}`, { include_payload: 'true' })
    if (!('status' in answer)) return answer
    if (answer.status === 404) return isFromApi(answer) ? 'none' : notUnderstood(call, answer, this.tools)
    if (answer.status !== 200) return notUnderstood(call, answer, this.tools)
    return deliveredFileIn(jsonIn(answer)) ?? 'empty'
  }

  /** `GET /status`: the remaining operations of the account. */
  async status(key: string): Promise<AccountStatus | NoAnswer> {
    const call = 'GET /status'
    const answer = await this.#get(key, call, 'status', {})
    if (!('status' in answer)) return answer
    return (answer.status === 200 ? statusIn(jsonIn(answer)) : null) ?? notUnderstood(call, answer, this.tools)
  }

  async #list<Item>(
    key: string,
    path: 'send' | 'update' | 'receive' | 'company',
    query: Query,
    read: (value: unknown) => Item | null,
    idOf: (item: Item) => number,
  ): Promise<Listed<Item> | NoAnswer> {
    const call = `GET /${path}`
    const items = new Map<number, Listed<Item>['items'][number]>()
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const answer = await this.#get(key, call, path, { ...query, page: String(page), page_size: String(PAGE_SIZE) })
      if (!('status' in answer)) return answer
      // This is the documented response for an empty list.
      if (answer.status === 404 && isFromApi(answer)) return listed(items, false)
      const values = answer.status === 200 ? jsonIn(answer) : undefined
      if (!Array.isArray(values)) return notUnderstood(call, answer, this.tools)
      const before = items.size
      for (const json of itemsOf(values)) {
        const item = read(json)
        if (item === null) {
          // An unreadable entry may be the invoice searched for; an unreadable update decides
          // nothing, and of a delivered file not even the number is known.
          if (path === 'send') return notUnderstood(call, answer, this.tools)
          this.tools.warn({ call }, 'Invoicetronic returned an unreadable entry of a list')
          continue
        }
        items.set(idOf(item), { item, json })
      }
      const total = Number(answer.headers['invoicetronic-total-count'] ?? NaN)
      const isLast = Number.isNaN(total) ? values.length < PAGE_SIZE : items.size >= total
      if (isLast || items.size === before) return listed(items, false)
    }
    return listed(items, true)
  }

  async #get(key: string, call: string, path: string, query: Query): Promise<HttpAnswer | NoAnswer> {
    const pause = this.#pauses.of(key)
    if (pause !== null) return pause
    const parameters = new URLSearchParams(query).toString()
    const url = `${this.#address}/${path}${parameters === '' ? '' : `?${parameters}`}`
    const headers = { ...authorization(key), accept: 'application/json' }
    const outcome = await this.http.send({ method: 'GET', url, headers, timeoutMs: CALL_MS, maxBytes: ANSWER_BYTES })
    if (outcome.kind === 'failure') return noConnection(call, outcome, this.tools)
    return this.judged(key, call, outcome) ?? outcome
  }
}

function listed<Item>(items: ReadonlyMap<number, Listed<Item>['items'][number]>, isCut: boolean): Listed<Item> {
  return { kind: 'listed', items: [...items.values()], isCut }
}

/** The key is the user name, and the password is empty. */
function authorization(key: string): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
}

/** A "not found" of the interface itself, not the page of a proxy. */
function isFromApi(answer: HttpAnswer): boolean {
  return answer.bytes.length === 0 || jsonIn(answer) !== undefined
}
