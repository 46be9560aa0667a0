import { placed, recordOf, type Artefact, type Entry, type Recorded } from './table.js'

/** The differences of two editions of an artefact. */
export interface EditionDifference {
  /** The recorded set; null where nothing of the family is recorded. */
  readonly set: string | null
  readonly family: string
  readonly recorded: string
  readonly found: string
  readonly files: readonly string[]
  readonly notes: readonly string[]
  readonly new: readonly Entry[]
  readonly gone: readonly { readonly id: string; readonly level: string }[]
  readonly changed: readonly ChangedEntry[]
  readonly levels: readonly LevelChange[]
  readonly codes: readonly CodesChange[]
}

/** An entry with a changed effect, and the shared variables and functions that did it. */
interface ChangedEntry {
  readonly entry: Entry
  readonly through: readonly string[]
}

/** A rule with a changed level, for example `fatal` in place of `warning`. */
interface LevelChange {
  readonly entry: Entry
  readonly from: string
  readonly to: string
}

/** A list of codes with its added and removed codes. */
interface CodesChange {
  readonly list: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Whether two editions differ in anything, even in their name alone. */
export const differs = (difference: EditionDifference): boolean =>
  difference.recorded !== difference.found || differsInContent(difference)

/** Whether two editions state anything differently. Compiled files often do not name theirs. */
export const differsInContent = (difference: EditionDifference): boolean =>
  [difference.new, difference.gone, difference.changed, difference.levels, difference.codes].some(
    ({ length }) => length > 0,
  )

/**
 * Of the recorded sets of an artefact's family the one of the same stated edition, or else the one
 * that has most in common with it.
 */
export function counterpart(artefact: Artefact, all: readonly Recorded[]): Recorded | null {
  const family = all.filter((each) => each.family === artefact.family)
  const isSame = (each: Recorded): boolean => each.edition === artefact.edition
  const same = artefact.edition === '' ? undefined : family.find(isSame)
  if (same !== undefined || family.length < 2) return same ?? family[0] ?? null
  const { entries } = recordOf('', artefact)
  const shared = (each: Recorded): number =>
    Object.entries(each.entries).filter(([key, value]) => entries[key] === value).length
  const ranked = [...family.filter(isSame), ...family.filter((each) => !isSame(each))]
  return ranked.reduce((best, each) => (shared(each) > shared(best) ? each : best))
}

interface Was {
  readonly key: string
  readonly id: string
  readonly hash: string
  readonly level: string
}

/** Recorded entries by their id, in the order of their place. */
function recordedById(recorded: Recorded): ReadonlyMap<string, readonly Was[]> {
  const found = new Map<string, Was[]>()
  for (const [key, value] of Object.entries(recorded.entries)) {
    const [hash = '', level = ''] = value.split(' ')
    const id = key.replace(/#\d+$/, '')
    found.set(id, [...(found.get(id) ?? []), { key, id, hash, level }])
  }
  const place = ({ key, id }: Was): number => Number(key.slice(id.length + 1) || 1)
  for (const group of found.values()) group.sort((a, b) => place(a) - place(b))
  return found
}

type Is = readonly [key: string, entry: Entry]

/** An entry under the id that distinguishes it: that of the second of one id is `id#2`. */
const entryOf = ([key, entry]: Is): Entry => ({ ...entry, id: key })

interface Pair {
  readonly was: Was
  readonly is: Is
}

/**
 * Pairs entries of one id: first those that are equal, then those that do the same, then what is
 * left in its order.
 */
function paired(was: readonly Was[], is: readonly Is[]): { pairs: Pair[]; gone: readonly Was[]; new: readonly Is[] } {
  const [olds, news] = [[...was], [...is]]
  const pairs: Pair[] = []
  const take = (matches: (old: Was, entry: Entry) => boolean): void => {
    for (const old of [...olds]) {
      const at = news.findIndex(([, entry]) => matches(old, entry))
      if (at < 0) continue
      olds.splice(olds.indexOf(old), 1)
      for (const each of news.splice(at, 1)) pairs.push({ was: old, is: each })
    }
  }
  take((old, { hash, level }) => old.hash === hash && old.level === level)
  take((old, { hash }) => old.hash === hash)
  take(() => true)
  return { pairs, gone: olds, new: news }
}

/** Compares an artefact that was found with one that is recorded; with none, all of it is new. */
export function compareEditions(artefact: Artefact, recorded: Recorded | null): EditionDifference {
  const isJudged = (id: string): boolean => !artefact.absent.some((start) => id.startsWith(start))
  const was = recorded === null ? new Map<string, readonly Was[]>() : recordedById(recorded)
  const is = new Map<string, Is[]>()
  for (const each of placed(artefact.entries, ({ id }) => id)) is.set(each[1].id, [...(is.get(each[1].id) ?? []), each])
  const results = [...new Set([...is.keys(), ...was.keys()])]
    .filter(isJudged)
    .map((id) => paired(was.get(id) ?? [], is.get(id) ?? []))
  const pairs = results.flatMap((each) => each.pairs)
  const added = results.flatMap((each) => each.new)
  const gone = results.flatMap((each) => each.gone)
  const redefined = new Set(
    Object.entries(recorded?.definitions ?? {}).flatMap(([name, hash]) => {
      const now = artefact.definitions.get(name)
      return now === undefined || now === hash ? [] : [name]
    }),
  )
  return {
    set: recorded?.set ?? null,
    family: artefact.family,
    files: artefact.files,
    notes: artefact.notes,
    recorded: recorded?.edition ?? '',
    found: artefact.edition,
    new: added.map(entryOf),
    gone: gone.map(({ key, level }) => ({ id: key, level })),
    changed: pairs.flatMap(({ was: { hash }, is }) => {
      const entry = entryOf(is)
      return hash === entry.hash ? [] : [{ entry, through: entry.uses.filter((name) => redefined.has(name)) }]
    }),
    levels: pairs.flatMap(({ was: { level }, is }) => {
      const entry = entryOf(is)
      return level === entry.level ? [] : [{ entry, from: level, to: entry.level }]
    }),
    codes: codesChanged(artefact, recorded, {
      now: new Map(pairs.map(({ was: { key }, is: [now] }) => [key, now])),
      addedOrGone: new Set([...added.map(([key]) => key), ...gone.map(({ key }) => key)]),
      isJudged,
    }),
  }
}

/** `BR-CL-01#2 (3)` → `BR-CL-01#2`, ` (3)`: what holds a list, and which of its lists. */
function ownerOf(list: string): readonly [owner: string, which: string] {
  const which = / \(\d+\)$/.exec(list)?.[0] ?? ''
  return [list.slice(0, list.length - which.length), which]
}

/**
 * The lists whose codes differ, unless the rule that holds them is added or removed as a whole.
 */
function codesChanged(
  artefact: Artefact,
  recorded: Recorded | null,
  entries: {
    /** Recorded key of an entry → its key now. */
    readonly now: ReadonlyMap<string, string>
    readonly addedOrGone: ReadonlySet<string>
    readonly isJudged: (id: string) => boolean
  },
): readonly CodesChange[] {
  const was = new Map(
    Object.entries(recorded?.codes ?? {}).map(([list, codes]) => {
      const [owner, which] = ownerOf(list)
      return [`${entries.now.get(owner) ?? owner}${which}`, codes] as const
    }),
  )
  return [...new Set([...was.keys(), ...artefact.codes.keys()])].flatMap((list) => {
    const [before, after] = [was.get(list), artefact.codes.get(list)]
    if (!entries.isJudged(list)) return []
    if ((before === undefined || after === undefined) && entries.addedOrGone.has(ownerOf(list)[0])) return []
    const [olds, news] = [new Set(before), new Set(after)]
    const added = [...news].filter((code) => !olds.has(code))
    const removed = [...olds].filter((code) => !news.has(code))
    return added.length + removed.length === 0 ? [] : [{ list, added, removed }]
  })
}
