import { setImmediate } from 'node:timers/promises'
import { lazily } from '../../../domain/lazily.js'
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

/**
 * Every entry by its id, in the order of the sets. The first call builds it, unless
 * `prepareReference` has.
 */
export function ruleEntries(): ReadonlyMap<string, RuleEntry> {
  if (entries !== undefined) return entries
  const making = madeEntries()
  let step = making.next()
  while (step.done !== true) step = making.next()
  return (entries = step.value)
}

/**
 * Builds the entries while others work: half a second of one core, in short steps of the main
 * thread.
 */
export function prepareReference(): Promise<void> {
  return (preparing ??= prepared())
}

let preparing: Promise<void> | undefined

/** Milliseconds of a step. */
const LONGEST_STEP = 5

async function prepared(): Promise<void> {
  const making = madeEntries()
  for (;;) {
    const begun = performance.now()
    while (performance.now() - begun < LONGEST_STEP) {
      const step = making.next()
      if (step.done !== true) continue
      entries ??= step.value
      return
    }
    await setImmediate()
  }
}

function* madeEntries(): Generator<undefined, ReadonlyMap<string, RuleEntry>> {
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
  const made = new Map<string, RuleEntry>()
  const facts = yield* gatherFacts()
  for (const each of facts.values()) {
    made.set(each.id, entryOf(each))
    yield
  }
  return made
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
  return idsByUpperCase().get(id.toUpperCase())
}

const idsByUpperCase = lazily(() => new Map(Array.from(ruleEntries().keys(), (each) => [each.toUpperCase(), each])))

/** The families that have rules, each with its entries. */
export function ruleFamilies(): readonly (Family & { readonly rules: readonly RuleEntry[] })[] {
  const byFamily = new Map(ALL_FAMILIES.map(({ name }): [string, RuleEntry[]] => [name, []]))
  for (const entry of ruleEntries().values()) byFamily.get(entry.family)?.push(entry)
  return ALL_FAMILIES.map((family) => ({ ...family, rules: byFamily.get(family.name) ?? [] }))
}
