import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Database } from './database.js'
import { InProcess } from './in-process.js'
import { connectionStringOf, type EventStoreDbOptions, type EventStoreDbStandIn } from './options.js'

/** Some nodes with the same events. The first leads at the beginning. */
export interface EventStoreDbCluster {
  readonly nodes: readonly EventStoreDbStandIn[]
  /** Names all nodes; the client asks them who leads. */
  readonly connectionString: string
  /** From now on this node leads and the others follow it. */
  elect(index: number): void
  stop(): Promise<void>
}

/**
 * Starts a cluster in this process. Its nodes share one log: replication is immediate and
 * complete. A real follower passes a write on to the leader when the client does not insist on the
 * leader; these refuse it always, as a real read-only replica does.
 */
export async function startEventStoreDbCluster(
  size: number,
  options: Omit<EventStoreDbOptions, 'port' | 'dataDir'> = {},
): Promise<EventStoreDbCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstoredb-'))
  const database = new Database(dataDir, options.fsync)
  const nodes: InProcess[] = Array.from(
    { length: size },
    () =>
      new InProcess(
        { ...options, dataDir },
        {
          open: () => database,
          close: () => {},
          members: () => nodes.map(({ member }) => member),
        },
      ),
  )
  for (const node of nodes) await node.restart()
  const elect = (index: number) => {
    for (const [other, node] of nodes.entries()) node.follow(other === index ? null : (nodes[index]?.endpoint ?? null))
  }
  elect(0)
  return {
    nodes,
    elect,
    get connectionString() {
      return connectionStringOf(
        nodes.map(({ endpoint }) => endpoint),
        options,
        join(dataDir, 'ca.pem'),
      )
    },
    async stop() {
      for (const node of nodes) await node.stop()
      database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
