// Compiles src/, test/, demo/, bench/, conformance/ and the client from TypeScript to dist/, file
// by file, and bundles what users start to dist/bundle/; only when a source is newer than the last
// build, so that a later start costs nothing. Types are checked by `npm run typecheck`, not here.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import {
  builtFrom,
  compiledOf,
  dist,
  filesOfDevelopment,
  filesOfProgram,
  inBrowsers,
  isBuilt,
  root,
} from './sources.js'

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
  'openapi-document': 'src/http/api/openapi/completed.ts',
  reference: 'src/http/docs/reference/reference.ts',
  search: 'src/http/docs/reference/search.ts',
  pages: 'src/http/docs/pages.ts',
  traces: 'src/host/observability/traces.ts',
}

/**
 * Packages that are bundled, too: those of hundreds of small files, and those that every start of
 * the service loads, which Node would have to find, read and parse for their exports.
 */
const inlined = [
  ...['@fastify/swagger', '@sinclair/typebox', 'asn1js', 'canonicalize', 'fastify', 'helmet', 'ipaddr.js', 'kysely'],
  ...['pg', 'pg-copy-streams', 'pino', 'pkijs', 'pngjs', 'prom-client', 'svgpath'],
]
/** What some of them load on a condition that never holds here. */
const neverLoaded = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'pg-native']
/**
 * Bundled packages in CommonJS load modules of Node by a helper of the bundler, which needs it; in
 * front of the file that has the helper, on its first line, so that the source map stays right.
 */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; " +
  'let made; const require = (name) => (made ??= requireOf(import.meta.url))(name); '
const HELPER = 'var __require = '

if (!isBuilt('program', 'development')) {
  // Taken before they are read, so that a change meanwhile is built next time.
  const noteBuilt = builtFrom()
  const { source, texts } = filesOfProgram()
  const sources = [...compiledOf(source), ...filesOfDevelopment()]
  /** Files that the program reads on first use. */
  const data = source.filter((file) => file.endsWith('.txt'))
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
  const [files, bundles, pages] = await Promise.all([
    build({ ...common, entryPoints: sources, outdir: dist, outbase: root }),
    build({
      ...common,
      // An image is built from src/ alone.
      entryPoints: Object.fromEntries(Object.entries(bundled).filter(([, file]) => existsSync(join(root, file)))),
      outdir: join(dist, 'bundle'),
      bundle: true,
      // What two of them share is a file of its own, `chunk-….js`.
      splitting: true,
      external: [...external, ...neverLoaded],
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
  const outputFiles = [...files.outputFiles, ...bundles.outputFiles.map(withRequire), ...pages.outputFiles, ...copies]
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
  noteBuilt()
}

function withRequire(file) {
  return file.path.endsWith('.js') && file.text.includes(HELPER)
    ? { path: file.path, contents: REQUIRE + file.text }
    : file
}
