import { randomBytes } from 'node:crypto'
import { Argument, type Command } from 'commander'
import { sealsByItself } from '../audit/seals/open-sealing.js'
import { openSigner } from '../audit/seals/signing.js'
import type { Decision } from '../commands/handle.js'
import { placeHold, releaseHold } from '../commands/hold.js'
import { operatorContext } from '../commands/use-cases/operator.js'
import { systemClock } from '../domain/clock.js'
import { HOLD_KINDS, type HoldEvent, type HoldKind, type HoldState } from '../domain/hold.js'
import { isId } from '../domain/ids.js'
import { retentionTimes } from '../host/settings/retention.js'
import { PostgresLocks } from '../processors/work/postgres/locks.js'
import { listHolds, ownerOf } from '../projections/holds.js'
import { isoTime } from '../domain/iso-time.js'
import { erasedBefore } from '../projections/engine/erasing.js'
import { RETENTION_LOCK } from '../audit/retention/chore.js'
import { changeHolds, countTooLate } from '../audit/retention/hold-lock.js'
import { Stopped } from '../audit/retention/eraser.js'
import { LogStreams } from '../audit/retention/log-streams.js'
import { ERASED_KINDS, type KeptBecause, RetentionReport } from '../audit/retention/report.js'
import { retain } from '../audit/retention/retain.js'
import { deleteObjects } from '../storage/documents/document-moves.js'
import { StartupError } from '../storage/startup-error.js'
import { acting, operatorOfProcess } from './acting.js'
import type { CliRun } from './cli-run.js'
import { newName } from './named.js'
import { examples, type OutputOptions, visible } from './output.js'
import { inSession, type Session } from './session.js'
import { counted } from '../domain/counted.js'

const MOST_SHOWN = 1_000
/** Number of parts in a run without `--until-done`. */
const PARTS = 20
const CLAIM_SECONDS = 60
const REPORT_EVERY_MS = 2_000

/** Adds `clearway retention run`, `hold`, `release` and `holds`. */
export function addRetentionCommands(retention: Command, cli: CliRun): void {
  addRun(retention, cli)
  addHold(retention, cli)
  addRelease(retention, cli)
  addHolds(retention, cli)
}

interface RunOptions extends OutputOptions {
  readonly dryRun?: boolean
  readonly untilDone?: boolean
}

function addRun(retention: Command, cli: CliRun): void {
  retention
    .command('run')
    .description(
      'Erase data whose retention period is over, as the service does once a day. Ctrl-C stops it safely; the next run continues.',
    )
    .option('--dry-run', 'only report what would be erased, and what is kept and why')
    .option(
      '--until-done',
      'run until nothing is left; without it, a run erases a part and reports whether more is left',
    )
    .option(
      '--json',
      'print {"dryRun", "complete", "erased": {"test", "production"}, "documents", "documentBytes", "messages", "remembered", "finished", "kept", "named"}',
    )
    .addHelpText('after', examples('retention run --dry-run', 'retention run --until-done', 'retention run --json'))
    .action(async (options: RunOptions) => {
      await inSession(cli, async (session) => {
        const work = () => whileAlone(cli, session, (signal) => run(cli, session, options, signal))
        const act = {
          kind: 'change',
          action: 'retention run',
          details: { untilDone: options.untilDone === true },
        } as const
        const ran = options.dryRun === true ? await work() : await acting(session, act, work)
        cli.printResult(options, ran, () => inWords(ran).join('\n'))
      })
    })
}

/** Not while the service runs retention: both would do the same work. */
async function whileAlone<T>(cli: CliRun, { pool }: Session, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const stopListening = cli.onInterrupt(() => stop.abort())
  try {
    const done = await new PostgresLocks(pool).exclusively(RETENTION_LOCK, CLAIM_SECONDS, stop.signal, work)
    if (done === null) throw new StartupError('Another process is erasing data; try again when it is done.')
    return done
  } finally {
    stopListening()
  }
}

async function run(cli: CliRun, session: Session, options: RunOptions, signal: AbortSignal) {
  const { store, pool, documents: stored, objects, log, config } = session
  const { dryRun = false, untilDone = false } = options
  const deps = { store, pool, log, clock: systemClock, documents: stored }
  const times = retentionTimes(config)
  const report = new RetentionReport()
  const waitsForSeals = sealsByItself(config)
  const retaining = { ...deps, times, logs: new LogStreams(deps), waitsForSeals, signer: openSigner(config) }
  const parts = retain(retaining, report, { dryRun, isStopped: () => signal.aborted })
  let complete = false
  let reportedAt = performance.now()
  try {
    for (let part = 0; dryRun || untilDone || part < PARTS; part++) {
      if ((await parts.next()).done === true) {
        complete = true
        break
      }
      if (signal.aborted) break
      if (performance.now() - reportedAt > REPORT_EVERY_MS) {
        reportedAt = performance.now()
        cli.printNote(
          options,
          `${counted(report.total, 'record')} ${dryRun ? 'would be erased' : 'erased'} so far, ${counted(report.documents, 'document')}`,
        )
      }
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  }
  while (!dryRun && objects !== null && !signal.aborted && (await deleteObjects(pool, objects)) > 0);
  const { erased, documents, documentBytes, messages, remembered, finished, kept, named } = report
  return { dryRun, complete, erased, documents, documentBytes, messages, remembered, finished, kept, named }
}

function inWords(ran: Awaited<ReturnType<typeof run>>): readonly string[] {
  const { dryRun, complete, erased, documents, documentBytes, messages, remembered, finished, kept, named } = ran
  const would = dryRun ? 'Would be erased' : 'Erased'
  const counts = (of: (typeof erased)['test']): string =>
    ERASED_KINDS.map((kind) => `${of[kind]} ${WORDS[kind]}`).join(', ')
  return [
    `${would}, test: ${counts(erased.test)}`,
    `${would}, live: ${counts(erased.production)}`,
    dryRun ? `Documents named by them: ${documents}` : `Documents: ${documents} (${documentBytes} bytes)`,
    ...(dryRun ? [] : [`Messages of governments: ${messages}; stored idempotent requests and counts: ${remembered}`]),
    ...(finished > 0 ? [`Finished erasures of an interrupted run: ${finished} records`] : []),
    `Kept: ${kept.hold} held, ${kept.undecided} undecided, ${kept.in_use} in use, ${kept.unsealed} waiting for a seal, ${kept.unreadable} unreadable`,
    ...named.map(
      ({ environment, account, kind, id, because }) =>
        `  ${BECAUSE[because]}: ${environment} ${kind} ${id} of ${account}`,
    ),
    complete ? 'Nothing is left to erase.' : 'More is left; run the command again, or with --until-done to erase all.',
  ]
}

const BECAUSE: Readonly<Record<KeptBecause, string>> = {
  hold: 'held',
  undecided: 'undecided',
  in_use: 'in use',
  unsealed: 'waiting for a seal',
  unreadable: 'unreadable',
}

const WORDS = {
  invoices: 'invoices',
  received: 'received invoices',
  deliveries: 'deliveries',
  connections: 'connections',
  companies: 'companies',
} as const

interface HoldOptions extends OutputOptions {
  readonly account?: string
  readonly company?: string
  readonly invoice?: string
  readonly received?: string
  readonly reason: string
}

function addTarget(command: Command): Command {
  return command
    .option('--account <id>', 'hold an account with all its data in both environments')
    .option('--company <id>', 'hold a company with its invoices, received ones and connections')
    .option('--invoice <id>', 'hold an invoice with its deliveries and documents')
    .option('--received <id>', 'hold a received invoice with its deliveries and documents')
    .requiredOption('--reason <text>', 'reason, stored with the hold', newName)
    .option('--json', 'print {"kind", "id", "account", "changed", "tooLate"}')
}

function addHold(retention: Command, cli: CliRun): void {
  addTarget(retention.command('hold'))
    .description('Place a legal hold: its data is not erased until the hold is released.')
    .addHelpText('after', examples('retention hold --invoice inv_… --reason "Case 12/2026"'))
    .action((options: HoldOptions) =>
      change(cli, options, { action: 'retention hold' }, placeHold, 'Held', 'It was already held'),
    )
}

function addRelease(retention: Command, cli: CliRun): void {
  addTarget(retention.command('release'))
    .description('Release a legal hold: the next run erases data whose retention period is over.')
    .addHelpText('after', examples('retention release --invoice inv_… --reason "Case closed"'))
    .action((options: HoldOptions) =>
      change(cli, options, { action: 'retention release' }, releaseHold, 'Released', 'It was not held'),
    )
}

async function change(
  cli: CliRun,
  options: HoldOptions,
  { action }: { readonly action: string },
  command: (data: Parameters<typeof placeHold>[0]) => (state: HoldState) => Decision<HoldEvent, 'held' | 'not_held'>,
  done: string,
  nothing: string,
): Promise<void> {
  const target = targetOf(options)
  const { kind, id } = target
  await inSession(cli, async (session) => {
    const { store, db, pool } = session
    const since = await erasedBefore(pool)
    const account = isId(id) ? await ownerOf(db, kind, id) : null
    if (account === null) throw new StartupError(`There is no ${kind} ${visible(id)}.`)
    const context = operatorContext(account, randomBytes)
    const { reason } = options
    const decide = command({ kind, id, reason, operator: operatorOfProcess({}, cli).operator })
    const act = { kind: 'change', action, target: id, details: { reason } } as const
    const outcome = await acting(session, act, () =>
      changeHolds({ store, pool, clock: systemClock }, context, account, decide),
    )
    const changed = outcome.kind === 'done'
    const tooLate = await countTooLate(store, since, account, target)
    cli.printResult(options, { kind, id, account, changed, tooLate }, () => {
      const late = `Too late for ${tooLate} of ${kind === 'invoice' || kind === 'received' ? 'its' : "the account's"} streams: their erasure had already been recorded and is completed.`
      return [`${changed ? done : nothing}: ${kind} ${id} of ${account}.`, ...(tooLate > 0 ? [late] : [])].join('\n')
    })
  })
}

function targetOf(options: HoldOptions): { readonly kind: HoldKind; readonly id: string } {
  const named = HOLD_KINDS.flatMap((kind) => (options[kind] === undefined ? [] : [{ kind, id: options[kind] }]))
  const [target] = named
  if (target === undefined || named.length > 1)
    throw new StartupError('Name one of --account, --company, --invoice and --received.')
  return target
}

function addHolds(retention: Command, cli: CliRun): void {
  retention
    .command('holds')
    .description(`List the newest ${MOST_SHOWN} legal holds in force, newest first.`)
    .addArgument(new Argument('[which]', 'all: include released holds').choices(['all']))
    .option('--json', 'print {"holds": [{"kind", "id", "account", "reason", "operator", "placedAt", "release"}]}')
    .addHelpText('after', examples('retention holds', 'retention holds all --json'))
    .action(async (which: string | undefined, options: OutputOptions) => {
      const rows = await inSession(cli, ({ db }) => listHolds(db, which === 'all', MOST_SHOWN), {
        kind: 'disclosure',
        action: 'retention holds',
      })
      const shown = rows.map((row) => ({
        kind: row.kind,
        id: row.target,
        account: row.account,
        reason: row.reason,
        operator: row.placed_by,
        placedAt: isoTime(row.placed_at),
        release:
          row.released_at === null
            ? null
            : { at: isoTime(row.released_at), reason: row.release_reason, operator: row.released_by },
      }))
      cli.printResult(options, { holds: shown }, () =>
        shown.length === 0
          ? 'There are no legal holds.'
          : shown
              .map(({ kind, id, account, reason, operator, placedAt, release }) => {
                const end = release === null ? '' : `; released ${release.at}: ${visible(release.reason ?? '')}`
                return `${kind} ${id} of ${account}, held since ${placedAt} by ${operator}: ${visible(reason)}${end}`
              })
              .join('\n'),
      )
    })
}
