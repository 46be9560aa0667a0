// Prints every text of every rule as a table in Markdown, to be reviewed by a reader who has to
// act on it: what is wrong, what to do, and an example that breaks the rule.
//   npm run --silent rules:review [-- BEGINNING-OF-ID …] > rules.md
import { inNaturalOrder } from '../src/http/docs/reference/fold.js'
import { ruleEntries } from '../src/http/docs/reference/reference.js'
import type { RuleEntry, RuleExample } from '../src/http/docs/reference/rule-entry.js'

/**
 * The rules whose ids begin with these texts, one in a row, in the order of their ids; by default
 * all rules.
 */
export function reviewTable(beginnings: readonly string[] = []): string {
  const rules = Array.from(ruleEntries().values())
    .filter(({ id }) => beginnings.length === 0 || beginnings.some((each) => id.startsWith(each)))
    .sort((one, other) => inNaturalOrder(one.id, other.id))
  return [
    '| rule | what is wrong | what to do | example that breaks it |',
    '|---|---|---|---|',
    ...rules.map(row),
  ].join('\n')
}

function row({ id, messages, fixes, examples }: RuleEntry): string {
  const cells = [id, messages.join('\n'), fixes.join('\n'), exampleOf(examples)]
  return `| ${cells.map(inCell).join(' | ')} |`
}

/** The shortest is read the fastest. */
function exampleOf(examples: readonly RuleExample[]): string {
  const [first, ...others] = examples
  if (first === undefined) return ''
  const { profile, syntax, broken } = others.reduce(
    (shortest, each) => (each.broken.length < shortest.broken.length ? each : shortest),
    first,
  )
  return `${profile}, ${syntax}:\n${broken}`
}

/** A cell is one line; markup of Markdown is escaped. */
function inCell(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\|*_`[\]]/g, '\\$&')
    .replaceAll(/\n */g, '<br>')
}

if (process.argv[1]?.endsWith('rules-review.js')) console.log(reviewTable(process.argv.slice(2)))
