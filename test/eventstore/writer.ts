/**
 * A process that appends as fast as it can and reports each acknowledged append to its parent.
 * Arguments: the module that opens the store, its argument, a name, the number of concurrent
 * writers, appends per writer (0: until it is killed).
 */
import type { EventStore } from '../../src/eventstore/port.js'
import { EventStoreUnavailable } from '../../src/eventstore/port.js'
import { eventsToAppend } from './events.js'

/** What the parent hears. */
export interface Acknowledged {
  readonly stream: string
  readonly ids: readonly string[]
}

// A writer without a parent would try for ever.
process.on('disconnect', () => process.exit())

const [module = '', argument = '', name = '', writers = '1', appends = '0'] = process.argv.slice(2)
const { openStore } = (await import(module)) as { openStore: (argument: string) => EventStore }
const store = openStore(argument)

await Promise.all(Array.from({ length: Number(writers) }, async (_, writer) => write(`${name}w${writer}`)))
await store.close()
process.disconnect()

async function write(category: string): Promise<void> {
  for (let append = 0; Number(appends) === 0 || append < Number(appends); append += 1) {
    // Now and then the same stream twice: the second append stands on the first.
    const stream = `${category}-${append >> 1}`
    const events = eventsToAppend(3)
    for (;;) {
      try {
        const outcome = await store.append(stream, append % 2 === 0 ? 'none' : 2, events)
        if (outcome.kind !== 'appended') throw new Error(`${stream}: ${outcome.kind}`)
        break
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable)) throw error
      }
    }
    await notifyParent({ stream, ids: events.map(({ id }) => id) })
  }
}

async function notifyParent(acknowledged: Acknowledged): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send?.(acknowledged, (error: Error | null) => (error === null ? resolve() : reject(error)))
  })
}
