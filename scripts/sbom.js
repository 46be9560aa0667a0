// `npm run sbom [FILE]`: writes the service's components as CycloneDX (JSON), by default to
// sbom.json: the packages that run in production, with versions, hashes and licences.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { productionLicences } from './licences.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const file = resolve(process.argv[2] ?? 'sbom.json')
const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
if (status !== 0) {
  console.error(`npm sbom failed: ${stderr}`)
  process.exit(1)
}
const bill = onlyProduction(JSON.parse(stdout))
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${file}: ${bill.components.length} components, CycloneDX ${bill.specVersion}`)

/**
 * Without packages for development alone. npm's own `--omit dev` also leaves out packages that run
 * in production but are also named among the development dependencies, with all their
 * dependencies.
 */
function onlyProduction(all) {
  const kept = new Set(productionLicences().map(({ name, version }) => `${name}@${version}`))
  const components = all.components.filter(({ group, name, version }) =>
    kept.has(`${group === undefined ? '' : `${group}/`}${name}@${version}`),
  )
  const refs = new Set([all.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])])
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.has(needed)) }))
  return Object.assign(all, { components, dependencies })
}
