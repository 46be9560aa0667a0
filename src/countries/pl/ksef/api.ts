import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp, HttpAnswer } from '../../gateway/government-http.js'
import { faultsIn, inWords, isPage, type KsefFault, readBody } from './answers.js'
import { notUnderstood, outage, tooMany, unanswered } from './failures.js'
import { objectIn, textIn } from './json.js'
import { Lighthouse } from './lighthouse.js'
import { itemsOf } from '../../../domain/json.js'

/** Milliseconds for a call. */
const CALL_MS = 30_000
const ANSWER_BYTES = 4 * 1024 * 1024
const FIREWALL_SECONDS = 60

/** One call of KSeF's interface. */
export interface KsefCall {
  readonly method: 'GET' | 'POST'
  /** Relative to the address of the interface, with its query. */
  readonly path: string
  /** Name of the call, for messages. */
  readonly name: string
  /** Access, refresh or authentication token; absent: a public call. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or XML as bytes. */
  readonly body?: object | Uint8Array
  /** Content of a successful answer; `nothing`: any content is ignored. */
  readonly expects: 'json' | 'bytes' | 'nothing'
  readonly timeoutMs?: number
  readonly mayBegin?: () => boolean
}

/** An answer that was understood; the caller decides what it means. */
export type Said =
  | { readonly kind: 'json'; readonly json: unknown; readonly bytes: Uint8Array }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly headers: HttpAnswer['headers'] }
  | { readonly kind: 'done' }
  /** KSeF refused the call; without faults only the HTTP status is known. */
  | { readonly kind: 'refused'; readonly status: number; readonly faults: readonly KsefFault[] }
  /** 401: the token is not valid, or no longer. */
  | { readonly kind: 'unsigned' }
  /** 403 with its `reasonCode`. */
  | { readonly kind: 'forbidden'; readonly reasonCode: string; readonly words: string }

/** The result of a call, and whether KSeF may have executed it. */
export interface Called {
  readonly said: Said | NoAnswer
  readonly isDonePerhaps: boolean
}

/** The REST interface of KSeF 2.0. No method throws for an answer of KSeF. */
export class KsefApi {
  readonly #address: string
  readonly #lighthouse: Lighthouse
  /** Warnings that were logged; the same one comes with every answer for weeks. */
  readonly #warned = new Set<string>()

  constructor(
    private readonly tools: GatewayTools,
    private readonly http: GovernmentHttp,
  ) {
    // Its settings have defaults.
    this.#address = tools.settings['KSEF_API_URL'] ?? ''
    this.#lighthouse = new Lighthouse(tools, http)
  }

  /** The address of a call, which auditors may see. */
  address(path: string): string {
    return `${this.#address}${path}`
  }

  /** The time by KSeF's clock, as far as it is known. */
  get now(): Date {
    return new Date(this.tools.clock.now().getTime() + this.http.aheadMs(this.#address))
  }

  async call(call: KsefCall): Promise<Called> {
    const { method, name, token, headers, body, expects, timeoutMs = CALL_MS, mayBegin } = call
    const isXml = body instanceof Uint8Array
    const outcome = await this.http.send({
      method,
      url: this.address(call.path),
      headers: {
        accept: expects === 'bytes' ? 'application/xml' : 'application/json, application/problem+json',
        'x-error-format': 'problem-details',
        ...(body !== undefined && { 'content-type': isXml ? 'application/xml' : 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' && {
        body: isXml ? body : body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)),
      }),
      timeoutMs,
      maxBytes: ANSWER_BYTES,
      ...(mayBegin !== undefined && { mayBegin }),
    })
    if (outcome.kind === 'failure') {
      const isStopped = mayBegin !== undefined && !mayBegin()
      const said = isStopped
        ? unanswered(outcome.reason, 1, this.tools)
        : await this.#outage(`KSeF, ${name}: ${outcome.reason}`)
      return { said, isDonePerhaps: outcome.sent === 'perhaps' }
    }
    this.#passOn(outcome, name)
    return this.#judged(call, outcome)
  }

  /** A call without effects: whether it was executed does not matter. */
  async ask(call: KsefCall): Promise<Said | NoAnswer> {
    return (await this.call(call)).said
  }

  async #judged({ name, expects }: KsefCall, answer: HttpAnswer): Promise<Called> {
    const { status } = answer
    if (status >= 500)
      return { said: await this.#outage(`KSeF answered ${name} with HTTP ${status}`), isDonePerhaps: true }
    if (status >= 200 && status < 300) return this.#good(name, expects, answer)
    const body = readBody(answer)
    const json = body.kind === 'json' ? objectIn(body.json) : null
    const faults = faultsIn(json)
    const words = json === null ? '' : (textIn(json['detail']) ?? textIn(json['title']) ?? '')
    if (status === 401) return certain({ kind: 'unsigned' })
    if (status === 429) return certain(tooMany(name, answer, wordsOf429(json, words), this.tools))
    if (status === 403) {
      const reasonCode = textIn(json?.['reasonCode'])
      if (reasonCode !== null) return certain({ kind: 'forbidden', reasonCode, words })
      if (json !== null) return certain({ kind: 'forbidden', reasonCode: '', words })
      // A firewall judges the content: one invoice's words must not stop all others.
      const reason = `a page came from KSeF in answer to ${name}, with HTTP 403`
      return { said: unanswered(reason, FIREWALL_SECONDS, this.tools), isDonePerhaps: true }
    }
    if (faults.length > 0 || status === 404 || status === 410)
      return certain({ kind: 'refused', status, faults: faults.length > 0 || words === '' ? faults : [] })
    const what = body.kind === 'json' ? `HTTP ${status}` : `HTTP ${status}, a body that is ${body.kind}`
    return { said: notUnderstood(name, what, this.tools), isDonePerhaps: true }
  }

  async #good(name: string, expects: KsefCall['expects'], answer: HttpAnswer): Promise<Called> {
    if (expects === 'nothing') return certain({ kind: 'done' })
    if (isPage(answer.bytes))
      return { said: await this.#outage(`a page came from KSeF in answer to ${name}`), isDonePerhaps: true }
    if (expects === 'bytes') return certain({ kind: 'bytes', bytes: answer.bytes, headers: answer.headers })
    const body = readBody(answer)
    if (body.kind === 'json')
      return { said: { kind: 'json', json: body.json, bytes: answer.bytes }, isDonePerhaps: true }
    const said = notUnderstood(name, `HTTP ${answer.status}, a body that is ${body.kind}`, this.tools)
    return { said: { ...said, retryAfterSeconds: FIREWALL_SECONDS * this.tools.pace }, isDonePerhaps: true }
  }

  async #outage(reason: string): Promise<NoAnswer> {
    const announced = await this.#lighthouse.said()
    if (announced === null) return outage(reason, this.tools)
    // An announced end is a time of day, which is independent of the pace.
    const { retryAfterSeconds, ...away } = outage(`${reason}; ${announced.words}`, this.tools)
    return { ...away, retryAfterSeconds: Math.max(retryAfterSeconds, announced.seconds) }
  }

  #passOn({ headers }: HttpAnswer, call: string): void {
    const warning = headers['x-system-warning']
    if (warning === undefined || this.#warned.has(warning)) return
    if (this.#warned.size >= MOST_WARNINGS) this.#warned.clear()
    this.#warned.add(warning)
    this.tools.warn({ government: 'KSeF', call }, warning)
  }
}

const MOST_WARNINGS = 1000

function certain(said: Said | NoAnswer): Called {
  return { said, isDonePerhaps: false }
}

function wordsOf429(json: unknown, words: string): string {
  const status = objectIn(objectIn(json)?.['status'])
  const [detail] = itemsOf(status?.['details'])
  return textIn(detail) ?? words
}

/** Whether there is an answer to interpret. */
export function isSaid(said: Said | NoAnswer): said is Said {
  return said.kind !== 'unavailable' && said.kind !== 'exhausted' && said.kind !== 'unauthorized'
}

/** The answer in words, for a message. */
export function saidInWords(said: Said): string {
  switch (said.kind) {
    case 'refused':
      return said.faults.length > 0 ? said.faults.map(inWords).join('; ') : `HTTP ${said.status}`
    case 'unsigned':
      return 'HTTP 401'
    case 'forbidden':
      return `HTTP 403 ${said.reasonCode}`
    default:
      return said.kind === 'json' ? 'JSON of another shape' : said.kind
  }
}

/** Whether other credentials than these would be needed to see it. */
export function isOthers(said: Said | NoAnswer): boolean {
  return said.kind === 'forbidden' && said.reasonCode === 'insufficient-resource-access'
}

/** Whether a refusal has one of these codes. */
export function isRefusedWith(said: Said | NoAnswer, ...codes: readonly number[]): boolean {
  return said.kind === 'refused' && said.faults.some(({ code }) => codes.includes(code))
}
