import { Argument, type Command } from 'commander'
import { NewerVersionLive, rebuild } from '../projections/engine/rebuild.js'
import { PROJECTIONS } from '../projections/registry.js'
import { ensureTable } from '../projections/engine/runner.js'
import { StartupError } from '../storage/startup-error.js'
import { examples, type OutputOptions, printResult } from './output.js'
import { addPausing } from './projections/pausing.js'
import { addStatus } from './projections/status.js'
import { inSession } from './session.js'

const NAMES = PROJECTIONS.map(({ name }) => name)

/** Adds `clearway projections …`. */
export function addProjectionCommands(program: Command): void {
  const projections = program.command('projections').description('Read models, computed from the events.')
  addStatus(projections)
  addPausing(projections)
  addRebuild(projections)
}

function addRebuild(projections: Command): void {
  projections
    .command('rebuild')
    .description(
      'Build read models anew from all events, while the live ones go on serving. Events that were set aside are tried again.',
    )
    .addArgument(new Argument('[names...]', 'which ones; all when none is named').choices(NAMES))
    .option('--roll-back', 'take read models back from a newer version of the program; end its processes first')
    .option('--json', 'print {"rebuilt": [{"name", "events", "seconds"}]}')
    .addHelpText('after', examples('projections rebuild', 'projections rebuild invoices timeline'))
    .action(async (names: readonly string[], options: OutputOptions & { readonly rollBack?: boolean }) => {
      const { json, rollBack = false } = options
      const chosen = names.length === 0 ? NAMES : names
      const act = {
        kind: 'change',
        action: 'projections rebuild',
        details: { projections: chosen, rollBack },
      } as const
      const rebuilt = await inSession(async ({ store, pool, log }) => {
        const signal = new AbortController().signal
        const results: { name: string; events: number; seconds: number }[] = []
        for (const projection of PROJECTIONS.filter(({ name }) => chosen.includes(name))) {
          const begun = performance.now()
          await ensureTable(pool, projection)
          const events = await rebuild({ store, pool, log }, projection, signal, { rollBack }).catch(inOneSentence)
          const seconds = Math.round(performance.now() - begun) / 1000
          results.push({ name: projection.name, events, seconds })
          // One after another: each may take a while.
          if (!json) printResult(options, null, () => `${projection.name}: ${events} events in ${seconds} s`)
        }
        return results
      }, act)
      if (json) printResult(options, { rebuilt }, () => '')
    })
}

function inOneSentence(error: unknown): never {
  throw error instanceof NewerVersionLive ? new StartupError(error.message, { cause: error }) : error
}
