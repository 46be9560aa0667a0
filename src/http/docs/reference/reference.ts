import { recordedExamples } from './examples.js'
import { ALL_FAMILIES, type Family, familyOf } from './families.js'
import { gatherFacts, type RuleFacts } from './gather.js'
import { reasonFor } from './reasons.js'
import type { RuleEntry } from './rule-entry.js'
import { namedTerm } from '../../../documents/conversion/terms.js'

/*
 * The reference of rules: an entry for every id that a finding can have. Only the pages need it,
 * not the judge: import it when the first page is requested.
 */

/** Every entry by its id, in the order of the sets. The first call builds it. */
export function ruleEntries(): ReadonlyMap<string, RuleEntry> {
  return (entries ??= madeEntries())
}

function madeEntries(): ReadonlyMap<string, RuleEntry> {
  const examples = recordedExamples()
  const entryOf = ({ id, messages, fixes, terms, uses }: RuleFacts): RuleEntry => ({
    id,
    family: familyOf(id).name,
    messages,
    why: reasonFor(id),
    fixes,
    terms: terms.map(namedTerm),
    uses,
    examples: examples.get(id) ?? [],
  })
  return new Map(Array.from(gatherFacts().values(), (facts) => [facts.id, entryOf(facts)]))
}

let entries: ReadonlyMap<string, RuleEntry> | undefined

/**
 * The entry of a rule.
 * @param id as in the official artefact, for example `BR-CO-15`; case-sensitive
 */
export function ruleEntry(id: string): RuleEntry | undefined {
  return ruleEntries().get(id)
}

/** The id in its official case, found in any case; undefined: there is no such rule. */
export function writtenId(id: string): string | undefined {
  idsByUpperCase ??= new Map(Array.from(ruleEntries().keys(), (each) => [each.toUpperCase(), each]))
  return idsByUpperCase.get(id.toUpperCase())
}

let idsByUpperCase: ReadonlyMap<string, string> | undefined

/** The families that have rules, each with its entries. */
export function ruleFamilies(): readonly (Family & { readonly rules: readonly RuleEntry[] })[] {
  const byFamily = new Map(ALL_FAMILIES.map(({ name }): [string, RuleEntry[]] => [name, []]))
  for (const entry of ruleEntries().values()) byFamily.get(entry.family)?.push(entry)
  return ALL_FAMILIES.map((family) => ({ ...family, rules: byFamily.get(family.name) ?? [] }))
}
