/**
 * `npm run bench:scale -- lists`: lists and searches in an account of 10,000 invoices and in one
 * of `--invoices N` (1,000,000); `--explain` shows the plans of those that grow. `workers`: 1, 2
 * and 4 processes with the role `processors`, each time `--invoices N` (2,000), and the disk space
 * of an invoice. `projections`: 1, 2 and 4 processes that share the read models, each time with
 * `--invoices N` (3,000). `appends`: 1, 2 and 4 processes that write to the event store.
 * `rebuild`: the list's read models, from `--invoices N` (10,000,000) of one account, beside a
 * tenth of them.
 */
import { parseArgs } from 'node:util'
import { withProcesses } from './processes.js'
import { measureAppends } from './scale/appends.js'
import { measureLists } from './scale/lists.js'
import { measureProjections } from './scale/projections.js'
import { measureGrowingRebuild } from './scale/rebuild.js'
import { measureWorkers } from './scale/workers.js'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    invoices: { type: 'string' },
    explain: { type: 'boolean', default: false },
  },
})
const count = options.invoices === undefined ? null : Number(options.invoices)

const MEASUREMENTS: Readonly<Record<string, () => Promise<void>>> = {
  lists: () => measureLists(count ?? 1_000_000, options.explain),
  workers: () => withProcesses((bench) => measureWorkers(bench, count ?? 2_000)),
  projections: () => withProcesses((bench) => measureProjections(bench, count ?? 3_000)),
  appends: measureAppends,
  rebuild: () => measureGrowingRebuild(count ?? 10_000_000),
}
const measurement = MEASUREMENTS[positionals[0] ?? '']
if (measurement === undefined) throw new Error(`Name one of: ${Object.keys(MEASUREMENTS).join(', ')}.`)
await measurement()
