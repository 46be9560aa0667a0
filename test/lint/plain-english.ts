import { ESLint } from 'eslint'
import t from 'tap'
import { messagesOf } from './messages.js'

const RULE = 'clearway/plain-english'
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => ruleId === RULE,
  overrideConfig: { rules: { [RULE]: 'error' } },
})

/** The avoided words that the rule finds in these lines, as line:column and word. */
async function found(...lines: readonly string[]): Promise<readonly string[]> {
  const messages = (await messagesOf(eslint, 'src/domain/text.ts', ...lines)).filter(({ ruleId }) => ruleId === RULE)
  return messages.map(({ line, column, message }) => `${line}:${column} ${/"([^"]+)"/.exec(message)?.[1]}`)
}

void t.test('avoided words are found in comments, strings, templates, patterns and names', async (t) => {
  const lines = [
    '// Tells how many.',
    '/* Nobody knows. */',
    "export const a = 'It was told'",
    'export const b = `${a} anew ${a} in truth`',
    'export const c = /whatever it is/',
    'export const isTold = (tellCount: number): number => tellCount + tellCount',
    'export class D { #goesOn = 1; atHand = this.#goesOn }',
    "export const e = { mended: 'told_at' }",
    'export const f = "WHOEVER"',
  ]
  t.strictSame(await found(...lines), [
    '1:4 tells',
    '2:4 nobody',
    '3:26 told',
    '4:24 anew',
    '4:34 in truth',
    '5:19 whatever',
    '6:16 told',
    '6:24 tell',
    '7:19 goes on',
    '7:31 at hand',
    '8:20 mended',
    '8:29 told',
    '9:19 whoever',
  ])
})

void t.test('a phrase is found over the lines of a comment, and not over code', async (t) => {
  const lines = [
    '/**',
    ' * It goes',
    ' * on.',
    ' */',
    'export const a = 1 // What is at',
    '// hand.',
    'export const b = 2 // It goes',
    'export const c = 3 // on.',
  ]
  t.strictSame(await found(...lines), ['2:7 goes on', '5:31 at hand'])
})

void t.test('parts of other words are none, nor a letter behind a backslash', async (t) => {
  const lines = [
    '// Amended and commended, told-you-so aside: Tellus, retell, a look at hand-written rules.',
    "export const a = 'Nobodys \\ntell'",
    'export const retold = /\\btelling/',
  ]
  t.strictSame(await found(...lines), ['1:27 told', '2:29 tell', '3:26 telling'])
})

void t.test('a user of Unix in quotes is a name', async (t) => {
  const lines = ['// The user `nobody`, and nobody else.', "export const a = ['nobody', 'for nobody']"]
  t.strictSame(await found(...lines), ['1:27 nobody', '2:34 nobody'])
})

void t.test('a finding names what to write in place of the word', async (t) => {
  const [result] = await eslint.lintText('// It is mended.', { filePath: 'src/domain/text.ts' })
  t.match(result?.messages, [{ message: 'Plain English avoids "mended": write fix, repair or correct' }])
})
