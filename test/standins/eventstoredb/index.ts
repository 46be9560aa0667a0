/**
 * A stand-in of EventStoreDB 23.10 at the level of the wire: the official client can't distinguish
 * it from the real server in what the tests here do. What each part copies is said there; the
 * behaviours were measured on a real 23.10, or are read from its public source. What it leaves
 * out: persistent subscriptions, projections, links (`resolveLinkTos`), users' management.
 */
import { InProcess } from './in-process.js'
import type { EventStoreDbOptions, EventStoreDbStandIn } from './options.js'
import { Spawned } from './spawned.js'

export { startEventStoreDbCluster } from './in-cluster.js'
export type { EventStoreDbOptions, EventStoreDbStandIn } from './options.js'

/** Starts a stand-in in this process. `stop` it at the end. */
export async function startEventStoreDb(options: EventStoreDbOptions = {}): Promise<EventStoreDbStandIn> {
  const standIn = new InProcess(options)
  await standIn.restart()
  return standIn
}

/**
 * Starts a stand-in in a process of its own, to be killed (SIGKILL) and frozen (SIGSTOP) for real.
 * `stop` it at the end.
 */
export async function spawnEventStoreDb(
  options: EventStoreDbOptions = {},
): Promise<EventStoreDbStandIn & { readonly pid: number | undefined }> {
  const standIn = new Spawned(options)
  await standIn.restart()
  return standIn
}
