import { Argument, type Command } from 'commander'
import type { NotCompared } from '../../projections/engine/comparison.js'
import {
  NewerVersionLive,
  NO_RIGHT,
  type NotRebuilt,
  rebuildAll,
  type Rebuilt,
} from '../../projections/engine/rebuild.js'
import { ensureTable } from '../../projections/engine/runner.js'
import { listPaused } from '../../projections/engine/pausing.js'
import { PROJECTIONS } from '../../projections/registry.js'
import { isMissingRight } from '../../storage/postgres/missing-right.js'
import { StartupError } from '../../storage/startup-error.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { inSession, type Session } from '../session.js'
import { counted } from '../../domain/counted.js'
import { ProgressBar } from './progress.js'

const NAMES = PROJECTIONS.map(({ name }) => name)

interface RebuildCommandOptions extends OutputOptions {
  readonly rollBack?: boolean
  readonly dropOld?: boolean
}

/** Adds `clearway projections rebuild`. */
export function addRebuild(projections: Command, cli: CliRun): void {
  projections
    .command('rebuild')
    .description(
      'Rebuild read models from all events while the live ones keep serving, compare both, and put the new ones in use. Retries events that were set aside.',
    )
    .addArgument(new Argument('[names...]', 'read models; default all').choices(NAMES))
    .option('--roll-back', 'replace read models of a newer version of the program; stop its processes first')
    .option('--drop-old', 'drop the old tables instead of keeping them for `projections roll-back`')
    .option('--json', 'print {"rebuilt": [{"name", "events", "seconds", "rows", "checksum", "difference"}]}')
    .addHelpText('after', examples('projections rebuild', 'projections rebuild invoices timeline'))
    .action(async (names: readonly string[], options: RebuildCommandOptions) => {
      const { rollBack = false, dropOld = false } = options
      const act = {
        kind: 'change',
        action: 'projections rebuild',
        details: { projections: names.length === 0 ? NAMES : names, rollBack, dropOld },
      } as const
      const results = await inSession(cli, (session) => run(cli, session, names, options, { rollBack, dropOld }), act)
      const rebuilt = results.filter(isRebuilt)
      cli.printResult(options, { rebuilt: rebuilt.map(shown) }, () =>
        rebuilt
          .map((each) => {
            const { events, seconds, rows, checksum } = shown(each)
            const note = each.difference === null ? '' : `; ${inWords(each)}`
            return `${each.name}: ${counted(events, 'event')} in ${seconds} s, ${counted(rows, 'row')}, checksum ${checksum}${note}`
          })
          .join('\n'),
      )
    })
}

/** Adds `clearway projections verify`. */
export function addVerify(projections: Command, cli: CliRun): void {
  projections
    .command('verify')
    .description(
      'Compare read models in use, row by row, with a rebuild from the events, without changing them. Exit status 1: one differs.',
    )
    .addArgument(new Argument('[names...]', 'read models; default all').choices(NAMES))
    .option('--json', 'print {"verified": [{"name", "events", "seconds", "rows", "checksum", "difference"}]}')
    .addHelpText('after', examples('projections verify', 'projections verify invoices --json'))
    .action(async (names: readonly string[], options: OutputOptions) => {
      const results = await inSession(cli, (session) => run(cli, session, names, options, { verifyOnly: true }))
      const verified = results.filter(isRebuilt)
      if (verified.some(({ difference }) => difference !== null)) cli.status = 1
      cli.printResult(options, { verified: verified.map(shown) }, () =>
        verified
          .map((each) => {
            const { rows, checksum } = shown(each)
            return `${each.name}: ${inWords(each)}; ${counted(rows, 'row')}, checksum ${checksum}`
          })
          .join('\n'),
      )
    })
}

async function run(
  cli: CliRun,
  { store, pool, log }: Session,
  names: readonly string[],
  output: OutputOptions,
  options: { readonly rollBack?: boolean; readonly dropOld?: boolean; readonly verifyOnly?: boolean },
): Promise<readonly (Rebuilt | NotRebuilt)[]> {
  const chosen = PROJECTIONS.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const projection of chosen) await ensureTable(pool, projection)
  const bar = output.json === true ? null : new ProgressBar(cli.stderr)
  const interrupted = new AbortController()
  const stopListening = cli.onInterrupt(() => {
    interrupted.abort(new StartupError('Interrupted; the read models in use are unchanged.'))
  })
  try {
    const hears = {
      onWait: () => {
        cli.printNote(output, 'Another process is rebuilding; waiting until it is done.')
      },
      ...(bar !== null && { onProgress: bar.update.bind(bar), onFinish: bar.finishing.bind(bar) }),
    }
    const results = await rebuildAll({ store, pool, log }, chosen, interrupted.signal, { ...options, ...hears })
    bar?.end()
    for (const each of results) if (!isRebuilt(each)) cli.printError(output, `${each.name}: ${messageOf(each.error)}`)
    const paused = (await listPaused(pool)).filter((name) => chosen.some((each) => each.name === name))
    if (paused.length > 0 && options.verifyOnly !== true) {
      cli.printNote(output, `Still paused: ${paused.join(', ')}; \`clearway projections resume\` resumes them.`)
    }
    return results
  } catch (error) {
    if (error instanceof NewerVersionLive) throw new StartupError(error.message, { cause: error })
    throw isMissingRight(error) ? new StartupError(NO_RIGHT, { cause: error }) : error
  } finally {
    bar?.end()
    stopListening()
  }
}

function isRebuilt(result: Rebuilt | NotRebuilt): result is Rebuilt {
  return !('error' in result)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'failed'
}

function shown({ name, events, ms, rows, checksum, difference, reason }: Rebuilt) {
  return { name, events, seconds: ms / 1000, rows, checksum, difference, ...(reason !== null && { reason }) }
}

/** Why a read model in use was not compared. */
const REASONS: Readonly<Record<NotCompared, string>> = {
  empty: 'the one in use contains no event yet',
  'other version': 'the one in use was built by another version of the program',
  'erased meanwhile':
    'data retention erased streams while it was rebuilt; compare again with `clearway projections verify`',
  'ahead of the store':
    'the one in use contains events that the event store lacks: the store was restored to an earlier point',
}

function inWords({ difference, reason }: Rebuilt): string {
  if (difference === null) return 'matches the events'
  if (difference === 'not compared') return `not compared: ${REASONS[reason ?? 'empty']}`
  const { missing, extra, changed, keys } = difference
  return `the one in use differed: ${counted(missing, 'row')} missing, ${extra} extra, ${changed} changed; the first: ${keys.join(', ')}`
}
