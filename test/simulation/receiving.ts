import type { ReceivingPorts } from '../../src/processors/processors.js'
import type { Caller, Scene } from './scene.js'

/** So long, in milliseconds, a process waits for a read model, and looks so often. */
const LONGEST_WAIT_MS = 2_000
const ASK_EVERY_MS = 50

/** What a process shares with others for receiving, over the network. */
export function receivingFor(caller: Caller, { network, databaseServer, ports, database }: Scene): ReceivingPorts {
  const { companies, receivedBook, arrivals, looks } = ports.receiving
  const remote = <Port extends object>(name: string, port: Port): Port =>
    network.remote(caller, databaseServer, name, port)
  const hasPassed = (position: bigint): Promise<boolean> =>
    network.call(caller, databaseServer, 'received position', async () => {
      return (database.tables.get('received')?.checkpoint.position ?? 0n) >= position
    })
  return {
    companies: remote('companies', companies),
    receivedBook: remote('received book', receivedBook),
    arrivals: remote('arrivals', arrivals),
    looks: remote('looks', looks),
    receivedUpTo: async (position) => {
      const { timers, stopping } = caller
      const until = timers.instant().monotonic + LONGEST_WAIT_MS
      while (!(await hasPassed(position))) {
        if (timers.instant().monotonic >= until || stopping.aborted) return false
        await timers.sleep(ASK_EVERY_MS, stopping)
      }
      return true
    },
  }
}
