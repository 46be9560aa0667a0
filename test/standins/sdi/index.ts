import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Answer, bodyOf, send } from '../local-server.js'
import { StandIn } from '../stand-in.js'
import type { SdiError } from '../../../src/countries/it/notifications.js'
import { type SelfSigned, selfSignedAround } from '../../support/certificate.js'
import {
  callChannel,
  type ChannelAnswer,
  type Delivery,
  deliveryCall,
  isTaken,
  metadataXml,
  termsCall,
} from './deliveries.js'
import { callService } from './exchange.js'
import { outcomeAnswer, Outcomes, readOutcomeCall } from './outcomes.js'
import type { NoticedFile } from './notices.js'
import type { Fault, FaultKind, Notice, SdiCall, SdiOptions } from './options.js'
import { type DueNotice, type ReceivedFile, Register } from './register.js'
import { answerXml, faultXml, packed, readCall } from './soap.js'

const PATH = '/ricevi_file'
const OUTCOMES_PATH = '/ricevi_notifica'
/** SdI calls with a notification so often. */
const MOST_TRIES = 3
const FIRST_DELIVERY = 17_000_000_001

/** A stand-in for SdI on a real socket, as `governments/it` describes SDICoop. */
export class Sdi extends StandIn<SdiCall, FaultKind> {
  readonly calls: SdiCall[] = []
  readonly register = new Register()
  /** Responses of administrations. */
  readonly outcomes = new Outcomes()
  /** Files for the buyer's channel. */
  readonly deliveries: Delivery[] = []
  /** Calls of RiceviFile as XML, each with its file in Base64. */
  readonly requests: string[] = []
  inboundUrl: string | undefined
  readonly #now: () => Date
  readonly #stopped = new AbortController()

  constructor(private readonly options: SdiOptions = {}) {
    const { tls, ...rest } = options
    const secure = tls && { ...tls, requestCert: true, minVersion: 'TLSv1.2' as const }
    super({ ...rest, ...(secure && { tls: secure }) })
    this.#now = options.now ?? (() => new Date())
    this.inboundUrl = options.inboundUrl
  }

  /** Refuses connections from now on, makes no calls, and keeps its data. */
  override stop(): Promise<void> {
    this.#stopped.abort()
    return super.stop()
  }

  /** Environment variables of a service that uses the stand-in. */
  get settings(): Readonly<Record<string, string>> {
    return { SDI_URL: `${this.address}${PATH}`, SDI_NOTIFICA_URL: `${this.address}${OUTCOMES_PATH}` }
  }

  /** What is handed over to a connection: the certificate of a channel, made for this process. */
  get credentials(): { readonly certificate: string; readonly privateKey: string } {
    const { cert, key } = (this.#channel ??= selfSignedAround(this.#now(), 'channel.example'))
    return { certificate: cert, privateKey: key }
  }
  #channel: SelfSigned | undefined

  /** Every file, accepted or not. */
  get received(): readonly ReceivedFile[] {
    return this.register.received
  }

  /**
   * Calls the service once with each notification that is due. Returns how many it has answered.
   */
  async deliver(): Promise<number> {
    const due = this.register.due.filter(({ state, at }) => state === 'waits' && at <= this.#now())
    let answered = 0
    for (const one of due) if (await this.#notify(one)) answered += 1
    return answered
  }

  /** Sends one more notification about an accepted file, at once. */
  async report(id: string, what: Notice | readonly SdiError[], changed: Partial<NoticedFile> = {}): Promise<void> {
    this.register.report(id, what, this.#now(), changed)
    await this.deliver()
  }

  /**
   * Delivers a supplier's file to the buyer's channel, until that has it; returns its number.
   * Under the number of an earlier one it is that one again.
   */
  handOver(name: string, bytes: Uint8Array, id = String(FIRST_DELIVERY + this.deliveries.length)): string {
    const content = Buffer.from(bytes)
    const format = /FPA12|FSM10/.exec(content.toString('latin1'))?.[0] ?? 'FPR12'
    const delivery: Delivery = {
      id,
      name,
      bytes: content,
      metadata: metadataXml(id, name, format),
      tries: 0,
      isTaken: false,
    }
    this.deliveries.push(delivery)
    if (this.options.automatic ?? true) void this.#keepDelivering(delivery)
    return id
  }

  /** Reports once that the administration did not answer about a delivered file. */
  termsElapsed(id: string): Promise<ChannelAnswer | null> {
    const known = this.deliveries.find((each) => each.id === id)
    if (known === undefined) throw new Error(`SdI has delivered no file ${id}`)
    return this.#callChannel(termsCall(id, known.name))
  }

  /** Calls the channel once with a file. */
  async deliverOnce(delivery: Delivery): Promise<ChannelAnswer | null> {
    delivery.tries += 1
    const answer = await this.#callChannel(deliveryCall(delivery, delivery.tries % 2 === 0))
    delivery.isTaken ||= isTaken(answer)
    return answer
  }

  #callChannel(call: ReturnType<typeof deliveryCall>): Promise<ChannelAnswer | null> {
    const url = (this.inboundUrl ?? '').replace(/\/sdi$/, '/sdi-ricezione')
    return callChannel(url, call, this.options.inboundToken, this.#stopped.signal)
  }

  async #keepDelivering(delivery: Delivery): Promise<void> {
    const { signal } = this.#stopped
    while (!delivery.isTaken && !signal.aborted) {
      if (delivery.tries > 0)
        await setTimeout((this.options.repeatSeconds ?? 5) * 1000, undefined, { signal, ref: false }).catch(
          () => undefined,
        )
      if (!signal.aborted) await this.deliverOnce(delivery)
    }
  }

  async #notify(due: DueNotice): Promise<boolean> {
    const fault = this.active.next('notification')
    due.tries += 1
    if (fault?.kind === 'never') due.state = 'given up'
    if (fault?.kind === 'never' || this.inboundUrl === undefined) return false
    const isAnswered = fault?.kind === 'cut' ? false : await this.#call(due)
    if (fault?.kind === 'twice') await this.#call(due)
    due.state = isAnswered ? 'answered' : due.tries === MOST_TRIES ? 'given up' : 'waits'
    return isAnswered
  }

  #call(due: DueNotice): Promise<boolean> {
    return callService(this.inboundUrl ?? '', due, this.options.inboundToken, this.#stopped.signal)
  }

  /** Calls when a file's notifications are due, until all are answered or given up. */
  async #keepCalling(id: string): Promise<void> {
    const { signal } = this.#stopped
    for (;;) {
      const waiting = this.register.due.filter((one) => one.id === id && one.state === 'waits')
      const [next] = waiting.toSorted((a, b) => a.at.getTime() - b.at.getTime())
      if (next === undefined || signal.aborted) return
      const repeat = next.tries === 0 ? 0 : (this.options.repeatSeconds ?? 5) * 1000
      await setTimeout(Math.max(next.at.getTime() - this.#now().getTime(), repeat), undefined, {
        signal,
        ref: false,
      }).catch(() => undefined)
      if (!signal.aborted) await this.#notify(next)
    }
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', this.address)
    const body = await bodyOf(request)
    if (pathname.startsWith('/_control/')) return send(response, await this.#control(pathname, body))
    if (pathname !== PATH && pathname !== OUTCOMES_PATH) return send(response, { status: 404, body: 'Not Found' })
    const call = request.method === 'GET' && search === '?wsdl' ? 'wsdl' : pathname === PATH ? 'file' : 'outcome'
    this.calls.push(call)
    const fault = this.active.next(call)
    const early = fault === null ? null : this.#failing(fault, call)
    if (early !== null) return send(response, early)
    if (fault?.kind === 'cut') request.socket.destroy()
    if (fault?.kind === 'hang' || fault?.kind === 'cut') return
    if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
    if (call === 'wsdl')
      return send(response, {
        status: 200,
        headers: { 'content-type': 'text/xml' },
        body: '<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>',
      })
    if (call === 'outcome') this.#outcome(request, response, body, fault)
    else await this.#file(request, response, body, fault)
  }

  #outcome(
    { headers, socket }: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    fault: FaultKind | null,
  ): void {
    const call = readOutcomeCall(body, headers['content-type'] ?? '', String(headers['soapaction'] ?? ''))
    if (typeof call === 'string')
      return send(response, {
        status: 500,
        headers: { 'content-type': 'text/xml' },
        body: faultXml('Client', call),
      })
    const rejection = this.outcomes.take(call)
    if (fault?.kind === 'lost') socket.destroy()
    else send(response, { status: 200, ...outcomeAnswer('ES01', call.id, rejection) })
  }

  /** The answer that a fault gives in place of the call's own. */
  #failing(fault: FaultKind, call: SdiCall): Answer | null {
    switch (fault.kind) {
      case 'answer':
        return { status: fault.status, body: fault.body ?? '', ...(fault.headers && { headers: fault.headers }) }
      case 'error':
        if (call === 'outcome') return { status: 200, ...outcomeAnswer(fault.code, '0') }
        return { status: 200, ...packed(answerXml('0', this.#now(), fault.code)) }
      case 'soap-fault':
        return {
          status: 500,
          headers: { 'content-type': 'text/xml;charset=utf-8' },
          body: faultXml(fault.code, fault.text),
        }
      default:
        return null
    }
  }

  async #file(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    fault: FaultKind | null,
  ): Promise<void> {
    const { headers } = request
    const call = readCall(body, headers['content-type'] ?? '', String(headers['soapaction'] ?? ''))
    if (typeof call === 'string')
      return send(response, { status: 500, headers: { 'content-type': 'text/xml' }, body: faultXml('Client', call) })
    this.requests.push(call.xml)
    const now = this.#now()
    if (call.bytes.length === 0) return send(response, { status: 200, ...packed(answerXml('0', now, 'EI01')) })
    const { decisionSeconds = 0, outcomeSeconds = decisionSeconds, automatic = true } = this.options
    const id = this.register.take(call.name, call.bytes, now, {
      errors: fault?.kind === 'reject' ? fault.errors : null,
      notices: fault?.kind === 'decide' ? fault.notices : null,
      decisionSeconds,
      outcomeSeconds,
    })
    if (fault?.kind === 'early') for (const due of this.register.due) if (due.id === id) await this.#notify(due)
    if (fault?.kind === 'lost') {
      const received = this.received.at(-1)
      if (received !== undefined) received.answered = false
      request.socket.destroy()
    } else if (fault?.kind === 'plain') {
      send(response, { status: 200, headers: { 'content-type': 'text/xml; charset=UTF-8' }, body: answerXml(id, now) })
    } else send(response, { status: 200, ...packed(answerXml(id, now)) })
    if (automatic) void this.#keepCalling(id)
  }

  /** Switches and data for tests in other processes, and for people. */
  async #control(pathname: string, body: Buffer): Promise<Answer> {
    const json = (value: unknown, status = 200): Answer => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    })
    switch (pathname) {
      case '/_control/faults':
        this.active.set(JSON.parse(body.toString('utf8')) as readonly Fault[])
        return json({ ok: true })
      case '/_control/inbound':
        this.inboundUrl = body.toString('utf8').trim()
        return json({ ok: true })
      case '/_control/deliver':
        return json({ answered: await this.deliver() })
      case '/_control/hand-over': {
        const { name, file } = JSON.parse(body.toString('utf8')) as { readonly name: string; readonly file: string }
        return json({ id: this.handOver(name, Buffer.from(file, 'base64')) })
      }
      case '/_control/ledger':
        return json({
          received: this.received.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })),
          notifications: this.register.due.map(({ notice, ...rest }) => ({ ...rest, name: notice.name })),
          issued: this.register.issued,
          outcomes: this.outcomes.all,
          deliveries: this.deliveries.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })),
          calls: this.calls,
        })
      default:
        return json({ error: 'Not Found' }, 404)
    }
  }
}

/** Starts one; its starter has to stop it. */
export async function startSdi(options: SdiOptions = {}): Promise<Sdi> {
  const sdi = new Sdi(options)
  await sdi.start()
  return sdi
}
