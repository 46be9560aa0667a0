import { ESLint } from 'eslint'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { messagesOf } from './messages.js'

const RULES = ['clearway/layers', 'clearway/only-commands-append', 'no-restricted-syntax']
const eslint = new ESLint({ ruleFilter: ({ ruleId }) => RULES.includes(ruleId) })

/** What our rules of the architecture say of these lines, judged in the place of that file. */
async function findings(filePath: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const messages = (await messagesOf(eslint, filePath, ...lines)).filter(({ ruleId }) => RULES.includes(ruleId ?? ''))
  return messages.map(({ line, message }) => `${line}: ${message}`)
}

void t.test('an inner layer imports no outer one, by any kind of import', async (t) => {
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
  t.strictSame(await findings('src/commands/account.ts', "export * from '../domain/account.js'"), [])
})

void t.test('nothing imports what runs the program, and every room may show its version', async (t) => {
  t.match(await findings('src/http/api/page.ts', "export * from '../../host/start/roles.js'"), [
    /^1: http may import only: /,
  ])
  t.match(await findings('src/host/start/roles.ts', "export * from '../../main.js'"), [/^1: host may import only: /])
  t.strictSame(await findings('src/audit/replay.ts', "export * from '../version.js'"), [])
  t.strictSame(await findings('src/main.ts', "export * from './http/app.js'"), [])
})

void t.test('only commands append to the event store, also by another name', async (t) => {
  const lines = (root: string): readonly string[] => [
    `import type { EventStore } from '${root}/eventstore/port.js'`,
    "export const a = (store: EventStore) => store.append('s', 'none', [])",
    'export const b = ({ store }: { readonly store: EventStore }) => store.append.bind(store)',
    'export const c = (form: FormData) => form.append("s", "none")',
  ]
  const fault = 'Only commands append to the event store: use `handle` of src/commands/handle.ts.'
  t.strictSame(await findings('src/http/api/page.ts', ...lines('../..')), [`2: ${fault}`, `3: ${fault}`])
  t.strictSame(await findings('src/commands/account.ts', ...lines('..')), [])
})

void t.test('processors read the to-do list and no other read model', async (t) => {
  const lines = [
    "export const a = 'SELECT 1 FROM read.invoices'",
    'export const b = (condition: string) => `SELECT 1 FROM read.connections WHERE ${condition}`',
    "export const c = 'SELECT 1 FROM read.todo, read.outbox, read.receivers, read.token_refreshes'",
  ]
  const fault =
    'Processors read the to-do list alone (read.todo, read.outbox, read.receivers, read.token_refreshes, read.collections, read.answers); everything else they need is in the stream'
  t.strictSame(await findings('src/processors/work/wake-up-signal.ts', ...lines), [`1: ${fault}`, `2: ${fault}`])
  t.match(await findings('src/processors/work/wake-up-signal.ts', "export * from '../../projections/companies.js'"), [
    /^1: processors may import only: /,
  ])
})

void t.test('a file in no room is found', async (t) => {
  const [result] = await new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === 'clearway/layers',
    overrideConfig: {
      files: ['src/host/observability/log.ts'],
      rules: { 'clearway/layers': ['error', { mayImport: {} }] },
    },
  }).lintText(readFileSync('src/host/observability/log.ts', 'utf8'), { filePath: 'src/host/observability/log.ts' })
  t.match(result?.messages, [{ message: /^host is no room/ }])
})

void t.test('no time limit is one that Node forgets', async (t) => {
  const lines = ['export const s = (a: AbortSignal) => AbortSignal.any([a, AbortSignal.timeout(5)])']
  const fault = 'Node forgets this time limit when it collects garbage; use withTimeLimit of src/domain/time-limit.ts'
  for (const file of ['src/http/api/page.ts', 'test/storage/postgres/pool.test.ts']) {
    t.strictSame(await findings(file, ...lines), [`1: ${fault}`])
  }
})

void t.test('every pool listens for the errors of its unused connections', async (t) => {
  const lines = ["import pg from 'pg'", 'export const p = () => new pg.Pool()']
  for (const file of ['src/http/api/page.ts', 'test/storage/postgres/pool.test.ts']) {
    t.match(await findings(file, ...lines), [/^2: An error of an unused connection would end the process/])
  }
  t.strictSame(await findings('src/storage/postgres/pool.ts', ...lines), [])
})

void t.test('sessions and locks are looked for in the own database alone', async (t) => {
  const lines = [
    "export const a = 'SELECT pid FROM pg_stat_activity'",
    "export const b = (name: string) => `SELECT FROM pg_locks WHERE granted AND '${name}' = mode`",
    "export const c = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database()'",
  ]
  const fault = 'These views show all databases of the server: restrict them by datname = current_database()'
  for (const file of ['src/http/api/page.ts', 'test/storage/postgres/pool.test.ts']) {
    t.strictSame(await findings(file, ...lines), [`1: ${fault}`, `2: ${fault}`])
  }
})
