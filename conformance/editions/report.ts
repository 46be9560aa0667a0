import type { FolderContent } from './artefacts.js'
import type { BoundPlaces } from './bound-places.js'
import { differs, type EditionDifference } from './differences.js'
import type { Entry } from './table.js'

/**
 * Where our counterparts of anything but Schematron rules are, and the command that writes them.
 */
const OURS: readonly (readonly [family: RegExp, where: string])[] = [
  [/^(ubl|cii)$/, 'src/einvoice/schema/, which node dist/conformance/schema-tables.js writes'],
  [/^factur-x-/, 'src/countries/factur-x/, of which node dist/conformance/factur-x-tables.js writes the tables'],
  [/^cdar$/, 'src/countries/fr/cdar.ts'],
  [/^fatturapa$/, 'src/countries/it/'],
  [/^ksef-/, 'src/countries/pl/'],
  [/^peppol-lists$/, 'src/einvoice/codes/, src/einvoice/rules/peppol-codes.ts'],
  [/^peppol-network-lists$/, 'src/countries/peppol/'],
  [/^kosit-scenarios$/, 'src/countries/de/documents.ts'],
  [
    /^en16931-/,
    'forbidden paths: node dist/conformance/binding-tables.js writes src/einvoice/rules/bindings/*-paths.ts',
  ],
]

const PLACES_SHOWN = 4
const CODES_SHOWN = 40

/** A difference whose entries name the places in our sources. */
export interface Reported {
  readonly set: string | null
  readonly family: string
  readonly differs: boolean
  readonly edition: { readonly recorded: string; readonly found: string }
  readonly files: readonly string[]
  readonly notes: readonly string[]
  /** The places in our sources that a rule's id does not lead to. */
  readonly ours: string | null
  readonly new: readonly ReportedEntry[]
  readonly gone: readonly { readonly id: string; readonly level: string; readonly ours: readonly string[] }[]
  readonly changed: readonly (ReportedEntry & { readonly through: readonly string[] })[]
  readonly levels: readonly (ReportedEntry & { readonly from: string; readonly to: string })[]
  readonly codes: EditionDifference['codes']
}

type ReportedEntry = Pick<Entry, 'id' | 'level' | 'place' | 'context' | 'terms'> & { readonly ours: readonly string[] }

/** What `--json` prints. */
export interface EditionReport {
  readonly folder: string
  readonly differs: boolean
  readonly sets: readonly Reported[]
  /** Recorded sets that the folder does not contain. */
  readonly notFound: readonly string[]
  readonly unreadable: readonly string[]
  readonly unknown: readonly string[]
}

/**
 * Returns the output of `--json`, each entry with the places in our sources.
 * @param isDifferent what counts as a difference
 */
export function reportOf(
  folder: string,
  { unreadable, unknown }: FolderContent,
  differences: readonly EditionDifference[],
  recordedSets: readonly string[],
  bound: BoundPlaces,
  isDifferent: (difference: EditionDifference) => boolean = differs,
): EditionReport {
  // A level of a scenario is that of a rule, whose id stands last.
  const oursOf = (id: string): readonly string[] => bound.of((id.split(' ').at(-1) ?? id).replace(/#\d+$/, ''))
  const entry = ({ id, level, place, context, terms }: Entry): ReportedEntry => ({
    id,
    level,
    place,
    context,
    terms,
    ours: oursOf(id),
  })
  const sets = differences.map((each): Reported => ({
    set: each.set,
    family: each.family,
    differs: isDifferent(each),
    files: each.files,
    notes: each.notes,
    edition: { recorded: each.recorded, found: each.found },
    ours: OURS.find(([family]) => family.test(each.family))?.[1] ?? null,
    new: each.new.map(entry),
    gone: each.gone.map((gone) => ({ ...gone, ours: oursOf(gone.id) })),
    changed: each.changed.map(({ entry: changed, through }) => ({ ...entry(changed), through })),
    levels: each.levels.map(({ entry: changed, from, to }) => ({ ...entry(changed), from, to })),
    codes: each.codes,
  }))
  const found = new Set(sets.map(({ set }) => set))
  return {
    folder,
    differs: unreadable.length + unknown.length > 0 || sets.some((each) => each.differs),
    sets,
    unreadable,
    unknown,
    notFound: recordedSets.filter((set) => !found.has(set)),
  }
}

const shown = (items: readonly string[], most: number): string =>
  items.length <= most ? items.join(', ') : `${items.slice(0, most).join(', ')} and ${items.length - most} more`

const oursLine = (places: readonly string[]): string =>
  `             ours: ${places.length === 0 ? 'not found in src/' : shown(places, PLACES_SHOWN)}`

function entryLines(kind: string, each: ReportedEntry, remark: string): readonly string[] {
  const about = [each.terms.join(', '), each.context === '' ? '' : `at ${each.context}`].filter((text) => text !== '')
  return [
    `  ${kind.padEnd(9)}${each.id}${remark}  ${each.place}`,
    ...about.map((text) => `             ${text}`),
    oursLine(each.ours),
  ]
}

function setLines(each: Reported): readonly string[] {
  const head = [
    each.set ?? `${each.family} (nothing is recorded of it)`,
    `  recorded  ${each.edition.recorded || '(none stated)'}`,
    `  found     ${each.edition.found || '(none stated)'}  in ${shown(each.files, 3)}`,
    ...each.notes.map((note) => `  note      ${note}`),
  ]
  if (!each.differs) return [...head, '  the same']
  const level = (of: string): string => (of === '' ? 'none' : of)
  return [
    ...head,
    ...each.new.flatMap((item) => entryLines('new', item, item.level === '' ? '' : ` ${item.level}`)),
    ...each.gone.flatMap((item) => [`  gone     ${item.id}`, oursLine(item.ours)]),
    ...each.changed.flatMap((item) =>
      entryLines('changed', item, item.through.length === 0 ? '' : ` by ${shown(item.through, PLACES_SHOWN)}`),
    ),
    ...each.levels.flatMap((item) => entryLines('level', item, ` ${level(item.from)} → ${level(item.to)}`)),
    ...each.codes.flatMap(({ list, added, removed }) => [
      `  codes    ${list}`,
      ...(added.length === 0 ? [] : [`             added: ${shown(added, CODES_SHOWN)}`]),
      ...(removed.length === 0 ? [] : [`             removed: ${shown(removed, CODES_SHOWN)}`]),
    ]),
    ...(each.ours === null ? [] : [`  ours      ${each.ours}`]),
    `  ${each.new.length} new, ${each.gone.length} gone, ${each.changed.length} changed, ${each.levels.length} of another level, ${each.codes.length} lists of codes changed`,
  ]
}

/** The report for people. */
export function textOf(report: EditionReport): string {
  const count = report.sets.filter((each) => each.differs).length
  return [
    ...report.sets.flatMap((each) => [...setLines(each), '']),
    ...report.unreadable,
    ...report.unknown.map((name) => `${name} states rules that belong to no recorded set`),
    ...(report.notFound.length === 0 ? [] : [`Not in the folder, so not compared: ${report.notFound.join(', ')}`]),
    `${report.sets.length} sets compared, ${count} differ${report.differs ? '' : ': all is as recorded'}`,
  ].join('\n')
}
