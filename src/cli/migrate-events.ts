import type { Command } from 'commander'
import { readConfig } from '../config.js'
import { openDatabase } from '../database.js'
import { copyEvents } from '../eventstore/moving/copy.js'
import { PostgresEventStore } from '../eventstore/postgres.js'
import { openEventStoreDb } from '../open-store.js'
import { StartupError } from '../storage/startup-error.js'
import { commandLog } from './session.js'

interface Options {
  readonly to?: string
  readonly json?: boolean
}

export function addMigrateEventsCommand(program: Command): void {
  program
    .command('migrate-events')
    .description('Move the events of the database into an EventStoreDB. To be run while no service runs.')
    .option(
      '--to <address>',
      'esdb://user:password@host:2113; default EVENTSTORE_URL, which nobody sees in the list of processes',
    )
    .option('--json', 'print {"copied", "seconds"}')
    .action(migrateEvents)
}

async function migrateEvents({ to, json }: Options): Promise<void> {
  const config = readConfig({ ...process.env, ...(to !== undefined && { EVENTSTORE_URL: to }) })
  if (config.EVENTSTORE_URL === undefined) {
    throw new StartupError('Where to is not said: set EVENTSTORE_URL to esdb://user:password@host:2113, or give --to.')
  }
  const database = await openDatabase(config, 'command', commandLog())
  try {
    const target = await openEventStoreDb(config.EVENTSTORE_URL, config.EVENTSTORE_STREAM_PREFIX)
    const source = new PostgresEventStore({ connectionString: database.connectionString })
    try {
      const begun = performance.now()
      let copied = 0
      await copyEvents({
        from: source,
        to: target.store,
        after: null,
        onCopied: (events) => (copied += events),
        onOutage: ({ message }) => {
          console.error(`${message}; trying again`)
        },
      })
      const seconds = Math.round(performance.now() - begun) / 1000
      console.log(json ? JSON.stringify({ copied, seconds }) : `${copied} events were copied in ${seconds} s.`)
    } finally {
      await source.close()
      await target.store.close()
    }
  } finally {
    await database.stop()
  }
}
