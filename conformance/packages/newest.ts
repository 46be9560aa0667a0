import type { Artefact, Recorded } from '../editions/table.js'

const natural = new Intl.Collator('en', { numeric: true })

/** Less in common with a recorded set is another set that borrows from it. */
const SAME_SET = 0.9

/**
 * A package carries every edition that was ever in force, each in a folder of its version, and
 * sets of other countries that borrow rules. For each recorded set, the newest edition of the
 * lineage (the files of one name in folders of versions) that it belongs to.
 */
export function newestOfEach(artefacts: readonly Artefact[], recorded: readonly Recorded[]): readonly Artefact[] {
  const lineages = new Map<string, Artefact[]>()
  for (const artefact of artefacts) {
    const name = placeOf(artefact).replace(/\d+(?:\.\d+)*[a-z]?(?=[^a-z])/gi, '#')
    lineages.set(name, [...(lineages.get(name) ?? []), artefact])
  }
  const found = recorded.flatMap((set) => {
    let best: { readonly newest: Artefact; readonly common: number } | null = null
    for (const lineage of lineages.values()) {
      const newest = lineage.reduce((last, each) => (natural.compare(placeOf(each), placeOf(last)) > 0 ? each : last))
      if (newest.family !== set.family) continue
      const common = Math.max(...lineage.map((each) => commonPart(each, set)))
      if (common >= SAME_SET && common > (best?.common ?? 0)) best = { newest, common }
    }
    return best === null ? [] : [best.newest]
  })
  return [...new Set(found)]
}

/** The share of a recorded set's entries that an artefact has, too, the same or changed. */
function commonPart({ entries }: Artefact, set: Recorded): number {
  const ids = new Set(entries.map(({ id }) => id))
  const recorded = Object.keys(set.entries).map((key) => key.replace(/#\d+$/, ''))
  return recorded.filter((id) => ids.has(id)).length / Math.max(recorded.length, 1)
}

/** The last of its files: the same table may lie in the folders of several editions. */
function placeOf({ files }: Artefact): string {
  return files.reduce((last, each) => (natural.compare(each, last) > 0 ? each : last), '')
}
