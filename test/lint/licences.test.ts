import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const root = join(import.meta.dirname, '../../..')
const script = (name: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', name), ...args], { cwd: root, encoding: 'utf8' })

const { isAllowed, productionLicences } = (await import(`${root}/scripts/licences.js`)) as {
  isAllowed: (expression: string) => boolean
  productionLicences: () => readonly { readonly name: string; readonly version: string; readonly licence: string }[]
}

t.test('what runs in production is under licences of the list', async (t) => {
  const { status, stdout, stderr } = script('licences.js', '--list')
  t.equal(status, 0, stderr)
  t.match(stdout, /^fastify@\S+ {2}MIT$/m)
  t.notMatch(stdout, /^typescript@/m, 'nothing of development')
})

t.test('an expression is allowed by one side of an OR, and by all of an AND', async (t) => {
  for (const good of ['MIT', '(BSD-3-Clause OR GPL-2.0)', 'MIT AND OFL-1.1']) t.ok(isAllowed(good), good)
  for (const bad of ['GPL-3.0-only', 'UNKNOWN', '', 'MIT AND GPL-2.0', 'SEE LICENSE IN x', 'GPL-2.0 WITH Classpath'])
    t.notOk(isAllowed(bad), bad)
})

t.test('the bill of materials names each of them', async (t) => {
  const file = join(t.testdir(), 'sbom.json')
  const { status, stderr } = script('sbom.js', file)
  t.equal(status, 0, stderr)
  const bill = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly bomFormat: string
    readonly components: readonly { readonly name: string; readonly version: string; readonly group?: string }[]
  }
  t.equal(bill.bomFormat, 'CycloneDX')
  const listed = new Set(
    bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  )
  const missing = productionLicences().filter(({ name, version }) => !listed.has(`${name}@${version}`))
  t.same(missing, [])
})
