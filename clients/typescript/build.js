// Builds the package: ES modules, and the same as CommonJS, each with its types.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import ts from 'typescript'

process.chdir(import.meta.dirname)
rmSync('dist', { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

mkdirSync('dist/cjs')
for (const name of readdirSync('dist/esm')) {
  const [from, to] = [`dist/esm/${name}`, `dist/cjs/${name}`]
  if (name.endsWith('.d.ts')) copyFileSync(from, to)
  else {
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true }
    writeFileSync(to, ts.transpileModule(readFileSync(from, 'utf8'), { compilerOptions }).outputText)
  }
}
// The files there are not ES modules, although the package's type is `module`.
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')
