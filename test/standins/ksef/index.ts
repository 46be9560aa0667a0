import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Answer, bodyOf } from '../local-server.js'
import { StandIn } from '../stand-in.js'
import { json, UNSIGNED } from './answers.js'
import { Batches } from './batches.js'
import { objectOf } from './bodies.js'
import { control } from './control.js'
import { Exports } from './exports.js'
import { failing } from './faults.js'
import { Identity } from './identity.js'
import { type CertifiedKey, type MinistryKey, ministryKeys } from './keys.js'
import { contextLimits, Limits, subjectLimits } from './limits.js'
import type { FaultKind, KsefCall, KsefLimits, KsefOptions, LighthouseState } from './options.js'
import { Register } from './register.js'
import { API, callOf, LIGHTHOUSE, STORE } from './routes.js'
import { Service } from './service.js'
import { SessionReceipts } from './session-receipts.js'
import { SignedCalls } from './signed-calls.js'

const ACCESS_TOKEN_SECONDS = 900

/** A call that came, for tests that count them. */
interface SeenCall {
  readonly call: KsefCall
  readonly path: string
  /** Whether its answer reached the caller. */
  answered: boolean
}

/** A stand-in for KSeF 2.0 and its lighthouse on a real socket, as `governments/pl.md` has it. */
export class Ksef extends StandIn<KsefCall, FaultKind> {
  readonly calls: SeenCall[] = []
  readonly register = new Register()
  lighthouse: LighthouseState = { status: 'AVAILABLE', messages: [] }
  /** `X-System-Warning` of every answer. */
  warning: string | null = null
  readonly exports: Exports
  readonly #identity: Identity
  readonly #signed: SignedCalls
  readonly #batches: Batches
  readonly #receipts: SessionReceipts
  readonly #limits: Limits
  readonly #options: KsefOptions
  #withdrawn: readonly MinistryKey[] = []
  #listsWithdrawn = false
  #credentials: Readonly<Record<string, string>> | null = null

  constructor(options: KsefOptions = {}) {
    super(options)
    this.#options = options
    const now = options.now ?? (() => new Date())
    const { signInLooks = 0, accessTokenSeconds = ACCESS_TOKEN_SECONDS, trustsSelfSigned = false } = options
    const keys = (): readonly MinistryKey[] => ministryKeys().filter((key) => !this.#withdrawn.includes(key))
    this.#identity = new Identity({ now, keys, signInLooks, accessTokenSeconds, trustsSelfSigned })
    const storeAddress = (): string => `${options.storeOrigin?.(this.port) ?? this.address}${STORE}`
    const largestPage = options.largestPage ?? 1000
    this.#receipts = new SessionReceipts({ now, storeAddress, largestPage })
    const service = new Service(this.register, { now, keys, largestPage }, this.#receipts)
    this.#batches = new Batches(this.register, service, {
      now,
      storeAddress,
      mayAttach: options.announcedAttachments ?? true,
    })
    this.exports = new Exports(this.register, service, {
      now,
      storeAddress,
      partBytes: options.exportPartBytes ?? 50_000_000,
      mostInvoices: options.exportedAtOnce ?? 10_000,
      seconds: options.exportSeconds ?? 0,
    })
    this.#signed = new SignedCalls(service, this.#batches, this.exports)
    this.#limits = new Limits(now, options.limits)
  }

  /** Environment variables of a service that uses the stand-in. */
  get settings(): Readonly<Record<string, string>> {
    return { KSEF_API_URL: `${this.address}${API}`, KSEF_STATUS_URL: `${this.address}${LIGHTHOUSE}` }
  }

  /** What to hand over for a connection: a token that serves every NIP. */
  get credentials(): Readonly<Record<string, string>> {
    this.#credentials ??= { token: this.#identity.issueToken(null, ['InvoiceWrite', 'InvoiceRead']) }
    return this.#credentials
  }

  /** A KSeF token of a taxpayer. */
  issueToken(nip: string, permissions: readonly string[] = ['InvoiceWrite']): string {
    return this.#identity.issueToken(nip, permissions)
  }

  /** A certificate with which a taxpayer signs in. */
  issueCertificate(nip: string, permissions: readonly string[] = ['InvoiceWrite']): CertifiedKey {
    return this.#identity.issueCertificate(nip, permissions)
  }

  revoke(token: string): void {
    this.#identity.revoke(token)
  }

  endAuthentications(): void {
    this.#identity.endAuthentications()
  }

  endAccessTokens(): void {
    this.#identity.endAccessTokens()
  }

  /** Withdraws the newest key of each use; `stillListed`: the list still shows it. */
  withdrawKeys({ stillListed = false } = {}): void {
    this.#withdrawn = ministryKeys().filter(({ usage, validFrom }) =>
      ministryKeys().every((other) => other.usage !== usage || other.validFrom <= validFrom),
    )
    // There is but one key for tokens.
    this.#withdrawn = this.#withdrawn.filter(({ usage }) => usage === 'SymmetricKeyEncryption')
    this.#listsWithdrawn = stillListed
  }

  /** KSeF has raised or lowered the limits of a company. */
  limitsOf(nip: string, limits: Partial<KsefLimits>): void {
    this.#limits.ofCompany(nip, limits)
  }

  /** How often a call came. */
  count(call: KsefCall): number {
    return this.calls.filter((seen) => seen.call === call).length
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.address)
    const body = await bodyOf(request)
    if (pathname.startsWith('/_control/')) return this.#send(response, control(this, pathname, body))
    const found = callOf(request.method ?? '', pathname)
    if (found === null) return this.#send(response, { status: 404, body: '' })
    const { call, parts } = found
    const seen: SeenCall = { call, path: pathname, answered: true }
    this.calls.push(seen)
    const fault = this.active.next(call)
    const early = fault === null ? null : failing(fault)
    if (early !== null) return this.#send(response, early)
    if (fault?.kind === 'hang') {
      seen.answered = false
      return
    }
    if (fault?.kind === 'cut') {
      seen.answered = false
      request.socket.destroy()
      return
    }
    if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
    const answer = await this.#answer(call, parts, request, query, body, fault)
    if (fault?.kind !== 'lost') return this.#send(response, answer)
    seen.answered = false
    request.socket.destroy()
  }

  #send(response: ServerResponse, { status, headers, body }: Answer): void {
    const warning = this.warning === null ? {} : { 'x-system-warning': this.warning }
    response.writeHead(status, { ...headers, ...warning }).end(body)
  }

  async #answer(
    call: KsefCall,
    parts: readonly string[],
    { headers }: IncomingMessage,
    query: URLSearchParams,
    body: Buffer,
    fault: FaultKind | null,
  ): Promise<Answer> {
    const wish = fault?.kind === 'decide' ? fault.status : null
    const { authorization } = headers
    switch (call) {
      case 'lighthouse':
        return json(this.lighthouse)
      case 'keys':
        return json(
          ministryKeys()
            .filter((key) => this.#listsWithdrawn || !this.#withdrawn.includes(key))
            .map(({ listed }) => listed),
        )
      case 'challenge':
        return this.#identity.challenge()
      case 'token':
        return this.#identity.withToken(objectOf(body), wish)
      case 'signature':
        return this.#identity.withSignature(body, wish)
      case 'authentication':
        return this.#identity.status(parts[0] ?? '', authorization)
      case 'redeem':
        return this.#identity.redeem(authorization)
      case 'refresh':
        return this.#identity.refresh(authorization)
      case 'lighthouse-messages':
        return json(this.lighthouse.messages)
      case 'upo-file':
        return this.#receipts.byAddress(parts[0] ?? '', query, authorization)
      case 'export-part':
        return this.exports.part(parts, query, authorization)
      case 'part':
        return this.#batches.put(parts, query, headers, body)
      default: {
        const caller = this.#identity.caller(authorization)
        if (caller === null) return UNSIGNED
        const limited = this.#limits.refusal(call, caller.nip)
        if (limited !== null) return limited
        if (call === 'limits') return this.#limits.stated(caller.nip)
        if (call === 'context-limits') return contextLimits()
        if (call === 'subject-limits') return subjectLimits()
        const wishes = {
          decisionSeconds: this.#options.decisionSeconds ?? 0,
          status: fault?.kind === 'decide' && fault.session === true ? null : wish,
          ...(fault?.kind === 'decide' && fault.session === true && { session: fault.status }),
          listedLaterSeconds: fault?.kind === 'listed-later' ? fault.seconds : 0,
        }
        return this.#signed.serve(call, caller, {
          parts,
          query,
          body,
          wishes,
          token: headers['x-continuation-token']?.toString(),
        })
      }
    }
  }
}

/** Starts one; its starter has to stop it. */
export async function startKsef(options: KsefOptions = {}): Promise<Ksef> {
  const ksef = new Ksef(options)
  await ksef.start()
  return ksef
}
