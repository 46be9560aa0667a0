// Compiles src/, test/, demo/, bench/, conformance/ and the client from TypeScript to dist/, file
// by file, and bundles what users start to dist/bundle/; only when a source is newer than the last
// build, so that a later start costs nothing. Types are checked by `npm run typecheck`, not here.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const stamp = join(dist, '.built')

/**
 * Programs that users start, in bundles: Node needs longer to find and read a thousand small files
 * than to run them. All are in one folder, since `threads.ts` looks for its worker beside itself.
 * Modules that a running service imports later are listed too, so that they keep their names in
 * the next build.
 */
const bundled = {
  main: 'src/main.ts',
  cli: 'src/cli.ts',
  demo: 'demo/demo.ts',
  worker: 'src/documents/judging/worker.ts',
  'rendering-worker': 'src/documents/rendering/rendering-worker.ts',
  's3-objects': 'src/storage/documents/s3/s3-objects.ts',
  eventstoredb: 'src/eventstore/eventstoredb/eventstoredb.ts',
  reference: 'src/http/docs/reference/reference.ts',
  search: 'src/http/docs/reference/search.ts',
  pages: 'src/http/docs/pages.ts',
  traces: 'src/host/observability/traces.ts',
}

/**
 * Scripts and styles that browsers load on the pages of the documentation and the console; each
 * becomes one file.
 */
const inBrowsers = {
  script: 'src/http/docs/browser/script.ts',
  style: 'src/http/docs/browser/style.css',
  console: 'src/http/console/browser/style.css',
}

/** Packages of hundreds of small files, which are bundled too. */
const inlined = ['@sinclair/typebox', 'kysely']

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
  .filter((file) => file.endsWith('.ts') && !file.startsWith(join(root, dirname(inBrowsers.script))))

/** Files in a folder and below it, in no particular order. An image has none of the sources. */
function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** The texts that become pages. */
const texts = [
  'docs/guide.md',
  'docs/cases.md',
  'docs/small-businesses.md',
  'docs/symptoms.md',
  'docs/operations.md',
  ...filesIn('docs/countries'),
]
  .map((file) => resolve(root, file))
  .filter((file) => existsSync(file))

/** Data files that the program reads on first use. */
const data = filesIn('src').filter((file) => file.endsWith('.txt'))

/** The sources of the browsers' files. */
const browserFiles = [...new Set(Object.values(inBrowsers).map(dirname))].flatMap(filesIn)

/** The inputs of the build: this program, and every source with its time and size. */
const fingerprint = [fileURLToPath(import.meta.url), ...sources, ...browserFiles, ...texts, ...data]
  .map((file) => {
    const { mtimeMs, size } = statSync(file)
    return `${relative(root, file)} ${mtimeMs} ${size}`
  })
  .sort()
  .join('\n')

if (sources.length > 0 && !(existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint)) {
  // Not needed by a start that builds nothing.
  const { build } = await import('esbuild')
  const common = {
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    write: false,
    absWorkingDir: root,
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const external = Object.keys(dependencies).filter((name) => !inlined.includes(name))
  const results = await Promise.all([
    build({ ...common, entryPoints: sources, outdir: dist, outbase: root }),
    build({
      ...common,
      // An image is built from src/ alone.
      entryPoints: Object.fromEntries(Object.entries(bundled).filter(([, file]) => existsSync(join(root, file)))),
      outdir: join(dist, 'bundle'),
      bundle: true,
      // What two of them share is a file of its own, `chunk-….js`.
      splitting: true,
      external,
    }),
    build({
      entryPoints: Object.fromEntries(Object.entries(inBrowsers).map(([name, file]) => [name, join(root, file)])),
      outdir: join(dist, 'pages'),
      bundle: true,
      minify: true,
      format: 'iife',
      platform: 'browser',
      target: ['es2022', 'safari17'],
      // Packages that only check types do not affect the build.
      tsconfigRaw: {},
      write: false,
    }),
  ])
  // The single files and the bundles read the same copies.
  const copies = [
    ...texts.map((file) => [file, join(dist, 'pages', relative(root, file))]),
    ...data.map((file) => [file, join(dist, 'data', relative(join(root, 'src'), file))]),
  ].map(([file, path]) => ({ path, contents: readFileSync(file) }))
  const outputFiles = [...results.flatMap((result) => result.outputFiles), ...copies]
  const written = new Set(outputFiles.map((file) => file.path))
  // Chunks come first, so that a bundle's imports exist when it does.
  const isChunk = ({ path }) => basename(path).startsWith('chunk-')
  for (const file of outputFiles.sort((a, b) => isChunk(b) - isChunk(a))) {
    if (existsSync(file.path) && readFileSync(file.path).equals(Buffer.from(file.contents))) continue
    mkdirSync(dirname(file.path), { recursive: true })
    // A process that starts meanwhile must see the old file or the new one, never half of one.
    writeFileSync(`${file.path}.${process.pid}`, file.contents)
    renameSync(`${file.path}.${process.pid}`, file.path)
  }
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = join(dist, name)
    if (/\.(js(\.map)?|txt)$/.test(file) && !written.has(file)) rmSync(file, { force: true })
  }
  // It only knows the files of earlier builds.
  rmSync(join(dist, 'compile-cache'), { recursive: true, force: true })
  writeFileSync(stamp, fingerprint)
}
