/**
 * The stand-in as a process: `node dist/test/standins/eventstoredb/main.js --port 2113 --data
 * ./esdb [--fsync]` runs until a signal ends it. Under a parent (`spawnEventStoreDb`) it takes its
 * orders by IPC and ends with it.
 */
import { parseArgs } from 'node:util'
import { InProcess } from './in-process.js'
import type { EventStoreDbOptions } from './options.js'
import type { ControlMessage, ControlRequest } from './spawned.js'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '2113' },
    data: { type: 'string' },
    fsync: { type: 'boolean', default: false },
    options: { type: 'string' },
  },
})
const options: EventStoreDbOptions =
  values.options !== undefined
    ? (JSON.parse(values.options) as EventStoreDbOptions)
    : { port: Number(values.port), fsync: values.fsync, ...(values.data === undefined ? {} : { dataDir: values.data }) }

const standIn = new InProcess(options)
await standIn.restart()
process.send?.({ port: standIn.endpoint.port } satisfies ControlMessage)
if (process.send === undefined) process.stdout.write(`${standIn.connectionString}\n`)
process.on('message', (request: ControlRequest) => void answer(request))
process.on('disconnect', () => process.exit())
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())

async function answer({ id, name, parameters }: ControlRequest): Promise<void> {
  const reply = (message: ControlMessage) => process.send?.(message)
  try {
    // A missing argument has become null on its way through JSON.
    const given = parameters.map((parameter) => parameter ?? undefined)
    const tasks = { ...standIn.faults, fill: () => standIn.fill(Number(given[0])), shutDown: () => standIn.shutDown() }
    const perform = tasks[name] as (...given: unknown[]) => Promise<unknown>
    reply({ id, value: await perform(...given) })
    if (name === 'shutDown') process.disconnect()
  } catch (error) {
    reply({ id, error: String(error) })
  }
}

async function end(): Promise<void> {
  await standIn.shutDown()
  process.exit()
}
