import { dataLines } from '../../../storage/program-files.js'
import type { RuleExample } from './rule-entry.js'

const RECORDED = dataLines('http/docs/reference/recorded-examples.txt')

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
  return new Map(
    RECORDED().map((line) => {
      const [id, ...examples] = JSON.parse(line) as Row
      return [id, examples.map(([profile, syntax, broken, sound]) => ({ profile, syntax, broken, sound }))]
    }),
  )
}
