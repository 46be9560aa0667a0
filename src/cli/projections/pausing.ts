import { Argument, type Command } from 'commander'
import type pg from 'pg'
import { pauseProjection, resumeProjection } from '../../projections/engine/pausing.js'
import { ensureTable } from '../../projections/engine/runner.js'
import { PROJECTIONS } from '../../projections/registry.js'
import { examples, type OutputOptions, printResult } from '../output.js'
import { inSession } from '../session.js'

const NAMES = PROJECTIONS.map(({ name }) => name)

/** Adds `clearway projections pause` and `clearway projections resume`. */
export function addPausing(projections: Command): void {
  add(projections, {
    name: 'pause',
    description: 'Let read models rest: no process folds events into them until they are resumed.',
    key: 'paused',
    change: pauseProjection,
    done: 'paused; its queries show what it knew',
    already: 'paused already',
  })
  add(projections, {
    name: 'resume',
    description: 'Let paused read models go on from where they stand.',
    key: 'resumed',
    change: resumeProjection,
    done: 'goes on',
    already: 'was not paused',
  })
}

interface Change {
  readonly name: string
  readonly description: string
  /** Of the JSON. */
  readonly key: string
  readonly change: (pool: pg.Pool, name: string) => Promise<boolean>
  /** In words. */
  readonly done: string
  readonly already: string
}

function add(projections: Command, { name, description, key, change, done, already }: Change): void {
  projections
    .command(name)
    .description(description)
    .addArgument(new Argument('<names...>', 'which ones').choices(NAMES))
    .option('--json', `print {"${key}": [{"name", "changed"}]}`)
    .addHelpText('after', examples(`projections ${name} invoices`, `projections ${name} invoices timeline --json`))
    .action(async (names: readonly string[], options: OutputOptions) => {
      const results = await inSession(async ({ pool }) => {
        const changed: { readonly name: string; readonly changed: boolean }[] = []
        for (const projection of PROJECTIONS.filter((each) => names.includes(each.name))) {
          await ensureTable(pool, projection)
          changed.push({ name: projection.name, changed: await change(pool, projection.name) })
        }
        return changed
      })
      printResult(options, { [key]: results }, () =>
        results.map((result) => `${result.name}: ${result.changed ? done : already}`).join('\n'),
      )
    })
}
