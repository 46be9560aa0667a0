import { hash } from 'node:crypto'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp, GovernmentRequest, HttpAnswer, HttpOutcome } from '../../gateway/government-http.js'
import { AccessTokens, withToken } from '../access-tokens.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer, isPage, jsonIn, judgedStatus, noConnection, notUnderstood, textOf } from '../failures.js'
import { type Flow, readFlow } from './flow.js'
import { multipartForm } from './multipart.js'

/** Timeouts in milliseconds for a submission, and for any other call. */
const SUBMIT_MS = 60_000
const CALL_MS = 30_000
/** Size limits of responses; for a life-cycle message the limit of any XML. */
const ANSWER_BYTES = 4 * 1024 * 1024
const DOWNLOAD_BYTES = 12 * 1024 * 1024
/** The norm's largest page. */
const PAGE = 100

/** The description of a submitted file (schema `FlowInfo`). */
export interface FlowInfo {
  readonly trackingId: string
  readonly name: string
  readonly processingRule: 'B2B' | 'B2BInt' | 'B2C' | 'OutOfScope' | 'ArchiveOnly' | 'NotApplicable'
  readonly flowSyntax: 'UBL' | 'CII' | 'Factur-X' | 'CDAR'
  readonly flowProfile?: 'Basic' | 'CIUS' | 'Extended-CTC-FR'
}

/** The criteria of a search (schema `SearchFlowFilters`); all must match. */
export interface FlowFilters {
  readonly trackingId?: string
  readonly flowType?: readonly string[]
  readonly flowDirection?: readonly ('In' | 'Out')[]
  readonly processingRule?: readonly string[]
  /** ISO 8601 in UTC. */
  readonly updatedAfter?: string
  readonly updatedBefore?: string
}

/** The returned flows, without invalid entries. */
export interface FoundFlows {
  readonly kind: 'flows'
  readonly flows: readonly Flow[]
  /** Whether there may be more. */
  readonly isFull: boolean
}

/** A file of a flow, or the absence of one. */
export type Download = { readonly kind: 'file'; readonly bytes: Uint8Array } | { readonly kind: 'gone' }

/** The interface of an approved platform: AFNOR XP Z12-013, Flow Service 1.1.0. */
export class FlowService {
  readonly #tokens: AccessTokens

  constructor(
    private readonly tools: GatewayTools,
    private readonly http: GovernmentHttp,
  ) {
    this.#tokens = new AccessTokens(http, tools, 'the platform', 'connection')
  }

  /** The address of a submission, for the audit log. */
  submitAddress({ url }: PlatformAccess): string {
    return `${url}/v1/flows`
  }

  /** Milliseconds by which the platform's clock is ahead of ours, as far as is known. */
  aheadMs({ url }: PlatformAccess): number {
    return this.http.aheadMs(url)
  }

  /** What time it is at the platform, as far as is known. */
  now(platform: PlatformAccess): Date {
    return new Date(this.tools.clock.now().getTime() + this.aheadMs(platform))
  }

  /** `POST /v1/flows`. */
  submit(
    platform: PlatformAccess,
    info: FlowInfo,
    file: Uint8Array,
    mayBegin: () => boolean,
  ): Promise<HttpOutcome | NoAnswer> {
    const flowInfo = Buffer.from(JSON.stringify({ ...info, sha256: hash('sha256', file) }))
    const fileType = info.flowSyntax === 'Factur-X' ? 'application/pdf' : 'application/xml'
    const { mediaType, body } = multipartForm([
      { name: 'flowInfo', mediaType: 'application/json', bytes: flowInfo },
      { name: 'file', filename: info.name, mediaType: fileType, bytes: file },
    ])
    return this.request(platform, {
      method: 'POST',
      url: this.submitAddress(platform),
      headers: { 'content-type': mediaType, accept: 'application/json' },
      body,
      timeoutMs: SUBMIT_MS,
      mayBegin,
    })
  }

  /** `POST /v1/flows/search`. */
  async search(platform: PlatformAccess, where: FlowFilters, limit = PAGE): Promise<FoundFlows | NoAnswer> {
    const call = 'the search of flows'
    const answer = await this.#answered(call, platform, {
      method: 'POST',
      url: `${platform.url}/v1/flows/search`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: Buffer.from(JSON.stringify({ limit, where })),
      timeoutMs: CALL_MS,
    })
    if (isNoAnswer(answer)) return answer
    const { results, limit: stated } = (answer.status === 200 ? jsonIn(answer) : null) ?? {}
    if (!Array.isArray(results)) return notUnderstood(call, said(answer), this.tools)
    // A platform may return smaller pages than requested, and indicates it.
    const most = typeof stated === 'number' && stated > 0 ? Math.min(stated, limit) : limit
    const flows = results.map(readFlow).filter((flow) => flow !== null)
    return { kind: 'flows', flows, isFull: results.length >= most }
  }

  /** `GET /v1/flows/{flowId}`: the flow; `gone`: the platform has no flow with that id. */
  async flow(
    platform: PlatformAccess,
    flowId: string,
  ): Promise<
    { readonly kind: 'flow'; readonly flow: Flow; readonly bytes: Uint8Array } | { readonly kind: 'gone' } | NoAnswer
  > {
    const call = `the status query for flow ${flowId}`
    const answer = await this.#get(call, platform, flowId, 'Metadata', ANSWER_BYTES)
    if (isNoAnswer(answer)) return answer
    if (isGone(answer)) return { kind: 'gone' }
    const json = answer.status === 200 ? jsonIn(answer) : null
    // Some platforms omit the id in the response to a query by id.
    const flow = json === null ? null : readFlow({ flowId, ...json })
    return flow === null ? notUnderstood(call, said(answer), this.tools) : { kind: 'flow', flow, bytes: answer.bytes }
  }

  /** The file of a flow as sent. */
  async original(platform: PlatformAccess, flowId: string, maxBytes = DOWNLOAD_BYTES): Promise<Download | NoAnswer> {
    const call = `the download of flow ${flowId}`
    const answer = await this.#get(call, platform, flowId, 'Original', maxBytes)
    if (isNoAnswer(answer)) return answer
    if (isGone(answer)) return { kind: 'gone' }
    if (answer.status !== 200 || isPage(answer)) return notUnderstood(call, said(answer), this.tools)
    return { kind: 'file', bytes: answer.bytes }
  }

  /** `GET /v1/healthcheck`. */
  health(platform: PlatformAccess): Promise<HttpOutcome | NoAnswer> {
    return this.request(platform, {
      method: 'GET',
      url: `${platform.url}/v1/healthcheck`,
      headers: { accept: 'application/json' },
      timeoutMs: CALL_MS,
    })
  }

  /** Any call with the platform's credentials, including its directory; a 401 is retried once. */
  request(
    { by }: PlatformAccess,
    asked: Omit<GovernmentRequest, 'maxBytes'> & { readonly maxBytes?: number },
  ): Promise<HttpOutcome | NoAnswer> {
    const send = (token: string): Promise<HttpOutcome> =>
      this.http.send({
        maxBytes: ANSWER_BYTES,
        ...asked,
        headers: { ...asked.headers, authorization: `Bearer ${token}` },
      })
    return 'apiKey' in by ? send(by.apiKey) : withToken(this.#tokens, by, send)
  }

  #get(
    call: string,
    platform: PlatformAccess,
    flowId: string,
    docType: 'Metadata' | 'Original',
    maxBytes: number,
  ): Promise<HttpAnswer | NoAnswer> {
    const url = `${platform.url}/v1/flows/${encodeURIComponent(flowId)}?docType=${docType}`
    return this.#answered(call, platform, { method: 'GET', url, headers: {}, timeoutMs: CALL_MS, maxBytes })
  }

  async #answered(
    call: string,
    platform: PlatformAccess,
    asked: Omit<GovernmentRequest, 'maxBytes'> & { readonly maxBytes?: number },
  ): Promise<HttpAnswer | NoAnswer> {
    const outcome = await this.request(platform, asked)
    if (isNoAnswer(outcome)) return outcome
    if (outcome.kind === 'failure') return noConnection(call, outcome, this.tools, 'connection')
    return judgedStatus(call, outcome, this.tools, 'connection') ?? outcome
  }
}

/** The platform's own "not found", not that of a proxy. */
function isGone(answer: HttpAnswer): boolean {
  return answer.status === 404 && typeof jsonIn(answer)?.['errorCode'] === 'string'
}

/** A response as text, for a message. */
export function said(answer: HttpAnswer): string {
  return `HTTP ${answer.status} ${textOf(answer)}`.trim()
}
