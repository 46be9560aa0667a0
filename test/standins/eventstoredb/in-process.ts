import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Access } from './access.js'
import type { Member } from './cluster.js'
import { Database, type ProposedEvent } from './database.js'
import type { Endpoint, Faults } from './fault-switches.js'
import { FrontDoor } from './front-door.js'
import { Node } from './node.js'
import { connectionStringOf, HOST, type EventStoreDbOptions, type EventStoreDbStandIn } from './options.js'
import { startGrpcServer } from './server.js'

/** The real server's default. */
const MAX_APPEND_SIZE = 1_048_576

/** Events of one append when the log is filled. */
const FILL_BATCH = 2_000

/** Turns of the event loop in which the last messages leave before the connections close. */
const LAST_TURNS = 10

/** What the nodes of a cluster have in common. A single server is a cluster of one. */
interface Surroundings {
  open(): Database
  close(database: Database): void
  members(): readonly Member[]
}

interface Running {
  readonly node: Node
  readonly door: FrontDoor
  readonly database: Database
  readonly grpc: { close(): void }
}

/** A stand-in in the test's own process. */
export class InProcess implements EventStoreDbStandIn {
  readonly dataDir: string
  readonly faults: Faults
  readonly #options: EventStoreDbOptions
  readonly #surroundings: Surroundings
  #port: number
  #running: Running | null = null
  /** Kept over restarts, as a node's role is by its cluster. */
  #leader: Endpoint | null = null

  constructor(options: EventStoreDbOptions, surroundings?: Surroundings) {
    this.#options = options
    this.#port = options.port ?? 0
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'eventstoredb-'))
    this.#surroundings = surroundings ?? {
      open: () => new Database(this.dataDir, options.fsync),
      close: (database) => database.close(),
      members: () => [this.member],
    }
    this.faults = this.#makeFaults()
  }

  get endpoint(): Endpoint {
    return { host: HOST, port: this.#port }
  }

  get connectionString(): string {
    return connectionStringOf([this.endpoint], this.#options, this.caFile)
  }

  get caFile(): string {
    return join(this.dataDir, 'ca.pem')
  }

  get member(): Member {
    return { endpoint: this.endpoint, leads: this.#leader === null, alive: this.#running !== null }
  }

  async fill(events: number): Promise<void> {
    for (let written = 0; written < events; written += FILL_BATCH) {
      const batch = Array.from({ length: Math.min(FILL_BATCH, events - written) }, () => foreignEvent())
      this.#now.database.append(`foreign-${randomUUID()}`, 'noStream', batch)
    }
    await this.#now.database.flushed()
  }

  async shutDown(): Promise<void> {
    for (const subscription of this.#running?.node.subscriptions ?? []) subscription.shutDown()
    for (let turns = 0; turns < LAST_TURNS; turns += 1) await turn()
    await this.kill()
  }

  async kill(): Promise<void> {
    const running = this.#running
    if (running === null) return
    this.#running = null
    await running.door.close()
    running.grpc.close()
    this.#surroundings.close(running.database)
  }

  async restart(): Promise<void> {
    await this.kill()
    const { maxAppendSize, users, tls } = this.#options
    const database = this.#surroundings.open()
    const door = new FrontDoor()
    const node = new Node({
      database,
      access: new Access(users, database),
      maxAppendSize: maxAppendSize ?? MAX_APPEND_SIZE,
      cut: (call) => door.cut(call.getPeer()),
    })
    node.leader = this.#leader
    if (tls !== undefined) writeFileSync(this.caFile, tls.cert)
    const grpc = await startGrpcServer(node, () => this.#surroundings.members(), tls)
    this.#port = await door.open(this.#port, grpc.port)
    this.#running = { node, door, database, grpc }
  }

  async stop(): Promise<void> {
    await this.kill()
    if (this.#options.dataDir === undefined) rmSync(this.dataDir, { recursive: true, force: true })
  }

  /** Null: it leads itself. */
  follow(leader: Endpoint | null): void {
    this.#leader = leader
    if (this.#running !== null) this.#running.node.leader = leader
  }

  get #now(): Running {
    if (this.#running === null) throw new Error('the stand-in does not run')
    return this.#running
  }

  #makeFaults(): Faults {
    return {
      loseNextAnswers: async (count = 1) => this.#now.node.writeFaults.loseNextAnswers(count),
      loseNextWrites: async (count = 1) => this.#now.node.writeFaults.loseNextWrites(count),
      refuseNextWrites: async (code, count = 1) => this.#now.node.writeFaults.refuseNextWrites(code, count),
      holdAnswers: async () => this.#now.node.writeFaults.holdAnswers(),
      releaseAnswers: async () => this.#now.node.writeFaults.releaseAnswers(),
      heldAnswers: async () => this.#now.node.writeFaults.heldAnswers,
      freeze: async () => this.#now.door.freeze(),
      thaw: async () => this.#now.door.thaw(),
      cutConnections: async () => this.#now.door.cutAll(),
      endSubscriptions: async () => {
        for (const subscription of this.#now.node.subscriptions) subscription.end()
      },
      subscriptions: async () => this.#now.node.subscriptions.size,
      becomeFollower: async (leader) => this.follow(leader),
      becomeLeader: async () => this.follow(null),
    }
  }
}

function foreignEvent(): ProposedEvent {
  return { id: randomUUID(), type: 'Foreign', isJson: true, data: Buffer.from('{}'), metadata: Buffer.alloc(0) }
}
