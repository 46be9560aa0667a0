import { ESLint } from 'eslint'
import { readFileSync } from 'node:fs'
import t from 'tap'

const RULES = ['clearway/layers', 'clearway/only-commands-append', 'no-restricted-syntax']
const eslint = new ESLint({ ruleFilter: ({ ruleId }) => RULES.includes(ruleId) })

/** What our rules of the architecture say of these lines, judged in the place of that file. */
async function findings(filePath: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const [result] = await eslint.lintText(lines.join('\n'), { filePath })
  const messages = (result?.messages ?? []).filter(({ ruleId }) => RULES.includes(ruleId ?? ''))
  return messages.map(({ line, message }) => `${line}: ${message}`)
}

void t.test('an inner layer imports no outer one, by whatever kind of import', async (t) => {
  const lines = [
    "import { handle } from '../commands/handle.js'; export const h = handle",
    "import type { CommandContext } from '../commands/handle.js'; export type C = CommandContext",
    "export * from '../commands/handle.js'",
    "export const i = () => import('../commands/handle.js')",
    "export type D = import('../commands/handle.js').CommandContext",
  ]
  // Together: each text costs a program of its own.
  t.strictSame(
    await findings('src/domain/clock.ts', ...lines),
    lines.map((_, index) => `${index + 1}: domain may import only: itself`),
  )
  t.strictSame(await findings('src/commands/create-account.ts', "export * from '../domain/account.js'"), [])
})

void t.test('the files of the host and at the root of src have their places too', async (t) => {
  t.strictSame(await findings('src/host/log.ts', "export * from '../domain/clock.js'"), [
    '1: host/log.ts may import only: itself',
  ])
  t.match(await findings('src/main.ts', "export * from './http/app.js'"), [/^1: main\.ts may import only: /])
  t.match(await findings('src/http/page.ts', "export * from '../host/service.js'"), [/^1: http may import only: /])
})

void t.test('an exception holds for its file alone, and only as long as it is needed', async (t) => {
  const signal = "export type * from '../projections/engine/progress.js'"
  t.strictSame(await findings('src/processors/processors.ts', signal), [])
  t.match(await findings('src/processors/worker.ts', signal), [/^1: processors may import only: /])
  t.match(await findings('src/processors/processors.ts', 'export {}'), [
    /^1: processors\/processors\.ts no longer imports projections\/engine\/progress\.ts/,
  ])
})

void t.test('a file of a layer may have a place of its own', async (t) => {
  t.strictSame(await findings('src/simulators/ledger.ts', "export type * from '../countries/gateway.js'"), [])
  t.match(await findings('src/simulators/ledger.ts', "export type * from '../countries/country.js'"), [
    /^1: simulators may import only: /,
  ])
  t.match(await findings('src/countries/gateway.ts', "export type * from './country.js'"), [
    /^1: countries\/gateway\.ts may import only: /,
  ])
})

void t.test('only commands append to the event store, also by another name', async (t) => {
  const lines = [
    "import type { EventStore } from '../eventstore/port.js'",
    "export const a = (store: EventStore) => store.append('s', 'none', [])",
    'export const b = ({ store }: { readonly store: EventStore }) => store.append.bind(store)',
    'export const c = (form: FormData) => form.append("s", "none")',
  ]
  const fault = 'Only commands append to the event store: use `handle` of src/commands/handle.ts.'
  t.strictSame(await findings('src/http/page.ts', ...lines), [`2: ${fault}`, `3: ${fault}`])
  t.strictSame(await findings('src/commands/create-account.ts', ...lines), [])
})

void t.test('processors read the to-do list and no other read model', async (t) => {
  const lines = [
    "export const a = 'SELECT 1 FROM read.invoices'",
    'export const b = (condition: string) => `SELECT 1 FROM read.connections WHERE ${condition}`',
    "export const c = 'SELECT 1 FROM read.todo, read.outbox, read.receivers, read.token_refreshes'",
  ]
  const fault =
    'Processors read the to-do list alone (read.todo, read.outbox, read.receivers, read.token_refreshes, read.collections); what they must know stands in the stream'
  t.strictSame(await findings('src/processors/wake-up-signal.ts', ...lines), [`1: ${fault}`, `2: ${fault}`])
  t.match(await findings('src/processors/wake-up-signal.ts', "export * from '../projections/companies.js'"), [
    /^1: processors may import only: /,
  ])
})

void t.test('a file of no layer is found', async (t) => {
  const [result] = await new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === 'clearway/layers',
    overrideConfig: {
      files: ['src/host/log.ts'],
      rules: { 'clearway/layers': ['error', { mayImport: {}, exceptions: {} }] },
    },
  }).lintText(readFileSync('src/host/log.ts', 'utf8'), { filePath: 'src/host/log.ts' })
  t.match(result?.messages, [{ message: /^host\/log\.ts belongs to no layer/ }])
})
