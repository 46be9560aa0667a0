import { Argument, type Command } from 'commander'
import { dropReplaced, rollBack } from '../../projections/engine/replaced.js'
import { PROJECTIONS } from '../../projections/registry.js'
import { StartupError } from '../../storage/startup-error.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { inSession } from '../session.js'

const NAMES = PROJECTIONS.map(({ name }) => name)

/** Adds `clearway projections roll-back` and `clearway projections drop-old`. */
export function addRollBack(projections: Command, cli: CliRun): void {
  projections
    .command('roll-back')
    .description(
      'Put the table from before the last rebuild back in use; it catches up from its last position. The current table is kept, so the roll-back can be undone.',
    )
    .addArgument(new Argument('<name>', 'read model').choices(NAMES))
    .option('--json', 'print {"name", "version", "position"}')
    .addHelpText('after', examples('projections roll-back invoices'))
    .action(async (name: string, options: OutputOptions) => {
      const act = { kind: 'change', action: 'projections roll-back', target: name } as const
      const back = await inSession(
        cli,
        async ({ pool }) => {
          for (const projection of PROJECTIONS) {
            if (projection.name !== name) continue
            const result = await rollBack(pool, projection)
            if (result !== null) return { ...result, ours: projection.version }
          }
          throw new StartupError(`No old table of ${name} is kept; \`projections status\` lists the kept tables.`)
        },
        act,
      )
      const { ours, ...result } = back
      cli.printResult(options, result, () => {
        const other = ours === back.version ? '' : `; this program has version ${ours} and does not update it`
        return `${name}: rolled back to version ${back.version}, position ${back.position ?? 'none'}${other}`
      })
    })

  projections
    .command('drop-old')
    .description('Drop the tables that rebuilds have replaced. They cannot be restored.')
    .addArgument(new Argument('[names...]', 'read models; default all').choices(NAMES))
    .option('--json', 'print {"dropped": ["invoices"]}')
    .addHelpText('after', examples('projections drop-old', 'projections drop-old invoices'))
    .action(async (names: readonly string[], options: OutputOptions) => {
      const act = { kind: 'change', action: 'projections drop-old', details: { projections: names } } as const
      const dropped = await inSession(
        cli,
        async ({ pool }) => {
          const done: string[] = []
          for (const projection of PROJECTIONS) {
            if (names.length > 0 && !names.includes(projection.name)) continue
            if (await dropReplaced(pool, projection)) done.push(projection.name)
          }
          return done
        },
        act,
      )
      cli.printResult(options, { dropped }, () =>
        dropped.length === 0 ? 'No old table is kept.' : `dropped the old tables of ${dropped.join(', ')}`,
      )
    })
}
