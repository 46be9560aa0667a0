import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Answer, bodyOf, send } from '../local-server.js'
import { StandIn } from '../stand-in.js'
import { Account, type ReceivedInvoice } from './account.js'
import { json, problem } from './answers.js'
import { ArrivedFiles } from './arrivals.js'
import type { Fault, FaultKind, InvoicetronicCall, InvoicetronicOptions } from './options.js'
import { Service } from './service.js'

const BASE = '/v1'
const KEY = 'ik_live_4uYbB9vmVn7M2sQ0'

/** A call that came, for tests that count them. */
interface SeenCall {
  readonly call: InvoicetronicCall
  readonly query: Readonly<Record<string, string>>
}

/** A stand-in for Invoicetronic, and SdI behind it, on a real socket: OpenAPI 1.13.6. */
export class Invoicetronic extends StandIn<InvoicetronicCall, FaultKind> {
  readonly calls: SeenCall[] = []
  readonly account: Account
  /** What SdI delivered to companies of the account. */
  readonly arrived = new ArrivedFiles()
  readonly #service: Service
  #key = KEY

  constructor(options: InvoicetronicOptions = {}) {
    super(options)
    this.account = new Account(options)
    this.#service = new Service(this.account, options, this.arrived)
  }

  /** Environment variables of a service that uses the stand-in. */
  get settings(): Readonly<Record<string, string>> {
    return { INVOICETRONIC_URL: `${this.address}${BASE}` }
  }

  /** Credentials of a connection. */
  get credentials(): Readonly<Record<string, string>> {
    return { apiKey: this.#key }
  }

  /** Every invoice, accepted or not. */
  get received(): readonly ReceivedInvoice[] {
    return this.account.received
  }

  /** The key is worth nothing any more; `credentials` has another. */
  replaceKey(): void {
    this.#key = `${KEY}${String(this.calls.length)}`
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.address)
    const body = await bodyOf(request)
    if (pathname.startsWith('/_control/')) return send(response, this.#control(pathname, body))
    const path = pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : ''
    if (path === '/health') return send(response, json({ status: 'healthy' }))
    const call = callOf(request.method ?? '', path)
    if (call === null) return send(response, problem(404, 'Not Found'))
    this.calls.push({ call, query: Object.fromEntries(query) })
    const fault = this.active.next(call)
    if (fault?.kind === 'answer')
      return send(response, {
        status: fault.status,
        body: fault.body ?? '',
        ...(fault.headers && { headers: fault.headers }),
      })
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'cut') {
      request.socket.destroy()
      return
    }
    if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
    const answer = this.#answer(call, request, path, query, body, fault)
    if (fault?.kind === 'lost') request.socket.destroy()
    else send(response, answer)
  }

  #answer(
    call: InvoicetronicCall,
    { headers }: IncomingMessage,
    path: string,
    query: URLSearchParams,
    body: Buffer,
    fault: FaultKind | null,
  ): Answer {
    const expected = `Basic ${Buffer.from(`${this.#key}:`).toString('base64')}`
    if (headers.authorization !== expected) return { status: 401, body: '' }
    switch (call) {
      case 'send':
      case 'validate':
        if (headers['content-type'] !== 'application/json') return { status: 415, body: '' }
        if (call === 'validate') return this.#service.validate(body)
        return this.#service.send(query, body, fault?.kind === 'reject' || fault?.kind === 'silent' ? fault : null)
      case 'sends':
        return this.#service.sends(query)
      case 'sent':
        return this.#service.sent(path.slice('/send/'.length), query)
      case 'payload':
        return this.#service.payload(path.split('/')[2] ?? '')
      case 'updates':
        return this.#service.updates(query)
      case 'update':
        return this.#service.update(path.slice('/update/'.length))
      case 'companies':
        return this.#service.companies(query)
      case 'arrivals':
        return this.#service.arrivals(query)
      case 'arrival':
        return this.#service.arrival(path.slice('/receive/'.length), query)
      case 'arrival-payload':
        return this.#service.arrivalPayload(path.split('/')[2] ?? '')
      case 'arrival-delete':
        return this.#service.deleteArrival(path.slice('/receive/'.length))
      case 'status':
        return this.#service.status()
    }
  }

  /** Switches and data for tests in other processes, and for people. */
  #control(pathname: string, body: Buffer): Answer {
    if (pathname === '/_control/faults') {
      this.faults(...(JSON.parse(body.toString()) as readonly Fault[]))
      return json({ ok: true })
    }
    if (pathname === '/_control/deliver') {
      const { name, file } = JSON.parse(body.toString()) as { readonly name: string; readonly file: string }
      return json({ id: this.arrived.deliver(name, Buffer.from(file, 'base64'), new Date()).identifier })
    }
    if (pathname !== '/_control/ledger') return problem(404, 'Not Found')
    const { sent, allUpdates, received } = this.account
    return json({
      received,
      sent: sent.map(({ xml, signedFile, ...rest }) => ({ ...rest, size: signedFile?.length ?? xml.length })),
      updates: allUpdates,
      arrived: this.arrived.all.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })),
      calls: this.calls,
    })
  }
}

const CALLS: readonly (readonly [string, RegExp, InvoicetronicCall])[] = [
  ['POST', /^\/send$/, 'send'],
  ['POST', /^\/send\/validate$/, 'validate'],
  ['GET', /^\/send$/, 'sends'],
  ['GET', /^\/send\/\d+$/, 'sent'],
  ['GET', /^\/send\/\d+\/payload$/, 'payload'],
  ['GET', /^\/update$/, 'updates'],
  ['GET', /^\/update\/\d+$/, 'update'],
  ['GET', /^\/status$/, 'status'],
  ['GET', /^\/company$/, 'companies'],
  ['GET', /^\/receive$/, 'arrivals'],
  ['GET', /^\/receive\/\d+$/, 'arrival'],
  ['GET', /^\/receive\/\d+\/payload$/, 'arrival-payload'],
  ['DELETE', /^\/receive\/\d+$/, 'arrival-delete'],
]

function callOf(method: string, path: string): InvoicetronicCall | null {
  return CALLS.find(([its, form]) => its === method && form.test(path))?.[2] ?? null
}

/** Starts one; its starter has to stop it. */
export async function startInvoicetronic(options: InvoicetronicOptions = {}): Promise<Invoicetronic> {
  const invoicetronic = new Invoicetronic(options)
  await invoicetronic.start()
  return invoicetronic
}
