import { parseXml } from '../src/einvoice/xml/parse.js'
import { editable, written } from './editable.js'
import { FRENCH_CHANGES } from './french-changes.js'
import { ITALIAN_CHANGES } from './italian-changes.js'
import { LIFE_CYCLE_CHANGES } from './life-cycle-changes.js'
import { mutated, randomFrom } from './mutate.js'
import { extendedDocuments } from './extended-documents.js'
import { facturXDocuments, facturXRuleTests } from './factur-x-documents.js'
import type { NamedChange } from './places.js'
import { type Case, officialExamples, ourDocuments, ruleTests } from './official-documents.js'

/** Larger documents take the judge too long. */
const LARGEST = 60_000

/** Changes to documents of one profile only. */
const OWN_CHANGES: Readonly<Record<string, readonly NamedChange[]>> = {
  fr: FRENCH_CHANGES,
  'fr-cdar': LIFE_CYCLE_CHANGES,
  it: ITALIAN_CHANGES,
}

/**
 * How often a document comes from a valid one; else it comes from an invalid one, or from the
 * official test of a rule.
 */
const SOUND = 0.8

/**
 * So many documents that are derived from official ones of a profile, for France also from our
 * own, by one to three changes each; the same for the same seed.
 */
export function* mutants(profile: string, wanted: number, seed: number): Generator<Case> {
  const random = randomFrom(seed + profile.charCodeAt(0) * 256 + profile.charCodeAt(1))
  const oneOf = (cases: readonly Case[]): Case | undefined => cases[Math.floor(random() * cases.length)]
  const isSmall = ({ xml }: Case): boolean => xml.length < LARGEST
  const extended = profile === 'fr' ? [...ourDocuments(profile), ...extendedDocuments()] : facturXDocuments(profile)
  const sound = [...officialExamples(profile, ['valid']), ...extended].filter(isSmall)
  const tests = [...ruleTests(profile), ...facturXRuleTests(profile)]
  const others = [...officialExamples(profile, ['invalid']), ...tests].filter(isSmall)
  const editableOf = ({ xml }: Case) => editable(parseXml(Buffer.from(xml)).root)
  for (let made = 0; made < wanted; made += 1) {
    const base = (random() < SOUND ? undefined : oneOf(others)) ?? oneOf(sound)
    const donor = (random() < SOUND ? undefined : oneOf(others)) ?? oneOf(sound)
    if (base === undefined || donor === undefined) return
    const more = OWN_CHANGES[profile] ?? []
    const { document, changes } = mutated(editableOf(base), editableOf(donor), random, more)
    yield { profile, name: `${base.name}: ${changes}`, xml: written(document) }
  }
}
