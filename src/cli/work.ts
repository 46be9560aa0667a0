import type { Command } from 'commander'
import { listClosedGates, listLanes, listParked } from '../processors/work/work-report.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

const MOST_SHOWN = 1_000

/** Adds `clearway work`. */
export function addWorkCommand(program: Command, cli: CliRun): void {
  program
    .command('work')
    .description(
      'Show the work of the processors: what is waiting, which governments do not answer, and what is parked.',
    )
    .option(
      '--json',
      'print {"lanes": [{"kind", "lane", "waiting", "due", "forConnection"}], "gates": [...], "parked": [...]}',
    )
    .addHelpText('after', examples('work', 'work --json'))
    .action(async (options: OutputOptions) => {
      const work = await inSession(cli, async ({ pool }) => ({
        lanes: await listLanes(pool),
        gates: await listClosedGates(pool),
        parked: await listParked(pool, MOST_SHOWN),
      }))
      cli.printResult(options, work, () => inWords(work).join('\n'))
    })
}

interface Work {
  readonly lanes: Awaited<ReturnType<typeof listLanes>>
  readonly gates: Awaited<ReturnType<typeof listClosedGates>>
  readonly parked: Awaited<ReturnType<typeof listParked>>
}

function inWords({ lanes, gates, parked }: Work): readonly string[] {
  return [
    ...(lanes.length === 0 ? ['Nothing is waiting.'] : []),
    ...lanes.map(({ kind, lane, waiting, due, forConnection }) => {
      const connection = forConnection === 0 ? '' : `, ${forConnection} until their connection is active`
      return `${kind}${lane === '' ? '' : ` ${lane}`}: ${waiting} waiting, ${due} due${connection}`
    }),
    ...gates.map(({ name, failures, closedUntil }) => {
      const until = closedUntil === null ? '' : `, no calls until ${closedUntil}`
      return failures === 0 ? `${name}: call quota is used up${until}` : `${name}: no answer ${failures} times${until}`
    }),
    ...parked.map(
      ({ kind, key, account, faults, dueAt }) =>
        `parked: ${kind} ${key} of ${account}, failed ${faults} times, next try at ${dueAt}; see the log`,
    ),
  ]
}
