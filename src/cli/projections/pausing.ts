import { Argument, type Command } from 'commander'
import type pg from 'pg'
import { pauseProjection, resumeProjection } from '../../projections/engine/pausing.js'
import { ensureTable } from '../../projections/engine/runner.js'
import { PROJECTIONS } from '../../projections/registry.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { inSession } from '../session.js'

const NAMES = PROJECTIONS.map(({ name }) => name)

/** Adds `clearway projections pause` and `clearway projections resume`. */
export function addPausing(projections: Command, cli: CliRun): void {
  add(projections, cli, {
    name: 'pause',
    action: 'projections pause',
    description: 'Pause read models: no process applies events to them until they are resumed.',
    key: 'paused',
    change: pauseProjection,
    done: 'paused; its queries show the last state',
    already: 'already paused',
  })
  add(projections, cli, {
    name: 'resume',
    action: 'projections resume',
    description: 'Resume paused read models at their last position.',
    key: 'resumed',
    change: resumeProjection,
    done: 'resumed',
    already: 'was not paused',
  })
}

interface Change {
  readonly name: string
  /** Name of the recorded action. */
  readonly action: string
  readonly description: string
  /** Key in the JSON output. */
  readonly key: string
  readonly change: (pool: pg.Pool, name: string) => Promise<boolean>
  /** Result in words. */
  readonly done: string
  readonly already: string
}

function add(
  projections: Command,
  cli: CliRun,
  { name, action, description, key, change, done, already }: Change,
): void {
  projections
    .command(name)
    .description(description)
    .addArgument(new Argument('<names...>', 'read models').choices(NAMES))
    .option('--json', `print {"${key}": [{"name", "changed"}]}`)
    .addHelpText('after', examples(`projections ${name} invoices`, `projections ${name} invoices timeline --json`))
    .action(async (names: readonly string[], options: OutputOptions) => {
      const act = { kind: 'change', action, details: { projections: names } } as const
      const results = await inSession(
        cli,
        async ({ pool }) => {
          const changed: { readonly name: string; readonly changed: boolean }[] = []
          for (const projection of PROJECTIONS.filter((each) => names.includes(each.name))) {
            await ensureTable(pool, projection)
            changed.push({ name: projection.name, changed: await change(pool, projection.name) })
          }
          return changed
        },
        act,
      )
      cli.printResult(options, { [key]: results }, () =>
        results.map((result) => `${result.name}: ${result.changed ? done : already}`).join('\n'),
      )
    })
}
