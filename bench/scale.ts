/**
 * `npm run bench:scale -- lists`: lists and searches in an account of 10,000 invoices and in one of
 * `--invoices N` (1,000,000); `--explain` shows the plans of those that grow.
 */
import { parseArgs } from 'node:util'
import { measureLists } from './scale/lists.js'

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
}
const measurement = MEASUREMENTS[positionals[0] ?? '']
if (measurement === undefined) throw new Error(`Name one of: ${Object.keys(MEASUREMENTS).join(', ')}.`)
await measurement()
