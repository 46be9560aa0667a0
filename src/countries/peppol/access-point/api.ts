import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp, HttpAnswer, HttpOutcome } from '../../gateway/government-http.js'
import type { AccessPoint } from './access.js'
import { judgedAnswer, noConnection, notUnderstood } from './failures.js'
import type { Route } from './route.js'
import { readTransmission, type Transmission } from './transmission.js'
import { itemsOf } from '../../../domain/json.js'

/**
 * Milliseconds for a submission, which is answered after two look-ups and the delivery to the
 * receiver's access point; and for any other call.
 */
const SUBMIT_MS = 120_000
const CALL_MS = 30_000
/** The largest answer. */
const ANSWER_BYTES = 4 * 1024 * 1024
const LIST_BYTES = 16 * 1024 * 1024
/** Rows of one page of the history, and the most pages that are read. */
const PAGE_ROWS = 200
const MOST_PAGES = 10

/** The connections of a gateway, for their end. */
export interface AccessPointHttp {
  readonly operators: GovernmentHttp
  /** To addresses from customers and from the network. */
  readonly customers: GovernmentHttp
}

/** The REST interface of phoss-ap. */
export class AccessPointApi {
  constructor(
    private readonly tools: GatewayTools,
    private readonly http: AccessPointHttp,
  ) {}

  /** The address of a submission, which auditors may see. */
  submitAddress(point: AccessPoint, route: Route, country: string, id: string): string {
    const { sender, receiver, documentType, process } = route
    const path = [sender, receiver, documentType, process, country].map(encodeURIComponent).join('/')
    return `${point.address}/api/outbound/submit/${path}?sbdhInstanceID=${encodeURIComponent(id)}`
  }

  /** Sends a document. */
  submit(point: AccessPoint, address: string, xml: Uint8Array, mayBegin: () => boolean): Promise<HttpOutcome> {
    return this.#http(point).send({
      method: 'POST',
      url: address,
      headers: { ...headersFor(point), 'content-type': 'application/xml' },
      body: xml,
      timeoutMs: SUBMIT_MS,
      maxBytes: ANSWER_BYTES,
      mayBegin,
    })
  }

  /** The access point's status of a document. `unknown`: none, or several under one id. */
  async status(point: AccessPoint, id: string): Promise<Status | NoAnswer> {
    const call = `status of ${id}`
    const answer = await this.#get(point, call, `/api/outbound/status/${encodeURIComponent(id)}?includeArchive=true`)
    if (answer.kind !== 'answer') return answer
    if (answer.status === 404) return { kind: 'unknown' }
    const transmission = answer.status === 200 ? readTransmission(jsonIn(answer)) : null
    const isOurs = transmission !== null && isOf(id, transmission)
    if (!isOurs) return notUnderstood(call, inWords(answer), this.tools)
    return { kind: 'transmission', transmission, bytes: answer.bytes }
  }

  /**
   * The history of an id, newest first; also empty if the access point keeps none. Only the
   * history shows several transmissions under one id.
   */
  async history(point: AccessPoint, id: string, since: Date): Promise<History | NoAnswer> {
    const found: Transmission[] = []
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const rows = await this.historyPage(point, page)
      if (rows.kind === 'none') break
      if (rows.kind !== 'rows') return rows
      for (const each of rows.transmissions) if (each.instanceId?.toLowerCase() === id) found.push(each)
      const oldest = rows.transmissions.at(-1)?.createdAt ?? null
      if (rows.isLast || (oldest !== null && oldest < since)) break
    }
    return { kind: 'history', transmissions: found }
  }

  /** A page of the history, newest first, from 0 on; `none`: the access point keeps none. */
  async historyPage(point: AccessPoint, page: number): Promise<HistoryPage | { readonly kind: 'none' } | NoAnswer> {
    const path = `/api/ops/outbound/history?offset=${page * PAGE_ROWS}&limit=${PAGE_ROWS}`
    const answer = await this.#get(point, 'history', path, LIST_BYTES)
    if (answer.kind !== 'answer') return answer
    const json = answer.status === 200 ? jsonIn(answer) : null
    if (!Array.isArray(json)) return { kind: 'none' }
    const transmissions = itemsOf(json)
      .map(readTransmission)
      .filter((row) => row !== null)
    return { kind: 'rows', transmissions, isLast: json.length < PAGE_ROWS }
  }

  /** Whether the interface answers and accepts the token; sends nothing. */
  async isThere(point: AccessPoint): Promise<{ readonly kind: 'there' } | { readonly kind: 'other' } | NoAnswer> {
    const answer = await this.#get(point, 'in-transmission', '/api/outbound/in-transmission', LIST_BYTES)
    if (answer.kind !== 'answer') return answer
    return answer.status === 200 && Array.isArray(jsonIn(answer)) ? { kind: 'there' } : { kind: 'other' }
  }

  async #get(point: AccessPoint, call: string, path: string, maxBytes = ANSWER_BYTES): Promise<HttpAnswer | NoAnswer> {
    const outcome = await this.#http(point).send({
      method: 'GET',
      url: point.address + path,
      headers: headersFor(point),
      timeoutMs: CALL_MS,
      maxBytes,
    })
    if (outcome.kind === 'failure') return noConnection(point, call, outcome, this.tools)
    return judgedAnswer(point, call, outcome, this.tools) ?? outcome
  }

  #http({ isOperators }: AccessPoint): GovernmentHttp {
    return isOperators ? this.http.operators : this.http.customers
  }
}

/** The access point's status of a document, with the unchanged answer. */
type Status =
  | { readonly kind: 'transmission'; readonly transmission: Transmission; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown' }

/** The content of the history. */
interface History {
  readonly kind: 'history'
  readonly transmissions: readonly Transmission[]
}

/** A page of the history. */
interface HistoryPage {
  readonly kind: 'rows'
  readonly transmissions: readonly Transmission[]
  readonly isLast: boolean
}

function headersFor({ token }: AccessPoint): Readonly<Record<string, string>> {
  return { 'x-token': token, accept: 'application/json' }
}

function isOf(id: string, { instanceId }: Transmission): boolean {
  return instanceId === null || instanceId.toLowerCase() === id
}

/** Undefined: not JSON. */
export function jsonIn({ bytes }: HttpAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The content of an answer in words, for a message. */
export function inWords({ status, bytes }: HttpAnswer): string {
  return `HTTP ${status}, ${Buffer.from(bytes.subarray(0, 300)).toString('utf8')}`
}
