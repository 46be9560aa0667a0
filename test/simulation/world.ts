import type { RecordedEvent, Scope } from '../../src/domain/event.js'
import { derivedId } from '../../src/domain/ids.js'
import { lookForRestore } from '../../src/eventstore/restores.js'
import type { InvoiceReceived } from '../../src/domain/received.js'
import { idInStream } from '../../src/domain/streams.js'
import type { DeliveryRequest } from '../../src/processors/deliveries/sender.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import { MemoryDocuments } from '../standins/memory/documents.js'
import { MemoryCollectionMarks } from '../standins/memory/collection-marks.js'
import { MemoryMailbox } from '../standins/memory/mailbox.js'
import { Chance } from './chance.js'
import { Checks } from './checks.js'
import { answersById } from './buyers.js'
import { Circles } from './circles.js'
import { companyIdOf } from './connecting.js'
import { Clients, invoiceIdOf } from './clients.js'
import { SharedStore } from './event-store.js'
import { Governments } from './governments.js'
import type { AnswerPlan, DocumentPlan } from './documents.js'
import type { Decided } from './governments/cases.js'
import { Machine } from './machine.js'
import { MemoryArrivals } from './memory/arrivals.js'
import { MemoryDatabase } from './memory/database.js'
import { MemoryGates } from './memory/gates.js'
import { MemoryLiveTables } from './memory/live-tables.js'
import { MemoryLooks } from './memory/looks.js'
import { MemoryLocks } from './memory/locks.js'
import { MemoryMarks } from './memory/marks.js'
import { MemoryOutbox } from './memory/outbox.js'
import { MemoryReceivedBook, MemoryReceivingCompanies } from './memory/received.js'
import { prepareInMemory, rebuildInMemory } from './memory/rebuild.js'
import { shownOf } from './memory/shown.js'
import { MemoryRestores } from './memory/restores.js'
import { MemoryReceivers } from './memory/receivers.js'
import { MemoryVault } from './memory/vault.js'
import { MemoryWorkList } from './memory/work-list.js'
import { isAway, Network, outageOf, type Server } from './network.js'
import { projectionOf } from './projections.js'
import { Receivers } from './receivers.js'
import type { InvoicePlan, Story } from './story.js'
import { ENVIRONMENT } from './names.js'
import { type Actor, BEGIN, type Caller, CLAIM_SECONDS, type Outside, type Scene } from './scene.js'
import { type Host, Timeline } from './timeline.js'

/** Everything that a story happens in. */
export class World implements Scene {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly network: Network
  readonly store: SharedStore
  readonly database: MemoryDatabase
  readonly databaseServer: Server = { name: 'database', reasonsToBeAway: 0, lostAnswers: 0 }
  readonly ports: Scene['ports']
  readonly locks = new MemoryLocks()
  readonly documentStore = new MemoryDocuments()
  readonly vault: MemoryVault
  readonly governments: Governments
  readonly receivers: Receivers
  readonly clients: Clients
  readonly checks: Checks
  readonly machines: readonly Machine[]
  readonly hasNumbers: boolean
  readonly receives: boolean
  readonly documents: readonly DocumentPlan[]
  readonly #answers: ReadonlyMap<string, AnswerPlan>
  /** The store was restored, and no operator has rebuilt the read models since. */
  isUnrepaired = false
  /** What was breached first; null: nothing. */
  failure: string | null = null
  readonly #circles = new Circles(this)
  readonly #plans: readonly InvoicePlan[]
  readonly #numbers: ReadonlyMap<string, InvoicePlan>
  readonly #uuids: Chance
  readonly #accountNumbers: ReadonlyMap<string, number>
  readonly #trace: string[] | null

  /** `trace`: gets a line for everything that happens. */
  constructor(story: Story, trace: string[] | null) {
    const { seed } = story
    this.#trace = trace
    this.hasNumbers = story.mishaps.some(({ kind }) => kind === 'api death')
    this.#plans = story.invoices
    this.documents = story.documents
    this.receives = story.documents.length > 0
    this.#answers = answersById(story.documents)
    const accounts = Array.from({ length: story.accounts }, (_, number) => number)
    this.#accountNumbers = new Map(accounts.map((number) => [this.scopeOf(number).account, number]))
    this.#numbers = new Map(story.invoices.map((plan) => [invoiceIdOf(plan), plan]))
    this.#uuids = new Chance(seed, 'ids')
    this.chance = new Chance(seed, 'world')
    this.timeline = new Timeline(seed, BEGIN)
    const now = (): number => this.timeline.now
    this.network = new Network(this.timeline, new Chance(seed, 'network'))
    this.network.onCall = (host, what) => {
      this.trace(host, () => what)
      this.#circles.called(what)
    }
    this.store = new SharedStore(this.timeline, new Chance(seed, 'store'), this.network)
    this.database = new MemoryDatabase(now)
    this.vault = new MemoryVault(now)
    const gateChance = new Chance(seed, 'gates')
    const mailbox = new MemoryMailbox()
    this.ports = {
      tables: new MemoryLiveTables(this.database),
      workList: new MemoryWorkList(this.database, shownOf(this.database), CLAIM_SECONDS),
      gates: new MemoryGates(this.database, () => gateChance.next()),
      outbox: new MemoryOutbox(this.database),
      receivers: new MemoryReceivers(this.database),
      marks: new MemoryMarks(this.database),
      restores: new MemoryRestores(this.database),
      messages: mailbox,
      mailbox,
      prepared: this.database.prepared,
      collectionMarks: new MemoryCollectionMarks(),
      receiving: {
        companies: new MemoryReceivingCompanies(this.database),
        receivedBook: new MemoryReceivedBook(this.database),
        arrivals: new MemoryArrivals(this.database, ({ company, channel, identity }) => {
          this.checks.arrivals.taken(company.id, channel, identity)
        }),
        looks: new MemoryLooks(this.database),
      },
      // None come: work is woken by messages all the time.
      hints: { obey: () => Promise.resolve(0) },
    }
    this.governments = new Governments(this, story)
    this.receivers = new Receivers(this)
    this.checks = new Checks(this, this.governments.answers)
    this.clients = new Clients(this, story, this.governments.grants)
    this.machines = Array.from({ length: story.machines }, (_, number) => new Machine(this, number))
    this.store.onAppended = (event) => {
      this.checks.appended(event)
      const failed = this.checks.connections.appended(event)
      if (failed !== null) this.clients.connections.needsUser(this.accountOf(event.metadata), failed.countryCode)
      if (event.type === 'InvoiceReceived') this.clients.buyers.recorded(event as RecordedEvent<InvoiceReceived>)
      if (event.type !== 'InvoiceFailed') return
      const plan = this.#numbers.get(idInStream(event.stream))
      if (plan !== undefined && !plan.breaksRules) this.clients.retry(event.stream, plan.account)
    }
  }

  fail(what: string): void {
    this.trace(null, () => `BREACH: ${what}`)
    this.failure ??= what
  }

  trace(who: Actor | null, what: () => string): void {
    if (this.#trace === null) return
    const seconds = ((this.timeline.now - BEGIN) / 1000).toFixed(4)
    this.#trace.push(`${seconds.padStart(10)}  ${(who?.name ?? '').padEnd(9)}  ${what()}`)
  }

  logged(host: Actor, line: string): void {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
    this.trace(host, () => `logs: ${msg}${err === undefined ? '' : ` (${err.message})`}`)
    this.checks.logged(line)
  }

  taken(plan: InvoicePlan, attemptId: string, times: number): void {
    this.checks.taken(plan, attemptId, times)
  }

  heard(account: number, delivery: DeliveryRequest): void {
    this.checks.heard(account, delivery)
  }

  acknowledged(stream: string, plan: InvoicePlan, number?: string): void {
    this.checks.acknowledged(stream, plan)
    if (number !== undefined) this.checks.answered(plan.account, number, stream)
  }

  outside(caller: Caller): Outside {
    const { receivers, governments } = this
    return {
      sender: receivers.senderOf(caller),
      countryOf: governments.countryOf(caller),
      gatewayFor: governments.gatewayFor(caller),
    }
  }

  answered(receivedId: string, responseId: string): void {
    const wrong = this.checks.arrivals.acknowledged(receivedId, responseId)
    if (wrong !== null) this.fail(wrong)
  }

  answerTaken(receivedId: string, responseId: string): void {
    const wrong = this.checks.arrivals.answerTaken(receivedId, responseId)
    if (wrong !== null) this.fail(wrong)
  }

  planOfAnswer(responseId: string): AnswerPlan | null {
    return this.#answers.get(responseId) ?? null
  }

  accountOfConnection(connectionId: string): number {
    return this.accountOf({ account: this.checks.connections.accountOf(connectionId) })
  }

  accountOfReceived(receivedId: string): number | null {
    const companyId = this.checks.arrivals.companyOf(receivedId)
    const own = this.accounts.find(([account]) => companyIdOf(account) === companyId)
    return own?.[0] ?? null
  }

  get wasRestored(): boolean {
    return this.checks.wasRestored
  }

  takenOf(number: number): number {
    return this.governments.takenOf(number)
  }

  decidedOf(number: number): Decided | null {
    return this.governments.decidedOf(number)
  }

  planOfInvoice(invoiceId: string): InvoicePlan | null {
    return this.#numbers.get(invoiceId) ?? null
  }

  scopeOf(account: number): Scope {
    return { account: derivedId('acc', 'simulated', String(account)), environment: ENVIRONMENT }
  }

  /** All accounts, by their numbers. */
  get accounts(): readonly (readonly [account: number, scope: Scope])[] {
    return [...this.#accountNumbers.values()].map((account) => [account, this.scopeOf(account)])
  }

  accountOf({ account }: Pick<Scope, 'account'>): number {
    const number = this.#accountNumbers.get(account)
    if (number === undefined) throw new Error(`no account ${account}`)
    return number
  }

  planOf(number: number): InvoicePlan {
    const plan = this.#plans.find((each) => each.number === number)
    if (plan === undefined) throw new Error(`no invoice ${number} is planned`)
    return plan
  }

  accountOfInvoice(invoiceId: string): number | null {
    return this.#numbers.get(invoiceId)?.account ?? null
  }

  newUuid(): string {
    const hex = Buffer.from(this.#uuids.bytes(16)).toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }

  prepared(host: Host, projection: Projection): Promise<boolean> {
    const { network, databaseServer, database, store } = this
    if (isAway(store)) return Promise.resolve(false)
    return network
      .call(host, databaseServer, `prepare ${projection.name} ${projection.version}`, async () => {
        if (isAway(store)) throw outageOf(store)
        await prepareInMemory(database, projection, store)
        return true
      })
      .catch(() => false)
  }

  /** What an operator does after the store was restored, and then the clients. */
  async repair(): Promise<void> {
    const restores = await lookForRestore(this.store.direct, this.ports.restores, 'a rebuild')
    for (const name of this.database.tables.keys()) this.rebuild(name, restores)
    this.isUnrepaired = false
    await this.setUpAgain()
  }

  /** Rebuilds a read model from the events, in place of the one in use. */
  rebuild(name: string, restores: number): void {
    const table = this.database.tables.get(name)
    if (table === undefined) return
    rebuildInMemory(this.database, projectionOf(name, table.checkpoint.version), this.store.log, restores)
  }

  /**
   * After a restore clients configure a webhook again that has come back without its secret, and
   * set up their connections where these need it.
   */
  async setUpAgain(): Promise<void> {
    for (const [account, secretName] of this.checks.deliveries.secrets()) {
      const scope = { account, environment: ENVIRONMENT } as const
      if ((await this.vault.get(scope, secretName)) === null)
        this.clients.configure(this.accountOf(scope), this.clients.kinds)
    }
    this.clients.connections.setUpAll()
    this.clients.buyers.receiveAll()
  }
}
