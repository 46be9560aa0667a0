import { ESLint } from 'eslint'
import t from 'tap'
import { messagesOf } from './messages.js'

const RULE = 'clearway/import-circles'
const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === RULE })

/**
 * The circles that these lines close, judged in the place of that file among all others of the
 * repository.
 */
async function circles(filePath: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const messages = await messagesOf(eslint, filePath, ...lines)
  return messages
    .filter(({ ruleId }) => ruleId === RULE)
    .map(({ line, message }) => `${line}: ${/circle: (.*)\. Move/.exec(message)?.[1]}`)
}

void t.test('two files that import each other are a circle, at the import that closes it', async (t) => {
  t.strictSame(
    await circles(
      'src/domain/clock.ts',
      "import { pause } from './pause.js'",
      "import { Tries } from '../processors/work/tries.js'",
      'export const both = [pause, Tries]',
    ),
    ['2: src/domain/clock.ts → src/processors/work/tries.ts → src/domain/clock.ts'],
  )
})

void t.test('the import of a type, a re-export and an import at run time close circles too', async (t) => {
  const circle = '1: src/domain/clock.ts → src/processors/work/tries.ts → src/domain/clock.ts'
  for (const line of [
    "import type { Tries } from '../processors/work/tries.js'; export type T = Tries",
    "export * from '../processors/work/tries.js'",
    "export const tries = () => import('../processors/work/tries.js')",
  ]) {
    t.strictSame(await circles('src/domain/clock.ts', line), [circle], line)
  }
})

void t.test('a circle through others is shown by its shortest way', async (t) => {
  const folder = 'src/eventstore/eventstoredb'
  t.strictSame(await circles(`${folder}/stored.ts`, "export * from './appender.js'"), [
    `1: ${folder}/stored.ts → ${folder}/appender.ts → ${folder}/naming.ts → ${folder}/stored.ts`,
  ])
})

void t.test('an import that leads nowhere back is none', async (t) => {
  t.strictSame(await circles('src/domain/clock.ts', "export { pause } from './pause.js'"), [])
})
