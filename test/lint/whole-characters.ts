import { ESLint } from 'eslint'
import t from 'tap'
import { messagesOf } from './messages.js'

const RULE = 'clearway/whole-characters'

/** Which of these lines the rule finds fault with, by their numbers from 1. */
async function faulty(...lines: readonly string[]): Promise<readonly number[]> {
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === RULE })
  // Judged in the place of a file that exists, so that its types are known.
  const messages = await messagesOf(eslint, 'src/domain/clock.ts', ...lines)
  return messages.filter(({ ruleId }) => ruleId === RULE).map(({ line }) => line)
}

void t.test('a text that is cut to a length is found, a list and a prefix are not', async (t) => {
  const found = await faulty(
    'export const LONGEST = 40',
    'export const a = (text: string): string => text.slice(0, 57)',
    'export const b = (text: string): string => text.substring(0, LONGEST)',
    'export const c = (text: string | undefined): string => (text ?? "").slice(0, LONGEST - 3)',
    'export const d = <T extends string>(text: T, maxLength: number): string => text.slice(0, maxLength)',
    'export const e = (rows: readonly string[]): readonly string[] => rows.slice(0, LONGEST)',
    'export const f = (vatNumber: string): string => vatNumber.slice(0, 2)',
    'export const g = (text: string): string => text.slice(0, text.indexOf(":"))',
  )
  t.strictSame(found, [2, 3, 4, 5])
})
