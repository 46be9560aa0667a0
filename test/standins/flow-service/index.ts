import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Answer, bodyOf, send } from '../local-server.js'
import { signedHeaders } from '../signed-request.js'
import { StandIn } from '../stand-in.js'
import { seen } from './invoice.js'
import type { Fault, FaultKind, FlowCall, FlowServiceOptions, Reason } from './options.js'
import { type KeptFlow, Register } from './register.js'
import { error, json, Service } from './service.js'

const CLIENT_ID = 'clearway'
const CLIENT_SECRET = 'correct horse: battery & staple'
const API_KEY = 'pa_4f9c2b7de01a'

/** A file, accepted or not. */
interface ReceivedFile {
  readonly at: Date
  /** The flow that it became; null: it was not accepted. */
  flowId: string | null
  trackingId: string | null
  /** Whether its sender was answered. */
  answered: boolean
}

/** A stand-in for an approved platform on a real socket: AFNOR XP Z12-013. */
export class FlowServiceStandin extends StandIn<FlowCall, FaultKind> {
  readonly calls: FlowCall[] = []
  readonly received: ReceivedFile[] = []
  readonly register: Register
  readonly #service: Service
  readonly #now: () => Date
  readonly #tokens = new Map<string, Date>()
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #notified = 0

  constructor(private readonly options: FlowServiceOptions = {}) {
    super(options)
    const { now = () => new Date(), decisionSeconds = 0, statuses = ['200'] } = options
    this.#now = now
    this.register = new Register(now, decisionSeconds, statuses)
    const { addresses = null, isAfterInclusive = false, largestPage = 100, takesFacturX = true } = options
    this.#service = new Service(this.register, { now, addresses, isAfterInclusive, largestPage, takesFacturX })
  }

  /** A platform has no settings: its address comes with the connection. */
  get settings(): Readonly<Record<string, string>> {
    return { GATEWAY_ALLOW_PRIVATE_NETWORK: 'true' }
  }

  /** Credentials of a company. */
  get credentials(): Readonly<Record<string, string>> {
    return {
      url: `${this.address}/flow-service`,
      tokenUrl: `${this.address}/oauth2/token`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      directoryUrl: `${this.address}/directory-service`,
    }
  }

  /** The same with a key in place of a client. */
  get keyCredentials(): Readonly<Record<string, string>> {
    return { url: `${this.address}/flow-service`, apiKey: API_KEY }
  }

  /** What its notifications are signed with, in PEM. */
  get notificationKeys(): string {
    return String(this.#keys.publicKey.export({ type: 'spki', format: 'pem' }))
  }

  /**
   * Posts the state of a flow, by default of the newest, to a company's address, signed. Returns
   * the status of the answer.
   */
  async notify(address: string, flow = this.register.flows.at(-1)): Promise<number> {
    if (flow === undefined) throw new Error('there is no flow')
    const body = Buffer.from(JSON.stringify({ flowInfo: this.register.shown(flow) }))
    const created = Math.floor(this.#now().getTime() / 1000)
    const parameters = `;keyid="pa-1";nonce="${(this.#notified += 1)}"`
    const headers = signedHeaders(address, body, {
      key: this.#keys.privateKey,
      created,
      parameters,
    })
    return (await fetch(address, { method: 'POST', headers, body })).status
  }

  /** The flows that were handed over and count. */
  get taken(): readonly KeptFlow[] {
    return this.register.flows.filter(({ flowDirection, error: failed }) => flowDirection === 'Out' && failed === null)
  }

  /** Ends every access token. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  /** The buyer or a platform sets a status of an invoice, by its number. */
  report(number: string, code: string, reason?: Reason): void {
    const flow = this.taken.find(({ invoice }) => invoice.number === number && invoice.syntax !== 'CDAR')
    if (flow === undefined) throw new Error(`no invoice ${number} was handed over`)
    this.register.report(flow, code, reason)
  }

  /** An invoice of a supplier arrives for the company. */
  deliver(...given: Parameters<Register['deliver']>): KeptFlow {
    return this.register.deliver(...given)
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.address)
    const body = await bodyOf(request)
    if (pathname === '/_control/notify') {
      const { address } = JSON.parse(body.toString('utf8')) as { readonly address: string }
      return send(response, json({ status: await this.notify(address) }))
    }
    if (pathname.startsWith('/_control/')) return send(response, this.#control(pathname, body))
    const call = callOf(request.method ?? '', pathname, query)
    if (call === null) return send(response, error(404, 'NOT_FOUND', pathname))
    this.calls.push(call)
    const received: ReceivedFile = { at: this.#now(), flowId: null, trackingId: null, answered: true }
    if (call === 'submit') this.received.push(received)
    const fault = this.active.next(call)
    if (fault?.kind === 'answer')
      return send(response, {
        status: fault.status,
        body: fault.body ?? '',
        ...(fault.headers && { headers: fault.headers }),
      })
    if (fault?.kind === 'hang' || fault?.kind === 'cut') {
      received.answered = false
      if (fault.kind === 'cut') request.socket.destroy()
      return
    }
    if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
    const answer = this.#answer(call, request, pathname, query, body, fault, received)
    if (fault?.kind !== 'lost') return send(response, answer)
    received.answered = false
    request.socket.destroy()
  }

  #answer(
    call: FlowCall,
    { headers, method }: IncomingMessage,
    pathname: string,
    query: URLSearchParams,
    body: Buffer,
    fault: FaultKind | null,
    received: ReceivedFile,
  ): Answer {
    if (call === 'token') return this.#token(headers.authorization, new URLSearchParams(body.toString()))
    if (call === 'health') return { status: 200, body: '' }
    if (!this.#accepts(headers.authorization)) return error(401, 'MISSING_TOKEN', 'Missing or invalid token')
    const last = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))
    switch (call) {
      case 'submit': {
        const answer = this.#service.submit(headers['content-type'], body, fault)
        received.flowId = answer.flow?.flowId ?? null
        received.trackingId = answer.flow?.info.trackingId ?? null
        return answer
      }
      case 'search':
        return this.#service.search(body)
      case 'flow':
      case 'download':
        return this.#service.flow(last, query.get('docType') ?? 'Metadata')
      case 'directory':
        return method === 'POST'
          ? this.#service.directoryLines(body)
          : this.#service.directoryLine(last.replace(/^code:/, ''))
    }
  }

  #accepts(authorization: string | undefined): boolean {
    const token = authorization?.replace(/^Bearer /, '') ?? ''
    const end = this.#tokens.get(token)
    return token === API_KEY || (end !== undefined && this.#now() < end)
  }

  /** RFC 6749, section 4.4. */
  #token(authorization: string | undefined, form: URLSearchParams): Answer {
    const { clientMay = 'both', accessTokenSeconds = 3600 } = this.options
    if (form.get('grant_type') !== 'client_credentials') return json({ error: 'unsupported_grant_type' }, 400)
    const inHeader = clientMay === 'post' ? [] : basicOf(authorization)
    const inBody = clientMay === 'basic' ? [] : [form.get('client_id'), form.get('client_secret')]
    const isKnown = [inHeader, inBody].some(([id, secret]) => id === CLIENT_ID && secret === CLIENT_SECRET)
    if (!isKnown) return json({ error: 'invalid_client' }, 401)
    const token = randomUUID()
    this.#tokens.set(token, new Date(this.#now().getTime() + accessTokenSeconds * 1000))
    return json({ access_token: token, token_type: 'Bearer', expires_in: accessTokenSeconds })
  }

  /** Switches and data for tests in other processes, and for people. */
  #control(pathname: string, body: Buffer): Answer {
    switch (pathname) {
      case '/_control/faults':
        this.active.set(JSON.parse(body.toString('utf8')) as readonly Fault[])
        return json({ ok: true })
      case '/_control/report': {
        const { number, code, reason } = JSON.parse(body.toString('utf8')) as {
          readonly number: string
          readonly code: string
          readonly reason?: Reason
        }
        this.report(number, code, reason)
        return json({ ok: true })
      }
      case '/_control/deliver':
        return json({ flowId: this.deliver(body, { flowSyntax: seen(body).syntax ?? 'UBL' }).flowId })
      case '/_control/ledger':
        return json({
          received: this.received,
          flows: this.register.flows.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })),
          calls: this.calls,
        })
      default:
        return json({ error: 'Not Found' }, 404)
    }
  }
}

function callOf(method: string, pathname: string, query: URLSearchParams): FlowCall | null {
  if (pathname === '/oauth2/token') return 'token'
  if (pathname.startsWith('/directory-service/v1/directory-line/')) return 'directory'
  if (pathname === '/flow-service/v1/healthcheck') return 'health'
  if (pathname === '/flow-service/v1/flows' && method === 'POST') return 'submit'
  if (pathname === '/flow-service/v1/flows/search' && method === 'POST') return 'search'
  if (pathname.startsWith('/flow-service/v1/flows/') && method === 'GET')
    return query.get('docType') === 'Original' ? 'download' : 'flow'
  return null
}

/** RFC 6749, section 2.3.1: both are form-encoded before they are joined. */
function basicOf(authorization = ''): readonly string[] {
  const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? []
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return [id, secret].map((text) => new URLSearchParams(`=${text}`).get('') ?? '')
}

/** Starts one; its starter has to stop it. */
export async function startFlowService(options: FlowServiceOptions = {}): Promise<FlowServiceStandin> {
  const standin = new FlowServiceStandin(options)
  await standin.start()
  return standin
}
