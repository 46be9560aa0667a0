import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Answer, bodyOf, send } from '../local-server.js'
import { StandIn } from '../stand-in.js'
import { failed, FIREWALL, json, refused, stateError } from './answers.js'
import { CLIENT_ID, CLIENT_SECRET, Identity } from './identity.js'
import { type AnafCall, type AnafOptions, type Fault, type FaultKind, PUBLISHED_LIMITS } from './options.js'
import { attribute, type ReceivedUpload, Register, type TakeWishes } from './register.js'
import { Service } from './service.js'
import { signatureVerdict } from './signature-check.js'

const API = '/prod/FCTEL/rest'
const OAUTH = '/anaf-oauth2/v1'
const DAYS_90 = 90 * 24 * 3600

/** A call that came, for tests that count them. */
interface SeenCall {
  readonly call: AnafCall | 'authorize' | 'revoke' | 'signature'
  readonly query: Readonly<Record<string, string>>
  /** In milliseconds of the monotonic clock. */
  readonly at: number
}

/** A stand-in for ANAF on a real socket, as `governments/ro` describes ANAF. */
export class Anaf extends StandIn<AnafCall, FaultKind> {
  readonly calls: SeenCall[] = []
  readonly register = new Register()
  readonly #identity: Identity
  readonly #service: Service
  readonly #now: () => Date
  readonly #limits

  constructor(private readonly options: AnafOptions = {}) {
    super(options)
    this.#now = options.now ?? (() => new Date())
    this.#limits = { ...PUBLISHED_LIMITS, ...options.limits }
    const { autoAuthorize = false, accessTokenSeconds = DAYS_90, rights = null } = options
    this.#identity = new Identity({ now: this.#now, autoAuthorize, accessTokenSeconds })
    this.#service = new Service(this.register, { now: this.#now, rights, limits: this.#limits })
  }

  /** Environment variables of a service that uses the stand-in. */
  get settings(): Readonly<Record<string, string>> {
    return {
      ANAF_AUTH_URL: `${this.address}${OAUTH}/authorize`,
      ANAF_TOKEN_URL: `${this.address}${OAUTH}/token`,
      ANAF_API_URL: `${this.address}${API}`,
      ANAF_CLIENT_ID: CLIENT_ID,
      ANAF_CLIENT_SECRET: CLIENT_SECRET,
    }
  }

  /** Every upload, accepted or not. */
  get received(): readonly ReceivedUpload[] {
    return this.register.received
  }

  /** An access token without a browser. */
  issueToken(): string {
    return this.#identity.issue().access_token
  }

  /** Ends every access token; refresh tokens stay valid. */
  revokeAccessTokens(): void {
    this.#identity.revokeAccess()
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.address)
    const body = await bodyOf(request)
    if (pathname.startsWith('/_control/')) return send(response, this.#control(pathname, body))
    const call = CALLS[pathname]
    if (call === undefined) return send(response, json({ error: 'Not Found', path: pathname }, 404))
    this.calls.push({ call, query: Object.fromEntries(query), at: performance.now() })
    if (call === 'authorize') return send(response, this.#identity.authorize(query))
    if (call === 'revoke') return send(response, this.#identity.revoke())
    if (call === 'signature') return send(response, signatureVerdict(request.headers['content-type'], body))
    const fault = this.active.next(call)
    const before = this.register.received.length
    const early = fault === null ? null : this.#failing(call, fault)
    if (early !== null || fault?.kind === 'hang' || fault?.kind === 'cut') {
      if (call === 'upload') this.#noteUnserved(pathname, query, body, early !== null)
      if (early !== null) return send(response, early)
      if (fault?.kind === 'cut') request.socket.destroy()
      return
    }
    if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
    const answer = this.#answer(call, pathname, request, query, body, fault)
    if (fault?.kind !== 'lost') return send(response, answer)
    const [received] = this.register.received.slice(before)
    if (received !== undefined) received.answered = false
    request.socket.destroy()
  }

  /** The answer of a fault in place of the call's own. */
  #failing(call: AnafCall, fault: FaultKind): Answer | null {
    switch (fault.kind) {
      case 'answer':
        return { status: fault.status, body: fault.body ?? '', ...(fault.headers && { headers: fault.headers }) }
      case 'firewall':
        return FIREWALL
      case 'text':
        if (call === 'upload') return refused(fault.text, this.#now())
        if (call === 'state') return stateError(fault.text)
        return failed(fault.text, call === 'list' ? 'Lista Mesaje' : 'Descarcare mesaj')
      default:
        return null
    }
  }

  #noteUnserved(pathname: string, query: URLSearchParams, bytes: Buffer, answered: boolean): void {
    this.register.received.push({
      at: this.#now(),
      path: uploadPath(pathname),
      parameters: Object.fromEntries(query),
      bytes,
      sha256: hash('sha256', bytes),
      index: null,
      answered,
    })
  }

  #answer(
    call: AnafCall,
    pathname: string,
    { headers }: IncomingMessage,
    query: URLSearchParams,
    body: Buffer,
    fault: FaultKind | null,
  ): Answer {
    if (call === 'token') return this.#identity.token(headers.authorization, new URLSearchParams(body.toString()))
    if (!this.#identity.accepts(headers.authorization)) return { status: 401, body: 'Unauthorized' }
    if (!this.#service.quotas.minuteAllows(this.#limits.callsAMinute)) return { status: 429, body: 'Too Many Requests' }
    switch (call) {
      case 'upload':
        return this.#service.upload(uploadPath(pathname), query, body, this.#wishes(fault))
      case 'state':
        return this.#service.state(query)
      case 'download':
        return this.#service.download(query)
      case 'list':
        return pathname.endsWith('PaginatieFactura') ? this.#service.pagedList(query) : this.#service.simpleList(query)
    }
  }

  #wishes(fault: FaultKind | null): TakeWishes {
    return {
      decisionSeconds: this.options.decisionSeconds ?? 0,
      rejectTexts: fault?.kind === 'reject' ? fault.texts : null,
      listedLaterSeconds: fault?.kind === 'listed-later' ? fault.seconds : 0,
    }
  }

  /** Switches and data for tests in other processes, and for people. */
  #control(pathname: string, body: Buffer): Answer {
    switch (pathname) {
      case '/_control/faults':
        this.active.set(JSON.parse(body.toString('utf8')) as readonly Fault[])
        return json({ ok: true })
      case '/_control/ledger':
        return json({
          received: this.register.received.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })),
          taken: this.register.taken.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })),
          calls: this.calls,
        })
      case '/_control/message': {
        const { cif, uploadId, text } = JSON.parse(body.toString('utf8')) as Readonly<Record<string, string>>
        const element = `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${attribute(uploadId ?? '')}" message="${attribute(text ?? '')}"/>`
        const { downloadId } = this.register.deliverMessage(cif ?? '', Buffer.from(element), this.#now())
        return json({ downloadId })
      }
      default:
        return json({ error: 'Not Found' }, 404)
    }
  }
}

const CALLS: Readonly<Record<string, SeenCall['call'] | undefined>> = {
  [`${OAUTH}/authorize`]: 'authorize',
  [`${OAUTH}/token`]: 'token',
  [`${OAUTH}/revoke`]: 'revoke',
  '/api/validate/signature': 'signature',
  [`${API}/upload`]: 'upload',
  [`${API}/uploadb2c`]: 'upload',
  [`${API}/stareMesaj`]: 'state',
  [`${API}/descarcare`]: 'download',
  [`${API}/listaMesajeFactura`]: 'list',
  [`${API}/listaMesajePaginatieFactura`]: 'list',
}

function uploadPath(pathname: string): ReceivedUpload['path'] {
  return pathname.endsWith('uploadb2c') ? 'uploadb2c' : 'upload'
}

/** Starts one; its starter has to stop it. */
export async function startAnaf(options: AnafOptions = {}): Promise<Anaf> {
  const anaf = new Anaf(options)
  await anaf.start()
  return anaf
}
