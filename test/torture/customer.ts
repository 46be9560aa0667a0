import { setTimeout as delay } from 'node:timers/promises'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { invoiceBody } from '../support/invoice-body.js'
import { waitFor } from '../support/wait-for.js'
import type { World } from './world.js'

/** An environment, by its key. */
export type Side = 'test' | 'live'

/** An invoice whose 201 came. */
export interface Posted {
  readonly id: string
  readonly side: Side
  readonly externalId: string
  /** The decision of its government, unless a fault of the plan changes it. */
  readonly expected: 'accepted' | 'rejected'
  readonly at: number
}

interface Connection {
  readonly id: string
  readonly status: string
  readonly authorizationUrl?: string
}

/** How long a client repeats a request that is not answered as it should be. */
const PATIENCE_MS = 180_000
/** Every so many test invoices one is to be rejected. */
const REJECTED_EVERY = 10

/** An account whose programs post invoices all the time, and maintain its connection. */
export class Customer {
  readonly posted: Posted[] = []
  readonly keys: Readonly<Record<Side, string>>
  readonly account: string
  readonly secrets = new Map<Side, string>()
  /** Answers other than 201, and how often they came. */
  readonly failures = new Map<string, number>()
  readonly #clients: Promise<void>[] = []
  #keeper: Promise<void> = Promise.resolve()
  #posting = true
  #keeping = true
  #isAbandoned = false
  #count = 0
  #companyId = ''

  private constructor(
    private readonly world: World,
    readonly name: string,
    private readonly vatNumber: string,
    opened: { readonly accountId: string; readonly testKey: string; readonly liveKey: string },
  ) {
    this.account = opened.accountId
    this.keys = { test: opened.testKey, live: opened.liveKey }
  }

  /** As the government knows the company. */
  get cif(): string {
    return this.vatNumber.slice(2)
  }

  /** Opens the account, with company, connection and webhook in both environments. */
  static async open(world: World, name: string, vatNumber: string): Promise<Customer> {
    const { env } = world.deployment
    const { stdout } = await runCli(['accounts', 'create', '--name', name, '--plan', 'unlimited', '--json'], env)
    const customer = new Customer(world, name, vatNumber, JSON.parse(stdout) as never)
    for (const side of ['test', 'live'] as const) {
      const { id: companyId } = await customer.#ask<{ id: string }>(side, 'POST', '/v1/companies', {
        name: 'Furnizor SRL',
        vatNumber,
        country: 'RO',
      })
      if (side === 'live') customer.#companyId = companyId
      else {
        const wanted = { companyId, countryCode: 'RO' }
        const { id } = await customer.#ask<{ id: string }>(side, 'POST', '/v1/connections', wanted)
        await customer.#mustBeFound(side, `/v1/connections/${id}`)
      }
      await customer.#mustBeFound(side, `/v1/companies/${companyId}`)
      const url = world.hook(`${name}-${side}`)
      const { secret } = await customer.#ask<{ secret: string }>(side, 'POST', '/v1/webhooks', { url })
      customer.secrets.set(side, secret)
    }
    await waitFor(`${name} is connected`, () => customer.#connect(), PATIENCE_MS)
    // The government's clock may be behind ours.
    const since = new Date(Date.now() - 3_600_000).toISOString()
    await customer.#ask('live', 'PUT', `/v1/companies/${customer.#companyId}/receiving`, { enabled: true, since })
    customer.#keeper = customer.#keep()
    return customer
  }

  /** Posts from so many clients at a time until `rest`, alternately to both environments. */
  work(clients: number, pauseMs: number): void {
    for (let client = 0; client < clients; client++) this.#clients.push(this.#post(pauseMs))
  }

  /** Ends when every client has its last 201. */
  async rest(): Promise<void> {
    this.#posting = false
    await Promise.all(this.#clients.splice(0))
  }

  /** Looks after the connection no more. */
  async leave(): Promise<void> {
    this.#keeping = false
    await this.#keeper
  }

  /** Ends everything still under way, in any way. */
  async abandon(): Promise<void> {
    this.#posting = false
    this.#isAbandoned = true
    await Promise.all([this.leave(), ...this.#clients])
  }

  /** Posts some at once. */
  async burst(side: Side, count: number): Promise<readonly Posted[]> {
    return Promise.all(Array.from({ length: count }, () => this.#invoice(side)))
  }

  /** Deletes its live connection; the account makes a new one soon. */
  async disconnect(): Promise<void> {
    const { balancer, journal } = this.world
    const found = await this.#connections().catch(() => [])
    for (const { id } of found) {
      const answer = await call(balancer.url, this.keys.live, 'DELETE', `/v1/connections/${id}`).catch(() => null)
      journal.note(`${this.name}: DELETE ${id} was answered ${answer?.status ?? 'not at all'}`)
    }
  }

  /** Retries waiting deliveries at once: the pauses between retries are hours. */
  async hastenDeliveries(): Promise<void> {
    for (const side of ['test', 'live'] as const) {
      const pending = await this.get<{ id: string; nextAttemptAt: string }[]>(
        side,
        '/v1/webhooks/deliveries?status=pending&limit=100',
      )
      const soon = new Date(Date.now() + 2_000).toISOString()
      for (const { id, nextAttemptAt } of pending)
        if (nextAttemptAt > soon) await this.#ask(side, 'POST', `/v1/webhooks/deliveries/${id}/redeliver`)
    }
  }

  /** The API's answers to the key of that environment. */
  get<T>(side: Side, path: string): Promise<T> {
    return this.#ask<T>(side, 'GET', path)
  }

  /** The newest invoices that its suppliers sent. */
  received(): Promise<readonly { readonly id: string }[]> {
    return this.get('live', '/v1/received?limit=100')
  }

  /** Answers the supplier of a received invoice. */
  async respond(receivedId: string): Promise<void> {
    const answer = { code: 'disputed', reason: `What is ${receivedId}?` }
    await this.#ask('live', 'POST', `/v1/received/${receivedId}/responses`, answer, `answer ${receivedId}`)
  }

  /** The ids of all invoices that it sees. */
  async all(side: Side): Promise<readonly string[]> {
    const { balancer } = this.world
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const path = `/v1/invoices?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const answer = await call(balancer.url, this.keys[side], 'GET', path)
      ids.push(...dataOf<{ id: string }[]>(answer).map(({ id }) => id))
      cursor = (answer.body as { nextCursor?: string | null }).nextCursor ?? null
    }
    return ids
  }

  async #post(pauseMs: number): Promise<void> {
    for (let n = 0; this.#posting; n++) {
      await this.#invoice(n % 2 === 0 ? 'live' : 'test').catch((error: unknown) => {
        this.world.journal.broken(`${this.name}: ${String(error)}`)
      })
      await delay(pauseMs)
    }
  }

  async #invoice(side: Side): Promise<Posted> {
    const number = ++this.#count
    const isToBeRejected = side === 'test' && number % REJECTED_EVERY === 0
    const externalId = `${isToBeRejected ? 'SIM-REJECT-CUI-' : ''}${this.name}-${number}`
    const plain = invoiceBody(externalId)
    const body = { ...plain, supplier: { ...plain.supplier, vatNumber: this.vatNumber } }
    const { id } = await this.#ask<{ id: string }>(side, 'POST', '/v1/invoices', body, externalId)
    const expected = isToBeRejected ? 'rejected' : 'accepted'
    const posted = { id, side, externalId, expected, at: Date.now() } as const
    this.posted.push(posted)
    const parts = ['', '/events', '/documents', '/proof', '/responses']
    await this.#mustBeFound(side, `/v1/invoices/${id}${parts[number % parts.length]}`)
    return posted
  }

  /** What was acknowledged is never a 404, whichever process is asked, and in any trouble. */
  async #mustBeFound(side: Side, path: string): Promise<void> {
    const answer = await call(this.world.balancer.url, this.keys[side], 'GET', path).catch(() => null)
    if (answer?.status === 404) this.world.journal.broken(`${path} is a 404 right after its 201`)
  }

  /** Asks until it is answered with a success. */
  #ask<T>(side: Side, method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<T> {
    const headers = { ...(idempotencyKey !== undefined && { 'X-Idempotency-Key': idempotencyKey }) }
    let last = ''
    return waitFor(
      `${method} ${path} is answered with a success`,
      async () => {
        if (this.#isAbandoned) throw new Error('the run is over')
        const answer = await call(this.world.balancer.url, this.keys[side], method, path, body, headers).catch(
          () => null,
        )
        if (answer !== null && answer.status < 300) return { data: dataOf<T>(answer) }
        const said = answer === null ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body)}`
        last = said.replace(/"requestId":"[^"]*"|req_\w+|comp_\w+/g, '…')
        this.failures.set(last, (this.failures.get(last) ?? 0) + 1)
        await delay(200)
        return null
      },
      PATIENCE_MS,
    ).then(
      ({ data }) => data,
      (error: unknown) => {
        throw new Error(`${String(error)}; last: ${last}`)
      },
    )
  }

  async #keep(): Promise<void> {
    while (this.#keeping) {
      await this.#connect().catch((error: unknown) => {
        this.world.journal.note(`${this.name} could not look after its connection: ${String(error)}`)
      })
      await delay(500)
    }
  }

  async #connections(): Promise<readonly Connection[]> {
    const { balancer } = this.world
    return dataOf<Connection[]>(await call(balancer.url, this.keys.live, 'GET', '/v1/connections'))
  }

  /** Makes the live connection active, as its user would: creates it, follows the address. */
  async #connect(): Promise<boolean> {
    const { balancer, anaf, journal } = this.world
    const found = await this.#connections()
    if (found.some(({ status }) => status === 'active')) return true
    const wanted = { companyId: this.#companyId, countryCode: 'RO' }
    const answer = await call(balancer.url, this.keys.live, 'POST', '/v1/connections', wanted)
    const { id, authorizationUrl } = dataOf<Connection>(answer)
    if (authorizationUrl === undefined) return false
    // The user's browser reaches the government by another way than the service.
    const { pathname, search } = new URL(authorizationUrl)
    const page = await fetch(`${anaf.address}${pathname}${search}`, { signal: AbortSignal.timeout(10_000) })
    journal.note(`${this.name} authorised ${id}: ${page.status}`)
    return page.ok
  }
}
