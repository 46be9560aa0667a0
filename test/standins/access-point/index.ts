import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Answer, bodyOf, send } from '../local-server.js'
import { StandIn } from '../stand-in.js'
import { Directory } from './directory.js'
import type { AccessPointCall, AccessPointOptions, Fault, FaultKind } from './options.js'
import { registered } from './register.js'
import { invoiceResponse, levelStatus, type Response } from './responses.js'
import { json, type ReceivedSubmission, Service } from './service.js'
import type { Delivery, Transaction } from './transactions.js'

/** The outcome of forwarding a message to the user of the access point. */
interface Forwarded {
  readonly at: Date
  readonly bytes: string
  /** Null: no answer. */
  readonly status: number | null
  /** Whether the answer is one that phoss-ap accepts: a JSON object with a status of success. */
  readonly isTaken: boolean
}

const LEVELS = { AP: 'received_ap', AB: 'received_ab', RE: 'received_re' } as const

/** A stand-in for phoss-ap and the network behind it, on a real socket. */
export class AccessPoint extends StandIn<AccessPointCall, FaultKind> {
  readonly calls: { readonly call: AccessPointCall; readonly path: string }[] = []
  /** The participants that the register was asked for. */
  readonly lookups: string[] = []
  readonly received: ReceivedSubmission[] = []
  readonly forwarded: Forwarded[] = []
  readonly #service: Service
  readonly #now: () => Date
  readonly #token: string
  readonly #waiting = new AbortController()
  /** All participants have their register at this stand-in. */
  readonly #directory = new Directory(ZONE, () => `${this.address}/smp`)
  #isListed = false

  constructor(private readonly options: AccessPointOptions = {}) {
    super(options)
    this.#now = options.now ?? (() => new Date())
    this.#token = options.token ?? 'standin-token'
    this.#service = new Service(options, this.#now)
  }

  override async start(): Promise<void> {
    await super.start()
    if (!this.#isListed) await this.#directory.start()
    this.#isListed = true
  }

  /** Refuses connections from now on, and keeps its data. */
  override stop(): Promise<void> {
    this.#waiting.abort()
    return super.stop()
  }

  /** Environment variables of a service that uses the stand-in for all companies. */
  get settings(): Readonly<Record<string, string>> {
    return {
      PEPPOL_AP_URL: this.address,
      PEPPOL_AP_TOKEN: this.#token,
      PEPPOL_SML_ZONE: ZONE,
      PEPPOL_SML_SERVER: this.#directory.server,
    }
  }

  /** Credentials of a customer that uses the stand-in as its own access point. */
  get credentials(): Readonly<Record<string, string>> {
    return { url: this.address, apiKey: this.#token }
  }

  /** The accepted documents, from the access point's own table. */
  get transactions(): readonly Transaction[] {
    return this.#service.transactions.rows
  }

  /** The documents that receivers got, repetitions too. */
  get deliveries(): readonly Delivery[] {
    return this.#service.transactions.deliveries
  }

  /** The receiver's access point sends a Message Level Status. */
  async levelStatus(instanceId: string, response: Response): Promise<Forwarded | null> {
    for (const row of this.transactions.filter((each) => each.instanceId === instanceId))
      row.levelStatus = LEVELS[response.code as keyof typeof LEVELS]
    return this.forward(levelStatus({ reference: instanceId, at: this.#now() }, response))
  }

  /** The buyer sends an Invoice Response; `sender`: another in the buyer's place. */
  async respond(
    instanceId: string,
    number: string,
    response: Response,
    given: { readonly sender?: string; readonly issuedOn?: string } = {},
  ): Promise<Forwarded | null> {
    const row = this.transactions.find((each) => each.instanceId === instanceId)
    if (row === undefined) throw new Error(`no transaction ${instanceId}`)
    const parties = { sender: given.sender ?? row.receiver, receiver: row.sender }
    const issuedOn = given.issuedOn === undefined ? {} : { issuedOn: given.issuedOn }
    return this.forward(invoiceResponse({ ...parties, reference: number, at: this.#now(), ...issuedOn }, response))
  }

  /** Forwards a business document once; null: nowhere to. */
  async forward(bytes: string): Promise<Forwarded | null> {
    const { inbound } = this.options
    if (inbound === undefined) return null
    const instanceId = /<InstanceIdentifier>([^<]+)/.exec(bytes)?.[1] ?? ''
    const headers = {
      'content-type': 'application/xml',
      'x-sbdh-instance-id': instanceId,
      ...(inbound.token !== undefined && { authorization: `Bearer ${inbound.token}` }),
    }
    const noted = { at: this.#now(), bytes }
    let forwarded: Forwarded
    try {
      const answer = await fetch(inbound.url, { method: 'POST', headers, body: bytes })
      const text = await answer.text()
      forwarded = { ...noted, status: answer.status, isTaken: answer.ok && isObject(text) }
    } catch {
      forwarded = { ...noted, status: null, isTaken: false }
    }
    this.forwarded.push(forwarded)
    return forwarded
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.address)
    const body = await bodyOf(request)
    if (pathname.startsWith('/_control/')) return send(response, await this.#control(pathname, body))
    if (pathname.startsWith(REGISTER)) {
      const participant = pathname.slice(REGISTER.length)
      this.lookups.push(participant)
      return send(response, registered(participant, this.options))
    }
    const call = callOf(request.method ?? '', pathname)
    if (call === null) return send(response, json({ status: 404, error: 'Not Found', path: pathname }, 404))
    this.calls.push({ call, path: pathname })
    const fault = this.active.next(call)
    const received = call === 'submit' ? this.#note(pathname, query, body) : null
    if (fault?.kind === 'answer') {
      const headers = fault.headers ?? { 'content-type': 'application/json' }
      return send(response, { status: fault.status, body: fault.body ?? '', headers })
    }
    if (fault?.kind === 'cut') request.socket.destroy()
    if (fault?.kind === 'cut' || fault?.kind === 'hang') return
    if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
    if (request.headers['x-token'] !== this.#token)
      return send(response, json({ error: 'Invalid or missing API token' }, 401))
    const answer = this.#answer(call, pathname, query, body, fault)
    if (fault?.kind === 'lost') {
      request.socket.destroy()
      return
    }
    if (received !== null) received.answered = true
    send(response, fault?.kind === 'answer-after' ? { ...json(null), status: fault.status, body: fault.body } : answer)
  }

  #note(pathname: string, query: URLSearchParams, { length }: Buffer): ReceivedSubmission {
    const instanceId = query.get('sbdhInstanceID')
    const noted = { at: this.#now(), path: partsOf(pathname), instanceId, size: length, answered: false }
    this.received.push(noted)
    return noted
  }

  #answer(
    call: AccessPointCall,
    pathname: string,
    query: URLSearchParams,
    body: Buffer,
    fault: FaultKind | null,
  ): Answer {
    switch (call) {
      case 'submit': {
        const instanceId = query.get('sbdhInstanceID') ?? crypto.randomUUID()
        const { answer, row } = this.#service.submit(partsOf(pathname), instanceId, body, fault)
        if (row?.status === 'sent') this.#answerLater(row.instanceId)
        return answer
      }
      case 'status':
        return this.#service.status(decodeURIComponent(pathname.split('/').at(-1) ?? ''))
      case 'in-transmission':
        return this.#service.inTransmission()
      case 'history':
        return this.#service.history(query)
    }
  }

  /** The automatic answers of the receiver's access point. */
  #answerLater(instanceId: string): void {
    const { levelStatus: code, decisionSeconds = 0 } = this.options
    if (code === undefined || code === null) return
    const { signal } = this.#waiting
    // One for each answer that is due.
    setMaxListeners(0, signal)
    void setTimeout(decisionSeconds * 1000, null, { signal }).then(
      () => this.levelStatus(instanceId, { code }),
      () => undefined,
    )
  }

  /** Switches and data for tests in other processes, and for people. */
  async #control(pathname: string, body: Buffer): Promise<Answer> {
    const given = (): unknown => JSON.parse(body.toString('utf8'))
    switch (pathname) {
      case '/_control/faults':
        this.active.set(given() as readonly Fault[])
        return json({ ok: true })
      case '/_control/ledger':
        return json({
          received: this.received,
          transactions: this.transactions.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })),
          deliveries: this.deliveries,
          forwarded: this.forwarded,
        })
      case '/_control/level-status': {
        const { instanceId, ...response } = given() as Response & { readonly instanceId: string }
        return json(await this.levelStatus(instanceId, response))
      }
      case '/_control/invoice-response': {
        const { instanceId, number, ...response } = given() as Response &
          Readonly<Record<'instanceId' | 'number', string>>
        return json(await this.respond(instanceId, number, response))
      }
      default:
        return json({ error: 'Not Found' }, 404)
    }
  }
}

const ZONE = 'participant.sml.standin.example'
const REGISTER = '/smp/'
const SUBMIT = '/api/outbound/submit/'

function callOf(method: string, pathname: string): AccessPointCall | null {
  if (method === 'POST') return pathname.startsWith(SUBMIT) ? 'submit' : null
  if (method !== 'GET') return null
  if (pathname.startsWith('/api/outbound/status/')) return 'status'
  if (pathname === '/api/outbound/in-transmission') return 'in-transmission'
  return pathname === '/api/ops/outbound/history' ? 'history' : null
}

function partsOf(pathname: string): readonly string[] {
  return pathname.slice(SUBMIT.length).split('/').map(decodeURIComponent)
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Starts one; its starter has to stop it. */
export async function startAccessPoint(options: AccessPointOptions = {}): Promise<AccessPoint> {
  const accessPoint = new AccessPoint(options)
  await accessPoint.start()
  return accessPoint
}
