import { randomBytes } from 'node:crypto'
import { type Command, Option } from 'commander'
import { operatorLog } from '../../audit/operator-log.js'
import { type ActionToRecord, recorded, recordOperatorAction } from '../../commands/use-cases/record-operator-action.js'
import { systemClock } from '../../domain/clock.js'
import type { OperatorActionDetails } from '../../domain/operator-action.js'
import { type Config, readConfig } from '../../host/settings/config.js'
import { openDatabase, openEventStore } from '../../host/start/stores.js'
import type { EventStore } from '../../eventstore/port.js'
import { PostgresEventStore } from '../../eventstore/postgres/postgres.js'
import { moveEvents, type MoveMode, type MoveReport } from './move-events.js'
import { cancelMove, openForCancelling } from '../../storage/event-store-of-database.js'
import { createPool } from '../../storage/postgres/pool.js'
import { StartupError } from '../../storage/startup-error.js'
import { inTransaction } from '../../storage/postgres/transaction.js'
import { operatorOfProcess } from '../acting.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { commandLog } from '../session.js'
import { counted } from '../../domain/counted.js'

interface Options extends OutputOptions {
  readonly to?: string
  readonly ahead?: boolean
  readonly verifyOnly?: boolean
  readonly dryRun?: boolean
  readonly cancel?: boolean
}

const ALTERNATIVES = ['ahead', 'verifyOnly', 'dryRun', 'cancel']

/** Adds `clearway migrate-events`. */
export function addMigrateEventsCommand(command: Command, cli: CliRun): void {
  const alternative = (flags: string, description: string): Option => {
    const option = new Option(flags, description)
    return option.conflicts(ALTERNATIVES.filter((name) => name !== option.attributeName()))
  }
  command
    .option('--to <address>', 'esdb://user:password@host:2113; default EVENTSTORE_URL, which process lists don’t show')
    .addOption(alternative('--ahead', 'copy the events while the service runs, so that the move only copies the rest'))
    .addOption(alternative('--verify-only', 'compare both stores by events and hashes; write nothing'))
    .addOption(alternative('--dry-run', 'show what the move would do; write nothing'))
    .addOption(alternative('--cancel', 'cancel an unfinished move: the database keeps its events'))
    .option(
      '--json',
      'print {"moved", "streams", "events", "bytes", "held", "copied", "seconds", "eventsPerSecond", "erased", "brokenBefore", "sessions"}; with --cancel {"cancelled"}',
    )
    .addHelpText(
      'after',
      `
EVENTSTORE_STREAM_PREFIX prefixes the stream names there, as for the service. Events keep their order, ids, revisions and hashes; erased streams stay
erased. Once copying begins, the database's own store accepts no more events. Run the command again to continue an interrupted move. At the
end, everything is read back and compared; only then does the database belong to the new store, and the service starts with EVENTSTORE_URL.`,
    )
    .addHelpText(
      'after',
      examples('migrate-events --dry-run', 'migrate-events --ahead', 'migrate-events --to esdb://10.0.0.5:2113'),
    )
    .action((options: Options) => migrateEvents(cli, options))
}

async function migrateEvents(cli: CliRun, options: Options): Promise<void> {
  const { to } = options
  const config = readConfig({ ...cli.env, ...(to !== undefined && { EVENTSTORE_URL: to }) })
  const database = await openDatabase(config, 'command', commandLog(cli))
  const { connectionString } = database
  try {
    if (options.cancel) {
      await cancel(cli, connectionString, options)
      return
    }
    const mode = options.ahead ? 'ahead' : options.verifyOnly ? 'verify' : options.dryRun ? 'preview' : 'move'
    const onProgress = (line: string): void => {
      cli.printNote(options, line)
    }
    const begin = async (store: EventStore): Promise<void> => {
      await recordOperatorAction(depsOf(store), { ...act(cli, { mode }), outcome: 'begun' })
    }
    const report = await moveEvents({ config: withTarget(config), connectionString, mode, onProgress, begin })
    if (mode === 'move' || mode === 'ahead') {
      const { moved, copied, totals } = report
      const store = moved ? config : inDatabase(config)
      await recordEnd(cli, store, connectionString, { mode, moved, copied, events: totals.events })
    }
    cli.printResult(options, asJson(report), () => inWords(mode, report))
    for (const { stream, revision } of report.verified?.brokenBefore ?? []) {
      cli.printNote(
        options,
        `The hash chain of ${stream} was already broken from revision ${revision} on; it was copied unchanged.`,
      )
    }
  } finally {
    await database.stop()
  }
}

const ACT = { action: 'migrate-events', target: null } as const
/** The end of an older move is recorded as a new action. */
const LONGEST_MOVE_DAYS = 31
const DAY_MS = 86_400_000

const depsOf = (store: EventStore) => ({ store, clock: systemClock, random: randomBytes })

function act(cli: CliRun, details: OperatorActionDetails): ActionToRecord {
  return { ...operatorOfProcess(details, cli), ...ACT }
}

/**
 * Records the end in the store that then has the events: between begin and end neither store
 * accepts new ones. So a killed move has only its begin recorded, until a continued run ends it.
 */
async function recordEnd(
  cli: CliRun,
  config: Config,
  connectionString: string,
  details: OperatorActionDetails,
): Promise<void> {
  const store = await openEventStore(config, connectionString)
  try {
    const actionId = await begunIn(store)
    await recordOperatorAction(depsOf(store), { ...act(cli, details), ...(actionId !== null && { actionId }) })
  } finally {
    await store.close()
  }
}

/** The newest move without a recorded end; null: there is none. */
async function begunIn(store: EventStore): Promise<string | null> {
  const now = systemClock.now()
  const from = new Date(now.getTime() - LONGEST_MOVE_DAYS * DAY_MS)
  let begun: string | null = null
  for await (const { action, outcome, actionId } of operatorLog(store, dayOf(from), dayOf(now))) {
    if (action !== ACT.action) continue
    if (outcome === 'begun') begun = actionId
    else if (actionId === begun) begun = null
  }
  return begun
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The settings for the events in the database itself. */
function inDatabase(config: Config): Config {
  const inside: { -readonly [Name in keyof Config]: Config[Name] } = { ...config }
  delete inside.EVENTSTORE_URL
  return inside
}

function withTarget(config: Config): Config & { readonly EVENTSTORE_URL: string } {
  const { EVENTSTORE_URL } = config
  if (EVENTSTORE_URL !== undefined) return { ...config, EVENTSTORE_URL }
  throw new StartupError('EVENTSTORE_URL is not set; set it to the address of the EventStoreDB, or give --to.')
}

/** Recorded before and after the move is cancelled. */
async function cancel(cli: CliRun, connectionString: string, options: OutputOptions): Promise<void> {
  const log = commandLog(cli)
  const pool = createPool({ connectionString, applicationName: 'clearway command' })
  // The database is still bound to another store, so `openEventStore` would refuse it.
  const store = new PostgresEventStore({ connectionString })
  try {
    if (!(await inTransaction(pool, openForCancelling))) throw new StartupError(NO_MOVE)
    const reporting = {
      result: () => ({}),
      unrecorded: (error: unknown) => {
        log.warn({ err: error, action: ACT.action }, 'the end of the cancelled move could not be recorded')
      },
    }
    await recorded(
      depsOf(store),
      act(cli, { cancelled: true }),
      async () => {
        if (!(await inTransaction(pool, cancelMove))) throw new StartupError(NO_MOVE)
      },
      reporting,
    )
    cli.printResult(
      options,
      { cancelled: true },
      () => 'The move is cancelled: the database keeps its events, and the service starts without EVENTSTORE_URL.',
    )
  } finally {
    await Promise.all([store.close(), pool.end()])
  }
}

const NO_MOVE = 'This database has no unfinished move of events.'

function asJson({ moved, totals, held, copied, copySeconds, erased, verified, sessions }: MoveReport): object {
  return {
    moved,
    ...totals,
    held,
    copied,
    seconds: Math.round(copySeconds * 1000) / 1000,
    eventsPerSecond: perSecond(copied, copySeconds),
    erased,
    brokenBefore: verified?.brokenBefore ?? null,
    sessions,
  }
}

function inWords(
  mode: MoveMode,
  { moved, totals, held, copied, copySeconds, erased, verified, sessions }: MoveReport,
): string {
  const { streams, events, bytes } = totals
  const all = `${counted(events, 'event')} in ${counted(streams, 'stream')} (${(bytes / 1e6).toFixed(1)} MB); ${erased} streams are erased.`
  const copying = `${copied} events were copied in ${copySeconds.toFixed(1)} s (${perSecond(copied, copySeconds)} a second), ${held} were already copied.`
  switch (mode) {
    case 'preview':
      return [
        `The database holds ${all}`,
        moved
          ? 'They were already moved.'
          : `${held} of the events are in the new store; ${events - held} would be copied.`,
        ...(sessions.length > 0 ? [`Stop these first: ${sessions.join(', ')}.`] : []),
      ].join('\n')
    case 'ahead':
      return `${copying}\nThe move itself only copies later events.`
    case 'verify':
      return `Both stores hold the same ${all}${verified !== null && verified.erasedSince > 0 ? ` ${verified.erasedSince} have been erased since.` : ''}`
    case 'move':
      return [
        copied > 0 ? copying : 'The events were already copied.',
        `Read back and compared: ${all}`,
        'The database now belongs to the new store; start the service with EVENTSTORE_URL set.',
      ].join('\n')
  }
}

function perSecond(events: number, seconds: number): number {
  return seconds === 0 ? 0 : Math.round(events / seconds)
}
