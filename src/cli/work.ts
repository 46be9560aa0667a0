import type { Command } from 'commander'
import { listClosedConnections, listClosedGates, listLanes, listParked } from '../processors/work/work-report.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

const MOST_SHOWN = 1_000

/** Adds `clearway work`. */
export function addWorkCommand(command: Command, cli: CliRun): void {
  command
    .option(
      '--json',
      'print {"lanes": [{"kind", "lane", "waiting", "due", "forConnection"}], "gates": [...], "connections": [...], "parked": [...]}',
    )
    .addHelpText('after', examples('work', 'work --json'))
    .action(async (options: OutputOptions) => {
      const work = await inSession(cli, async ({ pool }) => ({
        lanes: await listLanes(pool),
        gates: await listClosedGates(pool),
        connections: await listClosedConnections(pool, MOST_SHOWN),
        parked: await listParked(pool, MOST_SHOWN),
      }))
      cli.printResult(options, work, () => inWords(work).join('\n'))
    })
}

interface Work {
  readonly lanes: Awaited<ReturnType<typeof listLanes>>
  readonly gates: Awaited<ReturnType<typeof listClosedGates>>
  readonly connections: Awaited<ReturnType<typeof listClosedConnections>>
  readonly parked: Awaited<ReturnType<typeof listParked>>
}

function inWords({ lanes, gates, connections, parked }: Work): readonly string[] {
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
    ...connections.map(({ connectionId, failures, closedUntil }) => {
      const why = failures === 0 ? 'its system accepts no more calls' : `its system gave no answer ${failures} times`
      return `connection ${connectionId}: ${why}, no calls until ${closedUntil}`
    }),
    ...parked.map(
      ({ kind, key, account, faults, dueAt }) =>
        `parked: ${kind} ${key} of ${account}, failed ${faults} times, next try at ${dueAt}; see the log`,
    ),
  ]
}
