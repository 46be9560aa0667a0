// Hooks of Node's loader: a module that is imported with `?planted=NAME`, and all that it imports
// by path, is a program of its own, in which the sources of that fault are changed.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { PLANTED } from './faults.js'

interface Resolved {
  readonly url: string
  readonly format?: string | null
}

interface Loaded {
  readonly format: string
  readonly source: string
  readonly shortCircuit: true
}

/** The compiled tree, and the repository around it. */
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const root = join(dist, '..')

/** What a module imports by path belongs to its program. */
export async function resolve(
  specifier: string,
  context: { readonly parentURL?: string },
  next: (specifier: string, context: object) => Promise<Resolved>,
): Promise<Resolved> {
  const resolved = await next(specifier, context)
  const planted = new URL(context.parentURL ?? 'file:///').searchParams.get('planted')
  const url = new URL(resolved.url)
  if (planted === null || !specifier.startsWith('.') || url.searchParams.has('planted')) return resolved
  url.searchParams.set('planted', planted)
  return { ...resolved, url: url.href }
}

/** A source of the fault is compiled as it is changed. */
export async function load(
  address: string,
  context: object,
  next: (url: string, context: object) => Promise<Loaded>,
): Promise<Loaded> {
  const url = new URL(address)
  const name = url.protocol === 'file:' ? url.searchParams.get('planted') : null
  if (name === null) return next(address, context)
  const fault = PLANTED.find((each) => each.name === name)
  if (fault === undefined) throw new Error(`no fault is called ${name}`)
  const path = fileURLToPath(url)
  const changes = fault.changes.filter(({ file }) => path === join(dist, file.replace(/\.ts$/, '.js')))
  const [first] = changes
  if (first === undefined) return next(address, context)
  let source = await readFile(join(root, first.file), 'utf8')
  for (const { file, text, instead } of changes) {
    if (source.split(text).length !== 2) throw new Error(`${file} does not hold exactly once: ${text}`)
    source = source.replace(text, () => instead)
  }
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' })
  return { format: 'module', source: code, shortCircuit: true }
}
