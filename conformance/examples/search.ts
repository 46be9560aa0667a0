import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { type Editable, fragment, written } from '../editable.js'
import { FRENCH_CHANGES } from '../french-changes.js'
import { LIFE_CYCLE_CHANGES } from '../life-cycle-changes.js'
import { mutated, randomFrom } from '../mutate.js'
import type { NamedChange } from '../places.js'
import type { Base } from './bases.js'
import { singleChanges } from './changes.js'
import { elementAt, type Patch, patched, patchesBetween } from './patch.js'
import type { XmlRecipe } from './recipe.js'

interface Best {
  readonly recipe: XmlRecipe
  /** The lower the better: other rules that the change breaks, then its size. */
  readonly cost: number
}

/** Changes to documents of one profile only. */
const OWN_CHANGES: Readonly<Record<string, readonly NamedChange[]>> = {
  fr: FRENCH_CHANGES,
  'fr-cdar': LIFE_CYCLE_CHANGES,
}

/** An example has at most so many places and characters. */
const MOST_PATCHES = 3
const LARGEST = 4000

/** Keeps for each rule and syntax the cheapest recipe. */
export class Recipes {
  readonly #best = new Map<string, Best>()

  get found(): readonly XmlRecipe[] {
    return Array.from(this.#best.values(), ({ recipe }) => recipe)
  }

  /** Tries every single change of a base, then so many random ones. */
  search(base: Base, donors: readonly Editable[], randomTries: number): void {
    const before = new Set(rulesBroken(base, base.document))
    for (const changed of singleChanges(base)) this.#try(base, before, changed)
    const random = randomFrom(base.name.length * 7919 + base.document.children.length)
    const more = OWN_CHANGES[base.profile] ?? []
    for (let tries = 0; tries < randomTries; tries += 1) {
      const donor = donors[Math.floor(random() * donors.length)] ?? base.document
      this.#try(base, before, mutated(base.document, donor, random, more).document)
    }
  }

  /** Keeps a recipe of an earlier run, as long as it still breaks its rule. */
  keep({ rule, patches }: XmlRecipe, base: Base): void {
    const before = new Set(rulesBroken(base, base.document))
    this.#try(base, before, patched(base.document, patches), rule)
  }

  /** @param only the one rule that is looked for; absent: any */
  #try(base: Base, before: ReadonlySet<string>, changed: Editable, only?: string): void {
    const broken = rulesBroken(base, changed).filter((rule) => !before.has(rule))
    // Bases that obey every rule make better examples.
    const others = (broken.length - 1) * 1000 + before.size * 200
    const open = broken.filter(
      (rule) =>
        (only === undefined || only === rule) && (this.#best.get(`${rule} ${base.syntax}`)?.cost ?? Infinity) > others,
    )
    if (open.length === 0) return
    const patches = patchesBetween(base.document, changed)
    if (patches === null || patches.length === 0 || patches.length > MOST_PATCHES) return
    const size = patches.reduce((sum, patch) => sum + sizeOf(base.document, patch), 0)
    if (size > LARGEST) return
    const isOtherAmount = patches.every((patch) => changesAmount(base.document, patch))
    for (const rule of open) {
      const cost = others + size + patches.length * 100 + (IS_SUM.test(rule) && !isOtherAmount ? 3000 : 0)
      const key = `${rule} ${base.syntax}`
      if ((this.#best.get(key)?.cost ?? Infinity) > cost)
        this.#best.set(key, { cost, recipe: { rule, base: base.name, patches } })
    }
  }
}

/** Rules on sums are shown with a wrong amount rather than a missing one. */
const IS_SUM = /^BR-CO-1[0-7]$|^BR-[A-Z]+-0[89]$/

/** Whether a patch changes the text of one amount alone. */
function changesAmount(document: Editable, { at, from, removed, inserted }: Patch): boolean {
  const child = elementAt(document, at).children[from]
  if (child?.name.endsWith('Amount') !== true || removed !== 1 || inserted.length !== 1) return false
  const withoutText = (xml: string): string => xml.replace(/>[^<]*</, '><')
  return withoutText(fragment(child)) === withoutText(inserted[0] ?? '')
}

/**
 * How much is removed and added, in characters: a changed value is clearer than an element that is
 * removed with all its content.
 */
function sizeOf(document: Editable, { at, from, removed, inserted }: Patch): number {
  const gone = elementAt(document, at)
    .children.slice(from, from + removed)
    .map(fragment)
  return [...gone, ...inserted].join('').length
}

/** The rules that a document breaks, by the profile of a base, each once. */
export function rulesBroken({ profile }: Pick<Base, 'profile'>, document: Editable): readonly string[] {
  const { findings } = judgeXml(Buffer.from(written(document)), { profile })
  return [...new Set(findings.map(({ rule }) => rule))]
}
