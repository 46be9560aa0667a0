import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import t from 'tap'
import { ROOT } from '../countries/accepted-sample.js'
import { startProcess, stopProcess, temporaryDataDir } from '../support/running-service.js'

const BUNDLE = join(ROOT, 'dist', 'bundle')
const DOCUMENT = join(ROOT, 'test', 'golden', 'de', '01-authority.xml')

/** Makes a process print the names of the files that it reads at once. */
const REPORTS_DATA = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const read = fs.readFileSync
  fs.readFileSync = (file, ...options) => {
    console.log('reads ' + file)
    return read(file, ...options)
  }
  syncBuiltinESMExports()
`)}`

/** What an entry loads at its start: sources, and packages, of which `outside` are not bundled. */
function loadedWith(entry: string) {
  const loaded = new Map<string, string>()
  const outside = new Set<string>()
  const visit = (file: string): void => {
    if (loaded.has(basename(file))) return
    const text = readFileSync(file, 'utf8')
    loaded.set(basename(file), text)
    for (const [, name = ''] of text.matchAll(/^(?:import|export|\})(?:[^;"]* from)? ?"([^"]+)";$/gm)) {
      if (name.startsWith('.')) visit(join(dirname(file), name))
      else outside.add(name)
    }
  }
  visit(join(BUNDLE, entry))
  // The bundler names each file above its code.
  const named = (form: RegExp): readonly string[] =>
    Array.from(loaded.values()).flatMap((text) => Array.from(text.matchAll(form), ([, name = '']) => name))
  const sources = new Set(named(/^\/\/ (\S+\.ts)$/gm))
  const packages = new Set([...outside, ...named(/^ *\/\/ node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm)])
  return { sources, packages, outside }
}

/** The name of the file that contains a source. */
function chunkOf(source: string): string {
  const name = readdirSync(BUNDLE).find(
    (each) => each.endsWith('.js') && readFileSync(join(BUNDLE, each), 'utf8').includes(`\n// ${source}\n`),
  )
  if (name === undefined) throw new Error(`${source} is in no bundle`)
  return name
}

t.test('what is needed later, or by others, is not loaded at the start', async (t) => {
  const later = 'src/http/docs/reference/reasons.ts'
  const examples = 'src/http/api/openapi/examples/invoices.ts'
  const [main, cli, worker, reference] = ['main.js', 'cli.js', 'worker.js', 'reference.js'].map(loadedWith)
  const validate = loadedWith(chunkOf('src/cli/invoices.ts'))
  for (const entry of [main, validate, worker]) {
    t.ok(entry?.sources.has('src/countries/judging/judge-xml.ts'))
    t.ok(entry?.packages.has('libxml2-wasm'))
    for (const source of [later, examples]) t.notOk(entry?.sources.has(source))
  }
  t.ok(reference?.sources.has(later), 'it would be seen')
  t.ok(loadedWith('openapi-document.js').sources.has(examples), 'it would be seen')
  for (const name of ['pg', 'fastify', 'piscina']) t.ok(main?.packages.has(name), `${name} would be seen`)
  t.notOk(validate.packages.has('pg'), 'a verdict on a file needs no database')
  t.strictSame(
    [...(cli?.packages ?? [])].filter((name) => !name.startsWith('node:')),
    ['commander'],
    'the list of commands needs nothing else',
  )
  for (const name of ['pg', 'piscina', 'fastify']) t.notOk(worker?.packages.has(name), name)
  for (const entry of [main, validate, worker])
    for (const name of ['pdfkit', 'marked', 'undici']) t.notOk(entry?.packages.has(name), name)
  t.ok(loadedWith('pages.js').packages.has('marked'), 'it would be seen')
  t.ok(loadedWith('rendering-worker.js').packages.has('pdfkit'), 'it would be seen')
  t.notOk(main?.outside.has('fastify'), 'what every start loads is bundled')
})

t.test('the command line works from any directory', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'clearway-elsewhere-'))
  t.teardown(() => {
    rmSync(cwd, { recursive: true })
  })
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(BUNDLE, 'cli.js'), ...args], { cwd, encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }
  t.match(run('--version'), { status: 0, stdout: `${version}\n` })
  t.match(run('--help'), { status: 0, stdout: /validate.*accounts/s })
  t.match(run('validate', DOCUMENT), { status: 0, stdout: `${DOCUMENT}: valid by profile de\n` })
  const sample = join(ROOT, 'samples', 'ro', '01-domestic-services.json')
  t.match(run('validate', sample), { status: 0, stdout: `${sample}: valid\n` })
  const rendered = run('render', sample, '--language', 'de', '--number', 'RE-1')
  t.match(rendered, { status: 0, stdout: /^%PDF-1\.7/, stderr: '' })
  t.match(run('render', sample, '--language', 'xx'), { status: 2, stderr: /Allowed choices are en, ro/ })
  t.match(run('render', DOCUMENT), { status: 1, stderr: /cannot be rendered/ })
  t.match(run('validate', 'missing.xml'), { status: 1, stderr: 'missing.xml cannot be read' })
})

t.test('the service judges small and large documents, and shows the pages of its rules', async (t) => {
  const env = { DATA_DIR: temporaryDataDir(t), PORT: '0', LOG_LEVEL: 'error' }
  const service = await startProcess({ ...env, NODE_OPTIONS: REPORTS_DATA }, join(BUNDLE, 'main.js'))
  t.teardown(() => stopProcess(service))
  const key = /sk_test_\S+/.exec(service.output())?.[0] ?? ''
  const judge = async (document: string) => {
    const answer = await fetch(`${service.url}/v1/invoices/validate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
      body: document,
    })
    return { status: answer.status, verdict: await answer.json() }
  }
  const small = readFileSync(DOCUMENT, 'utf8')
  // Above the size from which on a thread judges.
  const large = small.replace('</', `<!--${'-x'.repeat(200_000)}--></`)
  const expected = await judge(small)
  t.match(expected, { status: 200, verdict: { valid: true } })
  t.same(await judge(large), expected)
  t.match(await judge(large.replace('</', '<')), { status: 200, verdict: { valid: false } })
  const data = () => Array.from(service.output().matchAll(/^reads (\S+\.txt)$/gm), ([, file]) => basename(file ?? ''))
  t.same(data(), [], 'neither the start nor a verdict reads data files')
  const page = await fetch(`${service.url}/docs/rules/BR-01`)
  t.equal(page.status, 200)
  const shown = (await page.text()).replaceAll(/<[^>]*>/g, '')
  t.match(shown, /BR-01.*&lt;ram:GuidelineSpecifiedDocumentContextParameter/s)
  await fetch(`${service.url}/docs/rules/BR-02`)
  t.same(data(), ['recorded-examples.txt'], 'the first page of a rule reads the examples, the second does not')
  for (const path of ['', '/guide', '/countries/it', '/api/createInvoice', '/search?q=vat'])
    t.equal((await fetch(`${service.url}/docs${path}`)).status, 200, path)
  t.equal(await stopProcess(service), 0, service.output())
})
