/** An official artefact with its edition, for example `BR-FR-Flux2 1.4.0.03 (FNFE-MPE)`. */
export interface RuleSource {
  /** How the ids of its rules begin. */
  readonly ids: RegExp
  readonly artefact: string
}

/** The rules of a profile in the form that decides from a day on, until the next edition does. */
export interface Edition {
  /** The month since which it is in force, `2026-10`; empty: the profile has no other edition. */
  readonly name: string
  /** The first day on which it decides, `YYYY-MM-DD`; empty: it is the oldest. */
  readonly from: string
  /** The artefacts of its rules, see `DocumentProfile.sources`. */
  readonly sources: readonly RuleSource[]
  /** The ids of rules that the edition before it has in another form. */
  readonly changed: ReadonlySet<string>
}

/** The editions of a profile, the oldest first. */
export type Editions = readonly [Edition, ...(readonly Edition[])]

/** The only edition of a profile whose rules change without a fixed day. */
export function onlyEdition(sources: readonly RuleSource[]): Editions {
  return [{ name: '', from: '', sources, changed: new Set() }]
}

/**
 * The edition in force on a day.
 * @param day `YYYY-MM-DD` in the country; absent: the newest edition
 */
export function editionOn(editions: Editions, day: string | undefined): Edition {
  const [oldest] = editions
  return editions.findLast(({ from }) => day === undefined || from <= day) ?? oldest
}

/** The edition that a judgement names: none where a profile has only one. */
export function namedEdition(editions: Editions, day: string | undefined): { readonly edition?: string } {
  const { name } = editionOn(editions, day)
  return name === '' ? {} : { edition: name }
}

/** The last day of an edition, `YYYY-MM-DD`; undefined: it is the newest. */
export function lastDayOf(edition: Edition, editions: Editions): string | undefined {
  const next = editions.find(({ from }) => from > edition.from)
  if (next === undefined) return undefined
  const day = new Date(`${next.from}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}
