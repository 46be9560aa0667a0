import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const running = promisify(execFile)

/** Where packages come from. Each is asked by its usual client, which knows mirror and proxy. */
export const REGISTRIES = ['npm', 'pypi', 'maven'] as const

/** One of `REGISTRIES`. */
type Registry = (typeof REGISTRIES)[number]

/** A package of a registry. In Maven the name is `group:artifact`. */
interface PackageName {
  readonly registry: Registry
  readonly name: string
}

/** One version of a package. */
export interface PackageVersion extends PackageName {
  readonly version: string
}

/** A package that can't be had; the message says what the client said. */
export class PackageNotHad extends Error {}

const PATIENCE_MS = 300_000
const MOST_OUTPUT = 4 * 1024 * 1024
const MAVEN_GET = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get'

/** Names and versions become arguments and paths, so they hold nothing else. */
const NAME = /^@?\w[\w.-]*(?:[/:]\w[\w.-]*)?$/
const VERSION = /^\w[\w.+!-]*$/

/**
 * Downloads a package into a folder and returns the path of its file: `.tgz` from npm, `.whl` from
 * PyPI, `.jar` from Maven. Nothing of it is installed or run.
 * @throws PackageNotHad
 */
export async function download({ registry, name, version }: PackageVersion, folder: string): Promise<string> {
  if (!NAME.test(name) || !VERSION.test(version)) throw new PackageNotHad(`${name}@${version} is no name of a package`)
  mkdirSync(folder, { recursive: true })
  if (registry === 'maven') return mavenFile(name, version, folder, [])
  const draft = mkdtempSync(join(folder, 'download-'))
  if (registry === 'npm')
    await ask('npm', ['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', draft])
  else
    await ask('python3', [...PIP, 'download', '--no-deps', '--only-binary=:all:', '-d', draft, `${name}==${version}`])
  const [file] = readdirSync(draft)
  if (file === undefined) throw new PackageNotHad(`${name}@${version}: nothing was downloaded`)
  return join(draft, file)
}

/**
 * The newest version that the registry offers.
 * @param folder keeps what the client of Maven downloads
 * @throws PackageNotHad
 */
export async function newestVersion({ registry, name }: PackageName, folder: string): Promise<string> {
  if (!NAME.test(name)) throw new PackageNotHad(`${name} is no name of a package`)
  const found = registry === 'maven' ? await newestOfMaven(name, folder) : await newestOf(registry, name)
  if (found === undefined || !VERSION.test(found)) throw new PackageNotHad(`${registry} names no version of ${name}`)
  return found
}

const PIP = ['-m', 'pip', '--quiet', '--no-input', '--disable-pip-version-check'] as const

async function newestOf(registry: 'npm' | 'pypi', name: string): Promise<string | undefined> {
  if (registry === 'npm') return (await ask('npm', ['view', name, 'version'])).trim()
  return /\(([^)\s]+)\)/.exec(await ask('python3', ['-m', 'pip', 'index', 'versions', name]))?.[1]
}

async function newestOfMaven(name: string, folder: string): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true })
  // Its list of versions is kept beside what it downloads.
  await mavenFile(name, 'RELEASE', folder, ['-U'])
  const lists = readdirSync(pathOf(name, folder)).filter((file) => /^maven-metadata-.*\.xml$/.test(file))
  const releases = lists.map((file) => /<release>([^<]+)</.exec(readFileSync(join(pathOf(name, folder), file), 'utf8')))
  return releases.find((found) => found !== null)?.[1]
}

async function mavenFile(name: string, version: string, folder: string, options: readonly string[]): Promise<string> {
  const repository = join(folder, 'maven')
  await ask('mvn', [
    ...options,
    '--quiet',
    '--batch-mode',
    MAVEN_GET,
    `-Dartifact=${name}:${version}`,
    '-Dtransitive=false',
    `-Dmaven.repo.local=${repository}`,
  ])
  const [, artifact = ''] = name.split(':')
  return join(pathOf(name, folder), version, `${artifact}-${version}.jar`)
}

function pathOf(name: string, folder: string): string {
  const [group = '', artifact = ''] = name.split(':')
  return join(folder, 'maven', ...group.split('.'), artifact)
}

async function ask(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await running(program, args, { timeout: PATIENCE_MS, maxBuffer: MOST_OUTPUT, encoding: 'utf8' })
    return stdout
  } catch (error) {
    throw new PackageNotHad(`${program} ${args.join(' ')}: ${wordsOf(error)}`)
  }
}

/** What a client wrote before it failed; its last lines hold the reason. */
function wordsOf(error: unknown): string {
  const { stderr, stdout, message } = error as { stderr?: string; stdout?: string; message: string }
  const text = [stderr, stdout, message].find((each) => each !== undefined && each.trim() !== '') ?? ''
  return text.trim().split('\n').slice(-3).join(' ').slice(0, 500)
}
