import { createHash } from 'node:crypto'
import { acceptCredentials, deleteConnection, requestConnection } from '../../src/commands/connection.js'
import { amendCompany, createCompany, deactivateCompany } from '../../src/commands/company.js'
import {
  cancelDelivery,
  deliveryIdOf,
  recordAttempt,
  redeliver,
  scheduleDelivery,
} from '../../src/commands/delivery.js'
import { changePlan, setTestKeyPolicy } from '../../src/commands/account.js'
import { configureWebhook, removeWebhook, rotateWebhookSecret } from '../../src/commands/webhook.js'
import { createApiKey, revokeApiKey } from '../../src/commands/api-key.js'
import {
  createInvoice,
  type PipelineFinding,
  recordFinalInvoice,
  recordFindings,
  recordResponse,
  requestPaymentReport,
  retryInvoice,
} from '../../src/commands/invoice.js'
import { currentConnection } from '../../src/commands/use-cases/current-connection.js'
import { accept, type Decision, handle, load, StreamErased } from '../../src/commands/handle.js'
import { placeHold, releaseHold } from '../../src/commands/hold.js'
import { openAccount } from '../../src/commands/use-cases/open-account.js'
import { account, TEST_KEY_POLICIES } from '../../src/domain/account.js'
import type { Aggregate } from '../../src/domain/aggregate.js'
import { apiKey } from '../../src/domain/api-key.js'
import { company } from '../../src/domain/company.js'
import { connection, type ConnectionEvent, type ConnectionState } from '../../src/domain/connection.js'
import { delivery } from '../../src/domain/delivery.js'
import { type DomainEvent, type Environment, ENVIRONMENTS, type Scope } from '../../src/domain/event.js'
import { HOLD_KINDS, holds } from '../../src/domain/hold.js'
import { derivedUuid, eventId, newId } from '../../src/domain/ids.js'
import { invoice } from '../../src/domain/invoice.js'
import { listedTerms } from '../../src/domain/request/invoice-request.js'
import {
  accountStream,
  apiKeyStream,
  holdStream,
  idInStream,
  streamName,
  webhookStream,
} from '../../src/domain/streams.js'
import { webhook, type WebhookEvent, type WebhookState } from '../../src/domain/webhook.js'
import { eventToPublish } from '../../src/domain/public-events/event-kinds.js'
import type { EventStore } from '../../src/eventstore/port.js'
import type { StandingClock } from '../http/api/test-service.js'
import { acceptedInvoice } from '../support/history.js'

/** What is to happen next: which thing, to whom, and after how long. */
export interface Step {
  readonly act: (typeof ACTS)[number]
  /** Chooses whom it happens to, and how; from 0. */
  readonly whom: number
  readonly how: number
  readonly afterMs: number
}

/** What can happen. */
export const ACTS = [
  ...(['invoice', 'finding', 'finding', 'finding', 'finding', 'response', 'payment', 'final', 'retry'] as const),
  ...(['company', 'amend', 'deactivate', 'connect', 'connection', 'disconnect'] as const),
  ...(['webhook', 'rotate', 'unhook', 'deliver', 'deliver', 'attempt', 'attempt', 'redeliver', 'cancel'] as const),
  ...(['key', 'revoke', 'plan', 'policy', 'hold', 'release'] as const),
] as const

const DOCUMENT = { sha256: 'a'.repeat(64), size: 10, mediaType: 'application/xml' }
const FAULT = { errorMessage: 'CUI "invalid"\n\\N', errorTranslated: 'Not registered\t', errorFix: 'Correct it {x}' }
/** What people write, and what formats trip over. */
const NAMES = ['Client SRL', 'Țară & "fii"', '\\N\t{a,"b"}\r\n', 'NULL', '', 'ﬁ \u{1F600} \uFFFD', "O'Brien \\. {}"]
const URLS = ['https://example.com/hooks', 'https://example.org/other']

/**
 * The lives of two accounts in both environments, by the commands of the product: only
 * lawful events follow from any request. The same steps lead to the same events, ids included.
 */
export class RandomLife {
  readonly #deps
  readonly #clock: StandingClock
  readonly #scopes: Scope[] = []
  readonly #invoices: string[] = []
  readonly #companies: string[] = []
  readonly #connections: string[] = []
  readonly #deliveries: string[] = []
  readonly #keys: string[] = []
  readonly #scopeOf = new Map<string, Scope>()
  #made = 0

  constructor(store: EventStore, clock: StandingClock) {
    this.#clock = clock
    const newEventId = (): string => derivedUuid('event', String(this.#made++))
    this.#deps = { store, clock, newEventId, random: (size: number) => this.#bytes(size) }
  }

  /** The accounts are there. */
  async begin(): Promise<void> {
    for (const name of ['First', NAMES[2] ?? '']) {
      const { accountId } = await openAccount(this.#deps, { name, plan: 'free' })
      for (const environment of ENVIRONMENTS) this.#scopes.push({ account: accountId, environment })
    }
  }

  /** Does the next thing; nothing where it is refused. */
  async take({ act, whom, how, afterMs }: Step): Promise<void> {
    this.#clock.advance(afterMs)
    try {
      await this.#do(act, whom, how)
    } catch (error) {
      // As with any other refusal.
      if (!(error instanceof StreamErased)) throw error
    }
  }

  async #do(act: Step['act'], whom: number, how: number): Promise<void> {
    const scope = pick(this.#scopes, whom) as Scope
    const now = this.#clock.now()
    switch (act) {
      case 'invoice':
        return this.#invoice(scope, how)
      case 'finding':
        return this.#on(invoice, this.#invoices, whom, recordFindings([findingOf(how)]))
      case 'response': {
        const messageId = `message-${how % 3}`
        const document = { ...DOCUMENT, sha256: String(how % 10).repeat(64) }
        const said = { messageId, at: now.toISOString(), code: 'AP', label: 'accepted', reason: null, document }
        return this.#on(invoice, this.#invoices, whom, recordResponse(said))
      }
      case 'payment': {
        const payment = { paymentId: derivedUuid('payment', String(how % 3)), paidOn: '2026-04-01' }
        const amounts = [{ vatRate: '20', amount: '10.00' }]
        return this.#on(
          invoice,
          this.#invoices,
          whom,
          requestPaymentReport(payment, () => amounts),
        )
      }
      case 'final': {
        const final = { invoiceId: idInStream(pick(this.#invoices, how) ?? '-inv_1'), number: `F-${how}` }
        return this.#on(invoice, this.#invoices, whom, recordFinalInvoice(final))
      }
      case 'retry':
        return this.#on(invoice, this.#invoices, whom, retryInvoice())
      case 'company': {
        const companyId = newId('comp', this.#deps.random)
        const names = { name: pick(NAMES, how) ?? '', vatNumber: `RO${how}` }
        const command = createCompany({ companyId, ...names, country: 'RO', currency: 'RON' })
        return this.#new(scope, company, this.#companies, streamName(scope.environment, 'Company', companyId), command)
      }
      case 'amend':
        return this.#on(company, this.#companies, whom, amendCompany({ name: pick(NAMES, how) ?? '' }))
      case 'deactivate':
        return this.#on(company, this.#companies, whom, deactivateCompany())
      case 'connect':
        return this.#connect(whom, how)
      case 'connection':
        return this.#on(connection, this.#connections, whom, (state) => happens(state, how, now))
      case 'disconnect':
        return this.#on(connection, this.#connections, whom, deleteConnection())
      case 'webhook': {
        const events = how % 2 === 0 ? null : ['invoice.created', 'invoice.created', 'invoice.error']
        const secretName = `webhook/${this.#made}`
        return this.#webhook(scope, configureWebhook({ url: pick(URLS, how) ?? '', events, secretName }))
      }
      case 'rotate':
        return this.#webhook(scope, rotateWebhookSecret({ secretName: `webhook/${this.#made}`, now }))
      case 'unhook':
        return this.#webhook(scope, removeWebhook())
      case 'deliver':
        return this.#deliver(whom, how)
      case 'attempt':
        return this.#attempt(whom, how)
      case 'redeliver': {
        const of = this.#webhookOf(this.#deliveries, whom)
        const configured = of && (await of).state
        if (configured?.status !== 'configured') return
        return this.#on(delivery, this.#deliveries, whom, redeliver(configured, now))
      }
      case 'cancel': {
        const of = this.#webhookOf(this.#deliveries, whom)
        return of && this.#on(delivery, this.#deliveries, whom, cancelDelivery((await of).state.epoch))
      }
      case 'key': {
        const keyId = newId('key', this.#deps.random)
        const permissions = how % 2 === 0 ? null : (['read'] as const)
        const facts = { keyId, key: `sk_test_${keyId}`, name: pick(NAMES, how) ?? '', expiresAt: null, permissions }
        const command = createApiKey({ ...facts, environment: scope.environment })
        return this.#new(scope, apiKey, this.#keys, apiKeyStream(keyId), command, null)
      }
      case 'revoke':
        return this.#on(apiKey, this.#keys, whom, revokeApiKey(), null)
      case 'plan': {
        const plan = changePlan(how % 2 === 0 ? 'free' : 'unlimited')
        return this.#handle(scope, account, accountStream(scope.account), plan, null)
      }
      case 'policy': {
        const policy = setTestKeyPolicy(pick(TEST_KEY_POLICIES, how) ?? 'forbid')
        return this.#handle(scope, account, accountStream(scope.account), policy, null)
      }
      case 'hold':
      case 'release': {
        const kind = pick(HOLD_KINDS, how) ?? 'account'
        const of = {
          account: [scope.account],
          company: this.#companies.map(idInStream),
          invoice: this.#invoices.map(idInStream),
          received: [],
        }
        const id = pick(of[kind], whom)
        if (id === undefined) return
        const command = (act === 'hold' ? placeHold : releaseHold)({ kind, id, reason: 'Case 1', operator: 'ann' })
        return this.#handle(scope, holds, holdStream(scope.account), command, null)
      }
    }
  }

  async #invoice(scope: Scope, how: number): Promise<void> {
    const id = newId('inv', this.#deps.random)
    const dates = { issueDate: '2026-03-31', dueDate: '2026-04-14' }
    const plain = acceptedInvoice(`F-${this.#made}`, dates)
    const accepted = { ...plain, customer: { ...plain.customer, name: pick(NAMES, how) ?? '' } }
    const companyId = idInStream(pick(this.#companies, how) ?? '-comp_1')
    const amounts = { netAmount: '200.00', vatAmount: '42.00', grossAmount: '242.00' }
    const content = { kind: 'inline', invoice: accepted } as const
    const command = { invoiceId: id, companyId, ...listedTerms(accepted), ...amounts, content, requestHash: null }
    const stream = streamName(scope.environment, 'Invoice', id)
    await this.#new(scope, invoice, this.#invoices, stream, createInvoice(command))
  }

  async #connect(whom: number, how: number): Promise<void> {
    const stream = pick(this.#companies, whom)
    const scope = this.#scopeOf.get(stream ?? '')
    if (stream === undefined || scope === undefined) return
    const companyId = idInStream(stream)
    const { connectionId, stream: own } = await currentConnection(this.#deps, scope, companyId, 'RO')
    const country = {
      countryCode: 'RO',
      environment: scope.environment,
      canBeSetUp: true,
      isOpen: how % 2 === 0,
    } as const
    await this.#new(
      scope,
      connection,
      this.#connections,
      own,
      requestConnection({ connectionId, companyId, ...country }),
    )
  }

  /** An event of an invoice or connection is to be delivered. */
  async #deliver(whom: number, how: number): Promise<void> {
    const subject = pick([...this.#invoices, ...this.#connections], whom)
    const scope = this.#scopeOf.get(subject ?? '')
    if (subject === undefined || scope === undefined) return
    const { state } = await load(this.#deps.store, webhook, webhookStream(scope))
    const events = await this.#deps.store.readStream(subject)
    const published = events.flatMap((event) => eventToPublish(event) ?? [])
    const one = pick(published, how)
    if (one === undefined || state.status !== 'configured') return
    const deliveryId = deliveryIdOf(scope, eventId(one.event.id))
    const id = idInStream(subject)
    const about =
      one.subject === 'invoice' ? { invoiceId: id, connectionId: null } : { invoiceId: null, connectionId: id }
    const command = scheduleDelivery({
      deliveryId,
      subject,
      revision: one.event.revision,
      eventId: eventId(one.event.id),
      kind: one.kind,
      ...about,
      url: state.url,
      epoch: state.epoch,
      nextAttemptAt: this.#clock.now().toISOString(),
      body: '{}',
    })
    await this.#new(scope, delivery, this.#deliveries, streamName(scope.environment, 'Delivery', deliveryId), command)
  }

  async #attempt(whom: number, how: number): Promise<void> {
    const now = this.#clock.now()
    const error = how % 3 === 0 ? null : 'HTTP 500'
    const attempt = { at: now.toISOString(), statusCode: error === null ? 200 : 500, error, durationMs: how }
    const url = pick(URLS, how) ?? ''
    // Six failures use the retries up.
    for (let times = how % 7 === 0 ? 6 : 1; times > 0; times--) {
      await this.#on(delivery, this.#deliveries, whom, recordAttempt({ url, attempt, endedAt: now }))
    }
  }

  #webhookOf(streams: readonly string[], whom: number) {
    const scope = this.#scopeOf.get(pick(streams, whom) ?? '')
    return scope && load(this.#deps.store, webhook, webhookStream(scope))
  }

  #webhook(scope: Scope, decide: (state: WebhookState) => Decision<WebhookEvent, string>): Promise<void> {
    return this.#handle(scope, webhook, webhookStream(scope), decide)
  }

  /** A command on the stream of something new, which is known from now on. */
  async #new<State, Event extends DomainEvent>(
    scope: Scope,
    aggregate: Aggregate<State, Event>,
    known: string[],
    stream: string,
    decide: (state: State) => Decision<Event, string>,
    environment: Environment | null = scope.environment,
  ): Promise<void> {
    if (!known.includes(stream)) known.push(stream)
    this.#scopeOf.set(stream, scope)
    await this.#handle(scope, aggregate, stream, decide, environment)
  }

  /** A command on something that is known; nothing where there is none. */
  async #on<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    known: readonly string[],
    whom: number,
    decide: (state: State) => Decision<Event, string>,
    environment?: null,
  ): Promise<void> {
    const stream = pick(known, whom)
    const scope = this.#scopeOf.get(stream ?? '')
    if (stream !== undefined && scope !== undefined) await this.#handle(scope, aggregate, stream, decide, environment)
  }

  async #handle<State, Event extends DomainEvent>(
    scope: Scope,
    aggregate: Aggregate<State, Event>,
    stream: string,
    decide: (state: State) => Decision<Event, string>,
    environment: Environment | null = scope.environment,
  ): Promise<void> {
    const chain = { actor: 'operator', correlationId: 'req_test', causationId: 'req_test' } as const
    await handle(this.#deps, { account: scope.account, environment, ...chain }, aggregate, stream, decide)
  }

  #bytes(size: number): Uint8Array {
    const hash = createHash('shake256', { outputLength: size })
    return hash.update(`random ${this.#made++}`).digest()
  }
}

function pick<T>(from: readonly T[], which: number): T | undefined {
  return from[which % from.length]
}

function findingOf(how: number): PipelineFinding {
  const attemptId = `attempt-${how % 2}`
  const paymentId = derivedUuid('payment', String(how % 3))
  const findings: readonly PipelineFinding[] = [
    { type: 'InvoiceValidated', data: { rulesChecked: how, format: 'UBL' } },
    { type: 'InvoiceConverted', data: { format: 'UBL', document: DOCUMENT } },
    { type: 'SubmissionStarted', data: { attemptId } },
    { type: 'SubmissionDeferred', data: { attemptId, reason: 'away', nextTryAt: '2030-01-01T00:00:00.000Z' } },
    { type: 'InvoiceSubmitted', data: { attemptId, uploadId: '1', govEndpoint: 'simulated' } },
    {
      type: 'InvoiceAccepted',
      data: { govId: '300', govMessage: 'ok', receipt: { ...DOCUMENT, sha256: 'b'.repeat(64) } },
    },
    { type: 'InvoiceRejected', data: { ...FAULT, document: DOCUMENT } },
    { type: 'InvoiceFailed', data: { ...FAULT, reason: how % 2 === 0 ? 'rules' : 'government' } },
    { type: 'PaymentReported', data: { paymentId, reportId: '7', document: null } },
    { type: 'PaymentReportRefused', data: { paymentId, errorMessage: 'no' } },
  ]
  return pick(findings, how) as PipelineFinding
}

/** What happens to a connection in its status. */
function happens(state: ConnectionState, how: number, now: Date): Decision<ConnectionEvent, string> {
  const errorMessage = 'refused \\ "once"'
  const tokenExpiresAt = new Date(now.getTime() + 86_400_000).toISOString()
  if (state.status !== 'active') return acceptCredentials()(state)
  const events: readonly ConnectionEvent[] = [
    { type: 'TokenRefreshed', data: { tokenExpiresAt } },
    { type: 'TokenRefreshFailed', data: { errorMessage, nextTryAt: tokenExpiresAt } },
    { type: 'AccessRefused', data: { errorMessage } },
    { type: 'ConnectionExpired', data: { errorMessage } },
    { type: 'ConnectionFailed', data: { errorMessage } },
    { type: 'ConnectionFailed', data: { errorMessage, nextTryAt: tokenExpiresAt } },
    { type: 'CredentialsReplaced', data: {} },
  ]
  return accept(pick(events, how) as ConnectionEvent)
}
