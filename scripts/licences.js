// The licences of the service's packages: `node scripts/licences.js` reads the manifest of each
// installed package that runs in production, and fails where one has a licence that is not on the
// list below. `--list` prints all of them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Licences that allow distribution with a closed-source product. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
])

/** Licences that a manifest does not name properly, as read in the package itself. */
const READ_BY_HAND = { 'png-js@2.0.0': 'MIT' }

/** The packages that run in production, with their licences; `UNKNOWN`: no readable licence. */
export function productionLicences(lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.startsWith('node_modules/') && entry.dev !== true && entry.devOptional !== true)
    .map(([path, entry]) => {
      const manifest = manifestOf(path)
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const said = READ_BY_HAND[`${name}@${entry.version}`] ?? licenceIn(manifest ?? entry)
      return { name, version: entry.version, licence: said, installed: manifest !== null }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether an SPDX expression is satisfied by the list: any side of an OR, all of an AND. */
export function isAllowed(expression) {
  const inner = expression.replace(/^\((.*)\)$/, '$1')
  if (/\bWITH\b|[()]/.test(inner)) return false
  return inner.split(' OR ').some((side) => side.split(' AND ').every((licence) => ALLOWED.has(licence.trim())))
}

/** null: an optional package of another platform. */
function manifestOf(path) {
  try {
    return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function licenceIn({ license, licenses }) {
  const said = license ?? licenses
  if (typeof said === 'string') return said
  if (Array.isArray(said)) return said.map(({ type }) => type).join(' OR ')
  return typeof said?.type === 'string' ? said.type : 'UNKNOWN'
}

/** Returns whether all are allowed, and prints those that are not. */
export function checkLicences() {
  const all = productionLicences()
  const refused = all.filter(({ licence }) => !isAllowed(licence))
  for (const { name, version, licence } of refused)
    console.error(
      `${name}@${version}: ${licence}. Look at the package; add the licence to ALLOWED in scripts/licences.js, or use another package.`,
    )
  if (all.length === 0) console.error('package-lock.json names no package')
  return refused.length === 0 && all.length > 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--list'))
    for (const { name, version, licence } of productionLicences()) console.log(`${name}@${version}  ${licence}`)
  process.exitCode = checkLicences() ? 0 : 1
}
