// Compiles src/, test/, demo/, bench/, conformance/ and the client from TypeScript to dist/, file
// by file, and only when a source is newer than the last build, so that a later start costs
// nothing. Types are checked by `npm run typecheck`, not here.
import { build } from 'esbuild'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const stamp = join(dist, '.built')

const sources = [
  'src',
  'test',
  'demo',
  'bench',
  'conformance',
  'clients/typescript/src',
  'clients/typescript/generator',
]
  .map((folder) => join(root, folder))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.ts'))

/** What the build is made from: every source with its time and size. */
const fingerprint = sources
  .map((file) => `${relative(root, file)} ${statSync(file).mtimeMs} ${statSync(file).size}`)
  .sort()
  .join('\n')

if (sources.length > 0 && !(existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint)) {
  const result = await build({
    entryPoints: sources,
    outdir: dist,
    outbase: root,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    write: false,
    absWorkingDir: root,
  })
  const written = new Set(result.outputFiles.map((file) => file.path))
  for (const file of result.outputFiles) {
    if (existsSync(file.path) && readFileSync(file.path).equals(Buffer.from(file.contents))) continue
    mkdirSync(dirname(file.path), { recursive: true })
    // A process that starts meanwhile must see the old file or the new one, never half of one.
    writeFileSync(`${file.path}.${process.pid}`, file.contents)
    renameSync(`${file.path}.${process.pid}`, file.path)
  }
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = join(dist, name)
    if (/\.js(\.map)?$/.test(file) && !written.has(file)) rmSync(file, { force: true })
  }
  writeFileSync(stamp, fingerprint)
}
