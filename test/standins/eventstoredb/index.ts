import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Access, type Users } from './access.js'
import { Database } from './database.js'
import type { Endpoint, Faults } from './fault-switches.js'
import { FrontDoor } from './front-door.js'
import { Node } from './node.js'
import { startGrpcServer, type TlsFiles } from './server.js'

export type { Endpoint, Faults } from './fault-switches.js'

/** The real server's default. */
const MAX_APPEND_SIZE = 1_048_576

const HOST = '127.0.0.1'

export interface EventStoreDbOptions {
  /** Default: a free one, kept over restarts. */
  readonly port?: number
  /** Where the log lies. Default: a temporary directory that goes when the stand-in stops. A copy made earlier is a restored backup. */
  readonly dataDir?: string
  /** Answers wait until the log is on the disk. Default: false, which survives the death of the process, not of the machine. */
  readonly fsync?: boolean
  /** Key and certificate for 127.0.0.1, as `selfSigned` makes them. Clients send credentials only over TLS. */
  readonly tls?: TlsFiles
  /** Passwords by name; `admin` and `ops` are administrators. Default: everything is open, as on an insecure server. */
  readonly users?: Users
  /** Bytes of an append in all: data, metadata and twice the length of the event types. */
  readonly maxAppendSize?: number
}

/** A running stand-in of an EventStoreDB 23.10. */
export interface EventStoreDbStandIn {
  /** For the client: with the credentials of the first user, if there are users, and the certificate if there is TLS. */
  readonly connectionString: string
  readonly endpoint: Endpoint
  readonly dataDir: string
  readonly faults: Faults
  /** Shuts down in order: subscriptions end with code 13, then the connections close, and new calls find nobody (code 14). */
  shutDown(): Promise<void>
  /** Breaks all connections at once and closes the port, as if killed. What was acknowledged stays in the directory. */
  kill(): Promise<void>
  /** Starts again after `shutDown` or `kill`, or kills and starts: same port, same data. */
  restart(): Promise<void>
  /** The end of the test: shuts down and removes the temporary directory. */
  stop(): Promise<void>
}

/** Starts a stand-in in this process. */
export async function startEventStoreDb(options: EventStoreDbOptions = {}): Promise<EventStoreDbStandIn> {
  const standIn = new InProcess(options)
  await standIn.restart()
  return standIn
}

interface Running {
  readonly node: Node
  readonly door: FrontDoor
  readonly database: Database
  readonly grpc: { close(): void }
}

class InProcess implements EventStoreDbStandIn {
  readonly dataDir: string
  readonly faults: Faults
  readonly #options: EventStoreDbOptions
  readonly #temporary: boolean
  readonly #caFile: string
  #port: number
  #running: Running | null = null

  constructor(options: EventStoreDbOptions) {
    this.#options = options
    this.#port = options.port ?? 0
    this.#temporary = options.dataDir === undefined
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'eventstoredb-'))
    this.#caFile = join(this.dataDir, 'ca.pem')
    this.faults = this.#makeFaults()
  }

  get endpoint(): Endpoint {
    return { host: HOST, port: this.#port }
  }

  get connectionString(): string {
    const { users, tls } = this.#options
    const [first] = Object.entries(users ?? {})
    const credentials = first === undefined ? '' : `${first.map(encodeURIComponent).join(':')}@`
    const security = tls === undefined ? 'tls=false' : `tls=true&tlsCAFile=${encodeURIComponent(this.#caFile)}`
    return `esdb://${credentials}${HOST}:${this.#port}?${security}`
  }

  async shutDown(): Promise<void> {
    for (const subscription of this.#running?.node.subscriptions ?? []) subscription.shutDown()
    // The last messages leave before the connections close.
    for (let turns = 0; turns < 10; turns += 1) await turn()
    await this.kill()
  }

  async stop(): Promise<void> {
    await this.shutDown()
    if (this.#temporary) rmSync(this.dataDir, { recursive: true, force: true })
  }

  async kill(): Promise<void> {
    const running = this.#running
    this.#running = null
    await running?.door.close()
    running?.grpc.close()
    running?.database.close()
  }

  async restart(): Promise<void> {
    await this.kill()
    const { maxAppendSize, users, tls, fsync } = this.#options
    const database = new Database(this.dataDir, fsync)
    if (tls !== undefined) writeFileSync(this.#caFile, tls.cert)
    const door = new FrontDoor()
    const node = new Node({
      database,
      access: new Access(users, database),
      maxAppendSize: maxAppendSize ?? MAX_APPEND_SIZE,
      cut: (call) => door.cut(call.getPeer()),
    })
    const grpc = await startGrpcServer(node, () => [this.#member(node)], tls)
    this.#port = await door.open(this.#port, grpc.port)
    this.#running = { node, door, database, grpc }
  }

  #member(node: Node) {
    return { instanceId: node.instanceId, endpoint: this.endpoint, leads: node.leader === null, alive: true }
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
      becomeFollower: async (leader) => {
        this.#now.node.leader = leader
      },
      becomeLeader: async () => {
        this.#now.node.leader = null
      },
    }
  }
}
