import { ESLint } from 'eslint'
import t from 'tap'
import { messagesOf } from './messages.js'

const RULE = 'clearway/no-spread-arguments'

/** Which of these lines the rule finds fault with, by their numbers from 1. */
async function faulty(...lines: readonly string[]): Promise<readonly number[]> {
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === RULE })
  const messages = await messagesOf(eslint, 'src/domain/clock.ts', ...lines)
  return messages.filter(({ ruleId }) => ruleId === RULE).map(({ line }) => line)
}

void t.test('an array of unknown length among the arguments of a call is found', async (t) => {
  const found = await faulty(
    'export const a = (numbers: readonly number[]): number => Math.max(0, ...numbers)',
    'export const b = (all: string[], more: readonly string[]): number => all.push(...more)',
    'export const c = (all: string[], more: readonly string[]): number => all.push(...more.map((each) => each.trim()))',
    'export const d = (sets: readonly string[]): readonly string[] => new Array<string>(...sets)',
    'export const e = (all: string[], more: ReadonlySet<string>): number => all.push(...more)',
    'export const f = (all: string[], more?: readonly string[]): number => all.push(...(more ?? []))',
    'export const g = (bytes: Buffer): string => String.fromCharCode(...bytes)',
    'export const h = (all: string[], more: readonly [string, ...string[]]): number => all.push(...more)',
    'export const i = (n: number): number => { const all = [1]; while (all.length < n) all.push(1); return Math.max(...all) }',
  )
  t.strictSame(found, [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

void t.test('lists whose length the code fixes may be arguments', async (t) => {
  const found = await faulty(
    'const SIZES = [1, 2, 3]',
    'const MORE = [...SIZES, 4] as const',
    'export const a = (): number => Math.max(...SIZES.map((size) => size * 2), ...MORE)',
    'export const b = (pair: readonly [number, number]): number => Math.max(...pair)',
    'export const c = (all: string[], more?: string): number => all.push(...(more === undefined ? [] : [more]))',
    'export const d = (...numbers: readonly number[]): number => Math.max(...numbers)',
    'export const e = (all: readonly string[]): readonly string[] => [...all]',
    'export const f = <T extends readonly [string, string?]>(all: string[], more: T): number => all.push(...(more as [string]))',
  )
  t.strictSame(found, [])
})
