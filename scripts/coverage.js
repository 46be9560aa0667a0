// How much of src/ the tests ran, by folder: read from the records that Node's own coverage writes
// for every process that exits normally. A process that a test kills writes none, so code that
// only such processes run looks less covered than it is.
import { Report } from 'c8'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { GENERATED } from './generated.js'

const MEASURES = ['lines', 'branches', 'functions']

/**
 * Prints one line for each folder of src/ and one for the whole.
 * @param {object} from
 * @param {string} from.root the repository
 * @param {string} from.records directory of the records, which NODE_V8_COVERAGE named
 * @param {string} from.reports directory for the computed results
 * @param {(line: string) => void} from.print
 * @returns {Promise<void>}
 */
export async function printCoverage({ root, records, reports, print }) {
  const report = Report({
    tempDirectory: records,
    reportsDirectory: reports,
    reporter: ['json-summary'],
    resolve: '',
    // The sources beside the build: files that no test loads count as not covered.
    src: [join(root, 'dist', 'src')],
    all: true,
    include: ['dist/src/**', 'src/**'],
    exclude: [],
    extension: ['.js', '.ts'],
    excludeAfterRemap: false,
    mergeAsync: true,
    omitRelative: true,
    allowExternal: false,
  })
  await report.run()
  const files = JSON.parse(readFileSync(join(reports, 'coverage-summary.json'), 'utf8'))
  delete files.total
  const folders = new Map()
  for (const [file, summary] of Object.entries(files)) {
    const path = relative(join(root, 'src'), file)
    // A script without a source map, such as a file of types alone, is recognised by its place in
    // the build and contains no code.
    if (path.startsWith('..') || GENERATED.includes(`src/${path}`)) continue
    const folder = folderOf(path)
    folders.set(folder, [...(folders.get(folder) ?? []), summary])
  }
  print(['', ...MEASURES].map((name, at) => (at === 0 ? 'covered, %'.padEnd(NAME) : name.padStart(NUMBER))).join(''))
  for (const [folder, summaries] of [...folders].sort()) print(row(`src/${folder}`, summaries))
  print(row('all', [...folders.values()].flat()))
}

const NAME = 28
const NUMBER = 11

/**
 * The country's folder for a country; else the folder below src/, empty for a file at its root.
 */
function folderOf(file) {
  const parts = file.split('/').slice(0, -1)
  return parts.slice(0, parts[0] === 'countries' ? 2 : 1).join('/')
}

function row(name, summaries) {
  const percentages = MEASURES.map((measure) => {
    const sum = (what) => summaries.reduce((all, summary) => all + summary[measure][what], 0)
    return sum('total') === 0 ? '-' : ((100 * sum('covered')) / sum('total')).toFixed(1)
  })
  return name.padEnd(NAME) + percentages.map((percentage) => percentage.padStart(NUMBER)).join('')
}
