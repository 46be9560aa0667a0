import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { VERSION } from '../../src/version.js'
import { ROOT } from '../countries/accepted-sample.js'

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

t.test('the newest release of the changelog is the version of package.json', async (t) => {
  const [first, second] = Array.from(text('CHANGELOG.md').matchAll(/^## (.*)$/gm), ([, heading = '']) => heading)
  t.equal(first, 'Unreleased')
  const [, version, date = ''] = /^(\S+) \((\d{4}-\d\d-\d\d)\)$/.exec(second ?? '') ?? []
  t.equal(version, VERSION)
  t.not(Number.isNaN(Date.parse(date)), true, date)
})

t.test('what repeats the version repeats that of package.json', async (t) => {
  const lock = JSON.parse(text('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  t.equal(lock.version, VERSION)
  t.equal(lock.packages['']?.version, VERSION)
  for (const file of ['base/kustomization.yaml', 'overlays/production/kustomization.yaml'])
    t.match(text(`deploy/kubernetes/${file}`), `newTag: ${VERSION}\n`, file)
  t.match(text('deploy/kubernetes/migrate.yaml'), `/clearway:${VERSION}\n`)
})
