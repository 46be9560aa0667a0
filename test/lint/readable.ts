import { ESLint } from 'eslint'
import t from 'tap'
import { messagesOf } from './messages.js'

const WIDE = `// ${'a'.repeat(97)}`
const FULL = `// ${'a'.repeat(96)}`

/** Which of these lines a rule finds fault with, by their numbers from 1. */
async function faulty(rule: string, ...lines: readonly string[]): Promise<readonly number[]> {
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === rule })
  // Judged in the place of a file that exists, so that its types are known.
  const messages = await messagesOf(eslint, 'src/domain/text.ts', ...lines)
  return messages.filter(({ ruleId }) => ruleId === rule).map(({ line }) => line)
}

void t.test('a comment ends before column 100, alone, in a block and behind code', async (t) => {
  const found = await faulty(
    'clearway/comment-width',
    FULL,
    WIDE,
    '/**',
    ` * ${'a'.repeat(97)}`,
    ' */',
    `export const a = 1 ${WIDE}`,
    `export const b = '${'a'.repeat(110)}'`,
    `/* ${'a'.repeat(90)} */ export const c = '${'a'.repeat(110)}'`,
  )
  t.strictSame(found, [2, 4, 6])
})

void t.test('what is exported has a doc comment, what stays inside needs none', async (t) => {
  const found = await faulty(
    'clearway/exported-docs',
    'export const a = 1',
    '/** Says what it is. */',
    'export const b = 1',
    '// Not a doc comment.',
    'export function c(): void {}',
    'const d = 1',
    'export { d }',
    '/** Of both signatures. */',
    'export function e(text: string): string',
    'export function e(text: string | null): string | null',
    'export function e(text: string | null): string | null {',
    '  return text',
    '}',
    'export interface F {',
    '  readonly f: number',
    '}',
    '/* Not a doc comment either. */',
    'export type G = number',
    'export default class {}',
  )
  t.strictSame(found, [1, 5, 14, 18, 19])
})

void t.test('an object literal is not spread into another; a condition and a variable are', async (t) => {
  const found = await faulty(
    'clearway/no-literal-spread',
    'const rest = { b: 2 }',
    'export const a = {',
    '  ...{ a: 1, c: 3 },',
    '  ...rest,',
    '  ...(rest.b > 1 && { d: 4 }),',
    '}',
  )
  t.strictSame(found, [3])
})

void t.test('an environment is never chosen by default', async (t) => {
  const found = await faulty(
    'no-restricted-syntax',
    'export const a = (environment?: string): string => environment ?? "test"',
    'export const b = (environment?: string): string => environment || "production"',
    'export const c = (plan?: string): string => plan ?? "free"',
    'export const d = (environment: string): boolean => environment === "test"',
  )
  t.strictSame(found, [1, 2])
})
