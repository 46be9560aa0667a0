import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../countries/accepted-sample.js'

const { satisfies, minVersion } = createRequire(import.meta.url)('semver') as {
  satisfies(version: string, range: string): boolean
  minVersion(range: string): { readonly version: string }
}

interface Package {
  readonly version?: string
  readonly engines?: { readonly node?: string }
}

function json(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
}

t.test('every package that is installed runs on the oldest Node that we name', async (t) => {
  const { engines } = json('package.json') as { engines: { node: string } }
  const { version: oldest } = minVersion(engines.node)
  const { packages } = json('package-lock.json') as { packages: Readonly<Record<string, Package>> }
  const unfit = Object.entries(packages).filter(([, { engines: needs }]) => !satisfies(oldest, needs?.node ?? '*'))
  t.same(
    unfit.map(([place, { version, engines: needs }]) => `${place} ${version}: ${needs?.node}`),
    [],
    oldest,
  )
  t.ok(Object.keys(packages).length > 100, 'there are packages')
  t.match(readFileSync(join(ROOT, 'README.md'), 'utf8'), `Node ${oldest.replace(/\.0$/, '')} or newer`)
})
