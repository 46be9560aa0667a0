import { Argument, type Command } from 'commander'
import { ProgressTracker } from '../projections/progress.js'
import { rebuild } from '../projections/rebuild.js'
import { PROJECTIONS } from '../projections/registry.js'
import { prepareProjection } from '../projections/runner.js'
import { inSession } from './session.js'

const NAMES = PROJECTIONS.map(({ name }) => name)

export function addProjectionCommands(program: Command): void {
  const projections = program.command('projections').description('Read models, computed from the events.')
  projections
    .command('rebuild')
    .description('Build read models anew from all events, while the live ones go on serving.')
    .addArgument(new Argument('[names...]', 'which ones; all when none is named').choices(NAMES))
    .option('--json', 'print {"rebuilt": [{"name", "events", "seconds"}]}')
    .action(async (names: readonly string[], { json }: { json?: boolean }) => {
      const chosen = names.length === 0 ? NAMES : names
      const rebuilt = await inSession(async ({ store, pool, log }) => {
        const signal = new AbortController().signal
        const results: { name: string; events: number; seconds: number }[] = []
        for (const projection of PROJECTIONS.filter(({ name }) => chosen.includes(name))) {
          const begun = performance.now()
          await prepareProjection({ store, pool, log, progress: new ProgressTracker() }, projection, signal)
          const events = await rebuild({ store, pool, log }, projection, signal)
          const seconds = Math.round(performance.now() - begun) / 1000
          results.push({ name: projection.name, events, seconds })
          if (!json) console.log(`${projection.name}: ${events} events in ${seconds} s`)
        }
        return results
      })
      if (json) console.log(JSON.stringify({ rebuilt }))
    })
}
