import { ESLint } from 'eslint'
import t from 'tap'
import { messagesOf } from './messages.js'

const RULE = 'clearway/calls-end'

/** What the rule reports of these lines: their numbers from 1, and the kinds of its messages. */
async function faulty(...lines: readonly string[]): Promise<readonly string[]> {
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === RULE })
  const messages = await messagesOf(eslint, 'src/countries/ro/anaf/gateway.ts', ...lines)
  return messages.filter(({ ruleId }) => ruleId === RULE).map(({ line, messageId }) => `${line}: ${messageId ?? ''}`)
}

void t.test('a call of a gateway that outlives the process is found', async (t) => {
  const found = await faulty(
    'export const a = new GovernmentHttp()',
    'export const b = new GovernmentHttp({ customers: { allowPrivateNetwork: true } })',
    "export const c = new GovernmentHttp(callsOf(tools, 'RO'))",
    "export const d = new GovernmentHttp({ ...callsOf(tools, 'RO'), customers: { allowPrivateNetwork: true } })",
    "const watched = callsOf(tools, 'RO')",
    'export const e = () => new GovernmentHttp({ ...watched, connectMs: 5 })',
    'const unwatched = { connectMs: 5 }',
    'export const f = () => new GovernmentHttp(unwatched)',
    'export const g = () => new GovernmentHttp(given)',
    "import { request } from 'undici'",
    "import type { Agent } from 'node:https'",
    "import { type Socket } from 'node:net'",
    "import { setTimeout } from 'node:timers/promises'",
    "export const h = () => fetch('https://gov.example')",
    'export const i = () => setTimeout(() => undefined, 5)',
    'export const j = () => pause(5, NEVER)',
    'export const k = () => pause(5, tools.stopping ?? NEVER)',
  )
  t.strictSame(found, [
    ...['1: http', '2: http', '8: http', '9: http'],
    ...['10: network', '13: network', '14: network', '15: network', '16: pause'],
  ])
})
