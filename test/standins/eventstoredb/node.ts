import type { Metadata, ServerUnaryCall } from '@grpc/grpc-js'
import type { Access, Right } from './access.js'
import type { Database, WriteResult } from './database.js'
import { type Endpoint, WriteFaults } from './fault-switches.js'
import { notLeader, refused, type RpcError } from './rpc-errors.js'
import type { Subscription } from './subscription.js'

/** What every kind of call has. */
export type Call = Pick<ServerUnaryCall<unknown, unknown>, 'cancelled' | 'getPeer' | 'metadata'>

/** What a node serves, to whom, and up to which size of an append in bytes. */
interface NodeOptions {
  readonly database: Database
  readonly access: Access
  readonly maxAppendSize: number
  /** Breaks the connection of this call. */
  readonly cut: (call: Call) => void
}

/** One server, as its services see it. */
export class Node {
  readonly database: Database
  readonly maxAppendSize: number
  readonly writeFaults = new WriteFaults()
  readonly subscriptions = new Set<Subscription>()
  /** Null on the leader itself. */
  leader: Endpoint | null = null
  readonly #access: Access
  readonly #cut: NodeOptions['cut']

  constructor({ database, access, maxAppendSize, cut }: NodeOptions) {
    this.database = database
    this.maxAppendSize = maxAppendSize
    this.#access = access
    this.#cut = cut
  }

  /** Why this call is refused before anything is done, or null. */
  refusal(headers: Metadata, stream: string, right: Right): RpcError | null {
    if (this.leader !== null && (right !== '$r' || headers.get('requires-leader')[0] === 'true')) {
      return notLeader(this.leader)
    }
    return this.#access.refusal(headers, stream, right)
  }

  /** Performs a write amid the faults that are switched on. Null: the client gets no answer. */
  async write(call: Call, perform: () => WriteResult): Promise<WriteResult | RpcError | null> {
    const fate = this.writeFaults.beforeCommit()
    if (typeof fate === 'object') return refused(fate.code)
    if (fate === 'lose') return this.#lose(call)
    // Who has hung up, or whose deadline has passed, gets nothing written: the real server looks
    // before it writes, too.
    if (call.cancelled) return null
    const result = perform()
    await this.database.flushed()
    if ((await this.writeFaults.beforeAnswer()) === 'lose') return this.#lose(call)
    return result
  }

  #lose(call: Call): null {
    this.#cut(call)
    return null
  }
}
