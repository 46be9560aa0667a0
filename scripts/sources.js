// What the build reads, and whether any of it has changed since the last build.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, or of the program in an image. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** What the build writes. */
export const dist = join(root, 'dist')

/**
 * Scripts and styles that browsers load on the pages of the documentation and the console; each
 * becomes one file.
 */
export const inBrowsers = {
  script: 'src/http/docs/browser/script.ts',
  style: 'src/http/docs/browser/style.css',
  console: 'src/http/console/browser/style.css',
}

/**
 * Files in a folder and below it, in no particular order; none if there is no such folder. Asked
 * with the types of its entries, since Node otherwise asks for the type of each file by itself.
 */
function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}${sep}${name}`)
}

const forBrowsers = join(root, dirname(inBrowsers.script))

/** Those of some files that are compiled. */
export function compiledOf(files) {
  return files.filter((file) => file.endsWith('.ts') && !file.startsWith(forBrowsers))
}

/** The files of `src/` and the texts that become pages. An image has no others. */
export function filesOfProgram() {
  const texts = ['guide', 'cases', 'small-businesses', 'symptoms', 'operations']
    .map((name) => join(root, 'docs', `${name}.md`))
    .filter((file) => existsSync(file))
  return { source: filesIn('src'), texts: [...texts, ...filesIn('docs/countries')] }
}

/** What is compiled of tests, demo, benches, and the client. */
export function filesOfDevelopment() {
  const folders = ['test', 'demo', 'bench', 'conformance', 'clients/typescript/src', 'clients/typescript/generator']
  return compiledOf(folders.flatMap(filesIn))
}

/** A change of how something is built changes what is built, and so does one of its packages. */
const builders = ['scripts/build.js', 'scripts/sources.js', 'package-lock.json'].map((name) => join(root, name))

/** The two parts of what is built, each with the time and size of its files. */
const parts = {
  program: () => {
    const { source, texts } = filesOfProgram()
    return source.length === 0 ? [] : [...builders, ...source, ...texts]
  },
  development: filesOfDevelopment,
}

function fingerprint(part) {
  return parts[part]()
    .map((file) => {
      const { mtimeMs, size } = statSync(file)
      // Every start does this for each file: a whole number is written faster.
      return `${file.slice(root.length + 1)} ${Math.floor(mtimeMs)} ${size}`
    })
    .sort()
    .join('\n')
}

const stamp = (part) => join(dist, `.built-${part}`)

/** Whether parts are as they were at their last build; also if there is nothing to build from. */
export function isBuilt(...names) {
  return names.every((part) => {
    const now = fingerprint(part)
    return now === '' || (existsSync(stamp(part)) && readFileSync(stamp(part), 'utf8') === now)
  })
}

/** Takes the state of all parts; call the result once that is built. */
export function builtFrom() {
  const taken = Object.keys(parts).map((part) => [part, fingerprint(part)])
  return () => {
    mkdirSync(dist, { recursive: true })
    for (const [part, state] of taken) writeFileSync(stamp(part), state)
  }
}
