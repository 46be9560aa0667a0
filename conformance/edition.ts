// Compares a folder of official artefacts with the editions that our rules were written from:
//   npm run conformance:edition -- FOLDER [--json]
//   npm run conformance:edition -- --record
// The first ends with 0 where they are the same, 1 where something differs, 2 for a wrong call.
// The second rewrites conformance/editions/*.json from ../shared/artefacts.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFolder, type FolderContent } from './editions/artefacts.js'
import { BoundPlaces } from './editions/bound-places.js'
import { compareEditions, counterpart } from './editions/differences.js'
import { UnusableFolder } from './editions/folder.js'
import { readRecorded, record, recordsOf } from './editions/recorded.js'
import { reportOf, textOf } from './editions/report.js'
import { SHARED } from './shared.js'

const ROOT = join(import.meta.dirname, '..', '..')

/** The folder of the recorded editions. */
export const RECORDED = join(ROOT, 'conformance', 'editions')

/** The artefacts that are recorded. */
export const ARTEFACTS = join(SHARED, 'artefacts')

const USAGE = 'npm run conformance:edition -- FOLDER [--json], or npm run conformance:edition -- --record'

/** The output and the status of a run. */
interface Outcome {
  readonly text: string
  readonly exitCode: 0 | 1 | 2
}

/** A call that can't be carried out; the message is for the caller. */
class WrongCall extends Error {}

interface Call {
  readonly folder: string | null
  readonly asJson: boolean
}

function callOf(args: readonly string[]): Call {
  const options = { json: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } } as const
  let call
  try {
    call = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new WrongCall(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
  const { values, positionals } = call
  const [folder] = positionals
  if (values.record) {
    if (positionals.length > 0 || values.json) throw new WrongCall(`--record takes nothing else\n${USAGE}`)
    return { folder: null, asJson: false }
  }
  if (folder === undefined || positionals.length > 1) throw new WrongCall(`name one folder\n${USAGE}`)
  return { folder, asJson: values.json }
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

function recordAll(artefacts: string, target: string): Outcome {
  const content = contentOf(artefacts)
  const refused = [...content.unreadable, ...content.unknown.map((name) => `${name} belongs to no known set`)]
  if (refused.length > 0) throw new WrongCall(`nothing was recorded:\n${refused.join('\n')}`)
  const records = recordsOf(content.artefacts)
  record(records, target)
  return { text: records.map(({ set, edition }) => `${set}: ${edition}`).join('\n'), exitCode: 0 }
}

function compare(folder: string, recordedFolder: string, asJson: boolean): Outcome {
  const content = contentOf(folder)
  const recorded = readRecorded(recordedFolder)
  const differences = content.artefacts.map((each) => compareEditions(each, counterpart(each, recorded)))
  const names = recorded.map(({ set }) => set)
  const report = reportOf(folder, content, differences, names, new BoundPlaces(ROOT))
  return { text: asJson ? JSON.stringify(report, null, 2) : textOf(report), exitCode: report.differs ? 1 : 0 }
}

/**
 * Does what the command line says.
 * @param recorded the folder of the recorded editions
 * @param artefacts what `--record` records
 */
export function run(args: readonly string[], recorded = RECORDED, artefacts = ARTEFACTS): Outcome {
  try {
    const { folder, asJson } = callOf(args)
    return folder === null ? recordAll(artefacts, recorded) : compare(folder, recorded, asJson)
  } catch (error) {
    if (error instanceof WrongCall || error instanceof UnusableFolder) return { text: error.message, exitCode: 2 }
    // An error of the system (a folder that may not be read) is reported in its own words, which
    // name the path.
    if (error instanceof Error && 'syscall' in error) return { text: error.message, exitCode: 2 }
    throw error
  }
}

if (process.argv[1]?.endsWith('edition.js')) {
  const { text, exitCode } = run(process.argv.slice(2))
  if (exitCode === 2) console.error(text)
  else console.log(text)
  process.exitCode = exitCode
}
