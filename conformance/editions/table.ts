import { createHash } from 'node:crypto'

/** One thing that an artefact states: a rule, a declaration of a schema, a level of a scenario. */
export interface Entry {
  readonly id: string
  /** SHA-256, 16 hex digits, of everything that decides its effect. */
  readonly hash: string
  /** `fatal`, `warning`, `information` as the artefact says; empty where it has none. */
  readonly level: string
  /** The file it was read from, relative to the folder, with its line. */
  readonly place: string
  /** The elements that it applies to. */
  readonly context: string
  /** The business terms that its message names. */
  readonly terms: readonly string[]
  /** Names of the variables and functions that it uses, directly or indirectly. */
  readonly uses: readonly string[]
}

/** What one set of official files states, as read from a folder. */
export interface Artefact {
  /** Their subject; editions of one family can be compared. */
  readonly family: string
  /** As the files say; empty where they don't. */
  readonly edition: string
  readonly files: readonly string[]
  readonly entries: readonly Entry[]
  /** The variables and functions that several rules may use → their hash. */
  readonly definitions: ReadonlyMap<string, string>
  /** The lists of codes in it, by the rule, variable, type or file that holds them. */
  readonly codes: ReadonlyMap<string, readonly string[]>
  /** Starts of ids that can't be judged, since the file that states them isn't in the folder. */
  readonly absent: readonly string[]
  /** Notes for the reader, in sentences. */
  readonly notes: readonly string[]
}

/**
 * An artefact as it is recorded in this repository: ids, hashes, levels, codes and versions, none
 * of the official texts.
 */
export interface Recorded {
  readonly set: string
  readonly family: string
  readonly edition: string
  /** Id → hash and level; the second entry of an id is `id#2`. */
  readonly entries: Readonly<Record<string, string>>
  readonly definitions: Readonly<Record<string, string>>
  readonly codes: Readonly<Record<string, readonly string[]>>
}

/** SHA-256 of texts, each on a line of its own; its first 16 hexadecimal digits. */
export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}

/** Numbers what occurs several times: `id`, `id#2`, `id#3`. */
export function placed<T>(items: readonly T[], idOf: (item: T) => string): readonly (readonly [string, T])[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const id = idOf(item)
    const place = (seen.get(id) ?? 0) + 1
    seen.set(id, place)
    return [place === 1 ? id : `${id}#${place}`, item] as const
  })
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0

/** The part of an artefact that is recorded, in a stable order. */
export function recordOf(set: string, artefact: Artefact): Recorded {
  const entries = placed(artefact.entries, ({ id }) => id).map(
    ([key, { hash, level }]) => [key, level === '' ? hash : `${hash} ${level}`] as const,
  )
  return {
    set,
    family: artefact.family,
    edition: artefact.edition,
    entries: Object.fromEntries(entries.sort(byName)),
    definitions: Object.fromEntries([...artefact.definitions].sort(byName)),
    codes: Object.fromEntries([...artefact.codes].sort(byName)),
  }
}

/** JSON with a line for each entry and each list of codes. */
export function written(recorded: Recorded): string {
  const group = (items: Readonly<Record<string, unknown>>): string => {
    const lines = Object.entries(items).map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`
  }
  return `${[
    `{\n  "set": ${JSON.stringify(recorded.set)}`,
    `"family": ${JSON.stringify(recorded.family)}`,
    `"edition": ${JSON.stringify(recorded.edition)}`,
    `"entries": ${group(recorded.entries)}`,
    `"definitions": ${group(recorded.definitions)}`,
    `"codes": ${group(recorded.codes)}`,
  ].join(',\n  ')}\n}\n`
}
