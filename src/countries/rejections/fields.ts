import type { FieldOf } from './rejection.js'

/** The elements that contain a line, in every format. */
const LINES: ReadonlySet<string> = new Set([
  ...['InvoiceLine', 'CreditNoteLine', 'IncludedSupplyChainTradeLineItem', 'DettaglioLinee', 'FaWiersz'],
])

/** The elements that contain a document, in every format. */
const ROOTS: ReadonlySet<string> = new Set([
  ...['Invoice', 'CreditNote', 'CrossIndustryInvoice', 'FatturaElettronica'],
  ...['FatturaElettronicaSemplificata', 'Faktura'],
])

interface Entry {
  readonly ancestors: readonly string[]
  /** Only directly below the root, or as a bare name. */
  readonly isAnchored: boolean
  readonly field: string
}

/**
 * Finds the JSON fields of elements. Each row is `ancestor … element | field`: of the rows whose
 * names a path has in that order, the one with the most names counts. Namespace prefixes are
 * ignored. A row that begins with a slash is directly below the root. The index of a line counts
 * from one in XPath, and from zero in JSON.
 */
export function fieldsOf(rows: readonly string[]): FieldOf {
  const byElement = new Map<string, Entry[]>()
  for (const row of rows) {
    const [path = '', field = ''] = row.split('|').map((part) => part.trim())
    const names = stepsOf(path).map(localName)
    const element = (names.at(-1) ?? '').toLowerCase()
    const entries = byElement.get(element) ?? []
    byElement.set(element, [...entries, { ancestors: names.slice(0, -1), isAnchored: path.startsWith('/'), field }])
  }
  for (const entries of byElement.values()) entries.sort((one, other) => other.ancestors.length - one.ancestors.length)
  return (path) => {
    const steps = stepsOf(path)
    const names = steps.map(localName).filter((name) => !ROOTS.has(name))
    const entries = byElement.get((names.at(-1) ?? '').toLowerCase()) ?? []
    const within = entries.find(
      ({ ancestors, isAnchored }) =>
        isWithin(ancestors, names) && (!isAnchored || names.length <= ancestors.length + 1),
    )
    // A path without some steps may still lead to a single field.
    const [only, another] = new Set(
      entries.filter(({ ancestors }) => isWithin(names.slice(0, -1), [...ancestors, ''])).map((entry) => entry.field),
    )
    const field = within?.field ?? (another === undefined ? only : undefined)
    return field?.replace('lines[]', `lines[${lineIndexIn(steps)}]`)
  }
}

function stepsOf(path: string): readonly string[] {
  return path.split(/[\s/]+/).filter((step) => step !== '')
}

/** Whether a path has the names among its ancestors, in that order. */
function isWithin(ancestors: readonly string[], names: readonly string[]): boolean {
  let at = 0
  for (const name of names.slice(0, -1)) if (name === ancestors[at]) at += 1
  return at === ancestors.length
}

function lineIndexIn(steps: readonly string[]): string {
  const line = steps.find((step) => LINES.has(localName(step)))
  const [, number] = /\[(\d{1,6})\]$/.exec(line ?? '') ?? []
  return number === undefined ? '' : String(Math.max(Number(number) - 1, 0))
}

/** `cac:InvoiceLine[2]`, `*:InvoiceLine[2]` and `@currencyID` as the bare name. */
function localName(step: string): string {
  return (step.split('[', 1)[0] ?? '').replace(/^.*:/, '').replace('@', '')
}
