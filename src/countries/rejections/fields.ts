import type { FieldOf } from './rejection.js'

/** The elements that hold a line, in every format. */
const LINES: ReadonlySet<string> = new Set([
  ...['InvoiceLine', 'CreditNoteLine', 'IncludedSupplyChainTradeLineItem', 'DettaglioLinee', 'FaWiersz'],
])

interface Entry {
  readonly ancestors: readonly string[]
  readonly field: string
}

/**
 * Leads elements back to JSON fields. Each row is `ancestor … element | field`: of the rows whose
 * names a path has in that order, the one with the most names counts. Namespace prefixes do not
 * count. The index of a line, from one in XPath, comes from zero in JSON.
 */
export function fieldsOf(rows: readonly string[]): FieldOf {
  const byElement = new Map<string, Entry[]>()
  for (const row of rows) {
    const [path = '', field = ''] = row.split('|').map((part) => part.trim())
    const names = path.split(/[\s/]+/).map(localName)
    const element = (names.at(-1) ?? '').toLowerCase()
    const entries = byElement.get(element) ?? []
    byElement.set(element, [...entries, { ancestors: names.slice(0, -1), field }])
  }
  for (const entries of byElement.values()) entries.sort((one, other) => other.ancestors.length - one.ancestors.length)
  return (path) => {
    const steps = path.split('/').filter((step) => step !== '')
    const names = steps.map(localName)
    const entries = byElement.get((names.at(-1) ?? '').toLowerCase()) ?? []
    const [only, another] = new Set(entries.map(({ field }) => field))
    const field =
      entries.find(({ ancestors }) => isWithin(ancestors, names))?.field ?? (another === undefined ? only : undefined)
    return field?.replace('lines[]', `lines[${lineIndexIn(steps)}]`)
  }
}

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
  return step.replace(/\[.*$/, '').replace(/^.*:/, '').replace('@', '')
}
