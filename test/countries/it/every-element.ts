import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ARTEFACTS } from '../../support/official-artefacts.js'

/** A leaf of FatturaPA by the official listing, and two values that it may have. */
interface Leaf {
  /** Below the root, for example `FatturaElettronicaBody/DatiVeicoli/Data`. */
  readonly path: string
  readonly value: string
  readonly other: string
}

/** Every element without children that the format has, in the order of its schema. */
export function everyLeaf(): readonly Leaf[] {
  const rows = readFileSync(join(ARTEFACTS, 'rules', 'it-fatturapa-1.2.3-elements.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
    .map(([path = '', , , , type = '', facets = '']) => ({
      path: path.replace('/FatturaElettronica/', ''),
      type,
      facets,
    }))
    .filter(({ path }) => path !== '' && !path.startsWith('/') && !path.startsWith('@') && !path.startsWith('ds:'))
  return rows
    .filter(({ path }) => !rows.some((other) => other.path.startsWith(`${path}/`)))
    .map(({ path, type, facets }, index) => {
      const [value, other] = valuesOf(type, facets, index)
      return { path, value, other }
    })
}

function valuesOf(type: string, facets: string, index: number): readonly [string, string] {
  const codes = /enum=(\S+)/.exec(facets)?.[1]?.split('|')
  if (codes !== undefined) return [codes[0] ?? '', codes[1] ?? 'XX']
  if (type === 'date') return ['2026-11-20', '2026-11-19']
  if (type === 'dateTime') return ['2026-11-20T00:00:00', '2026-11-19T00:00:00']
  if (type === 'base64Binary') return ['AAAA', 'BBBB']
  if (facets.includes('base=xs:decimal')) return [`${10 + (index % 80)}.00`, `${11 + (index % 80)}.00`]
  if (facets.includes('base=xs:integer')) return ['1', '2']
  if (facets.includes('[A-Z]{2}')) return ['IT', 'FR']
  if (facets.includes('[0-9][0-9][0-9][0-9][0-9]')) return [String(20_000 + index), String(30_000 + index)]
  return [`TEXT${index}`, `TEXT${index}B`]
}

/** A document of these leaves. */
export function documentOfLeaves(leaves: readonly Pick<Leaf, 'path' | 'value'>[]): string {
  let xml =
    '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2" versione="FPR12">'
  let open: string[] = []
  const moveTo = (steps: readonly string[]): void => {
    const common = steps.findIndex((step, depth) => open[depth] !== step)
    const shared = common < 0 ? steps.length : common
    xml += open
      .slice(shared)
      .reverse()
      .map((step) => `</${step}>`)
      .join('')
    xml += steps
      .slice(shared)
      .map((step) => `<${step}>`)
      .join('')
    open = [...steps]
  }
  for (const { path, value } of leaves) {
    const steps = path.split('/')
    const name = steps.pop() ?? ''
    moveTo(steps)
    xml += `<${name}>${value}</${name}>`
  }
  moveTo([])
  return `${xml}</p:FatturaElettronica>`
}
