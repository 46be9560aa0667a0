import { RECORDED } from './recorded-examples.js'
import type { RuleExample } from './rule-entry.js'

type Row = readonly [
  id: string,
  ...examples: readonly (readonly [
    profile: RuleExample['profile'],
    syntax: RuleExample['syntax'],
    broken: string,
    sound: string,
  ])[],
]

/** The recorded examples by the ids of their rules. */
export function recordedExamples(): ReadonlyMap<string, readonly RuleExample[]> {
  const rows = RECORDED.split('\n').filter((line) => line !== '')
  return new Map(
    rows.map((line) => {
      const [id, ...examples] = JSON.parse(line) as Row
      return [id, examples.map(([profile, syntax, broken, sound]) => ({ profile, syntax, broken, sound }))]
    }),
  )
}
