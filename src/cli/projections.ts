import { Argument, type Command } from 'commander'
import type pg from 'pg'
import { countSetAside, listSetAside } from '../projections/engine/quarantine.js'
import { NewerVersionLive, rebuild } from '../projections/engine/rebuild.js'
import { PROJECTIONS } from '../projections/registry.js'
import { ensureTable } from '../projections/engine/runner.js'
import { StartupError } from '../storage/startup-error.js'
import { examples, type OutputOptions, printResult } from './output.js'
import { inSession } from './session.js'

const NAMES = PROJECTIONS.map(({ name }) => name)
const MOST_SHOWN = 1_000

/** Adds `clearway projections status` and `clearway projections rebuild`. */
export function addProjectionCommands(program: Command): void {
  const projections = program.command('projections').description('Read models, computed from the events.')
  addStatus(projections)
  addRebuild(projections)
}

function addStatus(projections: Command): void {
  projections
    .command('status')
    .description('Where each read model stands, and which events it could not take and lacks.')
    .option('--json', 'print {"projections": [{"name", "version", "live", "position", "setAside"}], "events": [...]}')
    .addHelpText('after', examples('projections status', 'projections status --json'))
    .action(async (options: OutputOptions) => {
      const status = await inSession(async ({ pool }) => ({
        projections: await statusOf(pool),
        events: await listSetAside(pool, MOST_SHOWN),
      }))
      printResult(options, status, () => inWords(status).join('\n'))
    })
}

interface Status {
  readonly projections: Awaited<ReturnType<typeof statusOf>>
  readonly events: Awaited<ReturnType<typeof listSetAside>>
}

function inWords({ projections, events }: Status): readonly string[] {
  return [
    ...projections.map(({ name, version, live, position, setAside }) => {
      const other = live === version ? '' : ` (this program has version ${version})`
      const lacking = setAside === 0 ? '' : `, ${setAside} events set aside`
      return `${name}: version ${live ?? 'none'}${other}, position ${position ?? 'none'}${lacking}`
    }),
    ...events.map(
      ({ projection, stream, revision, type, account, reason }) =>
        `set aside by ${projection}: ${type} at ${stream}@${revision} of ${account}: ${reason}`,
    ),
  ]
}

async function statusOf(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string; version: number; position: string | null }>(
    'SELECT name, version, position FROM projections.checkpoints',
  )
  const lacking = await countSetAside(pool)
  return PROJECTIONS.map(({ name, version }) => {
    const live = rows.find((row) => row.name === name)
    return {
      name,
      version,
      live: live?.version ?? null,
      position: live?.position ?? null,
      setAside: lacking.get(name) ?? 0,
    }
  })
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
