import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { getFileInfo } from 'prettier'
import t from 'tap'
import ts from 'typescript'
import { VERSION } from '../../clients/typescript/src/version.js'
import { typeScriptSnippets } from '../support/guide.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MODULES = join(ROOT, 'node_modules')

/** Runs a program to its end; throws with what it has printed unless it succeeds. */
async function run(directory: string, program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${program} ${args.join(' ')}:\n${output}${errors}`)
  return output
}

interface Settings {
  readonly module: string
  readonly moduleResolution: string
  readonly exactOptionalPropertyTypes: boolean
  readonly skipLibCheck: boolean
  readonly lib?: readonly string[]
}

/** Declarations by name and resolution: reading them takes longer than the rest. */
const declarations = new Map<string, ts.SourceFile | undefined>()

/** What the compiler says of the TypeScript in the folder. */
function faultsIn(directory: string, settings: Settings): readonly string[] {
  const compilerOptions = { strict: true, target: 'ES2022', noEmit: true, types: ['node'], ...settings }
  const config = { compilerOptions, include: ['*.ts', '*.cts'] }
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, directory)
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...rest) => {
    if (!/\.d\.[cm]?ts$/.test(name)) return read(name, ...rest)
    const key = `${settings.moduleResolution} ${name}`
    if (!declarations.has(key)) declarations.set(key, read(name, ...rest))
    return declarations.get(key)
  }
  const faults = [...errors, ...ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options, host))]
  return faults.map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? -1
    return `${file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, '; ')}`
  })
}

t.test('the package, used from outside of the repository', { timeout: 280_000 }, async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-package-'))
  t.teardown(() => {
    rmSync(directory, { recursive: true })
  })
  // Its sources as a clean checkout has them; its development tools are those of the repository.
  const source = join(directory, 'client')
  const folder = join(ROOT, 'clients/typescript')
  const isBuilt = (path: string): boolean => /^(dist|node_modules)$/.test(path.slice(folder.length + 1))
  cpSync(folder, source, { recursive: true, filter: (path) => !isBuilt(path) })
  symlinkSync(MODULES, join(source, 'node_modules'))
  const packed = JSON.parse(await run(source, 'npm', 'pack', '--json', '--silent')) as [
    { filename: string; files: { path: string }[] },
  ]

  await t.test('holds what is needed to run it, and no more', async (t) => {
    const kinds = new Set(packed[0].files.map(({ path }) => path.replace(/\/[a-z]+(\.d)?\.(js|ts)$/, '/*$1.$2')))
    t.same([...kinds].sort(), [
      'README.md',
      'dist/cjs/*.d.ts',
      'dist/cjs/*.js',
      'dist/cjs/package.json',
      'dist/esm/*.d.ts',
      'dist/esm/*.js',
      'package.json',
    ])
  })

  const project = join(directory, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  // What the package depends on comes from the repository's own packages: no registry is needed.
  const local = ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']
  await run(
    project,
    ...(['npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent'] as const),
    join(source, packed[0].filename),
    ...local.map((name) => `${name}@file:${join(MODULES, name)}`),
  )

  await t.test('the snippets of README and guide compile with any settings of the project', async (t) => {
    const snippets = typeScriptSnippets()
    t.match(
      snippets.map(({ file }) => file),
      ['clients/typescript/README.md'],
    )
    snippets.forEach(({ code }, index) => {
      writeFileSync(join(project, `snippet-${index}.ts`), code)
    })
    writeFileSync(
      join(project, 'commonjs.cts'),
      `import { createClearway, verifyWebhook, type Invoice } from '@clearway/client'
const clearway = createClearway({ apiKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:1' })
export const invoice: Promise<Invoice> = clearway.invoices.get('inv_1')
// @ts-expect-error an invoice has no such field
void invoice.then(({ total }) => total)
// @ts-expect-error there is no such country
void clearway.invoices.list({ country: 'XX' })
export { verifyWebhook }
`,
    )
    // All pairs of the three settings. The browser's declarations are not ours to check.
    const lib = ['ES2023']
    const node = { module: 'NodeNext', moduleResolution: 'NodeNext' }
    const bundler = { module: 'ESNext', moduleResolution: 'Bundler' }
    for (const settings of [
      { ...node, exactOptionalPropertyTypes: false, skipLibCheck: true },
      { ...node, exactOptionalPropertyTypes: true, skipLibCheck: false, lib },
      { ...bundler, exactOptionalPropertyTypes: false, skipLibCheck: false, lib },
      { ...bundler, exactOptionalPropertyTypes: true, skipLibCheck: true },
    ])
      t.same(faultsIn(project, settings), [], JSON.stringify(settings))
  })

  await t.test('runs as ES module and as CommonJS', async (t) => {
    const use = `
const clearway = createClearway({ apiKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
clearway.invoices.get('inv_1').catch((error) => console.log(error instanceof ClearwayNetworkError, error.message))`
    const names = '{ ClearwayNetworkError, createClearway }'
    writeFileSync(join(project, 'use.mjs'), `import ${names} from '@clearway/client'${use}`)
    writeFileSync(join(project, 'use.cjs'), `const ${names} = require('@clearway/client')${use}`)
    for (const file of ['use.mjs', 'use.cjs'])
      t.match(
        await run(project, process.execPath, file),
        /^true GET http:\/\/127\.0\.0\.1:1\/v1\/invoices\/inv_1: no answer/,
      )
    const resolved = await run(project, process.execPath, '-p', 'require.resolve("@clearway/client")')
    t.match(resolved, /dist\/cjs\/index\.js/, 'require does not get the ES module')
    const installed = readFileSync(join(project, 'node_modules/@clearway/client/package.json'), 'utf8')
    t.match(JSON.parse(installed), { version: VERSION })
  })
})

t.test('what building the client leaves behind does not disturb the checks of the repository', async (t) => {
  const eslint = new ESLint({ cwd: ROOT })
  const ignorePath = [join(ROOT, '.prettierignore'), join(ROOT, '.gitignore')]
  for (const left of ['dist/esm/index.js', 'dist/cjs/index.d.ts', 'node_modules/openapi-fetch/src/index.js']) {
    const file = join(ROOT, 'clients/typescript', left)
    t.ok(await eslint.isPathIgnored(file), `eslint: ${left}`)
    t.ok((await getFileInfo(file, { ignorePath })).ignored, `prettier: ${left}`)
  }
})
