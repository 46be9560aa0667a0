import { agrees, type Comparison, differences } from './compare.js'

interface Counts {
  both: number
  ours: number
  theirs: number
  readonly examples: string[]
}

interface Kind {
  documents: number
  agreed: number
  refusedBySchema: number
  agreedOfSound: number
  broken: number
  refused: number
}

/** Counts, rule by rule, on how many documents both fire as often, ours more often, theirs. */
export class Tally {
  readonly #rules = new Map<string, Counts>()
  readonly #kinds = new Map<string, Kind>()
  disagreements = 0

  constructor(private readonly shown: number) {}

  add(kind: string, comparison: Comparison): void {
    const counted = this.#kinds.get(kind) ?? {
      documents: 0,
      agreed: 0,
      refusedBySchema: 0,
      agreedOfSound: 0,
      broken: 0,
      refused: 0,
    }
    this.#kinds.set(kind, counted)
    const { ours, theirs, isBroken } = comparison
    const isAgreed = agrees(comparison)
    const isSound = !theirs.has('XSD fatal')
    counted.documents += 1
    if (isAgreed) counted.agreed += 1
    else this.disagreements += 1
    if (!isSound) counted.refusedBySchema += 1
    else if (isAgreed) counted.agreedOfSound += 1
    if (isBroken) counted.broken += 1
    if ([...theirs.keys()].some((rule) => rule.endsWith(' fatal'))) counted.refused += 1
    const differing = new Set(differences(comparison))
    if (isBroken && !isAgreed && differing.size === 0) differing.add('XSLT-ERROR fatal')
    for (const rule of isBroken ? differing : new Set([...ours.keys(), ...theirs.keys()]))
      this.#count(kind, rule, comparison, differing.has(rule))
  }

  #count(kind: string, rule: string, { case: { name }, ours, theirs }: Comparison, differs: boolean): void {
    const profile = kind.slice(0, kind.indexOf(' '))
    const key = `${profile} ${rule}`
    const counts = this.#rules.get(key) ?? { both: 0, ours: 0, theirs: 0, examples: [] }
    this.#rules.set(key, counts)
    if (!differs) {
      counts.both += 1
      return
    }
    const [our, their] = [ours.get(rule) ?? 0, theirs.get(rule) ?? 0]
    counts[our > their ? 'ours' : 'theirs'] += 1
    if (counts.examples.length < this.shown)
      counts.examples.push(
        `ours ${our}, theirs ${their}: ${name.replace(/\s+/g, ' ')}${theirs.has('XSD fatal') ? ' (schema)' : ''}`,
      )
  }

  report(): string {
    const kinds = Array.from(
      this.#kinds,
      ([kind, { documents, agreed, refusedBySchema, agreedOfSound, broken, refused }]) =>
        [
          `${kind}: ${documents} documents, the same rules on ${agreed} (${percent(agreed, documents)})`,
          `of ${documents - refusedBySchema} that the schema accepts on ${agreedOfSound}`,
          `${refused} are refused`,
          broken === 0 ? '' : `on ${broken} the official rules failed themselves`,
        ]
          .filter(Boolean)
          .join('; '),
    )
    const rows = Array.from(this.#rules).sort(([one], [other]) => (one < other ? -1 : 1))
    const table = rows.map(([rule, { both, ours, theirs }]) => `${rule.padEnd(34)} ${both} ${ours} ${theirs}`)
    const differing = rows.filter(([, { ours, theirs }]) => ours + theirs > 0)
    const differences = differing.flatMap(([rule, { both, ours, theirs, examples }]) => [
      `${rule}: both ${both}, more of ours ${ours}, more of theirs ${theirs}`,
      ...examples.map((example) => `    ${example}`),
    ])
    return [
      ...(process.env['TABLE'] === undefined
        ? []
        : ['profile, rule, level: both, more of ours, more of theirs', ...table, '']),
      ...(differences.length === 0 ? ['no differences'] : ['differences:', ...differences]),
      '',
      `${rows.length} rules fired`,
      ...kinds,
    ].join('\n')
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`
}
