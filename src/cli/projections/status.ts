import type { Command } from 'commander'
import { listSetAside, type SetAside } from '../../projections/engine/quarantine.js'
import { type ProjectionStatus, projectionStatus } from '../../projections/engine/status.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { inSession } from '../session.js'
import { counted } from '../../domain/counted.js'

const MOST_SHOWN = 1_000

/** Adds `clearway projections status`. */
export function addStatus(projections: Command, cli: CliRun): void {
  projections
    .command('status')
    .description('Show the position and lag of each read model, and the events that it could not apply.')
    .option(
      '--json',
      'print {"projections": [{"name", "version", "live", "position", "lagEvents", "lagSeconds", "pausedAt", "rebuilding", "setAside", "replaced"}], "events": [...]}',
    )
    .addHelpText('after', examples('projections status', 'projections status --json'))
    .action(async (options: OutputOptions) => {
      const status = await inSession(cli, async ({ pool, store }) => ({
        projections: await projectionStatus(pool, store),
        events: await listSetAside(pool, MOST_SHOWN),
      }))
      cli.printResult(options, status, () => inWords(status).join('\n'))
    })
}

interface Status {
  readonly projections: readonly ProjectionStatus[]
  readonly events: readonly SetAside[]
}

function inWords({ projections, events }: Status): readonly string[] {
  return [
    ...projections.map(lineOf),
    ...events.map(
      ({ projection, stream, revision, type, account, reason }) =>
        `set aside by ${projection}: ${type} at ${stream}@${revision} of ${account}: ${reason}`,
    ),
  ]
}

function lineOf(status: ProjectionStatus): string {
  const { name, version, live, position, lagEvents, lagSeconds, pausedAt, rebuilding, setAside, replaced } = status
  const behind = lagEvents === null ? 'behind' : `${counted(lagEvents, 'event')} behind`
  return [
    `${name}: version ${live ?? 'none'}${live === version ? '' : ` (this program has version ${version})`}`,
    `position ${position ?? 'none'}`,
    lagEvents === 0 ? 'up to date' : `${behind} for ${lagSeconds} s`,
    ...(pausedAt === null ? [] : [`paused since ${pausedAt}`]),
    ...(rebuilding ? ['being rebuilt'] : []),
    ...(setAside === 0 ? [] : [`${counted(setAside, 'event')} set aside`]),
    ...(replaced === null ? [] : [`the table before ${replaced.at} is kept`]),
  ].join(', ')
}
