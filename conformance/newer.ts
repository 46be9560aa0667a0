// Asks the registries for newer versions of the packages that carry official files, and compares
// what they carry with the recorded editions:
//   npm run conformance:newer [-- --report FILE]
// Ends with 0 where no package is newer, 1 where one is (the Markdown report says what changed),
// 2 where a registry gave no answer. Run it weekly: deploy/editions has a workflow.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { comparePackage, RECORDED } from './edition.js'
import { type EditionReport, textOf } from './editions/report.js'
import { OFFICIAL_PACKAGES, type OfficialPackage } from './packages/official.js'
import { withPackage } from './packages/package-folder.js'
import { newestVersion, PackageNotHad } from './packages/registries.js'

const natural = new Intl.Collator('en', { numeric: true })

/** What one registry says of a package. */
type Answer =
  | { readonly kind: 'current' }
  | { readonly kind: 'newer'; readonly version: string; readonly report: EditionReport }
  | { readonly kind: 'unknown'; readonly why: string }

/** The output and the status of a run. */
interface Outcome {
  readonly text: string
  readonly exitCode: 0 | 1 | 2
}

/**
 * Asks for each package in turn.
 * @param cache keeps what the client of Maven downloads
 * @param recorded the folder of the recorded editions
 */
async function lookForNewer(
  packages: readonly OfficialPackage[],
  cache: string,
  recorded = RECORDED,
): Promise<Outcome> {
  const sections: string[] = []
  const kinds = new Set<Answer['kind']>()
  for (const each of packages) {
    const answer = await askFor(each, cache, recorded)
    kinds.add(answer.kind)
    sections.push(sectionOf(each, answer))
  }
  const text = ['# Packages of official files', ...sections].join('\n\n')
  return { text, exitCode: kinds.has('newer') ? 1 : kinds.has('unknown') ? 2 : 0 }
}

async function askFor(each: OfficialPackage, cache: string, recorded: string): Promise<Answer> {
  try {
    const version = await newestVersion(each, cache)
    if (natural.compare(version, each.version) <= 0) return { kind: 'current' }
    const report = await withPackage({ ...each, version }, (folder) =>
      comparePackage(folder, `${each.name}@${version}`, recorded),
    )
    return { kind: 'newer', version, report }
  } catch (error) {
    if (!(error instanceof PackageNotHad)) throw error
    return { kind: 'unknown', why: error.message }
  }
}

function sectionOf({ name, version, carries, registry }: OfficialPackage, answer: Answer): string {
  const head = `## ${name} ${version} (${registry})\n\n${carries}.`
  switch (answer.kind) {
    case 'current':
      return `${head} No newer version.`
    case 'unknown':
      return `${head} The registry gave no answer: ${answer.why}`
    case 'newer':
      return `${head} **Newer: ${answer.version}.** ${remedyOf(answer.report)}\n\n\`\`\`text\n${textOf(answer.report)}\n\`\`\``
  }
}

const remedyOf = ({ differs }: EditionReport): string =>
  differs
    ? 'Adopt the edition: CONTRIBUTING.md, "A new edition of official artefacts".'
    : 'Its rules are the recorded ones: name the version in conformance/packages/official.ts.'

if (process.argv[1]?.endsWith('newer.js')) {
  const { values } = parseArgs({ options: { report: { type: 'string' } } })
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'clearway-official')
  const { text, exitCode } = await lookForNewer(OFFICIAL_PACKAGES, cache)
  console.log(text)
  if (values.report !== undefined) writeFileSync(values.report, `${text}\n`)
  process.exitCode = exitCode
}
